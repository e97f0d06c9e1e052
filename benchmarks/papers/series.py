"""Templates: the paper's two tables on sets of its kind, and the peaks of real series and result pages."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.papers.markdown import Row, Tables, table
from benchmarks.templates import peaks, record_counts, relation
from examples.series import generate_results, generate_syllabuses
from honbun.evaluate import read_corpus
from honbun.methods.templates import Series, read_tags
from honbun.page import decode

# The peaks of the paper's ten sets, and its 23 engines by how the peak stands to the number of hits.
PAPER_SETS = (13, 10, 11, 10, 11, 11, 7, 12035, 11, 10)
PAPER_ENGINES = {"equal": 12, "one less": 5, "half": 3, "other": 3}
PAGES_OF_A_SITE = 10
FORMS = ("published", "at most the pages", "any length", "honbun")
RELATIONS = ("equal", "one less", "one more", "half", "fewer", "more")


def tables(data: Path, every: int = 1) -> Tables:
    """The tables by name, of every so manyth site."""
    heads = ("set", "", "files", "*the paper*", "published", "at most the files", "honbun")
    yield "sets", table(heads, _sets(), left=2)
    yield "engines", table(("", *PAPER_ENGINES), _engines())
    found, spent = _real_series(data, every)
    yield "series", table(("", *FORMS), [found])
    yield "time", [f"{spent:.2f}"]
    yield "results", table(("", *RELATIONS), _real_results(data))


def _sets() -> Iterator[Row]:
    for made, peak in zip(generate_syllabuses(), PAPER_SETS, strict=True):
        series = Series.of([html for _, html in made.pages])
        published, at_most, *_ = peaks(series)
        ours = " + ".join(str(template.frequency) for template in series.templates())
        yield made.name, made.kind, len(made.pages), f"{peak:,}", f"{published:,}", at_most, ours


def _engines() -> Iterator[Row]:
    counted: dict[str, Counter[str]] = {"published": Counter(), "honbun": Counter()}
    for results in generate_results():
        hits = [len(records) for records in results.records]
        found = [record_counts(read_tags(html)) for _, html in results.pages]
        for number, name in enumerate(counted):
            kinds = {relation(pair[number], hit) for pair, hit in zip(found, hits, strict=True)}
            kind = kinds.pop() if len(kinds) == 1 else "other"
            counted[name][kind if kind in PAPER_ENGINES else "other"] += 1
    yield "*the paper*", *PAPER_ENGINES.values()
    for name, count in counted.items():
        yield name, *(count[kind] for kind in PAPER_ENGINES)


def _real_series(data: Path, every: int) -> tuple[Row, float]:
    """On how many sites each peak is the number of pages, and processor seconds a million characters."""
    sites = list(read_corpus(data / "fields-dev.parquet").sites().values())[::every]
    right: Counter[str] = Counter()
    spent = size = 0.0
    for cases in sites:
        texts = [decode(case.html).text for case in cases[:PAGES_OF_A_SITE]]
        started = time.process_time()
        series = Series.of(texts)
        published, at_most, any_length, *_ = peaks(series)
        spent += time.process_time() - started
        size += sum(map(len, texts)) / 1e6
        templates = series.templates()
        found = (published, at_most, any_length, templates[0].frequency if templates else 0)
        right.update(form for form, peak in zip(FORMS, found, strict=True) if peak == len(texts))
    return (f"peak = pages, of {len(sites)} sites", *(right[form] for form in FORMS)), spent / size


def _real_results(data: Path) -> Iterator[Row]:
    found: dict[str, Counter[str]] = {"published": Counter(), "honbun": Counter()}
    for case in read_corpus(data / "records-dev.parquet").cases:
        counts = record_counts(read_tags(decode(case.html).text))
        for name, peak in zip(found, counts, strict=True):
            found[name][relation(peak, len(case.gold.records or ()))] += 1
    for name, count in found.items():
        yield name, *(count[kind] for kind in RELATIONS)
