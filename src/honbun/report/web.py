"""The report as one HTML file: no script, nothing loaded from elsewhere, same results same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from honbun.evaluate import Case, PageResult, task_texts
from honbun.report import svg
from honbun.report.table import Table
from honbun.report.text import MAX_GROUPS, cells, group_lines, group_name, head, header, left_out
from honbun.report.worst import details, worst_pages

_STYLE = Path(__file__).with_name("style.css")


def html(
    table: Table, results: Sequence[PageResult], cases: Iterable[Case] = (), *, made: str = "", worst: int = 15
) -> str:
    """The report of a table and the page results it was made from.

    `cases` give the gold for so many `worst` pages of the table's first system; `made` is shown as the date.
    """
    texts = task_texts()
    title = f"{texts[table.task]['title']}: {table.corpus}"
    pages = max((row.pages for row in table.rows), default=0)
    facts = ", ".join(filter(None, (_count(pages, table.unit), _count(len(table.compared), "systems"), made)))
    notes = "".join(f"<li>{escape(note)}</li>" for note in table.notes)
    explanation = escape(texts[table.task]["explanation"])
    body = [
        f"<h1>{escape(title)}</h1><p class='hint'>{escape(facts)}</p><p>{explanation}</p>",
        f"<ul class='notes'>{notes}</ul>" if notes else "",
        _systems(table, texts["reading"] + (texts["failed"] if any(row.failures for row in table.rows) else "")),
        _pictures(table),
        _groups(table),
        _worst(table, results, cases, worst),
        f"<footer>corpus {escape(table.corpus)}, digest {escape(table.digest)}</footer>",
    ]
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE.read_text('utf-8')}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )
    # Gold may hold lone surrogates, which no file can.
    return page.encode("utf-8", "replace").decode("utf-8")


def _systems(table: Table, reading: str) -> str:
    grid = _grid([header(table), *map(cells, table.ranked)], bold=table.ranked.index(table.compared[0]))
    about = "".join(f"<dt>{escape(head(each))}</dt><dd>{escape(each.about)}</dd>" for each in table.figures)
    return (
        f"<h2>Systems</h2>{grid}<p class='hint'>{escape(reading)}</p>"
        f"<details><summary>What the columns say</summary><dl>{about}</dl></details>"
    )


def _pictures(table: Table) -> str:
    figure = escape(table.figures[0].name)
    drawn = {"with its 95 % interval": svg.intervals(table), "over the number of pages known": svg.curve(table)}
    figures = "".join(f"<figure><h3>{figure} {how}</h3>{each}</figure>" for how, each in drawn.items() if each)
    return f"<h2>Pictures</h2><div class='plots'>{figures}</div>"


def _groups(table: Table) -> str:
    if len(table.groups) < 2:
        return ""
    title = escape(f"{table.figures[0].name} by {group_name(table)}")
    rest = escape(left_out(table, MAX_GROUPS))
    return f"<h2>{title}</h2>{_grid(group_lines(table, MAX_GROUPS))}<p class='hint'>{rest}</p>"


def _worst(table: Table, results: Sequence[PageResult], cases: Iterable[Case], number: int) -> str:
    system, figure = table.compared[0].system, table.figures[0]
    by_key = {case.key: case for case in cases}
    pages = [] if table.task == "fields" else worst_pages(results, system, by_key, figure, number)
    if not pages:
        return ""
    words = (
        f"The {_count(len(pages), 'pages')} with the lowest {figure.name} of {system}. Open one to see the gold, "
        "the answer, and the answer of the other system that did best. Long passages are shortened."
    )
    shown = "".join(details(page, table.task) for page in pages)
    return f"<h2>Worst pages of {escape(system)}</h2><p>{escape(words)}</p>{shown}"


def _grid(lines: Sequence[Sequence[str]], bold: int = -1) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in lines[0])
    body = "".join(
        f"<tr{' class=first' if i == bold else ''}>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>"
        for i, line in enumerate(lines[1:])
    )
    return f"<div class='wide'><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"


def _count(number: int, nouns: str) -> str:
    return f"{number:,} {nouns if number != 1 else nouns.removesuffix('s')}"
