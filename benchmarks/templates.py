"""Templates: peaks on generated series and real sites, and how time and memory grow with the pages.

`python -m benchmarks.templates` measures 1 to 100 MB; with `sets` the generated sets; with the names of
fields-dev.parquet and records-dev.parquet, the sites and pages of these; with `picture` it draws the picture of F
that the docs show.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from examples.generate import generate_site
from examples.series import GeneratedSeries, generate_results, generate_syllabuses
from honbun.methods.templates import Series, TemplateOptions
from honbun.methods.templates.records import TagPage, find_records, published_records, read_tags
from honbun.methods.templates.templates import Template
from honbun.page import decode
from honbun.report.svg import spectrum_picture

MEGABYTES = (1, 3, 10, 30, 100)
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "templates-peak.svg"


def measure(megabytes: int, method: str) -> tuple[float, float, float]:
    """MB of pages, CPU seconds for them, and the peak of memory in MB, that of the pages included."""
    pages, size = [], 0
    for _, html in generate_site(10**9, blocks=150):
        pages.append(html)
        size += len(html.encode())
        if size >= megabytes * 10**6:
            break
    start = time.process_time()
    series = Series.of(pages)
    if method == "published":
        series.published()
    else:
        series.templates()
    seconds = time.process_time() - start
    return size / 10**6, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def show_scale() -> None:
    """Measure each size in a process of its own, for the peak of memory never falls."""
    for method in ("published", "templates"):
        print(f"\n{method}\n    MB  seconds  s a MB  peak MB")
        for megabytes in MEGABYTES:
            command = [sys.executable, "-m", "benchmarks.templates", str(megabytes), method]
            done = subprocess.run(command, capture_output=True, check=True)
            size, seconds, peak = map(float, done.stdout.split())
            print(f"{size:6.0f} {seconds:8.2f} {seconds / size:7.3f} {peak:8.0f}", flush=True)


def show_sets() -> None:
    """The generated sets: files or hits, the published peak, ours."""
    for syllabus in generate_syllabuses():
        series = Series.of([html for _, html in syllabus.pages])
        templates, published = series.templates(), series.published()
        ours = " + ".join(str(template.frequency) for template in templates)
        print(syllabus.name, syllabus.kind, len(syllabus.pages), *peaks(series), ours, sep=" | ", end="")
        if syllabus.kind != "word processor" and published:
            print(
                " | P R",
                *_precision(series, [published], syllabus),
                *_precision(series, templates, syllabus),
                end="",
            )
        print()
    for results in generate_results():
        pages = [read_tags(html) for _, html in results.pages]
        hits = [len(records) for records in results.records]
        published, ours_ = zip(*map(record_counts, pages), strict=True)
        print(results.name, results.kind, hits, list(published), list(ours_), sep=" | ")


def show_fields(file: str) -> None:
    """For each site of series pages, by form, whether the peak is the number of pages."""
    right: Counter[str] = Counter()
    sites = list(_sites(file))
    for name, pages in sites:
        series = Series.of(pages)
        templates = series.templates()
        forms = (
            "1 to 10",
            "1 to 10, at most the pages",
            "any length",
            "any length, at most the pages",
            "everywhere",
        )
        found = dict(zip(forms, peaks(series), strict=True)) | {"ours": templates[0].frequency if templates else 0}
        right.update(form for form, peak in found.items() if peak == len(pages))
        right["ours: one template"] += len(templates) == 1
        if set(found.values()) != {len(pages)} or len(templates) != 1:
            print(name, len(pages), found, [template.frequency for template in templates])
    print(f"of {len(sites)} sites:", dict(right))


def show_records(file: str) -> None:
    """How the peak of each result page compares with the number of its records."""
    published: Counter[str] = Counter()
    ours: Counter[str] = Counter()
    for row in _rows(file):
        records = len(json.loads(row["gold"])["records"])
        one, other = record_counts(read_tags(decode(row["html"]).text))
        published[relation(one, records)] += 1
        ours[relation(other, records)] += 1
    print("published", dict(published.most_common()), "\nours", dict(ours.most_common()))


def draw() -> None:
    """F of the first generated set of syllabus pages."""
    syllabus = next(generate_syllabuses())
    spectrum = Series.of([html for _, html in syllabus.pages]).spectrum()
    frequency, total = spectrum.frequency.tolist(), spectrum.total.tolist()
    title = f"F of {len(syllabus.pages)} syllabus pages"
    picture = spectrum_picture(frequency, total, spectrum.peak(), len(syllabus.pages), title)
    PICTURE.write_text(picture, "utf-8")


def _precision(series: Series, templates: Sequence[Template], made: GeneratedSeries) -> tuple[float, float]:
    """Precision and recall of the characters that were not filled in; values with markup between are not known."""
    found = right = known = 0
    for page, (text, fields) in enumerate(zip(series.texts, made.fields, strict=True)):
        own, said = np.ones(len(text), dtype=bool), np.zeros(len(text), dtype=bool)
        at = 0
        for label, value in fields.items():
            at = text.index(escape(value), text.index(label, at))
            own[at : at + len(escape(value))] = False
        title = escape(next(iter(fields.values())))
        own[text.index(title) : text.index(title) + len(title)] = False
        for string in (string for template in templates if page in template.pages for string in template.strings):
            for place in (m.start() for m in re.finditer(re.escape(string), text)):
                said[place : place + len(string)] = True
        found, right, known = found + said.sum(), right + (said & own).sum(), known + own.sum()
    return round(float(right / max(1, found)), 3), round(float(right / known), 3)


def peaks(series: Series) -> list[int]:
    """The peak of each form of the method."""
    pages = len(series.texts)
    forms = (
        TemplateOptions(),
        TemplateOptions(max_frequency=pages),
        TemplateOptions(max_length=None),
        TemplateOptions(max_length=None, max_frequency=pages),
        TemplateOptions(everywhere=True),
    )
    return [series.spectrum(form).peak(max_frequency=form.max_frequency) or 0 for form in forms]


def record_counts(page: TagPage) -> tuple[int, int]:
    """How many records the published method and honbun count."""
    published, ours = published_records(page), find_records(page)
    return published.frequency if published else 0, ours.frequency if ours else 0


def relation(peak: int, records: int) -> str:
    """How a peak stands to the number of records."""
    known = {records: "equal", records - 1: "one less", records + 1: "one more", records // 2: "half"}
    return known.get(peak, "fewer" if peak < records else "more")


def _sites(file: str) -> Iterator[tuple[str, list[str]]]:
    for name, rows in groupby(_rows(file), lambda row: row["site"]):
        yield name, [decode(row["html"]).text for row in rows]


def _rows(file: str) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq

    for batch in pq.ParquetFile(file).iter_batches(batch_size=64, columns=["site", "html", "gold"]):
        yield from batch.to_pylist()


def main(words: list[str]) -> None:
    """One of the above."""
    if len(words) == 2 and words[0].isdigit():
        print(*measure(int(words[0]), words[1]))
    elif words == ["sets"]:
        show_sets()
    elif words == ["picture"]:
        draw()
    elif words:
        for file in words:
            (show_fields if "fields" in Path(file).name else show_records)(file)
    else:
        show_scale()


if __name__ == "__main__":
    main(sys.argv[1:])
