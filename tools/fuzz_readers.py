"""Bytes of any kind into what reads them, led by which code they reach: by atheris, if it is installed.

    python -m tools.fuzz_readers decode [--seconds 60]

Saved sites and templates are damaged value by value instead: `python -m tools.fuzz --only damaged`. What is found
stands in a file `crash-…` in build/fuzz, and is read again with `--once FILE`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

_FOLDER = Path("build/fuzz")


def decode(data: bytes) -> None:
    """Bytes into text."""
    import honbun.page

    honbun.page.decode(data).text.encode("utf-8", "surrogatepass")


def dates(data: bytes) -> None:
    """A text into dates."""
    import honbun.dates

    text = data.decode("utf-8", "replace")
    honbun.dates.parse_date(text)
    for found in honbun.dates.find_dates(text):
        assert 0 <= found.start <= found.end <= len(text)


def metadata(data: bytes) -> None:
    """JSON-LD of a page into facts."""
    import honbun

    text = data.decode("utf-8", "replace").replace("</", "")
    page = f'<script type="application/ld+json">{text}</script><p>Some text of an article, to be sure.</p>'
    json.dumps(honbun.extract(page).to_dict())


READERS: Mapping[str, Callable[[bytes], None]] = MappingProxyType(
    {"dates": dates, "decode": decode, "metadata": metadata}
)


_SEEDS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        "dates": (b"Tue, 22 Nov 2011 12:30:05 +0100", b"vor 3 Stunden", "2011年11月22日 午後3時".encode()),
        "decode": (b'<meta charset="shift_jis">\x96{\x95\xb6', "\ufeff<p>本文".encode("utf-16")),
        "metadata": (
            b'{"@type":"NewsArticle","headline":"A","author":[{"name":"B"}],"datePublished":"2011-11-22"}',
            b'{"@graph":[{"@type":["BlogPosting"],"image":{"url":"/x"},"articleBody":"&lt;p&gt;Some"}]}',
        ),
    }
)


def main() -> None:
    """Read what atheris makes, for so long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader", choices=READERS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--once", type=Path, help="read this file only")
    options = parser.parse_args()
    if options.once:
        READERS[options.reader](options.once.read_bytes())
        return
    try:
        import atheris
    except ImportError:
        sys.stdout.write("readers were not fuzzed: atheris is not installed (pip install atheris)\n")
        return
    with atheris.instrument_imports(include=["honbun"]):
        READERS[options.reader](b"{}")  # what is imported only when it is asked for is led by its code, too
    corpus = _FOLDER / f"corpus-{options.reader}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(_SEEDS[options.reader]):
        (corpus / f"seed-{number}").write_bytes(seed)
    flags = [f"-max_total_time={options.seconds}", "-rss_limit_mb=2000", "-timeout=20"]
    atheris.Setup([sys.argv[0], str(corpus), f"-artifact_prefix={_FOLDER}/", *flags], READERS[options.reader])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
