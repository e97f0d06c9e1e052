"""Records: what labels of one or two pages of a site are worth on another of its pages.

`python -m benchmarks.record_labels records-dev.parquet` learns a template from the labelled records of one page,
and of two, of each site and reads another page with it: that page alone, and with the same pages as siblings.
Beside the measures of `honbun evaluate --task records`, taken on all columns, there are the cells by label: a cell
is right if it stands in the column of its label. Columns told by their names only are there to compare.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from honbun.evaluate import Case, paired_records, read_corpus, record_answer, score
from honbun.extraction import RecordTemplate, records
from honbun.table import Table
from honbun.train import fit_records

# Pages of a site that are labelled, as numbers from the page that is judged.
LABELLED = {"one page": (1,), "two pages": (1, 2)}


def tables(cases: Sequence[Case], number: int) -> Iterator[tuple[str, Table, Table]]:
    """What is found on a page, without labels and with those of other pages: all columns, and those of labels."""
    case = cases[number]
    siblings = [(each.url, each.html) for each in cases if each is not case]
    yield "no labels, alone", records(case.html, case.url), Table()
    yield "no labels", records(case.html, case.url, siblings=siblings), Table()
    for name, steps in LABELLED.items():
        template, found = fit_records([cases[(number + step) % len(cases)] for step in steps])
        lists = RecordTemplate(template.lists)
        whole = records(case.html, case.url, template=lists)
        yield f"{name}, alone", whole, template.labelled(whole)
        whole = records(case.html, case.url, siblings=siblings, template=lists)
        yield name, whole, template.labelled(whole)
        names = RecordTemplate({}, {label: {column: 1.0} for label, (column, _) in found.items()})
        yield f"{name}, columns by name", whole, names.labelled(whole)


def label_scores(whole: Table, labelled: Table, case: Case) -> dict[str, int]:
    """Counts of cells that stand under their label."""
    said = [any(row.values()) for row in whole.rows()]
    rows = [row for row, is_said in zip(labelled.rows(), said, strict=True) if is_said]
    right = sum(
        bool(value) and " ".join(value.split()) == " ".join(_text(rows[row].get(label)).split())
        for record, row in paired_records(record_answer(whole), case.gold)
        for label, value in record.items()
    )
    wanted = sum(bool(value) for record in case.gold.records or () for value in record.values())
    return {"right": right, "shown": sum(bool(value) for row in rows for value in row.values()), "wanted": wanted}


def _text(value: str | list[str] | None) -> str:
    return " ".join(value) if isinstance(value, list) else value or ""


def _f1(total: Mapping[str, float], *names: str) -> str:
    right, shown, wanted = (total[name] for name in names)
    return f"{2 * right / (shown + wanted):.4f}" if shown + wanted else "none"


def main(file: str) -> None:
    """Print the figures."""
    sites: defaultdict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in read_corpus(file).cases:
        sites[case.site_key].append(case)
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for cases in (own for own in sites.values() if len(own) > max(map(max, LABELLED.values()))):
        for number, case in enumerate(cases):
            for name, whole, labelled in tables(cases, number):
                totals[name].update(score("records", record_answer(whole), case.gold) | {"pages": 1})
                if labelled.fields:
                    totals[name].update(label_scores(whole, labelled, case))
    for name, total in totals.items():
        found = f"records {_f1(total, 'correct', 'predicted', 'gold')}, pages {total['f1'] / total['pages']:.4f}"
        found += f", count right {total['count_right'] / total['pages']:.3f}"
        found += f", cells {_f1(total, 'cells_correct', 'cells_predicted', 'cells_gold')}"
        print(f"{name}: {found}, by label {_f1(total, 'right', 'shown', 'wanted')}")


if __name__ == "__main__":
    main(sys.argv[1])
