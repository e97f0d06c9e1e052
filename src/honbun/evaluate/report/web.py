"""The report as one HTML file: no script, nothing loaded from elsewhere, same results same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from honbun.evaluate.cases import Case
from honbun.evaluate.report import plain, plots, svg
from honbun.evaluate.report.explain import COUNTED, EXPLANATIONS, READING
from honbun.evaluate.report.table import PageResult, Table, page_score, split
from honbun.evaluate.report.worst import details, worst

STYLE = Path(__file__).with_name("style.css")


def html(
    table: Table,
    results: Sequence[PageResult],
    cases: Iterable[Case] = (),
    *,
    made: str = "",
    most_worst: int = 15,
) -> str:
    """The report of a table and the page results it was made from.

    `cases` give the gold for the worst pages of the table's first system; `made` is shown as the date.
    """
    title = f"{EXPLANATIONS[table.task].title}: {table.corpus}"
    body = [
        _introduction(table, title, made),
        _notes(table),
        _figures(table),
        _pictures(table, results),
        _by_group(table),
        _worst(table, results, {case.key: case for case in cases}, most_worst),
        f"<footer>corpus {escape(table.corpus)}, digest {escape(table.digest)}</footer>",
    ]
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text('utf-8')}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )
    # Gold may hold lone surrogates, which no file can.
    return page.encode("utf-8", "replace").decode("utf-8")


def _introduction(table: Table, title: str, made: str) -> str:
    words = EXPLANATIONS[table.task]
    count = max((row.pages for row in table.rows), default=0)
    facts = ", ".join(filter(None, (_count(count, table.unit), _count(len(table.compared), "systems"), made)))
    return (
        f"<h1>{escape(title)}</h1><p class='hint'>{escape(facts)}</p>"
        f"<p>{escape(words.asked)}</p><p>{escape(words.judged)}</p>"
    )


def _notes(table: Table) -> str:
    items = "".join(f"<li>{escape(note)}</li>" for note in table.notes)
    return f"<ul class='notes'>{items}</ul>" if items else ""


def _figures(table: Table) -> str:
    lines = [(row is table.compared[0], plain.cells(row)) for row in table.ranked]
    failed = f" {COUNTED}" if any(row.failures for row in table.rows) else ""
    about = "".join(
        f"<dt>{escape(plain.head(figure))}</dt><dd>{escape(figure.about)}</dd>" for figure in table.figures
    )
    return (
        f"<h2>Systems</h2>{_grid(plain.header(table), lines)}<p class='hint'>{escape(READING + failed)}</p>"
        f"<details><summary>What the columns say</summary><dl>{about}</dl></details>"
    )


def _pictures(table: Table, results: Sequence[PageResult]) -> str:
    names = [row.system for row in table.compared]
    headline = table.figures[0]
    of_system = split(results, "system")
    scores = {name: [page_score(result, headline) for result in of_system[name]] for name in names}
    group = plain.group_name(table)
    several = len(table.groups) > 1
    pictures = [
        (f"By {group}", "The line through a mark is its 95 % interval.", plots.by_group(table) if several else ""),
        (
            f"How the {table.unit} spread",
            f"The taller a bar, the more {table.unit} have that score; 1 is perfect.",
            plots.distribution(scores, table.unit),
        ),
        ("Against speed", "Higher is better, further left is faster.", plots.by_speed(table)),
        ("Over the number of pages known", "What a system gains by learning the site.", plots.over_pages(table)),
    ]
    figures = "".join(
        f"<figure><h3>{escape(name)}</h3><p class='hint'>{escape(f'{headline.name}. {hint}')}</p>{drawn}</figure>"
        for name, hint, drawn in pictures
        if drawn
    )
    return f"<h2>Pictures</h2>{svg.legend(names)}<div class='plots'>{figures}</div>" if figures else ""


def _by_group(table: Table) -> str:
    if len(table.groups) < 2:
        return ""
    lines = [(False, plain.group_cells(table, group)) for group in table.groups[: plain.MOST_GROUPS]]
    head = f"<h2>{escape(table.figures[0].name)} by {escape(plain.group_name(table))}</h2>"
    return f"{head}{_grid(plain.group_header(table), lines)}<p class='hint'>{escape(plain.left_out(table))}</p>"


def _worst(table: Table, results: Sequence[PageResult], cases: Mapping[str, Case], most: int) -> str:
    if not table.rows or table.task == "fields":
        return ""
    system = table.compared[0].system
    pages = worst(results, system, cases, table.figures[0], most)
    if not pages:
        return ""
    shown = "".join(details(page, table.task) for page in pages)
    words = (
        f"The {_count(len(pages), 'pages')} with the lowest {table.figures[0].name} of {system}. Open one to see "
        "the gold, the answer, and the answer of the other system that did best. Long stretches are shortened."
    )
    return f"<h2>Worst pages of {escape(system)}</h2><p>{escape(words)}</p>{shown}"


def _grid(heads: Sequence[str], lines: Iterable[tuple[bool, Sequence[str]]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr{' class=first' if is_first else ''}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for is_first, cells in lines
    )
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _count(number: int, nouns: str) -> str:
    return f"{number:,} {nouns if number != 1 else nouns.removesuffix('s')}"
