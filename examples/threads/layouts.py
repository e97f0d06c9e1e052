"""The layouts of threads, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from examples.threads import boards, boxes, tables, trees
from examples.threads.entries import Entry
from examples.threads.writer import Writer

Render = Callable[[Sequence[Entry], Writer], str]


@dataclass(frozen=True)
class Layout:
    """How the posts of a page become markup."""

    render: Render
    frames: tuple[str, ...]
    """The templates it goes with, see `examples.threads.frames`."""
    is_nested: bool = False
    """Replies are set in."""
    has_breaks: bool | None = None
    """Texts have `<br>` (or paragraphs); None if both go."""
    has_numbers: bool | None = None
    """Numbers always (never) show; None if both go."""
    has_titles: bool = False
    """Posts may show a title."""
    is_plain: bool = True
    """Of the kind the paper had: neither nested nor in several places."""


_BARE = ("bare", "centre", "narrow")
_OLD = ("tables", "divisions", "narrow")
_ANY = ("divisions", "sections", "tables", "narrow")

HR: dict[str, Layout] = {
    "rule after": Layout(boards.rule_after, _BARE, has_breaks=True, has_titles=True),
    "rule before": Layout(boards.rule_before, _BARE, has_breaks=True),
    "rule and font": Layout(boards.rule_and_font, _BARE, has_breaks=True),
    "rule in cell": Layout(boards.rule_in_cell, ("bare", "tables"), has_breaks=True, has_titles=True),
    "rule, date last": Layout(boards.rule_date_last, _BARE, has_breaks=True, has_numbers=True),
    "rule and paragraphs": Layout(boards.rule_and_paragraphs, _BARE),
    "rule and terms": Layout(boards.rule_and_terms, _BARE, has_breaks=True),
    "rule and divisions": Layout(boards.rule_and_divisions, _BARE),
    "rule in centre": Layout(boards.rule_in_centre, _BARE, has_breaks=True),
    "rule and table": Layout(boards.rule_and_table, _BARE, has_breaks=True),
}
NO_HR: dict[str, Layout] = {
    "cells": Layout(tables.cells, _OLD, has_titles=True),
    "pairs": Layout(tables.pairs, _OLD),
    "triples": Layout(tables.triples, _OLD, has_titles=True),
    "rows of one cell": Layout(tables.rows_of_one_cell, _OLD),
    "table each": Layout(tables.table_each, _OLD, has_titles=True),
    "table in cell": Layout(tables.table_in_cell, _OLD),
    "name, text, date": Layout(tables.name_text_date, _OLD, has_numbers=False),
    "divisions": Layout(boxes.divisions, _ANY, has_titles=True),
    "side by side": Layout(boxes.side_by_side, _ANY),
    "flat divisions": Layout(boxes.flat_divisions, _ANY),
    "headings": Layout(boxes.headings, _ANY, has_titles=True, has_numbers=True),
    "articles": Layout(boxes.articles, _ANY, has_titles=True, has_numbers=False),
    "unordered": Layout(boxes.unordered, _ANY, has_numbers=False),
    "ordered": Layout(boxes.ordered, _ANY, has_titles=True, has_numbers=False),
    "terms": Layout(boxes.terms, ("bare", *_ANY), has_breaks=True, has_numbers=True),
    "sections": Layout(boxes.sections, ("sections", "divisions"), has_titles=True, has_numbers=False),
    "fieldsets": Layout(boxes.fieldsets, ("bare", "narrow", "divisions")),
    "many wrappers": Layout(boxes.many_wrappers, _ANY, has_numbers=False),
}
HARD: dict[str, Layout] = {
    "breaks only": Layout(boards.breaks_only, _BARE, has_breaks=True, is_plain=False),
    "spans and breaks": Layout(boards.spans_and_breaks, _BARE, has_breaks=True, is_plain=False),
    "mail archive": Layout(
        boards.mail_archive, _BARE, has_breaks=True, has_titles=True, has_numbers=False, is_plain=False
    ),
    "own elements": Layout(boxes.own_elements, ("sections", "divisions", "noscript"), is_plain=False),
    "noscript": Layout(boxes.articles, ("noscript",), has_titles=True, has_numbers=False, is_plain=False),
    "noscript divisions": Layout(boxes.divisions, ("noscript",), is_plain=False),
    "nested divisions": Layout(trees.nested_divisions, _ANY, is_nested=True, is_plain=False),
    "nested lists": Layout(trees.nested_lists, _ANY, is_nested=True, has_numbers=False, is_plain=False),
    "set in by margin": Layout(trees.set_in_by_margin, _ANY, is_nested=True, is_plain=False),
    "set in by width": Layout(tables.set_in_by_width, _OLD, is_nested=True, is_plain=False),
    "first apart": Layout(trees.first_apart, _ANY, has_numbers=False, is_plain=False),
    "question and answers": Layout(trees.question_and_answers, _ANY, has_numbers=False, is_plain=False),
}
LAYOUTS: dict[str, Layout] = {**HR, **NO_HR, **HARD}
