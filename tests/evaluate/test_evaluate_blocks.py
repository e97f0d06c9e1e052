"""Task blocks: counts by hand, labels of people, and gold that names its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from honbun.evaluate import Answer, Gold, read_corpus, score
from honbun.evaluate.cases import gold_of
from honbun.evaluate.corpus import for_task

HTML = (
    b"<body><ul><li>Home page menu<li>About us</ul><h1>Night ferry</h1><p>It sails again.</p><p>Lovely news!</p>"
)
GOLD = Gold(text="Night ferry\nIt sails again.", comments=("Lovely news!",))


def test_counts_of_blocks() -> None:
    scores = score("blocks", Answer(text="About us\nNight ferry"), Gold(text=GOLD.text), HTML)
    assert [scores[name] for name in ("correct", "predicted", "gold")] == [1, 2, 2]
    assert (scores["right"], scores["blocks"], scores["perfect"]) == (3, 5, 0)
    assert "comment_gold" not in scores


def test_comments_are_a_third_class() -> None:
    perfect = score("blocks", Answer(text=GOLD.text, comments=("Lovely news!",)), GOLD, HTML)
    assert (perfect["perfect"], perfect["right"], perfect["comment_correct"]) == (1, 5, 1)
    taken = score("blocks", Answer(text=f"{GOLD.text}\nLovely news!"), GOLD, HTML)
    assert (taken["perfect"], taken["right"], taken["comment_predicted"]) == (0, 4, 0)


def test_labels_of_people_come_before_the_text() -> None:
    labels = [{"label": "content", "first": "/html[1]/body[1]/p[1]#1", "last": "/html[1]/body[1]/p[1]#1"}]
    gold = gold_of({"text": "Night ferry", "labels": labels})
    scores = score("blocks", Answer(text="It sails again."), gold, HTML)
    assert (scores["correct"], scores["gold"], scores["perfect"]) == (1, 1, 1)


@pytest.mark.parametrize(("name", "task"), [("board", "posts"), ("blog", "comments"), ("search", "records"),
                                            ("syllabus", "fields"), ("news-ja", "blocks")])  # fmt: skip
def test_bundled_gold_is_a_corpus(name: str, task: str) -> None:
    file = Path(__file__).parents[2] / "examples" / "gold" / f"{name}.jsonl"
    corpus = for_task(read_corpus(file), task)
    assert not corpus.skipped
    assert len(corpus.cases) == len(file.read_text("utf-8").splitlines())
    assert len(corpus.sites()) == 1


def test_a_page_that_is_not_there_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text('{"page": "x.html", "text": "a"}\n', "utf-8")
    assert read_corpus(tmp_path / "gold.jsonl").skipped == ["gold.jsonl:1: no page x.html beside the gold"]
