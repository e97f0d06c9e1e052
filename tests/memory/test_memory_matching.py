"""Which posts of a read are known: no post twice, none missed, whatever happens to a thread between two reads."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.memory.matching import decide
from honbun.memory.traits import Known, Seen, digest_of, likeness, line_digests, rough_post, stated_date
from honbun.thread import Post, Quote, key_of

WORDS = (
    "harbour wall ferry mill bread market boats quarry winter council ticket pier band dough vault lane".split()
)
KINDS = ("address", "number", "date", "relative")


@dataclass(frozen=True)
class Written:
    """A post of a board, as its database has it."""

    id: int
    author: str
    text: str
    minute: int


def shown(posts: list[Written], kind: str, hours: int) -> list[Post]:
    """The posts as a page shows them: with an address, a number that shifts, a date, or none of them."""
    made = []
    for place, post in enumerate(posts, 1):
        stated = f"2026-03-{1 + post.minute // 1440:02}T{post.minute // 60 % 24:02}:{post.minute % 60:02}"
        raw = f"{hours} hours ago" if kind == "relative" else stated.replace("T", " ")
        address = f"http://b.example/post/{post.id}" if kind == "address" else None
        number = str(place) if kind == "number" else None
        key = key_of(address, number, post.author, post.text, "" if kind == "relative" else stated[:10])
        made.append(
            Post(post.text, post.author, stated, raw, number, address, key)
        )  # fmt: skip
    counts: dict[str, int] = {}
    for i, post in enumerate(made):  # as honbun.posts does where two keys of a page are the same
        counts[post.key] = counts.get(post.key, 0) + 1
        made[i] = post if counts[post.key] == 1 else replace(post, key=f"{post.key}-{counts[post.key]}")
    return made


def pages(posts: list[Post], size: int) -> list[Seen]:
    return [Seen.of(post, 1 + i // size) for i, post in enumerate(posts)]


def known_of(seen: list[Seen], numbers: list[int]) -> list[Known]:
    return [Known(number, each.traits, each.post.text) for number, each in zip(numbers, seen, strict=True)]


def sentence(number: int) -> str:
    """Words that no other post has."""
    chance = random.Random(number)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(12)]
    return f"{' '.join(words)} {number}"


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Written], list[Written], set[int], set[int]]:
    """A thread before and after: what was edited, and what is new."""
    before = [
        Written(i, draw(st.sampled_from(["anna", "otto", "mio"])), sentence(i), 30 * i)
        for i in range(draw(st.integers(1, 12)))
    ]
    after = [post for post in before if draw(st.integers(0, 4))]
    edited = {post.id for post in after if not draw(st.integers(0, 4))}
    after = [
        replace(post, text=f"{post.text}\nP.S. {draw(st.sampled_from(WORDS))}") if post.id in edited else post
        for post in after
    ]
    new = [
        Written(100 + i, draw(st.sampled_from(["anna", "otto", "new"])), sentence(100 + i), 9000 + 30 * i)
        for i in range(draw(st.integers(0, 5)))
    ]
    return before, [*after, *new], edited, {post.id for post in new}


@settings(max_examples=150)
@given(histories(), st.sampled_from(KINDS), st.integers(2, 6))
def test_each_post_is_found_once_over_edits_deletions_and_pages(
    history: tuple[list[Written], list[Written], set[int], set[int]], kind: str, size: int
) -> None:
    before, after, edited, new = history
    known = known_of(pages(shown(before, kind, 3), size), [post.id for post in before])
    decision = decide(known, pages(shown(after, kind, 27), size), is_whole=True)
    assert len(decision.matches) == len(after)
    found = {
        post.id: match.known.id if match.known else None
        for post, match in zip(after, decision.matches, strict=True)
    }
    assert {number for number, known_as in found.items() if known_as is None} == new
    assert all(known_as == number for number, known_as in found.items() if known_as is not None)
    changed = {match.known.id for match in decision.matches if match.known and match.is_changed}
    assert changed == edited
    assert {one.id for one in decision.missing} == {post.id for post in before} - set(found)


@given(histories(), st.sampled_from(KINDS), st.integers(2, 6))
def test_a_read_of_what_is_known_tells_nothing(
    history: tuple[list[Written], list[Written], set[int], set[int]], kind: str, size: int
) -> None:
    posts = history[0]
    known = known_of(pages(shown(posts, kind, 3), size), [post.id for post in posts])
    decision = decide(known, pages(shown(posts, kind, 50), size + 1), is_whole=True)
    assert [match.known.id if match.known else None for match in decision.matches] == [post.id for post in posts]
    assert not any(match.is_changed for match in decision.matches)
    assert not decision.missing
    assert decision.recognised == 1


def test_the_same_words_said_again_are_a_new_post() -> None:
    said = [Written(i, "anna", "+1", 30 * i) for i in range(3)]
    for kind in KINDS:
        known = known_of(pages(shown(said[:2], kind, 3), 20), [0, 1])
        decision = decide(known, pages(shown(said, kind, 4), 20), is_whole=True)
        assert [match.known.id if match.known else None for match in decision.matches] == [0, 1, None], kind


def test_a_number_that_is_given_again_is_another_post() -> None:
    gone, new = Written(5, "anna", "The wall is wet.", 10), Written(6, "otto", "Which ferry was it?", 99)
    known = known_of(pages(shown([gone], "number", 1), 20), [5])
    decision = decide(known, pages(shown([new], "number", 1), 20), is_whole=True)
    assert decision.matches[0].known is None
    assert [one.id for one in decision.missing] == [5]


def test_what_a_partial_read_did_not_pass_is_not_missing() -> None:
    posts = [Written(i, "anna", f"{' '.join(WORDS)} {i}", 30 * i) for i in range(9)]
    known = known_of(pages(shown(posts, "number", 1), 3), list(range(9)))
    last = [seen for seen in pages(shown(posts, "number", 1), 3) if seen.traits.page == 3]
    assert not decide(known, last, is_whole=False).missing
    assert [one.id for one in decide(known, last[::2], is_whole=False).missing] == [7]
    assert len(decide(known, last, is_whole=True).missing) == 6


def test_an_opening_post_above_every_page_is_one_post() -> None:
    posts = shown([Written(1, "anna", "The wall.", 1), Written(2, "otto", "Wet!", 2)], "address", 1)
    seen = [Seen.of(posts[0], 1), Seen.of(posts[1], 1), Seen.of(posts[0], 2)]
    assert len(decide([], seen, is_whole=True).matches) == 2


def test_posts_that_are_gone_are_not_expected_but_known_when_they_return() -> None:
    posts = [Written(i, "anna", f"{' '.join(WORDS)} {i}", 30 * i) for i in range(2)]
    seen = pages(shown(posts, "date", 1), 20)
    known = [replace(one, is_gone=one.id == 0) for one in known_of(seen, [0, 1])]
    assert decide(known, seen[1:], is_whole=True).recognised == 1
    assert [match.known.id for match in decide(known, seen, is_whole=True).matches if match.known] == [0, 1]


def test_a_page_of_one_post_is_known_again_once_its_posts_are_cut() -> None:
    rough = Seen.of(rough_post("7 anna 2026-03-01 12:05\nThe wall of the harbour is wet again this winter."))
    known = [Known(1, rough.traits, rough.post.text)]
    cut = Seen.of(Post("The wall of the harbour is wet again this winter.", "anna", "2026-03-01T12:05", key="k"))
    decision = decide(known, [cut], is_whole=True)
    assert decision.matches[0].known is not None
    assert not decision.matches[0].is_changed


def test_times_counted_from_now_do_not_change_a_text() -> None:
    assert digest_of("I said so.\nEdited 3 hours ago") == digest_of("I said so.\nEdited 2 days ago")
    assert digest_of("We meet at 19:00.") != digest_of("We meet at 20:00.")
    assert stated_date(Post("x", date="2026-03-01T09:00", date_raw="3 hours ago")) is None
    assert stated_date(Post("x", date="2026-03-01", date_raw="1 March 2026")) == "2026-03-01"


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_share(a: str, b: str) -> None:
    assert 0 <= likeness(a, b) <= 1
    assert likeness(a, a) == 1


LONG = "The north pier is closed until spring, so the ferry leaves from the mill."
OTHER = "Bring your own bread on Saturday, the market opens an hour late."


def remembered(*posts: Post) -> list[Known]:
    return known_of([Seen.of(post) for post in posts], list(range(len(posts))))


def test_a_number_given_again_is_another_post() -> None:
    """After the last post was deleted the next one has its number; all are by the same nameless author."""
    known = remembered(Post(LONG, "anonymous", number="8", key="8"))
    decision = decide(known, [Seen.of(Post(OTHER, "anonymous", number="8", key="8"))], is_whole=True)
    assert [match.known for match in decision.matches] == [None]
    assert [one.id for one in decision.missing] == [0]


def test_a_post_is_known_by_its_words_though_its_neighbours_name_and_time_are_read() -> None:
    a, b = (
        Post("Same here, near the lane.", "anna", "2026-03-01T10:00", number="1", key="1"),
        Post(OTHER, "otto", "2026-03-01T11:00", number="2", key="2"),
    )
    grown = replace(a, text=f"{a.text} Thank you.", author="otto", date=b.date, number="2", key="2")
    decision = decide(remembered(a, b), [Seen.of(grown)], is_whole=True)
    assert [(match.known and match.known.id, match.is_changed) for match in decision.matches] == [(0, True)]
    assert [one.id for one in decision.missing] == [1]


def test_of_two_posts_of_one_minute_the_one_that_is_like_it_was_edited() -> None:
    a, b = (Post(text, "anna", "2026-03-01T10:00", key=text) for text in (LONG, OTHER))
    edited = replace(b, text=OTHER.replace("Saturday", "Sunday"), key="new")
    decision = decide(remembered(a, b), [Seen.of(edited)], is_whole=True)
    assert [match.known and match.known.id for match in decision.matches] == [1]


def test_a_post_quoted_by_a_new_one_is_gone_if_it_is() -> None:
    quoting = Post(f"{LONG}\n{OTHER}", "otto", key="b", quotes=(Quote(0, len(LONG)),))
    decision = decide(remembered(Post(LONG, "anna", key="a")), [Seen.of(quoting)], is_whole=True)
    assert [match.known for match in decision.matches] == [None]
    assert [one.id for one in decision.missing] == [0]


def test_a_line_that_moved_to_the_neighbour_is_no_edit() -> None:
    known = remembered(Post(f"{LONG}\n{OTHER}", "anna", key="a"), Post("Yes, as always at ten.", "otto", key="b"))
    after = [Post(LONG, "anna", key="a"), Post(f"{OTHER}\nYes, as always at ten.", "otto", key="b")]
    decision = decide(known, map(Seen.of, after), is_whole=True)
    assert [(match.known and match.known.id, match.is_changed) for match in decision.matches] == [
        (0, False),
        (1, False),
    ]


def test_a_post_of_which_only_its_quote_is_read_was_not_edited() -> None:
    """The quoted post may stand on a page that was not read."""
    quoting = Post(f"{LONG}\n{OTHER}", "otto", "2026-03-01T10:00", key="b")
    (quoted,) = remembered(Post(LONG, "anna", key="a"))
    seen = Seen.of(replace(quoting, text=LONG))
    rest = line_digests(OTHER)
    decision = decide(remembered(quoting), [seen], is_whole=False, others=[quoted], rest=rest)
    assert [(match.known and match.known.id, match.is_changed) for match in decision.matches] == [(0, False)]


def test_a_line_taken_out_is_an_edit() -> None:
    post = Post(f"{LONG}\n{OTHER}", "anna", "2026-03-01T10:00", key="a")
    decision = decide(remembered(post), [Seen.of(replace(post, text=LONG))], is_whole=True)
    assert [match.is_changed for match in decision.matches] == [True]


def test_a_text_rewritten_at_the_same_address_is_an_edit() -> None:
    def said(text: str) -> list[Seen]:
        address = "http://b.example/post/7"
        return [Seen.of(Post(text, "Mori", permalink=address, key=key_of(address, None, "Mori", text, "")))]

    decision = decide(known_of(said(sentence(1)), [1]), said(sentence(2)), is_whole=True)
    assert not decision.missing
    assert [(match.known is not None, match.is_changed) for match in decision.matches] == [(True, True)]


def test_what_is_on_the_page_beside_its_posts_is_not_missing() -> None:
    a, b = Post(LONG, "anna", key="a"), Post(OTHER, "otto", key="b")
    left = decide(remembered(a, b), [Seen.of(b)], is_whole=True, rest=line_digests(LONG))
    assert not left.missing


def test_a_post_is_known_by_its_longest_line_though_others_are_read_with_it() -> None:
    known = remembered(Post(f"[8] otto\n{LONG}", "[8] otto", key="a"))
    seen = Post(f"All about walls\nback to the list [8] otto\n{LONG}", "otto", key="b")
    (match,) = decide(known, [Seen.of(seen)], is_whole=True).matches
    assert match.known is not None


def test_what_is_like_a_post_that_is_gone_is_another_one() -> None:
    known = [replace(one, is_gone=True) for one in remembered(Post(LONG, "anna", key="a"))]
    (match,) = decide(known, [Seen.of(Post(f"{LONG} {OTHER}"[9:], "anna", key="b"))], is_whole=True).matches
    assert match.known is None


def test_a_post_that_quotes_itself_is_not_its_own_edit() -> None:
    """The quoted post may have moved to a page that was not read; who wrote both is the same."""
    known = remembered(Post(LONG, "anna", key="a"))
    quoting = Seen.of(Post(f"> {LONG}\n{OTHER}", "anna", key="b"))
    assert decide(known, [quoting], is_whole=False).matches[0].known is None


def test_an_edit_is_told_though_a_quote_of_it_was_read_first() -> None:
    edited = LONG.replace("spring", "summer")
    known = remembered(Post(LONG, "anna", number="1", key="1"), Post(f"> {edited}\n{OTHER}", "otto", key="b"))
    after = [Post(edited, "anna", number="1", key="1"), Post(f"> {edited}\n{OTHER}", "otto", key="b")]
    decision = decide(known, map(Seen.of, after), is_whole=True)
    assert [match.is_changed for match in decision.matches] == [True, False]


def test_a_quote_that_is_not_marked_was_said_before_the_post_that_quotes_it() -> None:
    edited = LONG.replace("spring", "summer")
    first, answer = Post(LONG, "anna", key="a"), Post(f"{LONG}\nSo I was told as well.", "carl", key="b")
    quoting = Post(f"{edited}\n{OTHER}", "otto", key="c")
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    hours = zip(remembered(first, answer, quoting), (0, 0, 1), strict=True)
    known = [replace(one, first_seen=noon + timedelta(hours=hour)) for one, hour in hours]
    seen = [Seen.of(each) for each in (replace(first, text=edited), answer, quoting)]
    assert [match.is_changed for match in decide(known, seen, is_whole=True).matches] == [True, False, False]


def test_a_head_that_the_menu_above_runs_into_is_no_edit() -> None:
    """As when the post before it is deleted."""
    post = Post(LONG[:30], "anna", "2026-02-28T21:05:00", "2026/02/28(Sat) 21:05:00", key="a")
    first = replace(post, text=f"Back to the list of all threads anna 2026/02/28(Sat) 21:05:00\n{LONG[:30]}")
    for seen in (first, replace(first, key=rough_post(first.text).key)):
        (match,) = decide(remembered(post), [Seen.of(seen)], is_whole=True).matches
        assert match.known is not None
        assert not match.is_changed


@pytest.mark.parametrize(("number", "text"), [(None, f"{LONG} And that for years."), ("8", OTHER)])
def test_another_author_says_another_thing(number: str | None, text: str) -> None:
    """Much of what a post said that is gone, or under its number in the same minute."""
    when = "2026-03-01T10:00" if number else "2026-03-01T11:00"
    key = number or "b"
    known = remembered(Post(f"{LONG} (1)", "anna", "2026-03-01T10:00", number=number, key=number or "a"))
    seen = Seen.of(Post(f"{text} (2)", "otto", when, number=number, key=key))
    assert decide(known, [seen], is_whole=True).matches[0].known is None


def test_a_line_that_stood_beside_the_post_before_is_no_edit() -> None:
    post = Post(LONG, "anna", key="a")
    with_head = Seen.of(replace(post, text=f"back to the list [7] grey heron\n{LONG}"))
    before = line_digests("back to the list [7] grey heron")
    (match,) = decide(remembered(post), [with_head], is_whole=True, rest_before=before).matches
    assert match.known is not None
    assert not match.is_changed
    assert decide(remembered(post), [with_head], is_whole=True).matches[0].is_changed


def test_an_edited_post_that_others_quote_is_an_edit() -> None:
    """Its own line is in what they say, and times counted from now differ with each read."""
    first = Post(OTHER, "otto", "2026-03-01T09:00", key="a")
    answer = Post(f"{OTHER}\n{LONG}", "anna", "2026-03-01T10:00", key="b")
    quoting = Post(f"{LONG}\nThat is what I have been told as well, by three people.", "carl", key="c")
    edited = replace(
        answer, text=f"{answer.text} And in spring it is open again.", date="2026-03-01T10:30", key="d"
    )
    seen = [Seen.of(each) for each in (first, edited, quoting)]
    decision = decide(remembered(first, answer, quoting), seen, is_whole=True)
    assert [match.is_changed for match in decision.matches] == [False, True, False]
    assert not decision.missing


def test_a_post_is_gone_though_what_another_quotes_of_it_is_read_as_no_post() -> None:
    quoting = Post(f"{LONG}\n{OTHER}", "otto", key="b")
    known = remembered(Post(LONG, "anna", key="a"), quoting)
    seen = [Seen.of(replace(quoting, text=OTHER))]
    assert [one.id for one in decide(known, seen, is_whole=True, rest=line_digests(LONG)).missing] == [0]


def test_what_was_known_before_it_was_written_is_another_post() -> None:
    """Without names, numbers and dates: only how long ago it was tells that it is no edit."""
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    (known,) = remembered(Post(LONG, date_raw="1 minute ago", key="a"))
    known = replace(known, first_seen=now - timedelta(hours=2))
    for raw, is_one in (("5 minutes ago", False), ("1 hour ago", True), ("yesterday 11:55", True), ("", True)):
        seen = Seen.of(Post(f"{LONG[:50]} {OTHER[:30]}", date_raw=raw, key="b"), 1, now)
        assert (decide([known], [seen], is_whole=True).matches[0].known is not None) == is_one, raw
    again = Seen.of(Post(LONG, date_raw="5 minutes ago", key="a"), 1, now)
    assert decide([known], [again], is_whole=True).matches[0].known is not None


def test_an_edit_is_known_though_it_quotes_is_quoted_and_the_quoting_post_is_quoted() -> None:
    said = f"{OTHER} {sentence(8)}"
    third = "The band plays at the quarry, and the council pays for it."
    quoting = Post(f"otto said\n{said}\n{LONG}", key="a", quotes=(Quote(0, len(f"otto said\n{said}")),))
    others = [
        Post(said, "otto", key="o"),
        Post(f"anna said\n{LONG}\n{third}", "mio", key="b"),
        Post(f"mio said\n{third}\nYes.", "otto", key="c"),
    ]
    edited = replace(quoting, text=f"{quoting.text} {sentence(7)}", key="d")
    decision = decide(remembered(quoting, *others), map(Seen.of, (edited, *others)), is_whole=True)
    assert [(match.known and match.known.id, match.is_changed) for match in decision.matches] == [
        (0, True),
        (1, False),
        (2, False),
        (3, False),
    ]


def test_an_edit_is_known_though_what_it_quotes_was_edited_too() -> None:
    """Nobody says any more what it quotes, which is marked in the read and not in what is remembered."""
    first, answer = Post(LONG, "anna", number="1", key="a"), "We bought one at the mill."
    quoting = Post(f"anna said\n{LONG}\n{answer}", "otto", number="2", key="b")
    known = remembered(replace(first, text=f"{LONG} {OTHER}"), quoting)
    text = f"{quoting.text} {sentence(3)}"
    edited = replace(quoting, text=text, quotes=(Quote(0, text.index(answer) - 1),))
    decision = decide(known, map(Seen.of, (replace(first, text=f"{LONG} {OTHER}"), edited)), is_whole=True)
    assert [(match.known and match.known.id, match.is_changed) for match in decision.matches] == [
        (0, False),
        (1, True),
    ]


def test_a_page_of_one_post_that_was_just_written_is_no_version_of_an_older_one() -> None:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    (known,) = remembered(Post(f"{LONG} {OTHER}", "anna", key="a"))
    known = replace(known, first_seen=now - timedelta(hours=2))
    for age, is_one in (("1 minute ago", False), ("5 hours ago", True)):
        seen = Seen.of(rough_post(f"15 otto {age}\n{OTHER} {sentence(5)}"), 2, now)
        assert (decide([known], [seen], is_whole=True).matches[0].known is not None) == is_one, age
