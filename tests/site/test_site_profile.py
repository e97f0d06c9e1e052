"""What a set of pages teaches about each of them, and about new ones."""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profile_samples import CHROME, NAMES, answers, page, profile_of, seen, sites, sketched, story

from honbun.site.fingerprint import Fingerprint
from honbun.site.profile import Profile

SITE = [page(name) for name in NAMES]


def test_lines_are_counted_on_other_pages() -> None:
    profile = profile_of(SITE[:5])
    for lines in SITE[:5]:
        counts = seen(profile, lines)
        assert all(counts[line] == 4 for line in CHROME)
        assert not any(count for line, count in counts.items() if line not in CHROME)


def test_a_new_page_is_counted_on_all_pages() -> None:
    counts = seen(profile_of(SITE[:5]), SITE[5])
    assert {counts[line] for line in CHROME} == {5}
    assert sum(counts.values()) == 5 * len(CHROME)


@settings(max_examples=40)
@given(sites)
def test_the_pages_that_show_a_line_are_as_many_as_are_counted(pages: list[Fingerprint]) -> None:
    profile = Profile().add(pages)
    for known in [*pages, sketched(CHROME)]:
        shown = profile.pages_showing(known)
        assert [len(digests) for digests in shown] == profile.document_frequency(known).tolist()
        by_digest = {each.digest: each for each in profile.fingerprints}
        for key, digests in zip(known.keys, shown, strict=True):
            assert known.digest not in digests
            assert all(key in by_digest[digest].keys for digest in digests)


def test_pages_of_the_past_are_not_named() -> None:
    assert not any(profile_of(SITE[:5]).compact().pages_showing(sketched(SITE[0])))


def test_near_duplicates_do_not_testify_against_each_other() -> None:
    printed = ("Print this", *SITE[0][4:])
    profile = profile_of([*SITE[:5], printed])
    for lines in (SITE[0], printed):
        assert not any(seen(profile, lines)[line] for line in story(NAMES[0]))
    assert not any(seen(profile_of(SITE[:5]), printed)[line] for line in story(NAMES[0]))


def test_a_new_copy_of_a_long_article_is_known_as_one() -> None:
    pages = [(*CHROME[:3], *story(name, 10)) for name in NAMES[:8]]
    copy = ("Print", *pages[0])
    assert not any(seen(profile_of(pages), copy)[line] for line in story(NAMES[0], 10))


def test_one_page_and_no_page_say_nothing() -> None:
    assert not any(seen(profile_of(SITE[:1]), SITE[0]).values())
    assert not any(seen(Profile(), SITE[0]).values())
    assert Profile().fit(sketched(())) == profile_of(SITE[:1]).fit(sketched(SITE[0])) == 0


def test_the_fit_is_the_share_of_lines_that_other_pages_show() -> None:
    profile = profile_of(SITE[:5])
    assert profile.fit(sketched(SITE[7])) == pytest.approx(len(CHROME) / len(SITE[7]))
    assert profile.fit(sketched(story("a stranger"))) == 0
    assert profile.fit(sketched(CHROME)) == 1
    assert sum(profile.fits) == profile.fits[10] == 5


def test_votes_on_records_are_added_up_and_even_ones_dropped() -> None:
    votes = [{1: 1, 2: -1}, {1: 1, 2: 1}, {3: -1}]
    profile = Profile().add(sketched([name], vote) for name, vote in zip(NAMES, votes, strict=False))
    assert profile.record_votes == {1: 2, 3: -1}


def test_the_same_page_twice_changes_nothing() -> None:
    once = [sketched(lines, {1: 1}) for lines in SITE[:4]]
    again = [sketched(reversed(lines), {1: -1}) for lines in SITE[:2]]
    assert answers(Profile().add([*once, *again]), once) == answers(Profile().add(once), once)
    assert len(Profile().add(once).add(once)) == 4


def test_adding_leaves_the_profile_alone() -> None:
    profile = profile_of(SITE[:3])
    fingerprints = [sketched(lines) for lines in SITE[:4]]
    before = answers(profile, fingerprints)
    profile.add(fingerprints)
    profile.merge(profile_of(SITE[3:]))
    profile.compact()
    assert answers(profile, fingerprints) == before


@given(sites, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_profile_is_a_function_of_the_set_of_pages(fingerprints: list[Fingerprint], rng: Random) -> None:
    """Learned at once, one by one, or in shards merged in any grouping and order: all the same."""
    expected = answers(Profile().add(fingerprints), fingerprints)
    shuffled = rng.sample(fingerprints, len(fingerprints))
    cuts = sorted(rng.choices(range(len(fingerprints) + 1), k=2))
    a, b, c = (Profile().add(shuffled[i:j]) for i, j in zip([0, *cuts], [*cuts, None], strict=True))
    for profile in (
        reduce(lambda known, one: known.add([one]), shuffled, Profile()),
        a.merge(b).merge(c),
        a.merge(b.merge(c)),
        c.merge(a).merge(b),
        a.merge(a).merge(c.merge(b)),
        Profile().merge(b.merge(c).merge(a)).merge(Profile()),
    ):
        assert answers(profile, fingerprints) == expected


@given(sites, sites, sites)
@settings(max_examples=20, deadline=None)
def test_compact_shards_join_in_any_grouping_and_order(
    one: list[Fingerprint], two: list[Fingerprint], three: list[Fingerprint]
) -> None:
    shards = [Profile().add(pages).compact() for pages in (one, two, three)]
    asked = [*one, *two, *three]
    joined = [answers(a.merge(b).merge(c), asked) for a, b, c in permutations(shards)]
    assert all(other == joined[0] for other in joined)
    assert answers(shards[0].merge(shards[1].merge(shards[2])), asked) == joined[0]


def test_compact_keeps_the_counts_of_repeated_lines() -> None:
    full = profile_of(SITE)
    compact = full.compact()
    assert len(compact) == len(full) == len(SITE)
    assert compact.record_votes == full.record_votes
    assert compact.fits == full.fits
    assert len(compact.history.keys) == len(CHROME)
    assert set(compact.history.counts) == {len(SITE)}
    assert sorted(compact.history.samples) == sorted(line[:20] for line in CHROME)


def test_a_compact_profile_judges_new_pages_and_its_own_alike() -> None:
    full, strangers = profile_of(SITE), [page("a stranger"), story("nobody"), ("Print", *SITE[-1])]
    compact = full.compact()
    for lines in (*SITE, *strangers):
        known = sketched(lines)
        assert ((full.document_frequency(known) > 0) == (compact.document_frequency(known) > 0)).all()


def test_a_line_of_a_recent_page_counts_when_it_comes_again() -> None:
    notice = "The office is closed on Fridays until the roof is mended."
    compact = profile_of([*SITE[:-1], (*SITE[-1], notice)]).compact()
    new = (*page("a stranger"), notice)
    assert seen(compact, new)[notice] == 1
    older = profile_of([(*SITE[0], notice), *SITE[1:]]).compact()
    assert seen(older, new)[notice] == 0


@given(sites, sites)
@settings(max_examples=40, deadline=None)
def test_compact_is_idempotent(fingerprints: list[Fingerprint], others: list[Fingerprint]) -> None:
    once = Profile().add(fingerprints).compact()
    twice = once.compact()
    assert answers(twice, [*fingerprints, *others]) == answers(once, [*fingerprints, *others])


def test_a_compact_profile_joined_with_itself_is_the_same() -> None:
    compact = profile_of(SITE).compact()
    asked = [sketched(lines) for lines in SITE]
    assert answers(compact.merge(compact), asked) == answers(compact, asked)


def test_what_was_boilerplate_tells_no_new_pages_apart() -> None:
    """Two short stories below long notices are two stories, though both are new."""
    notices = story("a notice", 6)
    pages = [(*notices, *story(name, 2)) for name in NAMES]
    profile = profile_of(pages[:10]).compact().add([sketched(lines) for lines in pages[10:]])
    for lines in pages[10:]:
        assert set(seen(profile, lines).values()) == {0, 11}


def test_near_duplicates_stay_one_page_when_compact() -> None:
    printed = ("Print this", *SITE[-1][4:])
    profile = profile_of([*SITE, printed])
    for _ in range(3):
        profile = profile.compact()
        assert not any(seen(profile, printed)[line] for line in story(NAMES[-1]))


def test_an_excerpt_of_a_recent_page_is_known_whatever_stands_around_it() -> None:
    notices = story("a notice", 6)
    full = profile_of([(*notices, *story(name, 6)) for name in NAMES])
    excerpt = (*notices, *story(NAMES[-1], 6)[:2])
    for profile in (full, full.compact()):
        assert not any(seen(profile, excerpt)[line] for line in excerpt[6:])


@pytest.mark.parametrize("pages", [1, 2, 3])
def test_recent_pages_may_be_learned_again(pages: int) -> None:
    again = profile_of(SITE).compact().add([sketched(lines) for lines in SITE[-pages:]])
    for name, lines in zip(NAMES[-pages:], SITE[-pages:], strict=True):
        counts = seen(again, lines)
        assert not any(counts[line] for line in story(name))
        assert all(counts[line] for line in CHROME)


def test_preparing_changes_no_answer() -> None:
    fingerprints = [sketched(lines) for lines in SITE]
    prepared = Profile().add(fingerprints[:6])
    prepared.prepare()
    assert answers(prepared, fingerprints) == answers(Profile().add(fingerprints[:6]), fingerprints)
    assert np.all(prepared.document_frequency(sketched(SITE[0])) >= 0)
