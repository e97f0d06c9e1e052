"""Unique blocks: the definition, and the fast form that must give exactly the same answer."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from honbun.methods.unique_blocks import BlockOptions, similarity, unique_blocks, vectors
from honbun.methods.unique_blocks.blocks import FAITHFUL, Vocabulary, block_vectors
from honbun.methods.unique_blocks.similarity import has_same
from honbun.methods.unique_blocks.vectors import MANY, Vectors, are_same, is_same
from honbun.page import decode, parse
from honbun.page.blocks import segment
from honbun.page.page import Mask, Page

REAL_SITES = Path(__file__).parents[3] / "shared" / "data" / "sites-dev.parquet"


def unique_blocks_by_definition(pages: Iterable[Page], options: BlockOptions = FAITHFUL) -> list[Mask]:
    """The paper's words in plain Python: every block against every block of other pages, O(B²) for B blocks."""
    pages, vocabulary = list(pages), Vocabulary()
    blocks = [
        (number, row, of_page.vector(b))
        for number, of_page in enumerate([block_vectors(page, vocabulary, options) for page in pages])
        for b, row in enumerate(of_page.row.tolist())
    ]
    norms = [_dot(vector, vector) for _, _, vector in blocks]
    masks = [np.zeros(len(page), dtype=np.bool_) for page in pages]
    for (number, row, vector), norm in zip(blocks, norms, strict=True):
        masks[number][row] = not any(
            number != other_number and is_same(_dot(vector, other), norm, other_norm)
            for (other_number, _, other), other_norm in zip(blocks, norms, strict=True)
        )
    return masks


def _dot(u: dict[int, int], v: dict[int, int]) -> int:
    return sum(u[feature] * v[feature] for feature in u.keys() & v.keys())


def agree(left: list[Mask], right: list[Mask]) -> bool:
    return len(left) == len(right) and all(map(np.array_equal, left, right))


def shown(pages: list[Page]) -> list[list[str]]:
    """The content of each page."""
    return [
        [text for text, owner in zip(segment(page).texts, segment(page).owner, strict=True) if mask[owner]]
        for page, mask in zip(pages, unique_blocks(pages), strict=True)
    ]


def random_block(rng: random.Random) -> str:
    """A block of few features with small counts, or one large: many cosines near the threshold, and on it."""
    tag = rng.choice(["p", "div", "li"])
    if rng.random() < 0.1:
        # Two such blocks have a cosine of 1 or, if one of nine lines differs, of exactly 9 / 10.
        return f"<{tag}>" + "\n".join(rng.sample("abcdefghij", 9)) + f"</{tag}>"
    inline = [f"<{name}></{name}>" * rng.randint(0, 2) for name in ("b", "i", "a")]
    if rng.random() < 0.3:
        inline.append("<br>" * rng.randint(3, 12))
    lines = [f"{rng.choice('abcdefgh')}<br>" for _ in range(rng.choice([0, 1, 1, 2, 8]))]
    return f"<{tag}>{''.join(inline + lines)}</{tag}>"


def random_site(seed: int, pages: int = 4, blocks: int = 15) -> list[Page]:
    rng = random.Random(seed)
    return [parse("".join(random_block(rng) for _ in range(rng.randint(0, blocks)))) for _ in range(pages)]


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes with which a small site goes through every part of the search."""
    monkeypatch.setattr(similarity, "_MAX_SHORT_POSTINGS", 3)
    monkeypatch.setattr(similarity, "_BATCH_SIZE", 4)
    monkeypatch.setattr(vectors, "_MAX_PAIRS", 5)


@pytest.mark.parametrize("seed", range(200))
def test_both_forms_agree(seed: int) -> None:
    pages = random_site(seed)
    assert agree(unique_blocks(pages), unique_blocks_by_definition(pages))


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("seed", range(200, 300))
def test_both_forms_agree_whatever_the_sizes(seed: int) -> None:
    pages = random_site(seed)
    assert agree(unique_blocks(pages), unique_blocks_by_definition(pages))


def test_both_forms_agree_on_many_blocks_of_tags() -> None:
    pages = random_site(1, pages=40, blocks=40)
    assert agree(unique_blocks(pages), unique_blocks_by_definition(pages))


def test_both_forms_agree_with_options() -> None:
    pages = [parse(f"<div><img src={i % 2}><noscript><p>{i % 3}</noscript></div>") for i in range(5)]
    options = BlockOptions(with_src=True, without_noscript=True)
    assert agree(unique_blocks(pages, options), unique_blocks_by_definition(pages, options))


def random_vectors(seed: int, number: int) -> Vectors:
    """Vectors of mostly tags, some of them similar, on a few pages."""
    rng = np.random.default_rng(seed)
    scale = rng.choice([0, 1, 4, 15], size=(number, 12), p=[0.55, 0.25, 0.15, 0.05])
    tags = rng.poisson(scale)
    strings = rng.random((number, 80)) < 0.03
    dense = np.unique(np.column_stack([np.ones(number), tags, strings]).astype(np.int64), axis=0)
    row, feature = np.nonzero(dense)
    return Vectors(
        first=np.searchsorted(row, np.arange(len(dense) + 1)),
        feature=feature,
        count=dense[row, feature],
        norm=(dense**2).sum(axis=1) + rng.integers(0, 6, len(dense)),
        page=rng.integers(MANY, 20, len(dense)).astype(np.int32),
        id=np.arange(len(dense), dtype=np.int32),
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_join_is_that_of_all_pairs(seed: int) -> None:
    made = random_vectors(seed, 1500)
    dot = (made.matrix @ made.matrix.T).toarray()
    is_pair = 100 * dot**2 > 81 * made.norm[:, None] * made.norm
    is_pair &= made.page[:, None] != made.page
    expected = is_pair.any(axis=1) | (made.page == MANY)
    assert 0.2 < expected.mean() < 0.98
    assert np.array_equal(has_same(made), expected)


def test_a_cosine_of_exactly_nine_tenths_is_not_the_same() -> None:
    def page(lines: int, last: str) -> Page:
        return parse("<p>" + "".join(f"line {i}\n" for i in range(lines)) + last)

    # One tag and nine lines, eight of them shared: 9 / 10. With one line more 10 / 11.
    paragraph = [page(8, "mine"), page(8, "yours")]
    assert [int(mask.sum()) for mask in unique_blocks(paragraph)] == [1, 1]
    assert agree(unique_blocks(paragraph), unique_blocks_by_definition(paragraph))
    assert [int(mask.sum()) for mask in unique_blocks([page(9, "mine"), page(9, "yours")])] == [0, 0]


def test_thresholds_are_exact_for_large_counts() -> None:
    large = 10**9
    assert not is_same(9 * large, 10 * large, 10 * large)
    assert is_same(9 * large + 1, 10 * large, 10 * large)
    norm = np.full(2, 10 * large)
    assert are_same(np.array([9 * large, 9 * large + 1]), norm, norm).tolist() == [False, True]


def test_content_is_what_one_page_has() -> None:
    menu, footer = "<ul><li><a>Home</a><li><a>News</a></ul>", "<p>All rights reserved</p>"
    pages = [parse(f"{menu}<h1>Title {i}</h1><p>Story {i}</p>{footer}") for i in range(3)]
    assert shown(pages) == [[f"Title {i}", f"Story {i}"] for i in range(3)]


def test_paragraphs_of_many_breaks_look_alike() -> None:
    # What the published method gets wrong: vectors that are mostly tags.
    pages = [parse(f"<div>{''.join(f'line {i} of page {n}<br>' for i in range(20))}</div>") for n in range(2)]
    assert shown(pages) == [[], []]


def test_a_block_that_repeats_on_its_own_page_only_is_unique() -> None:
    pages = [parse("<p>Thank you</p><p>Thank you</p>"), parse("<p>You are welcome</p>")]
    assert shown(pages) == [["Thank you", "Thank you"], ["You are welcome"]]


@pytest.mark.parametrize("seed", range(300, 320))
def test_the_order_of_pages_does_not_matter(seed: int) -> None:
    pages = random_site(seed)
    order = random.Random(seed).sample(range(len(pages)), len(pages))
    masks = unique_blocks(pages)
    assert agree(unique_blocks([pages[i] for i in order]), [masks[i] for i in order])


@pytest.mark.parametrize("seed", range(320, 340))
def test_a_page_that_occurs_twice_has_nothing_unique(seed: int) -> None:
    pages = random_site(seed)
    masks = unique_blocks([*pages, pages[0]])
    assert not masks[0].any()
    assert not masks[-1].any()


@pytest.mark.parametrize("seed", range(340, 350))
def test_of_a_single_page_every_block_is_unique(seed: int) -> None:
    page = random_site(seed, pages=1)[0]
    names = {"body", "p", "div", "li"}
    (mask,) = unique_blocks([page])
    assert mask.tolist() == [page.tag_name(row) in names for row in range(len(page))]


def test_no_pages_and_empty_pages() -> None:
    assert unique_blocks([]) == []
    assert [mask.tolist() for mask in unique_blocks([Page(), Page()])] == [[], []]
    assert agree(unique_blocks(iter([Page()])), unique_blocks_by_definition(iter([Page()])))


def real_sites(sites: int, pages: int) -> list[list[Page]]:
    table = pytest.importorskip("pyarrow.parquet").read_table(REAL_SITES, columns=["set", "site", "html"])
    names = [json.dumps(name) for name in zip(*(table[c].to_pylist() for c in ("set", "site")), strict=True)]
    # Every fourth of the 40 sites, so that several collections are among them.
    chosen = list(dict.fromkeys(names))[::4][:sites]
    rows = [[i for i, name in enumerate(names) if name == site][:pages] for site in chosen]
    return [[parse(decode(table["html"][i].as_py()).text) for i in of_site] for of_site in rows]


@pytest.mark.skipif(not REAL_SITES.exists(), reason="the development corpora are not here")
def test_both_forms_agree_on_real_sites() -> None:
    sites = real_sites(sites=10, pages=4)
    assert len(sites) == 10
    for pages in sites:
        masks = unique_blocks(pages)
        assert agree(masks, unique_blocks_by_definition(pages))
        assert any(mask.any() for mask in masks)
