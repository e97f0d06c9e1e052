"""Pages made to hurt end in time, and no run of the program differs from another."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from extraction_samples import EXAMPLES, pages_of

import honbun
from honbun.document import Document

MEGABYTE = 2**20
HOSTILE = {
    "nested": b"<div>" * MEGABYTE,
    "nested inline": b"<span><b>" * (5 * MEGABYTE // 9) + b"x",
    "links": b"".join(b"<a href=/%d>link %d</a> " % (i, i) for i in range(100_000)),
    "one word": b"<p>" + b"x" * (5 * MEGABYTE),
    "paragraphs": b"<p>a" * 100_000,
    "open tags": b"<" * MEGABYTE,
    "attributes": b"<p " + b"class=x " * 200_000 + b">text",
    "data": b'<script type="application/ld+json">' + b'{"text":' * 100_000 + b"</script><p>text",
    "quotes": b'<script type="application/ld+json">{'
    + b'"description": "\\' * 100_000
    + b"</script><p>text here now",
}
LONG = 60  # seconds; each takes a few


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_end(name: str) -> None:
    found: list[Document] = []
    worker = threading.Thread(target=lambda: found.append(honbun.extract(HOSTILE[name])), daemon=True)
    worker.start()
    worker.join(LONG)
    assert not worker.is_alive(), f"{name} takes more than {LONG} s"
    found[0].labels.check()
    assert (found[0].reason is None) == bool(found[0].text)


@pytest.mark.parametrize(
    "bit", "1|a|_|@|a@|1a|1 |1:|1/|.|by |May |2011-11-22 |1 a ago |年|http://a.b/|&gt;&gt;1".split("|")
)
def test_what_repeats_without_end_is_read_in_time(bit: str) -> None:
    long = bit * 8000
    comment = f"<div class=comment><b>Anna</b> <i>2011-11-22 10:11</i><p>{long}</p></div>"
    pages = (
        f"<title>{long}</title><meta name=author content='{long}'><p class='{long}'>x<a href='{long}'>{long}</a>",
        f"<title>t</title>{long}<br><br>{long}<hr>{long}",
        f"<title>t</title><h1>t</h1><p>{'word ' * 60}{comment * 3}",
    )
    for html in pages:
        assert honbun.extract(html).to_dict()
        assert honbun.posts(html) is not None
        assert honbun.records(html) is not None


DUMP = """
import sys, json, pathlib, honbun
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.html")):
    print(json.dumps(honbun.extract(path.read_bytes()).to_dict()))
"""


def test_the_order_of_hashes_changes_nothing() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", DUMP, str(EXAMPLES / "sites" / "news-en")],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().count(b"\n") == len(pages_of("news-en"))


def test_eight_threads_get_what_one_gets() -> None:
    pages = [html for name in ("blog", "news-ja") for _, html in pages_of(name)]
    expected = [honbun.extract(html).to_dict() for html in pages]
    start = threading.Barrier(8)

    def run(_: int) -> list[dict[str, object]]:
        start.wait()
        return [honbun.extract(html).to_dict() for html in pages]

    with ThreadPoolExecutor(8) as pool:
        assert all(found == expected for found in pool.map(run, range(8)))


def test_extracting_loads_nothing_that_only_training_needs() -> None:
    code = (
        "import sys, honbun; assert honbun.extract('<p>Some text, to be sure.').text\n"
        "print(*{name.split('.')[0] for name in sys.modules})"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()
    assert "honbun" in loaded
    heavy = {
        "catboost",
        "xgboost",
        "sklearn",
        "lightgbm",
        "pandas",
        "scipy",
        "matplotlib",
        "pyarrow",
        "click",
        "rich",
    }
    assert not heavy & set(loaded)
