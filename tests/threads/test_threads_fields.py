"""Where names stand in posts, and the features of such candidates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.features.lines import Lines, cut_lines
from honbun.features.outline import Outline
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.threads.field_dates import date_candidates
from honbun.threads.field_features import FIELD_FEATURES, Placed, features_of_fields
from honbun.threads.fields import FieldCandidate, Frame, author_candidates, frame_of


def lines_of(html: str) -> Lines:
    return cut_lines(Outline(segment(parse(html))))


def no_body(lines: Lines) -> np.ndarray:
    return np.zeros(len(lines), dtype=np.bool_)


def measured(lines: Lines, member: np.ndarray) -> dict[tuple[str, ...], dict[str, float]]:
    """The features of each candidate by its texts."""
    places = author_candidates(lines, member, no_body(lines))
    table = features_of_fields(lines, places, Placed(member, no_body(lines), int(member.max()) + 1))
    return {
        _texts(place): dict(zip(FIELD_FEATURES, row, strict=True))
        for place, row in zip(places, table, strict=True)
    }


def _texts(place: FieldCandidate) -> tuple[str, ...]:
    return tuple(value.text for value in place.values)


def test_a_frame_is_what_different_lines_have_in_common() -> None:
    frame = frame_of(["Submitted by Ann Lee on", "Submitted by Bob on", "Submitted by Bob on"])
    assert frame == Frame(("Submitted", "by"), ("on",))
    assert frame.inside("Submitted by Guest (not verified) on") == "Guest (not verified)"
    assert [frame.inside(part) for part in ("Submitted by", "on", "Bob")] == ["", "", "Bob"]


def test_lines_that_are_all_the_same_have_no_frame() -> None:
    assert frame_of(["Submitted by Ann on"] * 3) == Frame()


def test_one_author_of_most_posts_is_no_part_of_the_frame() -> None:
    assert frame_of([*["by Ann on"] * 9, "by Bob on"]) == Frame(("by",), ("on",))


@given(st.lists(st.text(alphabet="ab c", max_size=12)))
def test_no_line_is_all_frame(texts: list[str]) -> None:
    frame = frame_of(texts)
    longer = [text for text in texts if len(text.split()) > len(frame.head) + len(frame.tail)]
    assert all(frame.inside(text) for text in longer)


def test_a_first_post_that_is_made_otherwise_has_the_same_words_around_its_author() -> None:
    heads = ["<h2>Submitted by Guest on Mon, 08/04/2013 - 14:18</h2>"]
    heads += [
        f"<p>Submitted by <a>{name}</a> on Mon, 09/04/2013 - 1{i}:18</p>"
        for i, name in enumerate("Ann Bob".split())
    ]
    lines = lines_of("".join(heads))
    found = {_texts(place) for place in author_candidates(lines, np.arange(3, dtype=np.int32), no_body(lines))}
    assert {("Guest",), ("Ann", "Bob")} <= found
    assert not any(text in ("on", "Submitted by") for marks in found for text in marks)


def test_a_name_that_is_a_link_as_the_date_is_stands_apart_from_it() -> None:
    heads = ["Ann | <a>February 28, 2006 at 06:22 PM</a>"]
    heads += [f"<a>{name}</a> | <a>March {day}, 2006 at 08:01 PM</a>" for day, name in ((1, "Bob"), (2, "Eve"))]
    lines = lines_of("".join(f"<p>{head}</p>" for head in heads))
    found = {_texts(place) for place in author_candidates(lines, np.arange(3, dtype=np.int32), no_body(lines))}
    assert ("Bob", "Eve") in found
    assert not any("2006" in text for texts in found for text in texts)


def _names(*heads: str) -> set[tuple[str, ...]]:
    """What may be names on a page with these heads of posts."""
    lines = lines_of("".join(f"<p>{head}</p>" for head in heads))
    places = author_candidates(lines, np.arange(len(heads), dtype=np.int32), no_body(lines))
    return {_texts(place) for place in places}


@pytest.mark.parametrize(
    "pattern",
    [
        "Posted by {} 3 hours ago",
        "{}, 3 hours ago",
        "{} · vor 3 Stunden",
        "{} 2011-11-22",
        "{}, Tue, 22 Nov 2011",
        "{}, Dienstag 22.11.2011",
        "投稿者：{} 投稿日：2011/11/22(火) 07:34",
    ],
)
def test_a_name_beside_a_date_is_found_without_what_stands_around_it(pattern: str) -> None:
    names = ("Dora", "Martin", "山田太郎", "Old Timer", "Sandra")
    assert names in _names(*map(pattern.format, names))


def test_days_of_the_week_are_no_names() -> None:
    found = _names("Fri, 4 May 2012 - Ann", "Sat, 5 May 2012 - Bob", "Sun, 6 May 2012 - Eve")
    assert ("Ann", "Bob", "Eve") in found
    assert not any(set(texts) & {"Fri", "Sat", "Sun"} for texts in found)


def test_a_name_with_a_wide_colon_in_it_stays_as_it_is() -> None:
    assert ("a：b", "c：d") in _names("a：b", "c：d")


def test_where_a_name_leads_and_what_a_picture_is_called_are_measured() -> None:
    people = ["Ann", "Bob", "Ann"]
    html = "".join(
        f"<div><img alt='{name}'><p><a href='/user/{len(name)}-{name.lower()}'>{name}</a></p>"
        f"<ul><li><a href='/answer/{i}'>Reply</a></ul></div>"
        for i, name in enumerate(people)
    )
    lines = lines_of(html)
    found = measured(lines, np.repeat(np.arange(3, dtype=np.int32), 2))
    name, button = found["Ann", "Bob", "Ann"], found["Reply", "Reply", "Reply"]
    links = ("link_called", "link_named", "link_pairs", "stated")
    assert [name[measure] for measure in links] == [1, 1, 1, 1]
    assert [round(float(button[measure]), 3) for measure in links] == [0, 0, 0.667, 0]
    assert name["spread"] < button["spread"] == 1


def _dates(html: str, lines_a_post: int) -> dict[tuple[str, ...], list[str]]:
    """For each candidate its texts, and what they are read as."""
    lines = lines_of(html)
    member = (np.arange(len(lines)) // lines_a_post).astype(np.int32)
    found = date_candidates(lines, member, None)
    return {_texts(each): [value.date.iso for value in each.values if value.date] for each in found}


def test_dates_of_one_path_are_told_apart_by_their_labels() -> None:
    posts = [("3 May 2007", "8 July 2010"), ("4 June 2008", "9 July 2010")]
    html = "".join(f"<p>Joined: {joined}</p><p>Posted: {posted}</p>" for joined, posted in posts)
    assert set(_dates(html, 2)) == {("3 May 2007", "4 June 2008"), ("8 July 2010", "9 July 2010")}


def test_one_date_settles_the_order_of_all() -> None:
    html = "".join(f"<p>{day}/04/2015</p>" for day in ("03", "05", "13"))
    assert list(_dates(html, 1).values()) == [["2015-04-03", "2015-04-05", "2015-04-13"]]
    japanese = "".join(f"<p>名無しさんの投稿 07/2/{day} 22:33</p>" for day in (11, 12))
    assert list(_dates(japanese, 1).values()) == [["2007-02-11T22:33", "2007-02-12T22:33"]]


def test_a_date_that_comes_again_with_its_author_is_one_of_the_author() -> None:
    rows = [("Ann", 3, 1), ("Bob", 9, 2), ("Ann", 3, 3)]
    lines = lines_of("".join(f"<p>{joined} May 2007</p><h4>{day} July 2010</h4>" for _, joined, day in rows))
    member = (np.arange(6) // 2).astype(np.int32)
    found = date_candidates(lines, member, None)
    place = Placed(member, no_body(lines), 3, {k: name for k, (name, _, _) in enumerate(rows)})
    at = FIELD_FEATURES.index("same_of_author")
    table = features_of_fields(lines, found, place)
    of = {each.values[0].text: row[at] for each, row in zip(found, table, strict=True)}
    assert of == {"3 May 2007": 1.0, "1 July 2010": 0.0}


def test_numbers_and_codes_are_measured_where_names_are_sought_and_dates_are_none() -> None:
    rows = [("2011-11-22", "No.7", "k3Xq0aVz", "Ann"), ("2011-11-23", "No.8", "aV9zk3Xq", "Bob")]
    html = "".join("".join(f"<p class={'abcd'[i]}>{text}</p>" for i, text in enumerate(row)) for row in rows)
    found = measured(lines_of(html), (np.arange(8) // 4).astype(np.int32))
    wanted = {
        "rising": ("No.7", "No.8"),
        "coded": ("k3Xq0aVz", "aV9zk3Xq"),
    }
    for name, values in wanted.items():
        assert found[values][name] > found["Ann", "Bob"][name] == 0
    assert not any("2011-11-22" in texts for texts in found)


def test_days_of_joining_and_editing_lie_before_and_after() -> None:
    html = "".join(
        f"<p>Joined: {day} May 2007</p><h4>{day} July 2010</h4><p>What was said.</p>"
        f"<i>edited {day + 1} July 2010</i>"
        for day in (3, 4)
    )
    lines = lines_of(html)
    member, body = (np.arange(8) // 4).astype(np.int32), np.arange(8) % 4 == 2
    found = date_candidates(lines, member, None)
    table = features_of_fields(lines, found, Placed(member, body, 2))
    names = ("labelled", "has_later", "has_earlier", "after_body")
    columns = [FIELD_FEATURES.index(name) for name in names]
    by_text = {each.values[0].text: row[columns].tolist() for each, row in zip(found, table, strict=True)}
    assert by_text == {"3 May 2007": [1, 1, 0, 0], "3 July 2010": [0, 1, 1, 0], "4 July 2010": [0, 0, 1, 1]}
