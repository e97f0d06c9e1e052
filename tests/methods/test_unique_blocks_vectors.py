"""Blocks and their vectors: the paper's worked example, and a slow second way to count."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.methods.unique_blocks.blocks import FAITHFUL, BlockOptions, Vocabulary, block_vectors, tag_feature
from honbun.page import parse, tags
from honbun.page.page import Page

# Figure 2 of the paper.
WORKED_EXAMPLE = """<body>
<div>
<p>Text 1</p>
<img src="#" alt="img-alt text">
</div>
<div>
<img src="#" alt="img-alt text">
<img src="#" alt="img-alt text">
</div>
<div>
<a href="#" title="a-title text">Text 2</a>
<script>Code</script>
</div>
</body>"""


def named_vectors(page: Page, options: BlockOptions = FAITHFUL) -> dict[int, dict[str, int]]:
    vocabulary = Vocabulary()
    vectors = block_vectors(page, vocabulary, options)
    # A tag in brackets, a string in quotes: a text may well be "<p>".
    names = {
        number: f"<{name.strip()}>" if name.startswith("\n") else f'"{name}"'
        for name, number in vocabulary.items()
    }
    return {
        row: {names[feature]: count for feature, count in vectors.vector(b).items()}
        for b, row in enumerate(vectors.row.tolist())
    }


def vectors_of(html: str, **options: bool) -> list[dict[str, int]]:
    return list(named_vectors(parse(html), BlockOptions(**options)).values())


def counted_slowly(page: Page, options: BlockOptions) -> dict[int, dict[str, int]]:
    """The vectors by climbing from every element and text to its block."""
    without = {"script", "style", "noscript"} if options.without_noscript else {"script", "style"}

    def block_of(row: int) -> int:
        above = [row]
        while page.parent[above[-1]] >= 0:
            above.append(int(page.parent[above[-1]]))
        if any(page.tag_name(r) in without for r in above):
            return -1
        block = next((r for r in above if page.tag_name(r) in tags.BLOCK_LEVEL_NAMES), -1)
        return -1 if block >= 0 and page.tag_name(block) == "html" else block

    found = [(row, f"<{page.tag_name(row)}>") for row in range(len(page))]
    texts = [(o, page.text[a:b]) for o, a, b in zip(page.node_owner, page.node_start, page.node_end, strict=True)]
    for name in ["title", "alt", "src"] if options.with_src else ["title", "alt"]:
        texts += page.attributes.get(name, {}).items()
    lines = [(row, line.strip()) for row, text in texts for line in text.lower().splitlines()]
    found += [(row, f'"{line}"') for row, line in lines if line]
    counts: dict[int, Counter[str]] = {}
    for row, feature in found:
        counts.setdefault(block_of(int(row)), Counter())[feature] += 1
    counts.pop(-1, None)
    return {row: dict(counts[row]) for row in sorted(counts)}


def test_worked_example_has_the_five_vectors_of_the_paper() -> None:
    assert vectors_of(WORKED_EXAMPLE) == [
        {"<body>": 1},
        {"<div>": 1, "<img>": 1, '"img-alt text"': 1},
        {"<p>": 1, '"text 1"': 1},
        {"<div>": 1, "<img>": 2, '"img-alt text"': 2},
        {"<a>": 1, "<div>": 1, '"a-title text"': 1, '"text 2"': 1},
    ]


def test_text_is_split_at_line_breaks_and_stripped() -> None:
    assert vectors_of("<p>One\n  TWO \n \n one<br>three</p>")[1] == {
        "<p>": 1,
        "<br>": 1,
        '"one"': 2,
        '"two"': 1,
        '"three"': 1,
    }


def test_a_text_and_an_attribute_are_one_string() -> None:
    assert vectors_of('<p title="Same"><img alt=same>same')[1] == {"<p>": 1, "<img>": 1, '"same"': 3}


def test_a_text_is_not_a_tag() -> None:
    vocabulary = Vocabulary()
    block_vectors(parse("<p>p &lt;p&gt;"), vocabulary)
    block = block_vectors(parse("<p>p"), vocabulary).vector(1)
    assert block == {vocabulary[tag_feature("p")]: 1, vocabulary["p"]: 1}


@pytest.mark.parametrize("tag", ["script", "style"])
def test_what_is_not_rendered_belongs_to_no_block(tag: str) -> None:
    assert vectors_of(f"<p>text<{tag}>code</{tag}>") == [{"<body>": 1}, {"<p>": 1, '"text"': 1}]


def test_of_an_element_whose_content_is_not_text_the_tag_counts() -> None:
    assert vectors_of("<p><select><option>a</select>")[1] == {"<p>": 1, "<select>": 1}


def test_head_belongs_to_no_block() -> None:
    assert vectors_of("<title>t</title><meta name=x><body>text") == [{"<body>": 1, '"text"': 1}]


def test_src_counts_only_if_asked_for() -> None:
    html = '<p><img src="A.png">'
    assert vectors_of(html)[1] == {"<p>": 1, "<img>": 1}
    assert vectors_of(html, with_src=True)[1] == {"<p>": 1, "<img>": 1, '"a.png"': 1}


def test_noscript_is_a_block_unless_left_out() -> None:
    html = "<body>a<noscript><p>b</p>c</noscript>"
    assert vectors_of(html) == [{"<body>": 1, '"a"': 1}, {"<noscript>": 1, '"c"': 1}, {"<p>": 1, '"b"': 1}]
    assert vectors_of(html, without_noscript=True) == [{"<body>": 1, '"a"': 1}]


PIECES = st.sampled_from(
    "<p> <div> </div> <b> </b> <a\ntitle=Go> <img\nalt=x\nsrc=y> <br> <li> <table> <td> <noscript> </noscript> "
    "<script>1</script> <style>2</style> <x-y> <html> <frameset> One two\nthree \n &lt;p&gt; İ".split(" ")
)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join), st.booleans(), st.booleans())
def test_vectors_are_those_counted_slowly(html: str, with_src: bool, without_noscript: bool) -> None:
    page = parse(html)
    options = BlockOptions(with_src=with_src, without_noscript=without_noscript)
    assert named_vectors(page, options) == counted_slowly(page, options)


@settings(deadline=None)
@given(st.text())
def test_any_page_has_vectors(html: str) -> None:
    vectors = block_vectors(parse(html), Vocabulary())
    assert len(vectors.first) == len(vectors) + 1
    assert vectors.first[-1] == len(vectors.feature) == len(vectors.count)


def test_an_empty_page_has_no_blocks() -> None:
    assert len(block_vectors(Page(), Vocabulary())) == 0
