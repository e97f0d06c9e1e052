"""Blocks: where they begin and end, whose they are, how they read (`cases/x.html`, `x.expected.json`); labels."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from page_samples import CASES

from honbun.page import Labels, parse, tags
from honbun.page.blocks import Block, Blocks, collapse, segment

# Inside a block that may hold them; elements that only live in tables and the like are in `cases/`.
FREE_BLOCKS = (
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav noscript ol p pre search section "
    "summary table ul xmp "
).split()
INLINE = (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q ruby s samp small span strike "
    "strong sub sup time tt u var my-element "
).split()


def texts_of(body: str) -> list[str]:
    return segment(parse(f"<body>{body}").check()).check().texts


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path):
    blocks = segment(parse(path.read_text(encoding="utf-8")).check()).check()
    found = [(block.xpath, block.text, block.is_hidden) for block in blocks]
    rows = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert found == [(row["owner"], row["text"], row.get("is_hidden", False)) for row in rows]


@pytest.mark.parametrize("name", FREE_BLOCKS)
def test_a_block_level_element_ends_the_block_and_returns_to_the_owner(name):
    blocks = segment(parse(f"<body><div>a<{name}>b</{name}>c"))
    if name == "table":
        assert blocks.texts == ["ab", "c"]  # text in a table that is in no cell stands before it
    else:
        assert [(block.tag, block.text) for block in blocks] == [("div", "a"), (name, "b"), ("div", "c")]


@pytest.mark.parametrize("name", FREE_BLOCKS)
def test_an_empty_block_level_element_ends_the_block_too(name):
    assert texts_of(f"<div>a<{name}></{name}>b") == ["a", "b"]


@pytest.mark.parametrize("name", INLINE)
def test_an_inline_element_does_not(name):
    blocks = segment(parse(f"<div>a <{name}>b</{name}> c"))
    assert [(block.tag, block.text) for block in blocks] == [("div", "a b c")]


def test_a_rule_ends_the_block_and_an_image_does_not():
    assert texts_of("a<hr>b<img src=x>c<wbr>d<input>e") == ["a", "bcde"]


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ("a<br>b", ["a\nb"]),
        ("a<br>b<br>c", ["a\nb\nc"]),
        ("a<br><br>b", ["a", "b"]),
        ("a<br> \n <br>b", ["a", "b"]),
        ("a<br/></br>b", ["a", "b"]),
        ("a<br><b><br>b</b>", ["a", "b"]),
        ("a<br><!-- --><br>b", ["a", "b"]),
        ("a<br><br><br><br>b", ["a", "b"]),
        ("a<br>&nbsp;<br>b", ["a", "b"]),
        ("<br><br>a<br><br>", ["a"]),
        ("a<b>b<br></b>c<br>d", ["ab\nc\nd"]),
        ("<p>a<br></p><br>b", ["a", "b"]),
    ],
)
def test_two_line_breaks_end_a_block_and_one_is_a_line(body, texts):
    assert texts_of(body) == texts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" a \t b\n\nc ", "a b c"),
        ("a\u00a0b\u3000c", "a b c"),
        ("日本\n語", "日本語"),
        ("日本 \r\n \t 語", "日本語"),
        ("日本 語", "日本 語"),
        ("日本\nABC", "日本 ABC"),
        ("ABC\n日本", "ABC 日本"),
        ("。\n「", "。「"),
        ("カ\nｶ\nひ", "カｶひ"),
        ("中\n文\n字", "中文字"),
        ("한국\n어", "한국 어"),
        ("ไทย\nไทย", "ไทย ไทย"),
        ("a\nb", "a b"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_collapse(text, shown):
    assert collapse(text) == shown
    assert collapse(shown) == shown


def test_preformatted_text_is_exact():
    source = "def f():\n\tif  x:\n\n\t\treturn '本\n文'  # \u3000"
    assert texts_of(f"<pre>{source}</pre>") == [source]
    assert texts_of(f"<pre>\n{source}\n\n</pre>") == [source]
    assert texts_of(f"<pre><code class=py>  {source}</code></pre>") == ["  " + source]


def test_a_block_is_a_view():
    blocks = segment(parse("<body>a<p hidden>b"))
    assert (len(blocks), [block.i for block in blocks]) == (2, [0, 1])
    assert blocks[-1] == Block(blocks, 1)
    assert (blocks[1].owner, blocks[1].tag, blocks[1].is_hidden) == (3, "p", True)
    with pytest.raises(IndexError):
        blocks[2]


def test_link_length_is_that_of_links_with_an_address():
    blocks = segment(parse("<p>ab <a href=x>c <b>d</b></a> <a name=y>e</a><p><a href>fg</a>"))
    assert blocks.length.tolist() == [5, 2]
    assert blocks.link_length.tolist() == [2, 2]


def test_no_text_no_blocks():
    blocks = segment(parse("<p> </p><img>")).check()
    assert (len(blocks), blocks.texts, blocks.length.tolist(), blocks.link_length.tolist()) == (0, [], [], [])


def test_the_tables_of_names():
    for name in (*FREE_BLOCKS, "body", "caption", "td", "th", "tr", "tbody", "thead", "tfoot", "html", "hr"):
        assert tags.BLOCK_LEVEL[tags.CODE[name]]
    assert not any(tags.BLOCK_LEVEL[tags.CODE[name]] for name in INLINE[:-1])
    assert not tags.is_in(tags.BLOCK_LEVEL, np.array([tags.FIRST_CUSTOM, tags.FIRST_CUSTOM + 7])).any()


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("first_node", ints(0, 1)),
        ("first_node", ints(1, 2, 3)),
        ("first_node", ints(0, 1, 2)),
        ("first_node", ints(0, 3, 3)),
        ("owner", ints(2, 4)),
        ("owner", ints(2)),
        ("start", ints(0, 2)),
        ("end", ints(2, 3)),
        ("end", ints(1, 3, 4)),
        ("is_hidden", np.zeros(3, dtype=np.bool_)),
    ],
)
def test_check_catches(column, value):
    blocks: Blocks = segment(parse("<body>a<p>b<b>c")).check()
    with pytest.raises(ValueError, match="not valid Blocks"):
        replace(blocks, **{column: value}).check()


def labels(score, evidence, names=("is_long", "is_link")):
    return Labels(np.array(score, dtype=np.float32), np.array(evidence, dtype=np.uint32), names)


def test_labels_made_by_hand_are_valid():
    found = labels([0, 0.5, 1], [0, 1, 3]).check()
    assert len(found) == 3
    assert found.is_content.tolist() == [False, True, True]


def test_no_labels_are_valid():
    assert len(labels([], [], ()).check()) == 0


def test_evidence_is_told_by_name():
    found = labels([0, 0, 0, 0], [0, 1, 2, 3]).check()
    told = [found.evidence_of(i) for i in range(4)]
    assert told == [[], ["is_long"], ["is_link"], ["is_long", "is_link"]]


def test_the_last_of_32_names_has_a_bit():
    names = tuple(f"e{k}" for k in range(32))
    assert labels([1], [2**31], names).check().evidence_of(0) == ["e31"]


@pytest.mark.parametrize(
    ("score", "evidence", "names"),
    [
        ([0.5, 0.5], [0], ()),
        ([[0.5]], [[0]], ()),
        ([-0.01], [0], ()),
        ([1.01], [0], ()),
        ([np.nan], [0], ()),
        ([np.inf], [0], ()),
        ([0.5], [1], ()),
        ([0.5, 0.5], [1, 4], ("a", "b")),
    ],
)
def test_check_catches_bad_labels(score, evidence, names):
    with pytest.raises(ValueError, match="not valid Labels"):
        labels(score, evidence, names).check()
