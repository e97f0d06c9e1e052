"""What is given to a system at once, a page or the pages of a site; asking it, and measuring what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from honbun.evaluate.cases import Answer, Case, SitePage
from honbun.evaluate.corpus import Corpus
from honbun.evaluate.metrics import SITE_TASKS, score
from honbun.evaluate.metrics.tables import field_scores
from honbun.evaluate.results import PageResult, metrics_digest
from honbun.evaluate.systems import SiteSystem, System

# Tasks whose pages are answered together by a system that can.
TASKS_OF_SITES = frozenset({"site", "blocks", "comments", "posts", "fields", "records"})
_MAX_TEXT_LENGTH = 20_000
_MAX_DETAIL_LENGTH = 300


@dataclass(frozen=True)
class Outcome:
    """How asking for a unit went."""

    status: str = "ok"
    """ok, error, timeout or crash."""
    detail: str = ""
    milliseconds: float = 0.0
    """Of the whole unit."""


@dataclass(frozen=True)
class Unit:
    """Pages for a system, and the names under which the results are kept."""

    system: System
    task: str
    cases: tuple[Case, ...]
    corpus: str
    digest: str
    metrics: str
    """A digest of the code that measures."""
    known: int | None = None
    """So many pages of the site are known for each page, itself among them; None: all."""

    @property
    def name(self) -> str:
        """The system's name; `name@5` if only five pages were known."""
        return name_of(self.system, self.known)

    @property
    def identities(self) -> list[tuple[str, ...]]:
        """The identities of the results that it will give, see `results.identity`."""
        keys = dict.fromkeys(self._key(case) for case in self.cases)
        return [(self.task, self.digest, self.metrics, self.name, self.system.version, key) for key in keys]

    def ask(self) -> tuple[list[Answer], str]:
        """An answer for each page, or none and what went wrong."""
        try:
            answers = list(self._answers())
        except (Exception, SystemExit) as error:  # whatever a system raises is its failure, not ours
            return [], described(error)
        if len(answers) != len(self.cases):
            return [], f"gave {len(answers)} answers for {len(self.cases)} pages"
        if wrong := [answer for answer in answers if not isinstance(answer, Answer)]:
            return [], f"gave {type(wrong[0]).__name__} and not Answer"
        return answers, ""

    def measure(self, answers: Sequence[Answer], outcome: Outcome) -> list[PageResult]:
        """The results. Without answers, the pages are measured as if nothing had been found on them."""
        answers = answers or [Answer()] * len(self.cases)
        if self.task in SITE_TASKS:
            scores = _scores(field_scores, answers, [case.gold for case in self.cases])
            return [self._result(self.cases[0], Answer(fields=answers[0].fields), outcome, *scores)]
        return [
            self._result(case, answer, outcome, *_scores(score, self.task, answer, case.gold, case.html))
            for case, answer in zip(self.cases, answers, strict=True)
        ]

    def _answers(self) -> list[Answer]:
        pages: list[SitePage] = [(case.url, case.html) for case in self.cases]
        system = self.system
        if not isinstance(system, SiteSystem):
            return [system.extract(html, url) for url, html in pages]
        known = self.known if self.task in TASKS_OF_SITES else 1
        if known is None:
            return system.extract_site(pages)
        # Each page with the next ones of its site; after the last comes the first.
        windows = [(pages[i:] + pages[:i])[:known] for i in range(len(pages))]
        return [system.extract_site(window)[0] for window in windows]

    def _result(
        self, case: Case, answer: Answer, outcome: Outcome, scores: Mapping[str, float], fault: str
    ) -> PageResult:
        """The line of one page."""
        return {
            "task": self.task,
            "corpus": self.corpus,
            "digest": self.digest,
            "metrics": self.metrics,
            "system": self.name,
            "version": self.system.version,
            "key": self._key(case),
            "set": case.set,
            "site": case.site,
            "page_type": case.page_type,
            "language": case.language,
            "status": "error" if fault else outcome.status,
            "detail": _writable((fault or outcome.detail)[:_MAX_DETAIL_LENGTH]),
            "milliseconds": round(outcome.milliseconds / len(self.cases), 3),
            "scores": dict(scores),
            "text": _writable(_text_of(answer)[:_MAX_TEXT_LENGTH]),
        }

    def _key(self, case: Case) -> str:
        """The key of a page, or of its site where a site has one result."""
        return "/".join(case.site_key) if self.task in SITE_TASKS else case.key


def name_of(system: System, known: int | None) -> str:
    """The name under which results are kept."""
    return system.name if known is None else f"{system.name}@{known}"


def numbers_known(system: System, task: str, pages_known: Sequence[int | None]) -> tuple[int | None, ...]:
    """The numbers of known pages to run a system with: only one that learns sites can know fewer than all."""
    is_learning = task == "site" and isinstance(system, SiteSystem)
    return tuple(dict.fromkeys(pages_known)) if is_learning and pages_known else (None,)


def units(corpus: Corpus, task: str, system: System, pages_known: Sequence[int | None]) -> Iterator[Unit]:
    """The pages of a corpus as a system takes them: a site at once if it can and the task is of sites."""
    is_by_site = task in SITE_TASKS or (task in TASKS_OF_SITES and isinstance(system, SiteSystem))
    groups = [tuple(cases) for cases in corpus.sites().values()]
    if not is_by_site:
        groups = [(case,) for cases in groups for case in cases]
    for known in numbers_known(system, task, pages_known):
        for cases in groups:
            yield Unit(system, task, cases, corpus.name, corpus.digest, metrics_digest(), known)


def described(error: BaseException) -> str:
    """An error in words."""
    return f"{type(error).__name__}: {error}"


def _scores(metric: Callable[..., dict[str, float]], *arguments: Any) -> tuple[dict[str, float], str]:
    """The scores, and what went wrong: a fault in a metric is a fault of one page."""
    try:
        return metric(*arguments), ""
    except Exception as error:
        return {}, f"measuring failed: {described(error)}"


def _text_of(answer: Answer) -> str:
    """What a reader of the report sees of an answer."""
    parts = [answer.text, *answer.comments, *(post.text for post in answer.posts)]
    parts += [f"{name}: {value}" for name, values in answer.fields.items() for value in values]
    parts += ["\t".join(cells) for cells in answer.records]
    return "\n\n".join(filter(None, parts))


def _writable(text: str) -> str:
    """Text that can be written: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
