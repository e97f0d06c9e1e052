"""Many pages: every one gives an outcome, in order, whatever happens."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path

import pytest
from extraction_samples import example_site, pages_of, texts

import honbun
from honbun.errors import FormatError
from honbun.extraction import batch as batch_file
from honbun.extraction.batch import EVERY_PAGE, Batch, BatchOptions, ExtractWork, Outcome, open_batch
from honbun.input.types import RawPage, ReadOptions
from honbun.output import Writer, writer

# Python 3.12 and 3.13 warn of every fork beside threads, numpy's own included.
pytestmark = pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")

JSONL: Writer = writer("jsonl", several=True)
NAMES = ("blog", "board", "news-ja")


def ignore(_: str) -> None:
    """No progress is shown."""


def run(paths: list[str], options: BatchOptions | None = None, stdin: bytes = b"") -> list[Outcome]:
    """Learn, then extract."""
    with open_batch(paths, options or BatchOptions(), io.BytesIO(stdin)) as batch:
        return list(batch.each(ExtractWork(JSONL, batch.learn(ignore)), ignore))


def told(outcome: Outcome) -> dict[str, object]:
    return json.loads(outcome.encoded)


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """Three sites in a folder each, and things that are no pages."""
    for name in NAMES:
        (tmp_path / name).mkdir()
        for page in example_site(name):
            (tmp_path / name / page.path.name).write_bytes(page.html)
    (tmp_path / "blog" / "empty.html").write_bytes(b" \n")
    (tmp_path / "blog" / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "blog" / "silent.html").write_bytes(b"<img src=a.png>")
    return tmp_path


def test_every_page_gives_an_outcome_in_the_order_of_the_paths(folders: Path) -> None:
    paths = [str(folders / name) for name in reversed(NAMES)]
    outcomes = run(paths)
    expected = [str(path) for folder in paths for path in sorted(Path(folder).iterdir())]
    assert [outcome.source for outcome in outcomes] == expected
    assert run(paths) == outcomes


def test_each_page_is_extracted_with_its_own_site(folders: Path) -> None:
    outcomes = {Path(outcome.source).name: outcome for outcome in run([str(folders)])}
    for name in NAMES:
        expected = texts(honbun.Site.learn(pages_of(name)), pages_of(name))
        found = [told(outcomes[page.path.name])["text"] for page in example_site(name)]
        assert found == expected


def test_two_processes_write_the_same_bytes_as_one(folders: Path) -> None:
    assert run([str(folders)], BatchOptions(jobs=2)) == run([str(folders)])


def test_rejected_pages_are_outcomes_with_a_reason(folders: Path) -> None:
    outcomes = {Path(outcome.source).name: outcome for outcome in run([str(folders / "blog"), "missing.html"])}
    reasons = {name: str(outcomes[name].reason) for name in ("empty.html", "picture.html", "missing.html")}
    assert reasons == {"empty.html": "empty", "picture.html": "not html", "missing.html": "no such path"}
    for name, reason in reasons.items():
        assert outcomes[name].is_rejected
        assert told(outcomes[name])["reason"].startswith(f"{reason}: ")
    silent = outcomes["silent.html"]
    assert (silent.is_rejected, silent.reason, silent.kept) == (False, "the page has no text", 0)


def test_outcomes_count_what_was_kept(folders: Path) -> None:
    outcome = run([str(folders / "board")])[0]
    assert 0 < outcome.kept < outcome.blocks
    assert outcome.kept == len(told(outcome)["blocks"])
    assert (outcome.reason, outcome.detail, outcome.is_rejected) == ("", "", False)


def test_sites_of_too_few_pages_are_not_learned(folders: Path) -> None:
    pages = len(example_site("board"))
    for least, is_learned in ((pages, True), (pages + 1, False)):
        outcomes = run([str(folders / "board")], BatchOptions(min_pages=least))
        assert {bool(outcome.site) for outcome in outcomes} == {is_learned}
    alone = [honbun.extract(page.html).text for page in example_site("board")]
    assert [told(outcome)["text"] for outcome in outcomes] == alone


def test_a_site_learns_from_a_limited_number_of_pages(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_file, "MAX_LEARNED_PAGES", 3)
    (site,) = Batch([str(folders / "board")]).learn(ignore).values()
    assert len(site) == 3


def test_pages_from_a_stream() -> None:
    lines = b"".join(
        json.dumps({"html": page.html.decode(), "url": page.url}).encode() + b"\n" for page in example_site("blog")
    )
    outcomes = run(["-"], stdin=lines)
    assert [outcome.source for outcome in outcomes] == [f"-:{n + 1}" for n in range(len(outcomes))]
    assert [told(outcome)["text"] for outcome in outcomes] == texts(
        honbun.Site.learn(pages_of("blog")), pages_of("blog")
    )


def test_one_small_page_from_a_stream() -> None:
    (outcome,) = run(["-"], stdin=b"<p>A word</p>")
    assert told(outcome)["text"] == "A word"


def test_a_stream_beside_files(folders: Path) -> None:
    outcomes = run([str(folders / "board"), "-"], stdin=b"<p>A word</p>")
    assert [outcome.source for outcome in outcomes][-1] == "-"
    assert len(outcomes) == len(example_site("board")) + 1


def test_a_batch_knows_whether_it_is_several(folders: Path) -> None:
    page = str(folders / "blog" / "empty.html")
    assert Batch([str(folders / "blog")]).is_several()
    assert Batch([page, page]).is_several()
    assert not Batch([page]).is_several()
    with open_batch(["-"], BatchOptions(), io.BytesIO(b"<p>one")) as batch:
        assert not batch.is_several()
        assert len(list(batch.pages())) == 1


def test_a_defect_of_ours_does_not_end_the_batch(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = batch_file.read_page

    def stumble(page: RawPage) -> object:
        if page.body == example_site("board")[1].html:
            raise RuntimeError("a step that was not there")
        return read(page)

    expected = run([str(folders / "board")])
    monkeypatch.setattr(batch_file, "read_page", stumble)
    outcomes = run([str(folders / "board")])
    bad = example_site("board")[1].path.name
    (defect,) = [outcome for outcome in outcomes if outcome.is_rejected]
    assert Path(defect.source).name == bad
    assert (defect.reason, defect.detail) == ("defect in honbun", "RuntimeError: a step that was not there")
    assert [outcome.source for outcome in outcomes] == [outcome.source for outcome in expected]
    assert all(outcome.kept for outcome in outcomes if outcome is not defect)


def test_one_site_for_every_page(folders: Path) -> None:
    site = honbun.Site.learn(pages_of("blog"))
    outcomes = list(Batch([str(folders / "blog")]).each(ExtractWork(JSONL, {EVERY_PAGE: site}), ignore))
    found = [told(outcome)["text"] for outcome in outcomes if outcome.kept]
    assert found == texts(site, pages_of("blog"))
    assert {outcome.site for outcome in outcomes if not outcome.is_rejected} == {EVERY_PAGE}


def test_no_page_can_claim_to_be_every_site(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.html").write_text(f"<link rel=canonical href='http://*/'><p>Page {name}</p>")
    assert Batch([str(tmp_path)]).learn(ignore) == {}


def test_the_work_goes_to_processes_that_share_nothing() -> None:
    """Where processes are not forked, it is pickled."""
    work = ExtractWork(JSONL, {EVERY_PAGE: honbun.Site.learn(pages_of("blog"))})
    page = RawPage(example_site("blog")[0].html, source="a")
    assert pickle.loads(pickle.dumps(work))(page) == work(page)


def test_teaching_adds_to_a_site_and_gives_what_was_rejected(folders: Path) -> None:
    site = honbun.Site()
    _, rejected = Batch([str(folders / "blog")]).teach(site, ignore)
    assert [Path(page.source).name for page in rejected] == ["empty.html", "picture.html"]
    assert len(site) == len(example_site("blog"))


def test_progress_is_told_of_every_source(folders: Path) -> None:
    seen: list[str] = []
    batch = Batch([str(folders / "blog")])
    batch.learn(seen.append)
    assert seen == [str(path) for path in sorted((folders / "blog").iterdir())]
    results = batch.each(ExtractWork(JSONL, {}), seen.append)
    assert len(seen) == len(set(seen))
    next(results)
    assert len(seen) == len(set(seen)) + 1


def test_large_pages_are_rejected(folders: Path) -> None:
    options = BatchOptions(read=ReadOptions(max_bytes=10))
    assert {str(outcome.reason) for outcome in run([str(folders / "board")], options)} == {"too large"}


@pytest.mark.parametrize("options", [{"min_pages": 0}, {"jobs": 0}, {"jobs": -1}])
def test_options_are_checked(options: dict[str, int]) -> None:
    with pytest.raises(FormatError, match="at least 1"):
        BatchOptions(**options)


def test_what_teaches_nothing_is_not_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites of one page cost what `--alone` costs: they are told apart without parsing, and not learned."""

    def fail(*_: object) -> object:
        raise AssertionError("learned in vain")

    monkeypatch.setattr(batch_file, "learn_page", fail)
    for number, page in enumerate(example_site("blog")):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "page.html").write_bytes(
            page.html.replace(b"canonical", b"").replace(b"og:url", b"")
        )
    outcomes = run([str(tmp_path)])
    assert {outcome.site for outcome in outcomes} == {""}
    assert [told(outcome)["text"] for outcome in outcomes] == [
        honbun.extract(path.read_bytes()).text for path in sorted(tmp_path.glob("*/page.html"))
    ]
