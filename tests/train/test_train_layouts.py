"""Pages laid out anew: what is main text stays known, and the same seed gives the same page."""

from __future__ import annotations

import pytest

from honbun.evaluate import Case, Corpus, Gold, GoldPost
from honbun.extraction import read
from honbun.train import build, with_layouts
from honbun.train.dataset import REMADE
from honbun.train.layouts import remake
from honbun.train.surroundings import Source

PARAGRAPHS = [f"Day {i}, north wind, snow again, and a long way to go: we walked for {i} hours." for i in range(6)]
SOURCE = Source(
    title="The long journey",
    before=[("Home", "link"), ("News", "link")],
    main=[("The first days", "heading"), *((text, "paragraph") for text in PARAGRAPHS)],
    between=[("A picture of the north", "line")],
    after=[
        ("Imprint", "link"),
        ("All rights are reserved by the people who made this page and no one else.", "paragraph"),
    ],
)
OTHER = Source("Another story", [], [("It begins elsewhere, and nobody knows where.", "paragraph")], [], [])
REMARKS = ["I was there, too.\nIt was cold.", "Lovely text, thank you for sharing it with all of us."]


@pytest.mark.parametrize("seed", range(60))
def test_every_text_is_on_the_page_and_the_gold_is_the_main_text(seed: int) -> None:
    made = remake(SOURCE, REMARKS, [OTHER], seed)
    shown = "".join("".join(read(made.html, None).blocks.texts).split())
    for line in made.main.split("\n"):
        for cell in line.split("\t"):
            assert "".join(cell.split()) in shown
    wanted = {"The long journey", "The first days", *PARAGRAPHS}
    assert all(line in wanted or "\t" in line for line in made.main.split("\n"))
    if made.comments:
        assert "Iwasthere,too." in shown
        assert "Lovely text" in made.comments
    else:
        assert "Lovely" not in shown
    assert "Lovely text" not in made.main


def test_some_pages_have_comments_some_a_table_and_some_are_small() -> None:
    made = [remake(SOURCE, REMARKS, [OTHER], seed) for seed in range(100)]
    assert 60 < sum(bool(page.comments) for page in made) < 100
    assert 3 < sum("\t" in page.main for page in made) < 50
    assert any(len(page.main) < 200 for page in made)


def test_the_same_seed_gives_the_same_page() -> None:
    assert remake(SOURCE, REMARKS, [OTHER], 3) == remake(SOURCE, REMARKS, [OTHER], 3)
    assert len({remake(SOURCE, REMARKS, [OTHER], seed).html for seed in range(20)}) > 15


def test_text_cannot_become_markup() -> None:
    hostile = Source("<script>", [("<b>", "link")], [("a <i> & b" * 20, "paragraph")] * 3, [], [])
    for seed in range(20):
        made = remake(hostile, ["<hr> said"], [], seed)
        assert "a <i> & b" in "\n".join(read(made.html, None).blocks.texts).replace("\n", " ")


def _case(number: int, page_type: str = "article") -> Case:
    html = "<title>T</title><nav><a href=/>Home</a></nav>" + "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    gold = Gold(text="\n".join(PARAGRAPHS), posts=(GoldPost("A post that somebody wrote."),))
    return Case(str(number), "a set", f"site{number}", None, "en", page_type, html.encode(), gold)


def test_a_dataset_grows_by_pages_of_its_own_sites() -> None:
    corpus = Corpus("c", "digest", [_case(1), _case(2), _case(3, "listing")])
    data = with_layouts(build([corpus]), [corpus], 5)
    assert [sample.source for sample in data.samples[3:]] == [REMADE] * 5
    assert {sample.site for sample in data.samples[3:]} <= {"site1", "site2"}
    assert all(sample.content.any() for sample in data.samples)
    assert data.kinds == ("article", "listing")
    assert not any(sample.kind for sample in data.samples[3:])
    assert data.sources == {"a set": 3, REMADE: 5}


def test_a_corpus_without_articles_is_left_as_it_is() -> None:
    corpus = Corpus("c", "digest", [_case(1, "listing")])
    data = build([corpus])
    assert with_layouts(data, [corpus], 5) is data
