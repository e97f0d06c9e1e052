"""The desk: guesses, changes, carrying over, agreement, and the corpus that comes of it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from annotate_desks import STORIES, block_with, desk_of, pages, story

import honbun
from honbun.annotate import Desk, GuessOptions, add_pages, open_desk
from honbun.annotate.store import DONE, NEW, OPEN, REVIEW, SKIPPED
from honbun.annotate.transfer import anchors_of, moved
from honbun.errors import FormatError, InputError
from honbun.evaluate.corpus import read_corpus
from honbun.input.types import RawPage
from studio_pages import THREAD

GREEK = (
    "<meta charset=iso-8859-7><title>Τίτλος</title>"
    "<p>Το παλιό λιμάνι επισκευάστηκε τον χειμώνα, είπε ο λιμενάρχης."
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_of(tmp_path)


def marks_of(desk: Desk, page: int = 1, annotator: str = "ann") -> str:
    return desk.store.work(page, annotator).marks


def test_pages_come_with_the_guess_of_honbun(desk: Desk) -> None:
    marks = marks_of(desk)
    assert marks[block_with(desk, 1, "The wall of")] == "c"
    assert marks[block_with(desk, 1, "Home")] == "-"
    assert [each["status"] for each in desk.queue("ann")] == [NEW] * 4
    assert desk.store.work(1, "ann").undo is None


def test_posts_begin_where_their_authors_stand(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, [RawPage(THREAD.encode())])
    result = desk.result(1, "ann")
    assert [post["author"] for post in result["posts"]] == ["Ada", "Bert", "Cleo", "Ada"]
    assert [post["date"] for post in result["posts"]] == [f"2024-03-0{day} 10:1{day}" for day in range(1, 5)]
    assert result["posts"][1]["text"].startswith("Is the yeast")
    assert result["title"] == "Bread that does not rise"


def test_a_change_is_kept_undone_and_made_again(desk: Desk, tmp_path: Path) -> None:
    before = marks_of(desk)
    block = block_with(desk, 1, "By Courier")
    desk.label(1, "ann", [block], "author")
    assert marks_of(desk)[block] == "a"
    assert marks_of(desk, annotator="bob") == before
    again = open_desk(tmp_path / "corpus.jsonl")
    change = again.store.work(1, "ann").undo
    assert change is not None
    again.undo(1, "ann", change)
    again.undo(1, "ann", change)
    assert marks_of(desk) == before
    redo = again.store.work(1, "ann").redo
    assert redo == change
    again.undo(1, "ann", change, again=True)
    assert marks_of(desk)[block] == "a"
    desk.undo(1, "ann", change)
    desk.label(1, "ann", [block], "date")
    assert desk.store.work(1, "ann").redo is None


def test_a_page_that_is_changed_is_no_longer_done(desk: Desk) -> None:
    desk.finish(1, "ann", is_done=True, kind="service")
    assert (desk.store.work(1, "ann").status, desk.store.work(1, "ann").kind) == (DONE, "service")
    desk.label(1, "ann", [0], "title")
    assert desk.store.work(1, "ann").status == OPEN


@pytest.mark.parametrize("name", ["", " ", "honbun", "x" * 41, "a\nb"])
def test_names_that_are_none_are_refused(desk: Desk, name: str) -> None:
    with pytest.raises(InputError):
        desk.label(1, name, [0], "title")


def test_what_is_not_there_is_refused(desk: Desk) -> None:
    with pytest.raises(FormatError, match="unknown label"):
        desk.label(1, "ann", [0], "junk")
    with pytest.raises(FormatError, match="unknown kind"):
        desk.finish(1, "ann", is_done=True, kind="junk")
    with pytest.raises(FormatError, match="unknown order"):
        desk.queue("ann", "junk")
    with pytest.raises(InputError, match="no such page"):
        desk.label(9, "ann", [0], "title")


def test_labels_are_carried_over_to_pages_of_the_layout_and_wait_for_review(desk: Desk) -> None:
    other = story("mill").replace(b"<article>", b"<section id=x><table><tr><td>").replace(b"class=", b"title=")
    add_pages(desk, [RawPage(other, "https://else.example/")])
    desk.guess(GuessOptions())
    desk.finish(4, "ann", is_done=True)
    desk.label(1, "ann", [block_with(desk, 1, "By Courier")], "author")
    desk.label(1, "ann", [block_with(desk, 1, "pie night")], "content")
    changed = desk.carry(1, "ann")
    assert [each["page"] for each in changed] == [2, 3]
    for page in (2, 3):
        work = desk.store.work(page, "ann")
        assert (work.status, work.template) == (REVIEW, 1)
        assert work.marks[block_with(desk, page, "By Courier")] == "a"
        assert work.marks[block_with(desk, page, "pie night")] == "c"
        assert work.marks[block_with(desk, page, "Home")] == "-"
        assert set(work.differing) >= {block_with(desk, page, "By Courier")}
        assert work.undo is not None
        desk.undo(page, "ann", work.undo)
        assert marks_of(desk, page) == desk.store.stored(page).guess.marks
    assert desk.store.work(4, "ann").status == DONE
    assert desk.store.work(5, "ann").status == NEW
    assert desk.carry(1, "bob") == []


def test_annotators_are_compared_with_each_other_and_with_honbun(desk: Desk) -> None:
    wall = block_with(desk, 1, "The wall of")
    for name in ("ann", "bob"):
        desk.finish(1, name, is_done=True)
        desk.finish(2, name, is_done=True)
    desk.label(1, "bob", [wall], "other")
    desk.finish(1, "bob", is_done=True)
    desk.finish(3, "ann", is_done=True)
    rows = {(row.annotator, row.against, row.what): row for row in desk.agreement()}
    text = rows["bob", "ann", "text"]
    assert (text.pages, text.precision, text.perfect) == (2, 1.0, 0.5)
    assert 0 < text.recall < 1
    assert text.f1 == pytest.approx(2 * text.recall / (1 + text.recall))
    assert rows["honbun", "ann", "text"].f1 == 1.0
    assert rows["honbun", "ann", "text"].pages == 3
    assert rows["honbun", "bob", "text"].precision < 1
    assert ("bob", "ann", "comments") not in rows


def test_the_corpus_is_what_evaluate_reads(desk: Desk) -> None:
    assert desk.export() == 0
    desk.label(1, "ann", [block_with(desk, 1, "By Courier")], "author")
    desk.finish(1, "ann", is_done=True, kind="article")
    assert desk.export() == 1
    (case,) = read_corpus(desk.corpus).cases
    assert case.gold.text == "\n".join(STORIES["wall"])
    assert (case.page_type, case.site, case.url) == ("article", "courier.example", "https://courier.example/wall")
    assert honbun.extract(case.html).title == "The wall"
    row = json.loads(desk.corpus.read_text("utf-8"))
    assert row["annotators"] == ["ann"]
    assert row["gold"]["author"] == "Courier staff"
    labels = {label["label"]: label for label in row["gold"]["labels"]}
    assert labels["author"]["first"] == labels["author"]["last"] == "/html[1]/body[1]/main[1]/article[1]/p[1]#1"


def test_most_annotators_decide_and_the_last_one_where_they_are_even(desk: Desk) -> None:
    block = block_with(desk, 1, "pie night")
    for name, label in (("ann", "content"), ("bob", "other"), ("cy", "content")):
        desk.label(1, name, [block], label)
        desk.finish(1, name, is_done=True)
    desk.export()
    assert "pie night" in desk.corpus.read_text("utf-8").split('"gold"')[1]
    desk.finish(1, "cy", is_done=False)
    desk.finish(1, "bob", is_done=True)
    desk.export()
    assert "pie night" not in desk.corpus.read_text("utf-8").split('"gold"')[1]


@pytest.mark.parametrize("body", [GREEK.encode("iso-8859-7"), GREEK.encode("utf-8-sig"), GREEK.encode("utf-16")])
def test_pages_in_any_encoding_come_out_as_they_are_read(tmp_path: Path, body: bytes) -> None:
    desk = desk_of(tmp_path, [RawPage(body)])
    desk.label(1, "ann", range(len(marks_of(desk))), "content")
    desk.finish(1, "ann", is_done=True)
    desk.export()
    (case,) = read_corpus(desk.corpus).cases
    assert "λιμάνι" in (case.gold.text or "")
    assert "λιμάνι" in honbun.extract(case.html).text


def test_a_page_is_added_once(desk: Desk) -> None:
    assert add_pages(desk, pages()) == (0, [])
    assert desk.guess(GuessOptions()) == (0, [])


def test_the_least_sure_pages_come_first(desk: Desk) -> None:
    figures = [each["confidence"] for each in desk.queue("ann", "unsure")]
    assert figures == sorted(figures)
    assert [each["page"] for each in desk.queue("ann", "given")] == [1, 2, 3, 4]


def test_labels_hold_to_nodes_when_blocks_are_cut_otherwise(desk: Desk, tmp_path: Path) -> None:
    blocks = desk.outline(1).blocks
    anchors, marks = anchors_of(blocks), marks_of(desk)
    assert moved(marks, anchors, blocks) == marks
    joined = [(anchors[0][0], anchors[2][1]), *anchors[3:]]
    assert moved("t" + marks[3:], joined, blocks) == "ttt" + marks[3:]
    desk.label(1, "ann", [block_with(desk, 1, "pie night")], "content")
    # As an older honbun might have stored it: the first three blocks were one.
    database = sqlite3.connect(desk.store.path)
    (skeleton,) = database.execute("SELECT skeleton FROM pages WHERE page = 1").fetchone()
    stored = json.loads(skeleton) | {"anchors": joined}
    database.execute("UPDATE pages SET skeleton = ? WHERE page = 1", (json.dumps(stored),))
    guess = f'{{"marks": "t{desk.store.stored(1).guess.marks[3:]}"}}'
    database.execute("UPDATE pages SET guess = json_patch(guess, ?) WHERE page = 1", (guess,))
    database.execute("UPDATE work SET marks = 't' || substr(marks, 4)")
    database.commit()
    database.close()
    later = open_desk(tmp_path / "corpus.jsonl")
    later.state(1, "ann")
    assert marks_of(later)[:3] == "ttt"
    assert marks_of(later)[block_with(later, 1, "pie night")] == "c"
    assert len(marks_of(later, annotator="bob")) == len(anchors)


def test_empty_and_hostile_pages_can_be_labelled(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, [RawPage(b""), RawPage(b"\x89PNG\r\n"), RawPage(b"<div>" * 3000 + b"deep")])
    for page in (1, 2, 3):
        desk.shown(page)
        assert desk.frame(page).startswith("<!doctype html>")
        desk.carry(page, "ann")
        desk.finish(page, "ann", is_done=True)
    assert desk.export() == 3
    assert len(read_corpus(desk.corpus).cases) == 3


def test_a_kind_that_only_a_model_of_ones_own_knows_can_be_told(desk: Desk) -> None:
    own = replace(desk.store.stored(2).guess, kind="recipe")
    desk.store.set_guess(2, own, desk.store.skeleton(2))
    assert desk.kinds()[-1] == "recipe"
    desk.finish(1, "ann", is_done=True, kind="recipe")
    assert desk.store.work(1, "ann").kind == "recipe"


def test_a_page_that_shows_a_defect_can_be_labelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("honbun.annotate.guess.explanation_of", fail)
    desk = desk_of(tmp_path)
    assert set(marks_of(desk)) == {"-"}
    desk.label(1, "ann", [block_with(desk, 1, "The wall of")], "content")
    assert "c" in marks_of(desk)


def test_files_that_are_no_work_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.work").write_text("something else entirely, longer than a header\n" * 40)
    with pytest.raises(InputError, match="not a work file"):
        open_desk(tmp_path / "a.jsonl")
    with pytest.raises(InputError, match="no such folder"):
        open_desk(tmp_path / "none" / "a.jsonl")
    desk_of(tmp_path).store.close()
    with sqlite3.connect(tmp_path / "corpus.jsonl.work") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(InputError, match="format 99"):
        open_desk(tmp_path / "corpus.jsonl")


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.work"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE pages (precious TEXT)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="tables of something else"):
        open_desk(tmp_path / "a.jsonl")
    assert path.read_bytes() == before


def test_a_damaged_work_file_is_named(tmp_path: Path) -> None:
    store = desk_of(tmp_path).store
    store.close()
    body = bytearray(store.path.read_bytes())
    body[5000:-5000] = bytes(len(body) - 10_000)
    store.path.write_bytes(body)
    with pytest.raises(InputError, match="not a work file"):
        open_desk(tmp_path / "corpus.jsonl").store.all_stored()


SHOP = "<h1>Lamps</h1>" + "".join(
    f"<div class=item><small>Sold: {day} May</small><h2>Lamp {day}</h2><p class=price>Price: {day}0 EUR</p>"
    f"{'<p class=maker>Acme</p>' if day != 2 else ''}</div>"
    for day in (1, 2, 3)
)


def column(desk: Desk, name: str, *words: str) -> None:
    desk.add_label(name, "column")
    desk.label(1, "ann", [block_with(desk, 1, each) for each in words], name)


def test_a_colon_makes_no_label_of_what_only_one_cell_has(tmp_path: Path) -> None:
    titles = ("Moths: a calm guide", "Blankets of 1804", "Wool and water")
    shop = "".join(
        f"<div class=item><h2>{title}</h2><p>Price: 1{n} EUR</p></div>" for n, title in enumerate(titles)
    )
    desk = desk_of(tmp_path, [RawPage(shop.encode())])
    column(desk, "name", "Moths", "Blankets", "Wool")
    column(desk, "price", "10 EUR", "11 EUR", "12 EUR")
    records = desk.result(1, "ann")["records"]
    assert [record["name"] for record in records] == list(titles)
    assert [record["price"] for record in records] == ["10 EUR", "11 EUR", "12 EUR"]


def test_fields_of_one_path_are_carried_over_by_their_labels(tmp_path: Path) -> None:
    def course(*values: str) -> RawPage:
        rows = (
            f"<tr><th>{name}</th><td>{value}</td>"
            for name, value in zip(("Name", "Room", "Day"), values, strict=True)
        )
        return RawPage(f"<h1>Courses</h1><table>{''.join(rows)}</table>".encode())

    desk = desk_of(tmp_path, [course("Soil", "Hall 1", "Monday"), course("Waves", "Hall 2", "Friday")])
    for name, value in (("what", "Soil"), ("where", "Hall 1")):
        desk.add_label(name, "field")
        desk.label(1, "ann", [block_with(desk, 1, value)], name)
    desk.carry(1, "ann")
    assert desk.result(2, "ann")["fields"] == {"what": ["Waves"], "where": ["Hall 2"]}


def test_cells_that_are_labelled_are_records_of_the_corpus(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, [RawPage(SHOP.encode())])
    column(desk, "name", "Lamp 1", "Lamp 2", "Lamp 3")
    column(desk, "price", "10 EUR", "20 EUR", "30 EUR")
    column(desk, "sold", "1 May", "2 May", "3 May")  # above what the records are known by
    column(desk, "maker", "Acme")
    records = desk.result(1, "ann")["records"]
    assert records[0] == {"sold": "1 May", "name": "Lamp 1", "price": "10 EUR", "maker": "Acme"}
    assert records[1] == {"sold": "2 May", "name": "Lamp 2", "price": "20 EUR"}
    desk.finish(1, "ann", is_done=True)
    assert desk.export() == 1
    (case,) = read_corpus(tmp_path / "corpus.jsonl").cases
    assert case.gold.records is not None
    assert [dict(record) for record in case.gold.records] == records


def test_values_that_are_labelled_are_fields_of_the_corpus(tmp_path: Path) -> None:
    desk = desk_of(
        tmp_path, [RawPage("<h1>Soil</h1><p>Teacher: Horie<p>場所：農学部<p>At 9:30<p>Tag one<p>Tag two".encode())]
    )
    for name, words in (("teacher", ["Horie"]), ("place", ["農"]), ("time", ["9:30"]), ("Tag", ["one", "two"])):
        desk.add_label(name, "field")
        desk.label(1, "ann", [block_with(desk, 1, each) for each in words], name)
    expected = {"teacher": ["Horie"], "place": ["農学部"], "time": ["At 9:30"], "Tag": ["one", "two"]}
    assert desk.result(1, "ann")["fields"] == expected
    assert "records" not in desk.result(1, "ann")


def test_own_labels_have_names_of_their_own(desk: Desk) -> None:
    desk.add_label("price", "column")
    desk.add_label("price", "field")
    assert [(label.name, label.scope) for label in desk.store.labels()] == [("price", "column")]
    for name, scope in (("title", "field"), ("", "field"), ("x" * 41, "field"), ("y", "row")):
        with pytest.raises((FormatError, InputError)):
            desk.add_label(name, scope)
    for number in range(18):
        desk.add_label(f"label {number}", "field")
    with pytest.raises(InputError, match="no more labels"):
        desk.add_label("one too many", "field")


def test_skipped_pages_are_not_in_the_corpus_and_notes_are(desk: Desk) -> None:
    desk.skip(1, "ann")
    desk.note(2, "ann", "is the advert a part of it?")
    desk.finish(2, "ann", is_done=True)
    queue = {each["page"]: each for each in desk.queue("ann")}
    assert queue[1]["status"] == SKIPPED
    assert (queue[2]["status"], queue[2]["note"]) == (DONE, "is the advert a part of it?")
    assert 1 not in {each["page"] for each in desk.carry(2, "ann")}
    assert desk.export() == 1
    row = json.loads(desk.corpus.read_text("utf-8"))
    assert row["notes"] == ["is the advert a part of it?"]
    desk.note(2, "ann", "")
    desk.label(1, "ann", [0], "content")
    assert {each["page"]: each["status"] for each in desk.queue("ann")}[1] == OPEN
    with pytest.raises(InputError):
        desk.note(1, "ann", "x" * 1001)


def test_a_work_file_of_before_is_opened(desk: Desk, tmp_path: Path) -> None:
    desk.label(1, "ann", [0], "content")
    desk.store.close()
    with sqlite3.connect(tmp_path / "corpus.jsonl.work") as old:
        old.execute("ALTER TABLE work DROP COLUMN note")
        old.execute("DROP TABLE labels")
        old.execute("PRAGMA user_version = 1")
    old.close()
    again = open_desk(tmp_path / "corpus.jsonl")
    assert marks_of(again)[0] == "c"
    again.note(1, "ann", "still here")
    assert again.store.work(1, "ann").note == "still here"


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("Best lamps (77 lamps) - Shop", "<h2>Follow us</h2><p><b>Best lamps</b>", "Best lamps"),
        ("冬の停電 - 霧浜日報", "<h1>霧浜日報</h1><h2>冬の停電</h2>", "冬の停電"),
        ("Lamps that last", "<h1>Newsletter</h1>", None),
    ],
)
def test_the_title_is_the_line_that_says_it(tmp_path: Path, head: str, body: str, expected: str | None) -> None:
    text = (
        "<p>The wall of the old harbour was repaired over the winter, said the harbour master on Monday.</p>" * 3
    )
    html = f"<meta charset=utf-8><title>{head}</title><meta property=og:title content='{head}'>{body}{text}"
    desk = desk_of(tmp_path, [RawPage(html.encode())])
    assert desk.result(1, "ann")["title"] == expected
