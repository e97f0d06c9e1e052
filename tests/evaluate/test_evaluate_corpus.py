from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from honbun.errors import CorpusError, FormatError
from honbun.evaluate.cases import Case, Gold, GoldPost, UnusableGold, gold_of, object_of_json
from honbun.evaluate.corpus import Corpus, for_task, read_corpus, sample


def row(name: str, **other: Any) -> dict[str, Any]:
    gold = other.pop("gold", json.dumps({"text": "t"}))
    return {"id": name, "set": "s", "site": "a", "url": None, "html": b"<p>", "gold": gold} | other


def parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def test_parquet(tmp_path: Path) -> None:
    rows = [
        row("1", lang="ja", page_type="article"),
        row("2", site="b"),
        row("3"),
        row("4", site=""),
        row("1"),
        row("5", gold="{"),
        row("6", gold=None),
        row("7", gold='{"title": "t"}'),
    ]
    corpus = read_corpus(parquet(tmp_path / "mine.parquet", rows))
    assert corpus.name == "mine"
    # pages of a site lie together, and a page of unknown site stands alone
    assert [(case.key, case.site) for case in corpus.cases] == [
        ("s/1", "a"),
        ("s/3", "a"),
        ("s/2", "b"),
        ("s/4", "?4"),
    ]
    assert corpus.cases[0] == Case("1", "s", "a", None, "ja", "article", b"<p>", Gold("t"))
    assert [line.split(":")[0] for line in corpus.skipped] == ["s/1", "s/5", "s/6", "s/7"]
    assert "none of text" in corpus.skipped[3]


def test_json_lines(tmp_path: Path) -> None:
    rows: list[Any] = [
        row("1", html="<p>本文", gold={"text": "本文"}, page_type="article", lang=7),
        row("2", html="<p>", site=None),
        row("1", html="<p>"),
        row("3", html="<p>", gold={"title": "t"}),
        row("4", html=None),
        row("5", html=["<p>"]),
        {"id": "6", "html": "<p>"},
        ["7"],
    ]
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n\n{\n", "utf-8")
    corpus = read_corpus(path)
    assert corpus.name == "mine"
    html = "<p>本文".encode()
    assert corpus.cases[0] == Case("1", "s", "a", None, "", "article", html, Gold("本文"))
    assert [(case.key, case.site) for case in corpus.cases] == [("s/1", "a"), ("s/2", "?2")]
    said = ["s/1: a page", "s/3: gold states none", "s/4: no html", "mine.jsonl:6: html is not a text but list"]
    said += [
        "mine.jsonl:7: no set, site, gold",
        "mine.jsonl:8: the line is no",
        "mine.jsonl:10: the line is no",
    ]
    assert all(any(line.startswith(words) for line in corpus.skipped) for words in said), corpus.skipped
    assert len(corpus.skipped) == len(said)


def test_missing_columns_are_named(tmp_path: Path) -> None:
    path = parquet(tmp_path / "x.parquet", [{"id": "1", "html": b"", "site": "a"}])
    with pytest.raises(CorpusError) as caught:
        read_corpus(path)
    assert "no column set, gold" in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"PAR1 not really PAR1"])
def test_broken_file(tmp_path: Path, content: bytes) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "x.parquet"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match="not a readable Parquet file"):
        read_corpus(path)


def test_no_such_corpus_and_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no such corpus"):
        read_corpus(tmp_path / "nothing")
    with pytest.raises(CorpusError, match=r"no pairs of x\.html and x\.json"):
        read_corpus(tmp_path)


@pytest.fixture
def wcxb(tmp_path: Path) -> Path:
    for name in ("html", "ground-truth"):
        (tmp_path / "dev" / name).mkdir(parents=True)
    truths: dict[str, Any] = {
        "0001": {
            "url": "https://www.a.example/x",
            "_internal": {"page_type": {"primary": "category"}},
            "ground_truth": {"main_content": "Text", "with": ["Te"], "without": None},
        },
        "0002": {"url": None, "ground_truth": {"main_content": None}},
        "0003": {"ground_truth": "?"},
        "0004": {"ground_truth": {"main_content": "no page"}},
        "0005": {"ground_truth": {"main_content": "broken page"}},
    }
    for name, truth in truths.items():
        (tmp_path / "dev" / "ground-truth" / f"{name}.json").write_text(json.dumps(truth), "utf-8")
    for name in ("0001", "0003"):
        (tmp_path / "dev" / "html" / f"{name}.html.gz").write_bytes(gzip.compress(b"<p>" + name.encode()))
    (tmp_path / "dev" / "html" / "0002.html").write_bytes(b"<p>0002")
    (tmp_path / "dev" / "html" / "0005.html.gz").write_bytes(gzip.compress(b"x" * 99)[:-9])
    return tmp_path


def test_wcxb_folder(wcxb: Path) -> None:
    corpus = read_corpus(wcxb)
    assert corpus.name == "wcxb-dev"
    first, second = corpus.cases
    gold = Gold("Text", with_=("Te",))
    assert first == Case(
        "0001", "wcxb", "a.example", "https://www.a.example/x", "", "collection", b"<p>0001", gold
    )
    assert (second.gold.text, second.page_type, second.url, second.site) == ("", "article", None, "?0002")
    assert [line.split(":")[0] for line in corpus.skipped] == ["wcxb/0003", "wcxb/0004", "wcxb/0005"]
    assert read_corpus(wcxb / "dev") == corpus


def test_pairs(tmp_path: Path) -> None:
    (tmp_path / "news").mkdir()
    (tmp_path / "a.html").write_bytes(b"<p>a")
    (tmp_path / "a.json").write_text(
        '{"text": "a", "url": "http://h.example/", "lang": "de", "page_type": "article"}'
    )
    (tmp_path / "news" / "b.x.htm").write_bytes(b"<p>b")
    (tmp_path / "news" / "b.x.json").write_text('\ufeff{"posts": [{"text": "p", "author": "Bob"}]}', "utf-8")
    (tmp_path / "alone.html").write_bytes(b"")
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "bad.html").write_bytes(b"")
    (tmp_path / "bad.json").write_text("[]")
    corpus = read_corpus(tmp_path)
    first, second = corpus.cases
    assert (first.id, first.set, first.site, first.language) == ("a", tmp_path.name, "h.example", "de")
    assert (second.id, second.site, second.gold.posts) == ("news/b.x", "news", (GoldPost("p", "Bob"),))
    reasons = [line.partition(": ")[2] for line in corpus.skipped]
    assert reasons == ["no gold beside it", "gold is not a JSON object but list", "no page beside it"]


@pytest.mark.parametrize(
    ("gold", "reason"),
    [
        ("{", "not JSON"),
        ("3", "not a JSON object"),
        ("{}", "states none of"),
        ('{"text": null}', "states none of"),
        ('{"text": 3}', "text is not a text but int"),
        ('{"comments": "c"}', "comments is not a list but str"),
        ('{"posts": [{"author": "x"}]}', "the text of a post"),
        ('{"posts": [{"text": "x", "date": 3}]}', "the date of a post"),
        ('{"fields": {"a": "v"}}', r"fields\.a is not a list"),
        ('{"records": [["v"]]}', "one of records is not an object"),
        ('{"records": [{"c0": 1}]}', "cell c0 is not a text"),
    ],
)
def test_unusable_gold_says_why(gold: str, reason: str) -> None:
    with pytest.raises(UnusableGold, match=reason):
        gold_of(object_of_json(gold))


def test_whole_gold() -> None:
    value = {
        "text": "t",
        "comments": ["c"],
        "comments_apart": True,
        "posts": [{"text": "p", "author": None, "date": "d"}],
        "fields": {"a": ["v", "w"], "b": []},
        "records": [{"c0": "x"}],
        "with": ["w"],
        "without": ["o"],
        "by": "markup",
    }
    fields = {"a": ("v", "w"), "b": ()}
    expected = Gold("t", ("c",), True, (GoldPost("p", None, "d"),), fields, ({"c0": "x"},), ("w",), ("o",))
    assert gold_of(object_of_json(json.dumps(value))) == expected


def test_comments_are_texts_or_objects_with_author_and_date() -> None:
    said = [{"text": "c", "author": "a", "date": "d"}, "e"]
    gold = gold_of({"comments": said, "comments_apart": True})
    assert gold.comments == ("c", "e")
    assert gold.comment_posts == (GoldPost("c", "a", "d"), GoldPost("e"))
    assert gold_of({"comments": ["c"]}).comment_posts is None
    with pytest.raises(UnusableGold, match="one of comments is not a text but int"):
        gold_of({"comments": [1]})


def test_authors_of_comments_change_the_digest_and_texts_keep_it(tmp_path: Path) -> None:
    def digest(name: str, comments: object) -> str:
        gold = json.dumps({"comments": comments})
        return read_corpus(parquet(tmp_path / f"{name}.parquet", [row("1", gold=gold)])).digest

    # The digest that corpora of such pages had before comments could have authors.
    assert digest("x", ["c"]) == "6e8774d4afc0"
    assert digest("y", [{"text": "c", "author": "a"}]) != digest("z", [{"text": "c", "author": "b"}])


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    rows = [row(f"{site}-{i}", site=f"site{site}") for site in range(20) for i in range(5)]
    return read_corpus(parquet(tmp_path / "c.parquet", rows))


def test_digest_says_which_pages(tmp_path: Path) -> None:
    rows = [row("1"), row("2", site="b")]
    first = read_corpus(parquet(tmp_path / "x.parquet", rows))
    assert len(first.digest) == 12
    assert read_corpus(parquet(tmp_path / "y.parquet", rows[::-1])).digest == first.digest
    for change in ({"html": b"<b>"}, {"gold": '{"text": "u"}'}, {"id": "3"}):
        assert read_corpus(parquet(tmp_path / "z.parquet", [rows[0] | change, rows[1]])).digest != first.digest


def test_sample_is_stable_and_nested(corpus: Corpus) -> None:
    small, large = sample(corpus, 10), sample(corpus, 30)
    keys = {case.key for case in small.cases}
    assert len(keys) == 10
    assert keys < {case.key for case in large.cases}
    assert sample(corpus, 10) == small
    assert small.digest not in (corpus.digest, large.digest)
    assert sample(corpus, 1000) is corpus


def test_sample_of_whole_sites(corpus: Corpus) -> None:
    part = sample(corpus, 12, whole_sites=True)
    assert [len(cases) for cases in part.sites().values()] == [5, 5, 5]


def test_only_pages_with_gold_for_the_task(tmp_path: Path) -> None:
    rows = [row("1"), row("2", gold='{"posts": []}')]
    corpus = read_corpus(parquet(tmp_path / "x.parquet", rows))
    posts = for_task(corpus, "posts")
    assert [case.id for case in posts.cases] == ["2"]
    assert posts.skipped == ["s/1: gold has no posts"]
    with pytest.raises(FormatError, match="content, site"):
        for_task(corpus, "nonsense")
