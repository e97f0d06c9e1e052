"""Runs `honbun evaluate` on the corpora and writes docs/results.md from what it says: `make evaluate`.

Results of pages are kept beside the tables, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import honbun
from benchmarks import boards, folds
from benchmarks.sites import study
from benchmarks.sources import languages, sources

ROOT = Path(__file__).parents[1]
FLOORS = ROOT / "benchmarks" / "floors.toml"
BOARDS = "boards.md"
ABOUT_BOARDS = (
    "## posts on programs left out\n\nEach page is judged by models that have seen no page of its board program, "
    "real or generated (`python -m benchmarks.boards DATA`), alone and with the four nearest pages of its site. "
    f"Programs are dealt into {boards.FOLDS} folds {boards.DEALS} times; figures are means over the deals. Some "
    "programs have one page: the mean of programs is coarse. What a right post is, and a strict one, is in "
    "[evaluate](evaluate.md#tasks)."
)
CONTENT = "benchmarks.folds:LeftOut"
CONTENT_PEERS = ("trafilatura", "resiliparse", "readability-lxml", "justext", "boilerpy3", "turbohtml")


@dataclass(frozen=True)
class Run:
    """One call of `honbun evaluate`."""

    corpus: str
    task: str
    systems: tuple[str, ...]
    about: str
    more: tuple[str, ...] = ()
    name: str = ""
    """The name of its files, if corpus and task do not tell it apart."""

    @property
    def stem(self) -> str:
        """The name of its files without their ending."""
        return self.name or f"{self.corpus}-{self.task}"


ALONE, SITE = "benchmarks.folds:LeftOutAlone", "benchmarks.folds:LeftOutSite"
RUNS = (
    Run("news-dev", "content", (CONTENT, *CONTENT_PEERS), "Modern news in many languages.", ("--by", "set")),
    Run(
        "content-more-dev",
        "content",
        (CONTENT, *CONTENT_PEERS),
        "Articles and blogs; the references lean to trafilatura a little.",
        ("--by", "set"),
    ),
    Run("content-ja-dev", "content", (CONTENT, *CONTENT_PEERS), "Japanese news and blogs."),
    Run(
        "content-dev",
        "content",
        (CONTENT, *CONTENT_PEERS),
        "News in English and Chinese, each page alone.",
        ("--by", "set"),
    ),
    Run(
        "wcxb-dev",
        "content",
        (CONTENT, *CONTENT_PEERS),
        "Pages of seven types, each alone and judged by a model trained without its site (five folds).",
    ),
    Run(
        "sites-dev",
        "site",
        (SITE, ALONE, "trafilatura", "deboiler", "unique-blocks"),
        "Ten or more pages a site, all of them known without their gold; the other systems a page alone.",
        ("--by", "set"),
    ),
    Run(
        "sites-ja-dev",
        "site",
        (SITE, ALONE, "trafilatura"),
        "Japanese sites, and a Korean one, of documentation and blogs.",
        ("--by", "set"),
    ),
    Run(
        "sites-dev",
        "site",
        ("honbun",),
        "honbun@n has seen n pages of the site.",
        ("--pages-known", "1,2,5,10,all", "--by", "language"),
        "sites-dev-curve",
    ),
    Run(
        "records-dev",
        "records",
        ("honbun", "honbun-alone"),
        "The records of pages of search results: with the four nearest other pages of the site, and a page alone.",
    ),
    Run(
        "posts-dev",
        "posts",
        (
            "benchmarks.boards:WithSiblings",
            "benchmarks.boards:Alone",
            "harvest-webforum",
            "published-posts",
        ),
        "Each post of forum pages: honbun with the four nearest other pages of the site, and a page alone. The "
        "shipped model was trained on harvest-forum and wcxb-forum-posts, so here each page is judged by a model "
        "trained without its site; the other two sets train no model.",
        ("--by", "set", "--time-limit", "120"),
    ),
    Run(
        "comments-dev",
        "comments",
        (SITE, ALONE, "trafilatura", "element-identifiers"),
        "Article and comments apart: honbun with all pages of the site known, and a page alone.",
        ("--by", "set"),
    ),
    Run(
        "fields-dev",
        "fields",
        ("honbun",),
        "Tables of 40 pages a site, without labels. The constants were chosen on these sites; "
        "[by number of pages](fields.md#how-well-it-does).",
        ("--by", "page_type"),
    ),
)


def run(one: Run, data: Path, build: Path, jobs: int) -> bool:
    """Evaluate; whether all floors hold."""
    command = [sys.executable, "-c", "from honbun.cli import main; main()", "evaluate"]
    command += [str(data / f"{one.corpus}.parquet"), "--task", one.task, "--jobs", str(jobs), *one.more]
    for system in one.systems:
        command += ["--system", system]
    command += ["--results", str(build / f"{one.stem}.jsonl"), "--markdown", str(build / f"{one.stem}.md")]
    command += ["--report", str(build / f"{one.stem}.html"), "--floors", str(FLOORS)]
    return subprocess.run(command, check=False).returncode == 0


def page(build: Path, data: Path) -> str:
    """The page of results in Markdown."""
    parts = [
        "# Results",
        "",
        f"Written by `make evaluate` on {date.today().isoformat()} with honbun {honbun.__version__} and Python "
        f"{platform.python_version()}. How the figures are defined: [evaluate](evaluate.md). Every page of main "
        "text and comments below is judged by a model that has seen neither its source nor its site; the few "
        "constants were chosen by looking at both halves of the sites, which agree.",
        "",
        *sources(build),
        "",
        *languages(build),
        "",
    ]
    for one in RUNS:
        parts += [
            (build / f"{one.stem}.md").read_text("utf-8").rstrip().replace("\n", f"\n\n{one.about}\n", 1),
            "",
        ]
    parts += [ABOUT_BOARDS, (build / BOARDS).read_text("utf-8"), ""]
    parts += [
        study(
            data / "sites-dev.parquet", build / "sites-dev-curve.jsonl", ROOT / "docs" / "pictures" / "sites.svg"
        )
    ]
    return "\n".join(parts)


def main() -> None:
    """Run everything, write the page, and fail if a floor does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "evaluate")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    missing = [one.corpus for one in RUNS if not (arguments.data / f"{one.corpus}.parquet").exists()]
    if missing:
        parser.error(f"{arguments.data} lacks {', '.join(missing)}.parquet: give the folder with the corpora")
    arguments.build.mkdir(parents=True, exist_ok=True)
    if not (folds.FOLDER / "pages.json").exists():
        folds.train(arguments.data)
    deals = range(boards.DEALS)
    boards.train_missing(arguments.data, deals, arguments.jobs)
    held = [run(one, arguments.data, arguments.build, arguments.jobs) for one in RUNS]
    of_boards = boards.report(arguments.data, deals, arguments.jobs)
    (arguments.build / BOARDS).write_text("\n".join(of_boards), "utf-8")
    (ROOT / "docs" / "results.md").write_text(page(arguments.build, arguments.data), "utf-8")
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
