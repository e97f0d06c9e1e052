"""The calls of `honbun.papers`: their answers are those of the methods, whose own tests hold the oracles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from paper_samples import corpus

from honbun import papers
from honbun.errors import FormatError, InputError, ModelError
from honbun.methods.element_identifiers import split_blog
from honbun.methods.node_classification import features, leaf_nodes
from honbun.methods.repeated_structure import post_texts, published_posts
from honbun.methods.templates import Series
from honbun.methods.unique_blocks.blocks import BlockOptions, block_vectors
from honbun.methods.unique_blocks.unique import unique_blocks
from honbun.page import decode, parse, segment
from honbun.papers.comparison import read_samples
from honbun.papers.doors import node_blocks
from honbun.papers.systems import fields_between

SITES = Path(__file__).parents[2] / "examples" / "sites"


def pages_of(site: str) -> list[tuple[str | None, bytes]]:
    return [(None, file.read_bytes()) for file in sorted((SITES / site).glob("*.html"))]


def parsed(site: str):
    return [parse(decode(html).text) for _, html in pages_of(site)]


def by_definition(site: str, threshold: float) -> list[list[str]]:
    """The text blocks of each page with no cosine above the threshold to another page's: all pairs."""
    vocabulary: dict[str, int] = {}
    pages = parsed(site)[:4]
    vectors = [
        [of.vector(block) for block in range(len(of))]
        for of in (block_vectors(page, vocabulary) for page in pages)
    ]

    def cosine(one, other):
        dot = sum(count * other.get(word, 0) for word, count in one.items())
        return dot / np.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))

    kept = []
    for number, page in enumerate(pages):
        others = [vector for other, own in enumerate(vectors) if other != number for vector in own]
        rows = block_vectors(page, vocabulary).row
        unique = {
            int(row)
            for row, vector in zip(rows, vectors[number], strict=True)
            if not any(cosine(vector, other) > threshold + 1e-9 for other in others)
        }
        blocks = segment(page)
        kept.append(
            [text for owner, text in zip(blocks.owner.tolist(), blocks.texts, strict=True) if owner in unique]
        )
    return kept


@pytest.mark.parametrize("threshold", [0.6, 0.9])
def test_unique_blocks_are_those_of_the_definition(threshold: float) -> None:
    documents = papers.unique_blocks(pages_of("blog")[:4], threshold=threshold)
    assert [[block.text for block in document.content] for document in documents] == by_definition(
        "blog", threshold
    )


def test_unique_blocks_say_why() -> None:
    document = papers.unique_blocks(pages_of("blog"))[0]
    assert {name for block in document.content for name in document.labels.evidence_of(block.i)} == {
        "on no other page"
    }
    assert document.labels.check()
    assert document.title is None


def test_a_threshold_must_be_a_share() -> None:
    with pytest.raises(FormatError, match="threshold"):
        papers.unique_blocks(pages_of("blog"), threshold=1.5)
    with pytest.raises(FormatError, match="agreement"):
        papers.posts(pages_of("board"), agreement=2.0)


def test_lower_thresholds_keep_less() -> None:
    pages = parsed("news-en")
    kept = [
        sum(int(mask.sum()) for mask in unique_blocks(pages, BlockOptions(threshold=t))) for t in (0.5, 0.9, 1.0)
    ]
    assert kept == sorted(kept)


@pytest.mark.parametrize("complete", [True, False])
def test_element_identifiers_are_those_of_the_method(complete: bool) -> None:
    pages = parsed("blog")
    for document, page, parts in zip(
        papers.element_identifiers(pages_of("blog"), complete=complete),
        pages,
        split_blog(pages, complete=complete),
        strict=True,
    ):
        blocks = segment(page)
        assert document.labels.is_content.tolist() == parts.post[blocks.owner].tolist()
        assert len(document.comments) == int(parts.comment.any())


def test_given_content_is_only_separated() -> None:
    pages = parsed("blog")
    given = [parts.post | parts.comment for parts in split_blog(pages)]
    for mask, parts in zip(given, split_blog(pages, complete=False, content=given), strict=True):
        assert (parts.post | parts.comment).tolist() == mask.tolist()


def test_posts_are_those_of_the_method() -> None:
    pages = parsed("board")
    for number, thread in enumerate(papers.posts(pages_of("board"), siblings=2)):
        window = [pages[(number + step) % len(pages)] for step in range(3)]
        assert [post.text for post in thread] == post_texts(pages[number], published_posts(window))


def test_templates_print_the_published_strings() -> None:
    pages = pages_of("syllabus")
    (found,) = papers.templates(pages)
    series = Series.of([decode(html).text for _, html in pages])
    assert found.template == series.published()
    assert found.template.frequency == len(pages)
    assert 0 < found.common <= len(found.template.strings)
    assert max(found.to_dict()["spectrum"], key=lambda row: row["F"])["f"] == len(pages)
    assert [each.template.frequency for each in papers.templates(pages_of("search"), tags=True)] == [10, 10, 10, 7]
    with pytest.raises(InputError, match="two pages"):
        papers.templates(pages[:1])


def test_fields_stand_between_the_strings() -> None:
    rows = fields_between(
        [
            (None, f"<p>Name: {name}</p><p>Age: {age}</p>")
            for name, age in (("Ada", "7"), ("Bo", "42"), ("Cy", "19"))
        ]
    )
    assert [list(row.values()) for row in rows] == [[("Ada",), ("7",)], [("Bo",), ("42",)], [("Cy",), ("19",)]]


@pytest.mark.parametrize("learner", papers.LEARNERS)
def test_a_saved_model_predicts_what_its_learner_predicts(learner: str, tmp_path: Path) -> None:
    from honbun.methods.node_classification.learners import classifiers, moments

    model = papers.train_nodes([corpus()], learner=learner, folds=2)
    model.save(tmp_path / "nodes.npz")
    loaded = papers.NodeModel.load(tmp_path / "nodes.npz")
    samples = read_samples(corpus())
    mean, deviation = moments(samples.values)
    own = classifiers(2, 0)[learner]
    own.fit((samples.values - mean) / deviation, samples.is_clean, samples.page)
    wanted = own.predict((samples.values - mean) / deviation)
    assert loaded.predict(samples.values).tolist() == wanted.tolist()
    assert loaded.about["nodes"] == len(samples)
    documents = papers.nodes([(case.url, case.html) for case in samples.corpus.cases], model=loaded)
    assert sum(len(document.content) for document in documents) == int(wanted.sum())


def test_what_is_no_model_of_nodes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nodes.npz"
    file.write_bytes(b"no model")
    with pytest.raises(ModelError, match="not a model"):
        papers.NodeModel.load(file)
    with pytest.raises(FormatError, match="unknown learner"):
        papers.train_nodes([corpus()], learner="forest")


def test_the_shipped_model_finds_articles() -> None:
    documents = papers.nodes(pages_of("news-en"))
    assert sum("ferry" in document.text for document in documents) >= 1
    assert all(document.blocks.check() for document in documents)


def test_nodes_are_blocks() -> None:
    page = parse("<body>a<p>b<br>c</p><ul><li>d<li>e</ul>")
    nodes = leaf_nodes(page)
    assert node_blocks(nodes).check().texts == nodes.texts == ["a", "b", "c", "d\ne"]
    assert len(features(nodes)) == 4


@pytest.mark.parametrize(
    ("name", "site", "line"),
    [
        ("unique_blocks", "blog", "nearest: "),
        ("element_identifiers", "blog", "post       .entry"),
        ("nodes", "news-en", "nodes are clean"),
        ("posts", "board", "agreement of layers"),
        ("templates", "syllabus", "f, V(f), F(f)"),
    ],
)
def test_every_method_explains_itself(name: str, site: str, line: str) -> None:
    assert any(line in found for found in papers.explain(name, pages_of(site)[:3]))


def test_an_unknown_method_names_the_known_ones() -> None:
    with pytest.raises(FormatError, match="known: element_identifiers"):
        papers.explain("vips", [])
