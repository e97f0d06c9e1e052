"""A profile on disk: what is written is read back, what is damaged is named."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from profile_samples import CHROME, NAMES, answers, page, profile_of, sites, sketched

from honbun.errors import ProfileError
from honbun.site.fingerprint import Fingerprint
from honbun.site.profile import Profile
from honbun.site.store import dumps, loads

SITE = [page(name) for name in NAMES]
SAVED = json.loads(dumps(profile_of(SITE)))


def saved(**changes: object) -> str:
    """A saved profile with some of its values changed."""
    return json.dumps(SAVED | changes)


@given(sites)
@settings(max_examples=40, deadline=None)
def test_round_trip(fingerprints: list[Fingerprint]) -> None:
    profile = Profile().add(fingerprints)
    again = loads(dumps(profile))
    assert answers(again, fingerprints) == answers(profile.compact(), fingerprints)
    assert again.history.samples == profile.compact().history.samples
    assert dumps(again) == dumps(profile)


def test_pages_may_be_added_to_what_was_loaded() -> None:
    profile = loads(dumps(profile_of(SITE[:6]))).add([sketched(lines) for lines in SITE[6:]])
    assert len(profile) == len(SITE)
    assert set(profile.document_frequency(sketched(CHROME))) == {len(SITE)}


def test_an_empty_profile() -> None:
    assert answers(loads(dumps(Profile())), [sketched(SITE[0])]) == answers(Profile(), [sketched(SITE[0])])


def test_each_repeated_line_has_a_line_of_its_own() -> None:
    lines = dumps(profile_of(SITE)).splitlines()
    for sample in (line[:20] for line in CHROME):
        (line,) = [line for line in lines if json.dumps(sample) in line]
        key, value = line.rstrip(",").split(": ", 1)
        assert len(json.loads(key)) == 12
        assert json.loads(value) == [len(SITE), sample]


def test_one_page_more_changes_few_lines() -> None:
    before, after = (dumps(profile_of(pages)).splitlines() for pages in (SITE, [*SITE, (*page("Max"), "New")]))
    kept = set(before) & set(after)
    assert len([line for line in after if line not in kept]) <= 4 + len(CHROME) + 1


def test_a_profile_takes_a_few_kilobytes() -> None:
    pages = [page(f"{name} the {word}", 9) for name in NAMES for word in ("elder", "younger")]
    assert len(dumps(profile_of(pages))) < 4000


def test_text_of_any_kind_is_kept() -> None:
    lines = ['"quoted" \\ back', "改行\u2028のある行", "tab\tand bell \x07", "𠮷野家🍜"]
    pages = [(*lines, name) for name in NAMES[:2]]
    assert sorted(loads(dumps(profile_of(pages))).history.samples) == sorted(
        profile_of(pages).compact().history.samples
    )


@pytest.mark.parametrize(
    "text", ["", "no json", "[]", "null", '"text"', "{}", '{"format": "another"}', "[" * 100_000]
)
def test_what_is_no_profile(text: str) -> None:
    with pytest.raises(ProfileError, match=r"^news\.json: not a site profile.*honbun learn") as caught:
        loads(text, "news.json")
    assert caught.value.subject == "news.json"


@pytest.mark.parametrize("version", [0, 1, 2, "1", None])
def test_another_version_is_named(version: object) -> None:
    with pytest.raises(ProfileError, match=rf"^news\.json: .* version {version}, this honbun reads version 3"):
        loads(saved(version=version), "news.json")


@pytest.mark.parametrize("name", ["pages", "fits", "record_votes", "repeated", "recent"])
def test_nothing_may_be_missing(name: str) -> None:
    with pytest.raises(ProfileError, match=r"^news\.json: a damaged site profile"):
        loads(json.dumps({key: value for key, value in SAVED.items() if key != name}), "news.json")


@pytest.mark.parametrize(
    "changes",
    [
        {"pages": -1},
        {"pages": 2**40},
        {"pages": "many"},
        {"pages": None},
        {"fits": [0] * 19},
        {"fits": [-1] * 20},
        {"fits": 20},
        {"record_votes": {"no hex": 1}},
        {"record_votes": {"-1": 1}},
        {"record_votes": {"1" * 17: 1}},
        {"record_votes": []},
        {"record_votes": {"1": "x"}},
        {"repeated": {"0": 3}},
        {"repeated": {"0": [3]}},
        {"repeated": {"no hex": [3, ""]}},
        {"repeated": {"-1": [3, ""]}},
        {"repeated": {"1" * 13: [3, ""]}},
        {"repeated": {"0": [2**31, ""]}},
        {"repeated": {"0": [3, "\ud800"]}},
        {"threads": {"\ud800": [1, 1]}},
        {"repeated": [["0", 3]]},
        {"recent": {}, "fits": None},
        {"record_votes": {"ab": 2**40}},
        {"record_votes": {"ab": -(2**40)}},
        {"recent": [{}]},
        {"recent": [{"own": "AAAA", "telling": ""}]},
        {"recent": [{"own": "AAAAAAAB!", "telling": ""}]},
        {"recent": [{"own": "AAAAAAA", "telling": ""}]},
        {"recent": [{"own": "é", "telling": ""}]},
        {"recent": [{"own": 3, "telling": ""}]},
        {"recent": [{"own": "AAAAAAABAAAAAAAA", "telling": ""}]},
        {"recent": [{"own": "", "telling": "AAAAAAAB"}]},
    ],
    ids=str,
)
def test_damage_is_named(changes: dict[str, object]) -> None:
    with pytest.raises(ProfileError, match=r"^news\.json: a damaged site profile .*honbun learn") as caught:
        loads(saved(**changes), "news.json")
    assert caught.value.subject == "news.json"


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.99])
def test_what_was_cut_short_is_no_profile(share: float) -> None:
    text = dumps(profile_of(SITE)).rstrip()
    with pytest.raises(ProfileError):
        loads(text[: int(share * len(text))])


_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("AAAAAAAB")
_values = st.recursive(
    _scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("0123456789abcf-", max_size=17), inner, max_size=3)
    ),
    max_leaves=8,
)
_pages = st.fixed_dictionaries({"own": _scalars, "telling": _scalars})


@given(
    st.fixed_dictionaries(
        {"format": st.just("honbun site profile"), "version": st.just(1)},
        optional={
            "pages": _scalars,
            "fits": st.lists(st.integers(), min_size=20, max_size=20) | _values,
            "record_votes": _values,
            "repeated": st.dictionaries(
                st.text("0123456789abcf", max_size=13), st.tuples(st.integers(), _scalars)
            ),
            "recent": st.lists(_pages, max_size=3) | _values,
        },
    )
    | _values
)
@example(SAVED | {"record_votes": {"f" * 16: 10**30, "0": -(10**30)}})
@settings(max_examples=300, deadline=None)
def test_any_value_is_a_profile_that_works_or_an_error_that_says_so(value: object) -> None:
    try:
        profile = loads(json.dumps(value))
    except ProfileError:
        return
    pages = [sketched(SITE[0]), sketched(())]
    answers(profile, pages)
    answers(profile.add(pages).merge(loads(dumps(profile))), pages)


@given(st.text(max_size=40))
def test_any_text_is_no_profile(text: str) -> None:
    with pytest.raises(ProfileError):
        loads(text)
