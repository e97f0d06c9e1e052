"""Posts on board programs that the model has not seen: `python -m benchmarks.boards DATA`, Markdown.

A program, all its versions, is left out whole: its real pages are judged by a model that has seen neither real nor
generated pages of it. Programs are dealt into folds, so that the models are few. Which are left out together moves
the figures, so they are dealt several times, by a hash of their names, and figures are means over the deals. Which
program made a page is told by the corpus, or guessed from the markup, for measuring only: nothing in the package
knows it.

`honbun evaluate posts-dev.parquet --task posts --system benchmarks.boards:WithSiblings` asks the same models, also
`Alone`, those of the first deal. With `--ship` the model of all pages, of the same run, becomes the one that comes
with the package.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree

import pyarrow.parquet as parquet

import honbun
from benchmarks.folds import TRAINABLE
from examples.threads.generate import write_corpus, write_openings
from honbun.evaluate import Answer, Case, Corpus, SitePage, post_scores, read_corpus
from honbun.evaluate.ours import nearest, post_answer
from honbun.evaluate.results import extraction_digest
from honbun.extraction import read
from honbun.extraction.threads import compose_thread
from honbun.model import ThreadModel
from honbun.opening import learn_template
from honbun.threads import ThreadTemplate
from honbun.train import only
from honbun.train.posts.fit import ThreadOptions
from honbun.train.posts.items import OPENINGS as OPENINGS_SET
from honbun.train.posts.items import build_threads, posts_of
from honbun.train.posts.stated import with_stated_comments
from honbun.train.posts.validate import NOTHING, fit_with_folds, thread_lines
from honbun.workers import in_order

ROOT = Path(__file__).parents[1]
# What the models depend on beside the corpora: with other code they are trained anew.
RECIPE = (
    *("src/honbun/page", "src/honbun/dates", "src/honbun/features", "src/honbun/threads", "src/honbun/thread.py"),
    *("src/honbun/opening", "src/honbun/train", "examples/threads"),
)
GENERATED = ROOT / "build" / "generated"
OPENINGS = ROOT / "build" / OPENINGS_SET
SHIPPED = Path(honbun.__file__).parent / "model" / "threads.npz"
FOLDS = 5
DEALS = 2
# Sites of each program that are generated, two pages each; and those that teach what opens a thread.
SITES = 6
OPENING_SITES = 12
# What the model of threads is trained on beside generated pages: file -> its sets.
THREADS = {
    "posts-dev": ("harvest-forum", "wcxb-forum-posts"),
    "posts-more-dev": TRAINABLE["posts-more-dev"],
    "wcxb-dev": ("wcxb",),
    "news-dev": ("fundus", "scrapinghub"),
    "content-more-dev": (),
}
# Of these only pages that call nothing comments: lists and recipes repeat as threads do, and have no posts.
WITHOUT_POSTS = {"recipes-dev": ("recipe-scrapers",), "records-dev": ("testbed-records",)}
# A blog, which the corpus calls a forum.
_NO_THREAD = "fightcopyrighttrolls.com"
# Articles of these must give no posts.
ARTICLES = ("news-dev", "content-more-dev", "wcxb-dev")
_MIN_ALARM_POSTS = 2
# How pages are read.
_HOWS = ("alone", "siblings")
# Names of programs that begin alike are one; the first that is found in the markup names one that is not stated.
PROGRAMS = {
    "phpBB 2": rb"phpBB 2",
    "XenForo": rb"xenforo|XF\.|data-xf|uix_|messageList",
    "Discourse": rb"discourse",
    "phpBB": rb"phpbb|viewtopic\.php",
    "vBulletin": rb"vbulletin|showthread\.php|vb_login",
    "Stack Exchange": rb"stackexchange|sstatic\.net",
    "NodeBB": rb"nodebb",
    "IP.Board": rb"ipsLayout|invision|ips4",
    "Vanilla": rb"vanilla",
    "SMF": rb"SMF|smf_",
    "Flarum": rb"flarum",
    "Drupal": rb"drupal",
}
_MORE = (
    *"Discuz Tieba WordPress GameWith FC2 Sun Futaba Blogger DCinside Disqus".split(),
    *"LiveJournal Lobsters Reddit Slashdot".split(),
)
_SETS = {"forum-openenergymonitor": "Drupal", "forum-ragezone": "XenForo"}
_SITES = {"gamewith.jp": "GameWith", "kandatasokuho.blog.fc2.com": "FC2"}


def recipe_digest() -> str:
    """A digest of the code that makes the models, and of the words that pages are generated from."""
    paths = (path for name in RECIPE for path in [ROOT / name, *(ROOT / name).rglob("*")])
    files = sorted(path for path in paths if path.suffix in (".py", ".toml"))
    found = blake2b(digest_size=6)
    for file in files:
        found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


FOLDER = ROOT / "build" / "boards" / recipe_digest()


def fold_of(name: str, deal: int) -> int:
    """The fold of a program or a site: by its name alone, so that one more name moves no other."""
    return int.from_bytes(blake2b(f"{deal}/{name}".encode("utf-8", "replace"), digest_size=8).digest()) % FOLDS


def family(name: str) -> str:
    """A program without its version."""
    name = _SITES.get(name, name)
    return next((known for known in (*PROGRAMS, *_MORE) if name.startswith(known)), name)


@dataclass(frozen=True)
class Programs:
    """Which program made a page, by its digest where a corpus states it."""

    stated: Mapping[str, str]

    @classmethod
    def read(cls, data: Path) -> Programs:
        """What posts-more-dev states, and what is known of two sets of posts-dev."""
        more, dev = (
            parquet.read_table(data / f"{name}.parquet", columns=["html", "gold", "site", "set"]).to_pylist()
            for name in ("posts-more-dev", "posts-dev")
        )
        stated = {digest(row["html"]): json.loads(row["gold"]).get("platform") or row["site"] for row in more}
        return cls(stated | {digest(row["html"]): _SETS[row["set"]] for row in dev if row["set"] in _SETS})

    def name(self, html: bytes) -> str:
        """The program as it is stated, or guessed; else nothing."""
        guessed = (name for name, pattern in PROGRAMS.items() if re.search(pattern, html, re.IGNORECASE))
        return self.stated.get(digest(html)) or next(guessed, "")

    def of(self, case: Case) -> str:
        """The family of a case's program; of one that is unknown, its site."""
        return family(
            case.site if case.set in (GENERATED.name, OPENINGS.name) else self.name(case.html) or case.site
        )


def digest(html: bytes) -> str:
    """By which a page is known to the systems, which are not told where it is from."""
    return blake2b(html, digest_size=12).hexdigest()


def thread_corpora(data: Path) -> list[Corpus]:
    """Generated pages, threads, and articles, of those that may train."""
    rmtree(GENERATED, ignore_errors=True)
    write_corpus(GENERATED, SITES)
    found = [read_corpus(GENERATED)]
    for name, sets in THREADS.items():
        corpus = read_corpus(data / f"{name}.parquet")
        corpus = only(corpus, sets) if sets else corpus
        found.append(replace(corpus, cases=tuple(case for case in corpus.cases if case.site != _NO_THREAD)))
    return found


def corpora(data: Path, jobs: int) -> list[Corpus]:
    """Everything that may train: those, pages made to teach what opens a thread, and pages that are full of likes
    and have no posts.
    """
    rmtree(OPENINGS, ignore_errors=True)
    write_openings(OPENINGS, OPENING_SITES)
    found = [*thread_corpora(data), read_corpus(OPENINGS)]
    for name, sets in WITHOUT_POSTS.items():
        corpus = only(read_corpus(data / f"{name}.parquet"), sets)
        known = in_order(with_stated_comments, corpus.cases, jobs)
        found.append(replace(corpus, cases=tuple(case for case in known if case and not posts_of(case))))
    return found


def train(data: Path, deals: Iterable[int], jobs: int) -> None:
    """For each deal train a model for each fold and one of everything; print what they say of pages left out."""
    read, programs = corpora(data, jobs), Programs.read(data)
    threads = build_threads(read, jobs)
    pages = [page for corpus in read for page in corpus.cases]
    below = {item.key for item in threads.items if item.is_below_article and item.set != "generated"}
    has_program = {item.key for item in threads.items} - below
    name = {case.key: programs.of(case) if case.key in has_program else case.site for case in pages}
    wanted = {page.key for each in (threads.items, threads.others) for page in each}
    for deal in deals:
        folds = {key: fold_of(name[key], deal) for key in wanted}
        models, report = fit_with_folds(threads, folds, ThreadOptions(), jobs)
        folder = FOLDER / str(deal)
        folder.mkdir(parents=True, exist_ok=True)
        for fold, model in models.items():
            model.save(folder / f"{fold}.npz")
        of_pages = {digest(case.html): folds[case.key] for case in pages if case.key in folds}
        known = {name[key]: folds[key] for key in has_program}
        (folder / "folds.json").write_text(json.dumps({"programs": known, "pages": of_pages}), encoding="utf-8")
        print(f"\ndeal {deal}\n", *thread_lines(report), sep="\n", flush=True)


@dataclass(frozen=True)
class _Models:
    """The models of the folds, and which of them has not seen a page."""

    models: Mapping[int, ThreadModel]
    folds: Mapping[str, Mapping[str, int]]
    programs: Programs

    def without(self, html: bytes) -> ThreadModel:
        """The model of the fold that holds the page or its program; any, if none does."""
        program = family(self.programs.name(html))
        return self.models[self.folds["programs"].get(program, self.folds["pages"].get(digest(html), 0))]


@cache
def _models(deal: int) -> _Models:
    """What was trained, read once a process: which program made a page stands in the corpora, which are large."""
    folder = FOLDER / str(deal)
    return _Models(
        {fold: honbun.load_thread_model(folder / f"{fold}.npz") for fold in range(FOLDS)},
        json.loads((folder / "folds.json").read_text("utf-8")),
        _programs(),
    )


@cache
def _programs() -> Programs:
    return Programs.read(ROOT.parent / "shared" / "data")


@dataclass
class _LeftOut:
    """What both systems share: a model for each page that knows neither its program nor its site."""

    tasks: frozenset[str] = frozenset({"posts"})
    deal: int = 0

    @property
    def version(self) -> str:
        """The version and a digest of the code that finds posts."""
        return f"{honbun.__version__}+{extraction_digest()}+programs"

    def model_of(self, html: bytes) -> ThreadModel:
        """The model that a page is asked of."""
        return _models(self.deal).without(html)


@dataclass
class Alone(_LeftOut):
    """The shipped recipe, trained without the page's program; each page alone."""

    name: str = "honbun-alone"

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The posts of the page."""
        return post_answer(honbun.posts(html, url, model=self.model_of(html)))


@dataclass
class WithSiblings(_LeftOut):
    """The same with the four nearest other pages of the site."""

    name: str = "honbun"

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The posts of each page. What a page teaches is asked once by each model."""
        outlines = [read(html, url) for url, html in pages]
        at = {id(page): number for number, page in enumerate(pages)}

        @cache
        def taught(number: int, model: ThreadModel) -> ThreadTemplate:
            return learn_template([outlines[number]], model)

        answers = []
        for number, page in enumerate(pages):
            model, template = self.model_of(page[1]), ThreadTemplate()
            for other in nearest(pages, number):
                template = template.merge(taught(at[id(other)], model))
            answers.append(post_answer(compose_thread(outlines[number], template, page[1], model=model)))
        return answers


Measured = tuple[str, str, int, Counter[str]]
"""The program of a page; how, alone or with siblings; the deal; and the counts of its posts."""


def measure(deals: Sequence[int], cases: list[Case]) -> list[Measured]:
    """What each deal's models make of the pages of a site."""
    found: list[Measured] = []
    for deal in deals:
        alone, together = Alone(deal=deal), WithSiblings(deal=deal)
        answers = (
            [alone.extract(case.html, case.url) for case in cases],
            together.extract_site([(case.url, case.html) for case in cases]),
        )
        for how, of in zip(_HOWS, answers, strict=True):
            for case, answer in zip(cases, of, strict=True):
                scores = {
                    name: int(value) for name, value in post_scores(answer, case.gold).items() if name != "f1"
                }
                name = _programs().stated.get(digest(case.html), case.set)
                found.append((name, how, deal, Counter(scores | {"pages": 1})))
    return found


def table(found: Iterable[Measured]) -> Iterator[str]:
    """The figures of each program, means over the deals, and the means of the programs by each deal."""
    total: dict[tuple[str, str, int], Counter[str]] = {}
    for name, how, deal, counts in found:
        total.setdefault((name, how, deal), Counter()).update(counts)
    deals = sorted({deal for _, _, deal in total})
    yield "| program | pages | alone | strict | author | date | siblings | strict | author | date |"
    yield "|---|--:|" + "--:|" * 8
    by_deal: dict[int, list[list[float]]] = {deal: [] for deal in deals}
    for name in sorted({name for name, _, _ in total}):
        for deal in deals:
            by_deal[deal].append([value for how in _HOWS for value in _figures(total[name, how, deal])])
        mean = _means([rows[-1] for rows in by_deal.values()])
        yield f"| {name} | {total[name, _HOWS[0], deals[0]]['pages']} | {_cells(mean)} |"
    yield f"| mean of programs | | {_cells(_means([row for rows in by_deal.values() for row in rows]))} |"
    if len(deals) > 1:
        for deal, rows in by_deal.items():
            yield f"| mean of programs, deal {deal} | | {_cells(_means(rows))} |"
    pooled = [[value for how in _HOWS for value in _figures(_sum(total, how, deal))] for deal in deals]
    yield f"| all pages | {_sum(total, _HOWS[0], deals[0])['pages']} | {_cells(_means(pooled))} |"


def _sum(total: Mapping[tuple[str, str, int], Counter[str]], how: str, deal: int) -> Counter[str]:
    return sum((counts for (_, *of), counts in total.items() if of == [how, deal]), Counter[str]())


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(column) for column in zip(*rows, strict=True)]


def _cells(values: Iterable[float]) -> str:
    return " | ".join(f"{value:.3f}" for value in values)


def _figures(counts: Counter[str]) -> tuple[float, float, float, float]:
    found = max(counts["predicted"] + counts["gold"], 1)
    return (
        2 * counts["correct"] / found,
        2 * counts["correct_strict"] / found,
        counts["authors_right"] / max(counts["authors"], 1),
        counts["dates_right"] / max(counts["dates"], 1),
    )


def false_threads(data: Path, name: str, deals: Sequence[int], jobs: int) -> float:
    """The share of the articles of a corpus that give posts; those that state comments are left out."""
    cases = [case for case in read_corpus(data / f"{name}.parquet").cases if case.page_type == "article"]
    known = [case for case in in_order(with_stated_comments, cases, jobs) if case and not posts_of(case)]
    parts = in_order(partial(_gives_posts, deals), [known[i::20] for i in range(20)], jobs)
    found = [each for some in parts for each in some]
    return sum(found) / len(found)


def _gives_posts(deals: Sequence[int], cases: list[Case]) -> list[bool]:
    systems = [Alone(deal=deal) for deal in deals]
    return [
        len(alone.extract(case.html, case.url).posts) >= _MIN_ALARM_POSTS for case in cases for alone in systems
    ]


def train_missing(data: Path, deals: Iterable[int], jobs: int) -> None:
    """Train the models of the deals that have none of the present code."""
    missing = [deal for deal in deals if not (FOLDER / str(deal) / "folds.json").exists()]
    if missing:
        train(data, missing, jobs)


def report(data: Path, deals: Sequence[int], jobs: int) -> Iterator[str]:
    """What the models of these deals make of the corpora, in Markdown."""
    for name in ("posts-more-dev", "posts-dev"):
        sites = [list(site) for site in read_corpus(data / f"{name}.parquet").sites().values()]
        found = [each for of in in_order(partial(measure, deals), sites, jobs) for each in of]
        yield from ("", f"### {name}", "", *table(found))
    yield ""
    yield "| articles that call nothing comments | with two or more posts |"
    yield "|---|--:|"
    for name in ARTICLES:
        yield f"| {name} | {false_threads(data, name, deals, jobs):.4f} |"


def main() -> None:
    """Train what is missing, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--deals", type=int, default=DEALS, help="how many times programs are dealt into folds")
    parser.add_argument("--ship", action="store_true", help="the model of everything becomes that of the package")
    words = parser.parse_args()
    deals = range(words.deals)
    train_missing(words.data, deals, words.jobs)
    if words.ship:
        SHIPPED.write_bytes((FOLDER / "0" / f"{NOTHING}.npz").read_bytes())
    print(*report(words.data, deals, words.jobs), sep="\n", flush=True)


if __name__ == "__main__":
    main()
