"""What is measured of candidates: the same of many at once as of each alone."""

from __future__ import annotations

import numpy as np
import pytest

from honbun.features import Groups, Lines, Outline, cut_lines
from honbun.lists.measure import count, measure
from honbun.lists.rank import find_candidates
from honbun.page import Mask, parse, segment

RECORD = "<li class={}><b>Wool {}</b> <a href=/{}>more about it</a><br>{} yen</li>"
PAGE = (
    "<h1>Wool</h1><nav><a href=/a>Home</a> <a href=/b>News</a></nav><ul>"
    + "".join(RECORD.format("odd" if i % 2 else "even", "and silk " * (i + 1), i, i * 100) for i in range(6))
    + "</ul><dl>"
    + "".join(f"<dt>Name {i}<dd>Value {i}<dd>More of it" for i in range(4))
    + "</dl>"
)


def lines_of(html: str) -> Lines:
    return cut_lines(Outline(segment(parse(html))))


def measured(lines: Lines, groups: Groups, on_subject: Mask, on_siblings: Mask) -> list[dict[str, float]]:
    return measure(lines, groups, count(lines, groups, on_subject, on_siblings))


def test_many_at_once_are_measured_as_each_alone() -> None:
    lines = lines_of(PAGE)
    groups = find_candidates(lines)
    assert len(groups) > 5
    on_subject = np.array(["Wool" in text for text in lines.texts])
    on_siblings = np.array(["more" in text for text in lines.texts])
    together = measured(lines, groups, on_subject, on_siblings)
    alone = [measured(lines, groups.take([i]), on_subject, on_siblings)[0] for i in range(len(groups))]
    assert together == alone


def test_records_that_are_made_alike() -> None:
    lines = lines_of("<ul>" + "<li><b>Wool</b><p>ten yen</p></li>" * 4 + "</ul>")
    nothing = np.zeros(len(lines), dtype=np.bool_)
    groups = find_candidates(lines)
    items = next(i for i, group in enumerate(groups) if lines.page.tag_name(group.rows[0]) == "li")
    found = measured(lines, groups, nothing, ~nothing)[items]
    assert found["similarity"] == found["same_first"] == found["same_root"] == found["fills"] == 1.0
    assert found["largest"] == 0.25
    assert found["text_share"] == found["gaps"] == found["repeats"] == found["on_subject"] == 0.0
    assert found["on_siblings"] == found["is_on_siblings"] == 1.0
    assert found["unlinked_length"] == pytest.approx(np.log1p(10))
