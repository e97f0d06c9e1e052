"""Templates: strings are counted as brute force counts them, and the peak is the number of pages."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.errors import FormatError, InputError, MissingPackageError
from honbun.methods.templates import Series, TemplateOptions, find_page_records, find_templates
from honbun.methods.templates.strings import find_occurrences, find_repeats, nearest_smaller, sort_suffixes

# Few letters, so that they repeat: of one, two, three and four bytes, a zero, a line break's neighbours.
LETTERS = st.text(st.sampled_from("ab\0é\x7f\u0080日\U0001f600\U0010ffff"), max_size=12)
PAGES = st.lists(LETTERS | st.text("a", max_size=30), max_size=5)
LIMITS = st.sampled_from([None, 1, 2, 3, 10])


def all_strings(pages: list[str], longest: int | None = None) -> dict[str, list[int]]:
    """Every string with the page of each of its occurrences."""
    found = defaultdict(list)
    for number, page in enumerate(pages):
        for start in range(len(page)):
            for end in range(start + 1, len(page) + 1):
                if longest is None or end - start <= longest:
                    found[page[start:end]].append(number)
    return found


def spectrum_of(series: Series, options: TemplateOptions) -> dict[int, int]:
    spectrum = series.spectrum(options)
    return dict(zip(spectrum.frequency.tolist(), spectrum.distinct.tolist(), strict=True))


def maximal(strings: set[str]) -> set[str]:
    return {string for string in strings if not any(string != other and string in other for other in strings)}


@given(PAGES, LIMITS)
@example(["abcabcabc", "abc", ""], 2)
@example(["日本日本", "本日\U0001f600"], None)
def test_strings_are_counted_as_brute_force_counts_them(pages: list[str], longest: int | None) -> None:
    options = TemplateOptions(max_length=longest)
    expected = Counter(len(places) for places in all_strings(pages, longest).values())
    assert spectrum_of(Series.of(pages), options) == expected


@given(st.lists(st.text(max_size=8), max_size=4))
def test_any_text_is_counted(pages: list[str]) -> None:
    without_breaks = [page.replace("\r", "").replace("\n", "") for page in pages]
    expected = Counter(len(places) for places in all_strings(without_breaks).values())
    assert spectrum_of(Series.of(pages), TemplateOptions(max_length=None)) == expected


@given(PAGES, LIMITS)
def test_strings_of_every_page_are_those(pages: list[str], longest: int | None) -> None:
    options = TemplateOptions(max_length=longest, everywhere=True)
    strings = all_strings(pages, longest).values()
    expected = Counter(len(places) for places in strings if set(places) == set(range(len(pages))))
    assert spectrum_of(Series.of(pages), options) == expected


@given(PAGES)
def test_strings_that_occur_once_a_page_are_those(pages: list[str]) -> None:
    suffixes = sort_suffixes(pages)
    repeats = find_repeats(suffixes.lcp)
    once = repeats[find_occurrences(suffixes).is_once_per_page(repeats)]
    strings = all_strings(pages).values()
    expected = Counter(len(places) for places in strings if 1 < len(places) == len(set(places)))
    counted: Counter[int] = Counter()
    for count, kinds in zip(once.frequency.tolist(), once.distinct(None).tolist(), strict=True):
        counted[count] += kinds
    assert counted == expected


@given(PAGES)
def test_the_template_is_the_maximal_strings_of_the_peak(pages: list[str]) -> None:
    series = Series.of(pages)
    options = TemplateOptions(max_length=None, min_frequency=2)
    template = series.published(options)
    strings = {string: len(places) for string, places in all_strings(pages).items()}
    totals: Counter[int] = Counter()
    for count in strings.values():
        totals[count] += count
    repeated = {count: total for count, total in totals.items() if count > 1}
    if not repeated:
        assert template is None
        return
    assert template is not None
    assert template.frequency == max(repeated, key=lambda count: (repeated[count], count))
    assert template.total == repeated[template.frequency]
    assert set(template.strings) == maximal({s for s, count in strings.items() if count == template.frequency})


@given(PAGES)
def test_ours_is_a_set_of_strings_once_on_each_of_their_pages(pages: list[str]) -> None:
    for template in Series.of(pages).templates():
        assert template.strings
        assert len(template.pages) == template.frequency > 1
        for string in template.strings:
            places = all_strings(pages)[string]
            assert tuple(places) == template.pages


@given(st.lists(st.integers(0, 9)), st.booleans())
@example([*range(40), *[3] * 40, 0], False)
@example([*range(40), *[3] * 40, 0], True)
def test_nearest_smaller(values: list[int], or_equal: bool) -> None:
    expected = [
        max((j for j in range(i) if values[j] < value or (or_equal and values[j] == value)), default=-1)
        for i, value in enumerate(values)
    ]
    found = nearest_smaller(np.array(values, dtype=np.int32), or_equal=or_equal)
    assert found.tolist() == expected


def test_worked_example() -> None:
    # The template <dt>*</dd> on three pages: "d" is there three times a page, "<" and ">" twice, 18 strings once.
    series = Series.of(["<dt>k</dd>", "<dt>m</dd>", "<dt>\nw</dd>"])
    counts = spectrum_of(series, TemplateOptions())
    assert counts == {1: 3 * 5 * 6, 3: 18, 6: 2, 9: 1}
    template = series.published()
    assert template is not None
    assert template.frequency == 3
    assert template.strings == ("<dt>", "</dd>")
    assert template.pages == (0, 1, 2)


def test_strings_do_not_cross_the_border_of_a_page() -> None:
    pages = ["end" + "start"] * 2 + ["x" * n + "end" for n in range(2)] + ["start" + "y" * n for n in range(2)]
    strings = Series.of(pages).at(2).strings
    assert "endstart" in strings
    assert spectrum_of(Series.of(["ab", "ab", "ab"]), TemplateOptions()) == {3: 3}


def test_a_string_longer_than_ten_is_found_whole() -> None:
    frame = '<table class="syllabus"><tr><td>Teacher</td><td>{}</td></tr></table>'
    template = Series.of([frame.format(letter * 3) for letter in "kmpqw"]).published()
    assert template is not None
    assert template.frequency == 5
    assert template.strings == tuple(frame.split("{}"))


def test_nothing_in_common_is_no_template() -> None:
    series = Series.of(["abcdefg", "hijklmn", "opqrstu"])
    assert series.published() is None
    assert series.templates() == []


@pytest.mark.parametrize("pages", [[], [""], ["", ""], ["<p>alone</p>"]])
def test_none_or_one_page_is_no_template(pages: list[str]) -> None:
    assert Series.of(pages).templates() == []
    assert Series.of(pages).published(TemplateOptions(max_frequency=max(1, len(pages)))) is None


def test_peaks_above_the_number_of_pages_can_be_left_out() -> None:
    pages = [
        f"<h1>The {name} of all</h1>" + "".join(f"<td {c}>" for c in name * 9) for name in ("abc", "def", "ghi")
    ]
    series = Series.of(pages)
    peak = series.spectrum().peak()
    assert peak is not None
    assert peak > 3
    assert series.spectrum().peak(max_frequency=3) == 3
    assert [template.frequency for template in series.templates()] == [3]


def test_two_templates_are_told_apart() -> None:
    one = "<html><h1>{0}</h1><p>Given by {1}</p></html>"
    other = "<HTML><TABLE BORDER=1><TR><TD>{0}<TD>{1}</TABLE></HTML>"
    pages = [one.format(c * 3, c * 5) for c in "qrstuvw"] + [other.format(c * 4, c * 2) for c in "xy"]
    templates = Series.of(pages).templates()
    assert [(template.frequency, template.pages) for template in templates] == [
        (7, tuple(range(7))),
        (2, (7, 8)),
    ]
    assert "</h1><p>Given by " in templates[0].strings
    assert "<HTML><TABLE BORDER=1><TR><TD>" in templates[1].strings


def test_options_are_checked() -> None:
    with pytest.raises(FormatError, match="max_length"):
        TemplateOptions(max_length=0)


def test_the_package_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydivsufsort", None)
    with pytest.raises(MissingPackageError, match=r"honbun\[template\]"):
        sort_suffixes(["a page"])


FRAME = '<html><meta charset="{1}"><h1>講義題目：{0}</h1><p>担当者の名前はこちら</p></html>'


def test_pages_in_any_encoding_have_one_template() -> None:
    codecs = ("utf-8", "shift_jis", "euc_jp")
    pages = [(f"{name}.html", FRAME.format(name, "x").encode("utf-8")) for name in ("甲", "乙")]
    pages += [(f"{codec}.html", FRAME.format(codec, codec).encode(codec)) for codec in codecs]
    found = find_templates(pages)
    assert found.names[:2] == ("甲.html", "乙.html")
    assert found.templates[0].pages == (0, 1, 2, 3, 4)
    assert "</h1><p>担当者の名前はこちら</p></html>" in found.templates[0].strings
    assert found.peak is not None
    assert found.meaning == "F is highest at 5, the number of pages: all of them have one template."


@pytest.mark.parametrize("pages", [[], [("a.html", "<p>alone</p>")]])
def test_too_few_pages_are_an_error(pages: list[tuple[str, str]]) -> None:
    with pytest.raises(InputError, match=f"two pages or more, not {len(pages)}"):
        find_templates(pages)


def test_no_peak_is_said() -> None:
    assert find_templates([(None, "ab"), (None, "cd")]).meaning.endswith("there is no peak.")
    assert find_page_records(None, "no tags").records is None
