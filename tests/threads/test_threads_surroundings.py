"""What stands around a group of posts."""

from __future__ import annotations

from honbun.features.groups.table import Group
from honbun.features.lines import cut_lines
from honbun.threads.candidates import candidate_groups
from honbun.threads.surroundings import SURROUNDING_FEATURES, Surroundings
from outline_samples import outline_of, paragraphs

SAID = ("I was there when it was closed.", "My uncle built it, many years ago.", "Thank you for this.")


def comments(word: str) -> str:
    return "".join(f"<div class={word}><b>Anna</b><p>{text}</p></div>" for text in SAID)


def features(html: str, key: str) -> dict[str, float]:
    lines = cut_lines(outline_of(html))
    group = next(group for group in candidate_groups(lines) if isinstance(group, Group) and group.key == key)
    return Surroundings(lines).features(group)


def test_every_feature_is_measured() -> None:
    assert set(features(comments("x"), "div.x")) == set(SURROUNDING_FEATURES)


def test_what_is_called_comments_in_or_around() -> None:
    assert features(comments("comment"), "div.comment")["called"] == 1
    around = features(f"<div id=comments>{comments('x')}</div>", "div.x")
    assert (around["called"], around["called_above"]) == (1, 1)
    # The body is the whole page.
    assert features(f"<body class=comments-open>{comments('x')}", "div.x")["called"] == 0


def test_a_line_above_counts_them() -> None:
    assert features(f"<h3>3 answers</h3>{comments('x')}", "div.x")["counted_before"] == 1
    assert features(f"<h3>12 answers</h3>{comments('x')}", "div.x")["counted_before"] == 0
    assert features(f"<p>3.5 stars</p>{comments('x')}", "div.x")["counted_before"] == 0


def test_where_links_lead_and_where_people_write() -> None:
    links = "<p><a href=/forum/3>Boats</a></p><p><a href=/about>About</a></p>"
    board = features(f"{links}{comments('x')}<form><textarea></textarea></form>", "div.x")
    assert (board["board_links"], board["writing_after"]) == (0.5, 1)
    plain = features(comments("x"), "div.x")
    assert (plain["board_links"], plain["writing_after"]) == (0, 0)


def test_how_much_is_said_before() -> None:
    html = f"<title>The pier is closed</title><h1>The pier is closed</h1>{{}}{comments('x')}"
    bare, article = features(html.format(""), "div.x"), features(html.format(paragraphs(4)), "div.x")
    assert bare["titled"] == article["titled"] == 1
    assert bare["lead"] < article["lead"]
    assert bare["lead_longest"] < article["lead_longest"]


def test_a_link_that_shows_its_address_is_no_headline() -> None:
    shown = ("The pier of the old town is closed", "http://a.example/the/pier/is/closed")
    links = "".join(f"<p><a href=/{i}>{text}</a></p>" for i, text in enumerate(shown))
    assert Surroundings(cut_lines(outline_of(links))).lead_counts[-1] == 1


def test_a_headline_right_before_a_member_is_its_own() -> None:
    teaser = (
        "<h4><a href=/{0}>The pier of the old town is closed {0}</a></h4><div class=x><b>Anna</b><p>{1}</p></div>"
    )
    lines = cut_lines(outline_of("".join(teaser.format(i, text) for i, text in enumerate(SAID))))
    group = next(group for group in candidate_groups(lines) if group.key == "div.x")
    assert Surroundings(lines).lead_links(group) == 1
    # A link far above all of them is none of theirs.
    lines = cut_lines(outline_of(f"<a href=/1>The pier of the old town is closed</a>{comments('x')}"))
    group = next(group for group in candidate_groups(lines) if group.key == "div.x")
    assert Surroundings(lines).lead_links(group) == 0


def test_how_much_of_the_text_is_preformatted() -> None:
    letter = f"<div class=x><p>Anna</p><pre>{SAID[0] * 9}</pre></div>" * 2
    assert features(letter, "div.x")["pre_share"] > 0.9
    assert features(comments("x"), "div.x")["pre_share"] == 0
