"""honbun inside other programs, each tested where its package is installed."""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import honbun
from honbun.integrations import pieces_of, read_pieces
from honbun.optional import import_other

SITES = Path(__file__).parents[2] / "examples" / "sites"
NEWS, BOARD = SITES / "news-en", SITES / "board"
PAGES = sorted(NEWS.glob("*.html"))[:3]
TEXTS = [honbun.extract(path.read_bytes()).text for path in PAGES]


def test_pages_become_pieces_with_their_facts() -> None:
    pieces = list(read_pieces(PAGES))
    assert [piece.text for piece in pieces] == TEXTS
    assert [piece.facts["source"] for piece in pieces] == list(map(str, PAGES))
    assert all(None not in piece.facts.values() for piece in pieces)


def test_posts_become_pieces() -> None:
    page = sorted(BOARD.glob("*.html"))[0]
    pieces = list(read_pieces(str(page), by_post=True))
    assert [piece.text for piece in pieces] == [post.text for post in honbun.posts(page.read_bytes())]
    assert len({piece.facts["key"] for piece in pieces}) == len(pieces) > 1


def test_what_gives_nothing_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a.html").write_text("<p>")
    with caplog.at_level(logging.WARNING):
        assert list(read_pieces([tmp_path / "a.html", tmp_path / "none.html"])) == []
    assert ["no text" in caplog.text, "no such path" in caplog.text] == [True, True]


def test_a_site_helps() -> None:
    site = honbun.Site.learn([(None, path.read_bytes()) for path in NEWS.glob("*.html")])
    html = PAGES[0].read_bytes()
    assert [piece.text for piece in pieces_of(html, site=site)] == [site.extract(html).text]


@pytest.mark.filterwarnings("default")
def test_langchain() -> None:
    pytest.importorskip("langchain_core")
    langchain = import_module("honbun.integrations.langchain")
    documents = langchain.HonbunLoader(PAGES, favour="recall").load()
    assert [document.metadata["title"] for document in documents] == [
        honbun.extract(path.read_bytes()).title for path in PAGES
    ]
    from langchain_core.documents import Document

    raw = Document(page_content=PAGES[0].read_text("utf-8"), metadata={"source": "https://a.example/", "tag": 1})
    [clean] = langchain.HonbunTransformer().transform_documents([raw])
    assert (clean.page_content, clean.metadata["tag"]) == (TEXTS[0], 1)


@pytest.mark.filterwarnings("default")
def test_llama_index() -> None:
    pytest.importorskip("llama_index.core")
    reader = import_module("honbun.integrations.llama_index").HonbunReader()
    documents = reader.load_data(PAGES, extra_info={"tag": 1})
    assert [document.text for document in documents] == TEXTS
    assert {document.metadata["tag"] for document in documents} == {1}


@pytest.mark.filterwarnings("default")
def test_haystack() -> None:
    pytest.importorskip("haystack")
    from haystack import Pipeline
    from haystack.dataclasses import ByteStream

    converter = import_module("honbun.integrations.haystack").HonbunConverter(keywords={"comments": True})
    sources = [PAGES[0], ByteStream(PAGES[1].read_bytes(), meta={"url": "https://a.example/b"})]
    pipeline = Pipeline()
    pipeline.add_component("convert", converter)
    documents = pipeline.run({"convert": {"sources": sources, "meta": {"tag": 1}}})["convert"]["documents"]
    assert [document.content for document in documents] == TEXTS[:2]
    assert documents[1].meta["url"] == "https://a.example/b"
    trusted = ["honbun.integrations.haystack"]
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=trusted)
    assert again.get_component("convert").keywords == {"comments": True}


@pytest.mark.filterwarnings("default")
def test_datatrove() -> None:
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    extractor = import_module("honbun.integrations.datatrove").HonbunExtractor()
    documents = (Document(text=path.read_text("utf-8"), id=path.name) for path in PAGES)
    assert [document.text for document in extractor.run(documents)] == TEXTS


def test_a_missing_package_is_named() -> None:
    with pytest.raises(honbun.MissingPackageError, match="pip install no-such-program"):
        import_other("no_such_program", "no-such-program")


@pytest.mark.filterwarnings("default")
def test_ray(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray.data")
    table = import_module("pyarrow").table({"url": list(map(str, PAGES)), "html": [p.read_bytes() for p in PAGES]})

    def texts(batch: dict[str, Any]) -> dict[str, Any]:
        pages = zip(batch["html"], batch["url"], strict=True)
        return batch | {"text": [honbun.extract(html, url).text for html, url in pages]}

    import_module("ray").init(num_cpus=1, include_dashboard=False, object_store_memory=100_000_000)
    try:
        ray.from_arrow(table).map_batches(texts, batch_size=2).write_parquet(str(tmp_path))
    finally:
        import_module("ray").shutdown()
    rows = import_module("pyarrow.parquet").read_table(tmp_path).to_pylist()
    assert {row["url"]: row["text"] for row in rows} == dict(zip(map(str, PAGES), TEXTS, strict=True))
