"""The systems: all answer, none raises on an ordinary page, and names that are not known list those that are."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from evaluate_fakes import Echo, case, corpus

import honbun
from honbun import Post, Thread
from honbun.errors import FormatError
from honbun.evaluate import ours, results
from honbun.evaluate.cases import TASKS, Case, Gold, GoldPost
from honbun.evaluate.peers import Peer
from honbun.evaluate.run import evaluate
from honbun.evaluate.systems import PageSystem, SiteSystem, System, choose, known, systems

TEXT = "The ferry returns to the island on Monday, the harbour master said, and it will sail twice every day. "
HEAD = "<html><head><title>Ferry</title></head><body><nav><a href=/>Home</a></nav>"
PAGE = f"{HEAD}<article><h1>Ferry</h1><p>{TEXT * 4}</p><p>{TEXT * 3}</p></article></body></html>"
OPINIONS = (
    "I doubt it.",
    "About time, says my aunt!",
    "Who pays?",
    "See you aboard then.",
    "We shall see, friends.",
)
THREAD = HEAD + "".join(
    f"<div class=post><a class=user href=/u/{i}>user{i}</a><span class=date>2021-03-0{i}</span>"
    f"<div class=body>{prediction} {' '.join(TEXT.split()[i:] + TEXT.split()[:i])}</div></div>"
    for i, prediction in enumerate(OPINIONS, 1)
)


def _ours(name: str, task: str) -> Any:
    return choose([name], task).systems[0]


def test_names_and_tasks() -> None:
    assert {"honbun", "trafilatura", "resiliparse", "all-text"} <= set(known("content"))
    assert {"honbun", "honbun-alone", "unique-blocks", "deboiler", "trafilatura"} <= set(known("site"))
    peers = {"trafilatura", "all-text", "rival-cetr-mibat", "rival-web-format"}
    assert set(known("comments")) == {"honbun", "honbun-alone", "element-identifiers", *peers}
    peers = {"harvest-webforum", "all-text", "rival-main-content", "rival-vips"}
    assert set(known("posts")) == {"honbun", "honbun-alone", "published-posts", *peers}
    pairs = [(system.name, task) for system in systems() for task in system.tasks]
    assert len(pairs) == len(set(pairs))
    assert {task for _, task in pairs} <= set(TASKS)


@pytest.mark.parametrize("system", systems(), ids=lambda system: f"{system.name}-{'-'.join(sorted(system.tasks))}")
def test_each_keeps_the_protocol(system: System) -> None:
    assert isinstance(system, PageSystem | SiteSystem)
    assert not (isinstance(system, PageSystem) and isinstance(system, SiteSystem))
    assert pickle.loads(pickle.dumps(system)).name == system.name
    assert system.version or choose([system.name], next(iter(system.tasks))).skipped


@pytest.mark.parametrize("task", ["content", "site", "comments", "posts"])
def test_all_that_are_installed_answer(task: str) -> None:
    html = THREAD if task == "posts" else PAGE
    gold = Gold(text=TEXT, comments=(), posts=(GoldPost(TEXT),))
    pages = [
        replace(case("p", html), gold=gold),
        replace(case("q", html.replace("erry", "rain")), gold=gold, url=None),
    ]
    systems = choose([], task).systems
    found = list(evaluate(corpus(*pages), task, systems))
    assert [(result["system"], result["detail"]) for result in found if result["status"] != "ok"] == []
    assert {result["system"] for result in found if "harbour" in result["text"]} == {s.name for s in systems}


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(FormatError, match=r"trafilature: no such system \(known: honbun, .*trafilatura"):
        choose(["trafilature"], "content")


def test_without_names_all_that_do_the_task() -> None:
    chosen = choose([], "content")
    assert {system.name for system in chosen.systems} >= {"honbun", "all-text"}
    assert all("content" in system.tasks for system in chosen.systems)


def test_one_that_does_not_do_the_task_is_skipped() -> None:
    chosen = choose(["deboiler", "all-text"], "content")
    assert [system.name for system in chosen.systems] == ["all-text"]
    assert chosen.skipped == ("deboiler does not do content, only site",)


def test_one_that_is_not_installed_is_skipped_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Peer, "version", "")
    chosen = choose(["honbun", "readability-lxml"], "content")
    assert [system.name for system in chosen.systems] == ["honbun"]
    assert chosen.skipped == ("readability-lxml is not installed (pip install readability-lxml)",)


def test_own_systems() -> None:
    (system,) = choose(["evaluate_fakes:Echo"], "content").systems
    assert isinstance(system, Echo)


@pytest.mark.parametrize(
    "name", ["evaluate_fakes:Nobody", "no_such_module:x", "evaluate_fakes:NOT_A_SYSTEM", ":", "a:"]
)
def test_own_systems_that_are_none(name: str) -> None:
    with pytest.raises(FormatError):
        choose([name], "content")


def test_digests_are_of_code_that_is_there() -> None:
    names = [*results._EXTRACTION_CODE, *results._METRICS_CODE]
    assert [name for name in names if not (results._PACKAGE / name).exists()] == []
    assert results.extraction_digest() != results.metrics_digest()


def test_our_version_names_the_code() -> None:
    version = next(system.version for system in systems() if system.name == "honbun")
    assert version.partition("+")[2].isalnum()


def test_comments_hold_who_says_them_and_when(monkeypatch: pytest.MonkeyPatch) -> None:
    comments = (Post("Well said.", "Ana", "2011-11-22", "22 Nov"), Post("Indeed", date="2011-11-23"))
    document = honbun.extract(PAGE).with_parts(comments=comments)
    monkeypatch.setattr(ours.honbun, "extract", lambda *_: document)
    answer = _ours("honbun-alone", "comments").extract(b"", None)
    assert answer.comments == ("Ana\n22 Nov\nWell said.", "2011-11-23\nIndeed")
    assert "harbour" in answer.text


def test_posts_come_with_the_nearest_pages_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    def posts(html: bytes, url: str | None, siblings: list[tuple[str | None, bytes]]) -> Thread:
        return Thread((Post(html.decode() + "".join(other.decode() for _, other in siblings), date_raw=url),))

    monkeypatch.setattr(ours.honbun, "posts", posts)
    answers = _ours("honbun", "posts").extract_site([("u", name.encode()) for name in "abcdefg"])
    assert [answer.posts[0].text for answer in answers] == [
        "abcde",
        "bacde",
        "cbdae",
        "dcebf",
        "edfcg",
        "fegdc",
        "gfedc",
    ]
    assert answers[0].posts[0].date == "u"
    assert [answer.posts[0].text for answer in _ours("honbun", "posts").extract_site([(None, b"x")])] == ["x"]


def test_the_published_method_sees_the_other_pages_of_the_site() -> None:
    menu = f"<ul>{''.join(f'<li>{TEXT} {n}' for n in range(20))}</ul>"

    def thread(posts: int) -> Case:
        said = [f"{prediction} {n}" for n, prediction in enumerate(OPINIONS * 20)][:posts]
        html = menu + f"<div>{''.join(f'<p>{text}</p>' for text in said)}</div>"
        return replace(case(str(posts), html), gold=Gold(posts=tuple(map(GoldPost, said))))

    pages = [thread(3), thread(90), thread(95), thread(99)]
    systems = choose(["published-posts"], "posts").systems
    long = [replace(page, html=page.html.replace(b"</p>", b" " + TEXT.encode() + b"</p>")) for page in pages[1:]]
    together = list(evaluate(corpus(pages[0], *long), "posts", systems))
    (alone,) = evaluate(corpus(pages[0]), "posts", systems)
    assert together[0]["scores"]["correct"] == 3
    assert alone["scores"]["correct"] == 0
