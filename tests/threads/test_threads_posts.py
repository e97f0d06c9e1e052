"""How a page is cut into posts, step by step, on pages small enough to see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.threads.programs import make_page
from honbun.bodies import below_rules, choose_bodies, features_of_lines, with_references
from honbun.core import LoadedModel
from honbun.features.groups.features import GROUP_FEATURES, GroupFeatures, counted, digits_in
from honbun.features.groups.table import Group, GroupKind
from honbun.features.lines import Lines, cut_lines
from honbun.features.outline import Outline
from honbun.model import shipped_threads
from honbun.opening.choice import learn_template
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.replies import quoting_rows, text_of
from honbun.thread import ThreadTemplate, path_logits, votes_for
from honbun.threads.candidates import WHOLE_PAGE, candidate_groups, groups_of_posts
from honbun.threads.field_dates import date_candidates
from honbun.threads.fields import FieldCandidate, author_candidates, head_labels
from honbun.threads.questions import Logits
from honbun.threads.segmentation import (
    Segmentation,
    segment_each,
    segment_page,
    segment_posts,
)
from honbun.threads.surroundings import Surroundings


def lines_of(html: str, url: str | None = None) -> Lines:
    return cut_lines(Outline(segment(parse(html, url))))


def members_of(lines: Lines, group: Group) -> list[list[str]]:
    member = group.members(len(lines))
    return [[lines.texts[i] for i in np.flatnonzero(member == k).tolist()] for k in range(len(group))]


def by_key(lines: Lines, key: str) -> list[list[str]]:
    (group,) = [group for group in candidate_groups(lines) if group.key == key]
    return members_of(lines, group)


def texts(places: list[FieldCandidate]) -> set[tuple[str, ...]]:
    return {tuple(value.text for value in place.values) for place in places}


# Lines


def test_a_line_ends_at_every_break_but_not_in_preformatted_text() -> None:
    lines = lines_of("<div>Anna<br>said <b>this</b><br>twice</div><pre>a<br>b</pre>")
    assert lines.texts == ["Anna", "said this", "twice", "a\nb"]
    assert lines.block.tolist() == [0, 0, 0, 1]
    lines.outline.blocks.check()


def test_hidden_lines_have_no_length() -> None:
    lines = lines_of("<p>one</p><p hidden>two</p><p>2011-11-22</p>")
    assert lines.length.tolist() == [3, 0, 10]
    assert lines.is_dated.tolist() == [False, False, True]


def test_a_page_without_text_has_no_lines() -> None:
    assert len(lines_of("<div></div>")) == 0
    assert len(candidate_groups(lines_of(""))) == 0


# Groups


def test_two_colours_of_rows_are_one_group() -> None:
    rows = "".join(f'<tr class="row{i % 2} x{i}"><td>user{i}<td>what user {i} said</tr>' for i in range(4))
    found = by_key(lines_of(f"<table>{rows}</table>"), "tr.row")
    assert found == [[f"user{i}", f"what user {i} said"] for i in range(4)]


def test_a_board_of_rules_is_cut_between_them() -> None:
    lines = lines_of("<body><h1>Board</h1>ann: hello<hr>bob: well<br>then<hr>cat: bye")
    assert any(
        members_of(lines, group)[-2:] == [["bob: well", "then"], ["cat: bye"]]
        for group in candidate_groups(lines)
        if group.kind is GroupKind.HEADS
    )


def test_a_reply_inside_a_post_is_not_the_post() -> None:
    html = "<div class=c><p>first</p><div class=c>answer</div><p>rest</p></div><div class=c><p>second</p></div>"
    lines = lines_of(html)
    assert by_key(lines, "div.c") == [["first", "rest"], ["answer"], ["second"]]
    assert by_key(lines, "div.c outer") == [["first", "answer", "rest"], ["second"]]


def test_heads_and_dates_open_sequences() -> None:
    rows = "".join(f"<dt>{i} name 2011/11/{i:02}<dd>text of {i}" for i in range(1, 4))
    lines = lines_of(f"<dl>{rows}</dl>")
    wanted = [[f"{i} name 2011/11/{i:02}", f"text of {i}"] for i in range(1, 4)]
    kinds = {group.kind for group in candidate_groups(lines) if members_of(lines, group) == wanted}
    assert kinds & {GroupKind.HEADS, GroupKind.DATES}


def test_a_sequence_begins_with_the_row_that_holds_the_date() -> None:
    rows = "".join(
        f"<tr><td>No. {i}<td>2020-01-0{i}<tr><td>Ann<td>What she said {i}.<tr><td>Reply" for i in (1, 2, 3)
    )
    lines = lines_of(f"<table>{rows}</table><p>foot")
    (group,) = [group for group in candidate_groups(lines) if group.kind is GroupKind.DATES]
    said = ["Ann", "What she said {}.", "Reply"]
    assert members_of(lines, group) == [
        [line.format(i) for line in [f"No. {i}", f"2020-01-0{i}", *said]] for i in (1, 2, 3)
    ]


def test_dates_of_one_form_have_the_same_key_on_every_page() -> None:
    posts = "<td>2020-01-05<tr><td>Ann, since 3 May 2019<tr><td>What she said.<tr>"
    pages = [
        lines_of(f"<table><tr>{posts * 4}</table>"),
        lines_of(f"<table><tr>{posts.replace(', since 3 May 2019', '') * 4}</table>"),
    ]
    with_others, alone = (
        [group for group in candidate_groups(page) if group.kind is GroupKind.DATES] for page in pages
    )
    assert [len(group) for group in with_others] == [4, 8, 4]
    assert [group.key for group in alone] == [with_others[0].key]


def test_posts_are_found_by_their_date_where_people_state_two_years_each() -> None:
    rows = "".join(
        f"<tr><td colspan=2>#{i} 2026-03-0{i} 15:00<tr><td>Ann{i}<br>Posts: 20{i}6<br>Since 200{i}<td>Said {i}."
        for i in range(1, 7)
    )
    lines = lines_of(f"<table>{rows}</table>")
    firsts = [members_of(lines, group)[0][0] for group in candidate_groups(lines) if len(group) == 6]
    assert "#1 2026-03-01 15:00" in firsts


def test_one_member_will_do_if_its_key_is_known() -> None:
    lines = lines_of("<div class=post><p>only one post here</p></div><div class=foot>made with care</div>")
    assert "div.post" not in {group.key for group in candidate_groups(lines)}
    (group,) = [group for group in candidate_groups(lines, {"div.post"}) if group.key == "div.post"]
    assert len(group) == 1


def test_elements_of_two_class_words_are_one_group() -> None:
    lines = lines_of("<p class='post a'>one post</p><p class='post a'>another</p>")
    assert [group.key for group in candidate_groups(lines) if group.key.startswith("p.")] == ["p.post"]


@given(st.lists(st.integers(0, 30)), st.integers(31, 2000))
def test_values_are_counted_alike_in_a_table_and_by_sorting(values: list[int], most: int) -> None:
    expected = np.unique(np.array(values, dtype=np.int64), return_counts=True)
    found = counted(np.array(values, dtype=np.int64), most)
    assert [column.tolist() for column in found] == [column.tolist() for column in expected]


@given(st.text())
def test_digits_are_counted(text: str) -> None:
    assert digits_in(text) == sum(map(str.isdigit, text))


def test_groups_are_measured_together_as_one_by_one() -> None:
    said = "".join(f"<li class=c>u{i}, 3 May 2011 at 10:0{i}<p>said {i}</p>" for i in range(4))
    lines = lines_of(f"<div><ul>{said}<li class=c>u9<ul><li class=c>inside, 2012-01-02</ul></ul><hr>a<hr>b</div>")
    groups = candidate_groups(lines)
    assert groups.is_nested.tolist() == [group.is_nested for group in groups]
    assert any(group.is_nested for group in groups)
    features = GroupFeatures(lines)
    alone = np.concatenate([features.matrix(groups.take([i])) for i in range(len(groups))])
    np.testing.assert_allclose(features.matrix(groups), alone, rtol=1e-6, atol=1e-9)


def test_features_have_their_names() -> None:
    lines = lines_of("".join(f"<div class=p><b>u{i}</b><p>something that {i} said</p></div>" for i in range(3)))
    groups = candidate_groups(lines)
    table = GroupFeatures(lines).matrix(groups)
    assert table.shape == (len(groups), len(GROUP_FEATURES))
    assert np.isfinite(table).all()
    place = {group.key: i for i, group in enumerate(groups)}
    assert table[place["div.p"], GROUP_FEATURES.index("regular")] == 1.0
    assert table[place["div.p"], GROUP_FEATURES.index("covered_said")] == 1.0


# Bodies


POSTS = "".join(
    f"<div class=p><i>{name} wrote</i><div class=b><p>{text}</p><p>and more</p></div><div>Reply</div></div>"
    for name, text in (("ann", "one two"), ("bob", "three four"), ("cat", "five six"))
)


def chosen(html: str, key: str, likely: set[str], odds_of_likely: float = 3.0) -> list[list[str]]:
    """The bodies if lines that begin with one of these words are likely."""
    lines = lines_of(html)
    (group,) = [group for group in candidate_groups(lines) if group.key == key]
    member = group.members(len(lines))
    inside, values = features_of_lines(GroupFeatures(lines), member)
    assert np.isfinite(values).all()
    odds = np.array([odds_of_likely if lines.texts[i].split()[0] in likely else -3.0 for i in inside.tolist()])
    return [
        [lines.texts[i] for i in body.tolist()]
        for body in choose_bodies(GroupFeatures(lines), group, member, inside, odds)
    ]


def test_the_box_that_most_members_share_is_the_body() -> None:
    assert chosen(POSTS, "div.p", {"one", "three", "five", "and"}) == [
        ["one two", "and more"],
        ["three four", "and more"],
        ["five six", "and more"],
    ]


def test_a_post_that_looks_unlikely_is_read_where_the_others_are() -> None:
    assert chosen(POSTS, "div.p", {"one", "three", "and"})[2] == ["five six", "and more"]


def test_what_is_said_below_a_long_quote_is_of_the_post() -> None:
    """The quote is a box of its own, and holds more than the answer, which stands where others have theirs."""
    head, foot = f"<div>{'who and when ' * 5}</div>", f"<div>{'reply and quote ' * 5}</div>"
    quote = "said " * 30
    said = [*["<p>said this and that</p>"] * 4, f"<blockquote><p>{quote}</p></blockquote><p>said yes</p>"]
    html = "".join(f"<div class=p>{head}{each}{foot}</div>" for each in said)
    assert chosen(html, "div.p", {"said"}, 4.0)[4] == [quote.strip(), "said yes"]


def test_a_post_that_is_a_page_is_the_likely_lines_together() -> None:
    html = f"<title>Hens</title><h1>Hens</h1><div><p>{'said ' * 30}</p></div><p>said yes</p><p>Reply</p>"
    lines = lines_of(html)
    (group,) = [each for each in groups_of_posts(lines, Surroundings(lines)) if each.key == "page"]
    member = group.members(len(lines))
    inside, _ = features_of_lines(GroupFeatures(lines), member)
    odds = np.array([1.0 if lines.texts[i].startswith("said") else -3.0 for i in inside.tolist()])
    (body,) = choose_bodies(GroupFeatures(lines), group, member, inside, odds)
    assert [lines.texts[i] for i in body.tolist()][1:] == ["said yes"]


def test_what_stands_below_a_rule_is_judged_apart_from_what_is_said() -> None:
    said = "".join(
        f"<div class=p>said {i}<br>{'<br>'.join(f'more {j}' for j in range(4))}<br>____<br>mine {i}</div>"
        for i in range(3)
    )
    assert [body[-1] for body in chosen(said, "div.p", {"said", "more"})] == ["more 3"] * 3


def test_only_the_last_rule_divides() -> None:
    lines = lines_of("<p>a<br>--<br>b<br>* * *<br>-- <br>c</p><p>d</p>")
    of = np.array([0, 0, 0, 0, 0, 0, 1])
    assert below_rules(lines, np.arange(7), of).tolist() == [False] * 4 + [True] * 2 + [False]


def test_text_that_lies_in_no_box_of_its_own_is_a_sequence() -> None:
    html = "".join(f"<dt>user {i}<dd>a {i}<dd>b {i}" for i in range(3))
    lines = lines_of(f"<dl>{html}</dl>")
    group = next(group for group in candidate_groups(lines) if group.kind is GroupKind.HEADS and len(group) == 3)
    member = group.members(len(lines))
    inside, _ = features_of_lines(GroupFeatures(lines), member)
    odds = np.array([-3.0 if lines.texts[i].startswith("user") else 3.0 for i in inside.tolist()])
    bodies = choose_bodies(GroupFeatures(lines), group, member, inside, odds)
    assert [[lines.texts[i] for i in body.tolist()] for body in bodies] == [[f"a {i}", f"b {i}"] for i in range(3)]


def test_the_page_from_its_title_on_may_be_one_post() -> None:
    lines = lines_of("<title>A letter</title><p>archive</p><h1>A letter</h1><pre>What she wrote.</pre>")
    assert by_key_of(lines, "page") == [["A letter", "What she wrote."]]
    assert len(groups_of_posts(lines_of(""), Surroundings(lines_of("")))) == 0


def by_key_of(lines: Lines, key: str) -> list[list[str]]:
    (group,) = [group for group in groups_of_posts(lines, Surroundings(lines)) if group.key == key]
    return members_of(lines, group)


# Names and dates


def test_words_that_all_names_have_in_common_are_no_names() -> None:
    lines = lines_of("".join(f"<p class=a>Posted by {name}</p>" for name in ("Ann Lee", "Bob", "Cat")))
    places = author_candidates(lines, np.arange(3, dtype=np.int32), np.zeros(3, dtype=np.bool_))
    assert ("Ann Lee", "Bob", "Cat") in texts(places)


def test_a_head_in_the_manner_of_2ch_is_taken_apart() -> None:
    heads = ["1 ：名無しさん：2011/11/22(火) 07:34:12 ID:abc", "2 ：通りすがり：2011/11/22(火) 08:00:00 ID:xyz"]
    lines = lines_of("".join(f"<dt>{head}<dd>text" for head in heads))
    member = np.array([0, 0, 1, 1], dtype=np.int32)
    assert ("名無しさん", "通りすがり") in texts(author_candidates(lines, member, np.zeros(4, dtype=np.bool_)))
    dates = [
        value.date.iso for each in date_candidates(lines, member, None) for value in each.values if value.date
    ]
    assert dates == ["2011-11-22T07:34:12", "2011-11-22T08:00:00"]


def test_a_date_that_needs_a_now_is_relative_without() -> None:
    lines = lines_of("<p>3 hours ago</p>")
    member = np.zeros(1, dtype=np.int32)
    (unknown,) = date_candidates(lines, member, None)
    (known,) = date_candidates(lines, member, datetime(2011, 11, 22, 12))
    assert unknown.values[0].date is not None
    assert unknown.values[0].date.is_relative
    assert known.values[0].date is not None
    assert known.values[0].date.iso.startswith("2011-11-22T09:00")


def test_dates_in_attributes_are_found() -> None:
    lines = lines_of("<p>said <time datetime=2020-01-02T03:04:05Z>a while ago</time></p>")
    (place,) = [
        place
        for place in date_candidates(lines, np.zeros(1, dtype=np.int32), None)
        if place.values[0].in_attribute
    ]
    assert place.values[0].date is not None
    assert place.values[0].date.iso.startswith("2020-01-02T03:04:05")


# Parts


def test_quotes_are_marked_in_the_text() -> None:
    lines = lines_of("<blockquote><p>you said</p></blockquote><p>I say<br>&gt; and you<br>&gt;&gt;12 no quote</p>")
    body = np.arange(len(lines))
    text, quotes = text_of(lines, body, quoting_rows(lines, [body, body[:0]]))
    assert text == "you said\n\nI say\n> and you\n>>12 no quote"
    assert [text[block.start : block.end] for block in quotes] == ["you said", "> and you"]


# Votes


def template(**groups: float) -> ThreadTemplate:
    return ThreadTemplate(1.0, {key: (1.0, value) for key, value in groups.items()}, authors={"n": (1.0, 2.0)})


def test_templates_merge_in_any_order() -> None:
    a, b, c = template(x=0.9), template(x=0.5, y=0.2), template(z=1.0)
    assert a.merge(b).merge(c) == a.merge(b.merge(c))
    assert a.merge(b).groups == b.merge(a).groups
    assert a.merge(ThreadTemplate()) == a


def test_a_template_survives_as_votes() -> None:
    known = template(x=0.9, y=0.5)
    assert ThreadTemplate.of_votes(known.votes()) == known
    assert ThreadTemplate().votes() == {}
    assert "group weak" not in template(weak=0.01).votes()


def test_what_other_pages_chose_wins_over_what_looks_a_little_better() -> None:
    scores = np.array([0.5, 0.0])
    assert np.argmax(template(b=0.95).group_logits(["a", "b"], ["p", "q"], scores)) == 1
    assert np.array_equal(ThreadTemplate().group_logits(["a", "b"], ["p", "q"], scores), scores)


def test_a_group_that_other_pages_do_not_know_is_known_by_its_shape() -> None:
    scores, shapes = np.zeros(3), ["p", "p", "q"]
    known, by_shape, unknown = template(a=0.1, p=0.9).group_logits(["a", "b", "c"], shapes, scores)
    assert by_shape > scores[1] > known > unknown


COLOURS = """<body><div class="bg-{colour}"><h1>Guest book</h1>{posts}</div></body>"""
COLOURED = (
    """<p class="head-{colour}">{name} 2011/11/{day} 07:3{day}</p><div>{text} and what else there is.</div>"""
)


def coloured(colour: str) -> Outline:
    texts = [f"{colour} is the {word} that I saw in this town" for word in ("first", "second", "third", "last")]
    posts = [
        COLOURED.format(colour=colour, name=name, day=day, text=text)
        for day, (name, text) in enumerate(zip(("Anna", "Bert", "Cleo", "Dora"), texts, strict=True), 2)
    ]
    return Outline(segment(parse(COLOURS.format(colour=colour, posts="".join(posts)))))


def test_pages_whose_classes_differ_tell_each_other_whether_they_are_threads() -> None:
    model = shipped_threads()
    red, blue = coloured("red"), coloured("blue")
    alone = segment_page(red, model)
    assert alone is not None
    assert [*learn_template([blue], model).threads] == [*alone.vote().threads]
    (shape,) = alone.vote().threads
    for logit in (-4.0, 4.0):
        said = {shape: (4.0, 4 * logit)}
        found = segment_page(red, model, ThreadTemplate(1.0, alone.vote().groups, threads=said))
        assert found is not None
        assert (found.confidence > alone.confidence) == (logit > 0)


def test_paths_are_moved_towards_what_other_pages_say() -> None:
    votes = votes_for(["p", "p"], [3.0, 9.0], [1.0, 1.0])
    assert votes == {"p": (2.0, 7.0)}
    moved = path_logits(votes, ["p", "q"], np.array([-1.0, -1.0]))
    assert -1.0 < moved[0] < 3.5
    assert moved[1] == -1.0


def test_lines_of_one_path_stay_as_unlike_as_the_page_has_them() -> None:
    alone = np.array([3.0, -2.0, 3.0])
    moved = path_logits({"p": (4.0, 0.0)}, ["p"] * 3, alone)
    assert np.allclose(np.diff(moved), np.diff(alone))
    assert moved.mean() < alone.mean()


# Boards without elements for posts

FLAT = (
    "<b>Board</b><br>Closed from 2012-01-03 on.<hr>"
    "1 Anna 2011-11-22 07:34<br>First.<hr>2 Otto 2011-11-22 08:01<br>Second.<hr>"
    "3 Ida 2011-11-23 09:12<br>Third.<hr>"
    "<a href='/'>Home</a><form><input name=n></form>Rules of the board"
)


def test_header_and_footer_of_a_board_of_rules_are_no_members() -> None:
    lines = lines_of(FLAT)
    heads = {tuple(map(tuple, members_of(lines, group))) for group in candidate_groups(lines) if len(group) > 1}
    assert heads == {
        (
            ("1 Anna 2011-11-22 07:34", "First."),
            ("2 Otto 2011-11-22 08:01", "Second."),
            ("3 Ida 2011-11-23 09:12", "Third."),
        )
    }


def test_a_header_right_before_the_first_post_is_not_its_beginning() -> None:
    lines = lines_of(FLAT.replace("on.<hr>", "on.<br>"))
    firsts = {members_of(lines, group)[0][0] for group in candidate_groups(lines) if len(group) > 1}
    assert firsts == {"1 Anna 2011-11-22 07:34"}


def test_a_post_before_the_first_rule_is_a_member() -> None:
    lines = lines_of(FLAT.split("<hr>", 1)[1])
    assert {members_of(lines, group)[0][0] for group in candidate_groups(lines)} == {"1 Anna 2011-11-22 07:34"}


def test_more_breaks_than_in_any_post_end_the_last_one() -> None:
    posts = "".join(f"{name} 2011-11-2{day}<br>says<br><br>this<br><br><br>" for day, name in enumerate("abcd"))
    lines = lines_of(f"{posts}Rules<br>of the board")
    assert {
        members_of(lines, group)[-1][-1] for group in candidate_groups(lines) if group.kind is GroupKind.DATES
    } == {"this"}


def test_a_rule_may_be_the_last_thing_of_a_page() -> None:
    posts = "".join(f"<hr>{name} 2011-11-2{day} {name}" for day, name in enumerate("abcd"))
    lines = lines_of(f"{posts}<hr><hr>")
    assert {len(group) for group in candidate_groups(lines)} == {4}


def test_names_above_dates_belong_to_the_post() -> None:
    posts = "".join(f"<br><br>{name}<br>2011-11-2{day}<br>says this" for day, name in enumerate("abcd"))
    lines = lines_of(f"Board{posts}")
    found = {
        tuple(members_of(lines, group)[1])
        for group in candidate_groups(lines)
        if group.key.startswith("dates above ")
    }
    assert found == {("b", "2011-11-21", "says this")}


def test_labels_of_heads_are_those_that_nearly_all_have() -> None:
    lines = lines_of("<hr>".join(f"Name: {name}<br>Date: 2011-11-22<br>Note: {name}<br>text" for name in "abc"))
    member = np.repeat(np.arange(3), 4).astype(np.int32)
    assert (head_labels(lines, member) > 0).tolist() == [True, True, True, False] * 3
    assert not head_labels(lines, np.full(12, -1, dtype=np.int32)).any()


@pytest.mark.parametrize(
    ("text", "is_quote"),
    [(">8", False), (">>8", False), ("＞＞8 yes", False), (">8 minutes", False), (">8分", True), ("> so", True)],
)
def test_a_number_is_no_quote(text: str, is_quote: bool) -> None:
    lines = lines_of(f"<p>{text.replace('>', '&gt;')}</p>")
    nothing = np.full(len(lines.page), -1, dtype=np.int32)
    assert bool(text_of(lines, np.array([0]), nothing)[1]) is is_quote


def test_references_are_said() -> None:
    lines = lines_of(
        "<p>1</p><p>a</p><p>2</p><p>&gt;&gt;1</p><p>b</p><p id=x>3</p><p>c &gt;&gt;9</p><p><a href='#x'>d</a></p>"
    )
    member = np.array([0, 0, 1, 1, 1, 2, 2, 3], dtype=np.int32)
    bodies = with_references(lines, member, [np.array(body) for body in ([1], [4], [6], [7])])
    assert [body.tolist() for body in bodies] == [[1], [3, 4], [6], [7]]


def test_thousands_of_words_are_no_posts() -> None:
    assert not len(candidate_groups(lines_of("<ul>" + "<li>word</li>" * 4000)))
    assert len(candidate_groups(lines_of("<ul>" + "<li>word</li>" * 400)))
    assert len(candidate_groups(lines_of("<ul>" + "<li>some words that somebody said there</li>" * 4000)))


def test_no_letter_has_ten_thousand_lines() -> None:
    lines = lines_of("<p>a" * 10_001)
    assert not len(groups_of_posts(lines, Surroundings(lines)))


def test_a_page_that_is_one_post_must_be_surer_than_a_thread() -> None:
    lines = lines_of("<div class=c><p>a text</p></div><div class=c><p>another text</p></div>")
    groups = groups_of_posts(lines, Surroundings(lines))
    for group in groups:
        found = Segmentation(
            lines, Surroundings(lines), group, group.members(len(lines)), [], {}, {}, np.zeros(0), ThreadTemplate
        )
        assert not replace(found, confidence=0.2).has_posts
        assert replace(found, confidence=0.45).has_posts == (group.key != WHOLE_PAGE)
        assert replace(found, confidence=0.7).has_posts


@pytest.mark.parametrize("name", ["phpBB 2", "free 1", "free 7", "2ch", "news list"])
def test_what_is_not_tried_would_not_have_been_the_best(name: str) -> None:
    model = shipped_threads()
    for site in range(3):
        lines = lines_of(make_page(name, site).html)
        best = segment_posts(lines, model, ThreadTemplate())
        tried = segment_each(lines, model, ThreadTemplate())
        assert best is not None
        assert best.rank >= max(found.rank for found in tried)


class Unsure:
    """Takes the likeliest group for the seventh and no page for sure; all else it knows."""

    def logits(self, question: str, values: Logits) -> Logits:
        known = shipped_threads().logits(question, values)
        if question == "threads":
            return np.minimum(known, 1.0)
        if question != "groups":
            return known
        order = np.argsort(-known, kind="stable")
        found = np.empty_like(known)
        found[[*order[1:7], order[0], *order[7:]]] = -2.0 - 0.01 * np.arange(len(known))
        return found

    def held(self, question: str) -> LoadedModel | None:
        return shipped_threads().held(question)


def test_a_page_that_is_unsure_of_its_posts_is_tried_by_more_groups() -> None:
    lines = lines_of(make_page("MyBB", 4).html)
    known = segment_posts(lines, shipped_threads(), ThreadTemplate())
    found = segment_posts(lines, Unsure(), ThreadTemplate())
    tried = segment_each(lines, Unsure(), ThreadTemplate())
    assert known is not None
    assert found is not None
    assert found.group.key == known.group.key
    assert found.group.key not in [each.group.key for each in tried]
