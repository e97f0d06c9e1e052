"""Series from a seed: `python -m examples.series.generate build/series` writes pages with their gold.

The sets are those of the paper on templates in kind and number: 10 of syllabus pages, 9 to 13 pages each, and the
result pages of 23 search engines, three each. All that they say is invented.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from examples.series.results import HITS, Record, kind_of, make_page, make_record
from examples.series.syllabus import FILES, TWO_TEMPLATES, WORD_PROCESSOR, Course, layout_of, make_course
from examples.series.words import ADJECTIVES, NOUNS


@dataclass(frozen=True)
class GeneratedSeries:
    """Pages of one site in one kind of layout, with every value known."""

    name: str
    kind: str
    pages: tuple[tuple[str, str], ...]
    """Address and markup."""
    fields: tuple[Course, ...] = ()
    """Of syllabus pages: what each says, by label."""
    records: tuple[tuple[Record, ...], ...] = ()
    """Of result pages: the records of each."""


def generate_syllabuses(seed: int | str = 0) -> Iterator[GeneratedSeries]:
    """The ten sets of syllabus pages. The same seed gives the same pages everywhere."""
    kinds = {TWO_TEMPLATES: "two templates", WORD_PROCESSOR: "word processor"}
    for number, files in enumerate(FILES, 1):
        rng = random.Random(f"series/syllabus/{seed}/{number}")
        courses = tuple(make_course(rng, number) for _ in range(files))
        pages = tuple(
            (f"http://syllabus-{number}.example/{page}.html", layout_of(number, page)(course))
            for page, course in enumerate(courses)
        )
        yield GeneratedSeries(f"syllabus-{number}", kinds.get(number, "plain"), pages, fields=courses)


def generate_results(seed: int | str = 0) -> Iterator[GeneratedSeries]:
    """The result pages of the 23 engines. The same seed gives the same pages everywhere."""
    for engine, hits in enumerate(HITS, 1):
        rng = random.Random(f"series/results/{seed}/{engine}")
        records = tuple(tuple(make_record(rng) for _ in range(count)) for count in hits)
        queries = [f"{rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}" for _ in hits]
        pages = tuple(
            (f"http://finder-{engine}.example/find?page={page}", make_page(engine, query, found))
            for page, (query, found) in enumerate(zip(queries, records, strict=True))
        )
        yield GeneratedSeries(f"finder-{engine}", kind_of(engine), pages, records=records)


def write_corpus(folder: Path, seed: int | str = 0) -> int:
    """Write each page as x.html with its gold as x.json, as `honbun evaluate` reads them; the number of pages."""
    count = 0
    for series in (*generate_syllabuses(seed), *generate_results(seed)):
        for page, (url, html) in enumerate(series.pages):
            gold: dict[str, object] = {"url": url, "site": series.name}
            if series.fields:
                gold |= {"page_type": "course", "fields": {k: [v] for k, v in series.fields[page].items()}}
            else:
                gold |= {"page_type": "listing", "records": [dict(record) for record in series.records[page]]}
            path = folder / series.name / f"{page}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(html, "utf-8")
            path.with_suffix(".json").write_text(json.dumps(gold, ensure_ascii=False, indent=1), "utf-8")
            count += 1
    return count


if __name__ == "__main__":
    print(f"{write_corpus(Path(sys.argv[1]))} pages in {sys.argv[1]}", file=sys.stderr)
