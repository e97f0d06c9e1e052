"""One composition: however a page is asked for, the same bytes and the same decision come out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from extraction_samples import SITES, pages_of

import honbun
from honbun.cli import main
from honbun.evaluate.ours import OURS, WholeSite
from honbun.extraction import compose, read
from honbun.output import writer
from honbun.studio import explanation_of
from honbun.studio.server.work import Task, Work

DATA = Path(__file__).parents[3] / "shared" / "data"
CORPORA = ("posts-dev", "sites-dev", "comments-dev", "sites-ja-dev")
Pages = list[tuple[str | None, bytes]]


def corpus_sites() -> Iterator[Any]:
    """One site of each set of the corpora, at most six pages of it; none where there are no corpora."""
    parquet = pytest.importorskip("pyarrow.parquet")
    for corpus in CORPORA:
        file = DATA / f"{corpus}.parquet"
        if not file.exists():
            yield pytest.param([], id=corpus, marks=pytest.mark.skip(reason="the corpora are not here"))
            continue
        rows = parquet.read_table(file, columns=["set", "site", "html"]).to_pylist()
        for name, of_set in groupby(rows, key=lambda row: row["set"]):
            sites = (list(pages) for _, pages in groupby(of_set, key=lambda row: row["site"]))
            site = next((pages for pages in sites if len(pages) > 2), [])
            if site:
                yield pytest.param([(None, page["html"]) for page in site[:6]], id=f"{corpus}-{name}")


def sites() -> list[Any]:
    examples = [pytest.param([(None, html) for _, html in pages_of(name)], id=name) for name in SITES]
    return [*examples, *corpus_sites()]


def rows_of(*words: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["extract", "-q", "-f", "jsonl", *words])
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def without_source(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "source"}


def row_of(document: honbun.Document) -> dict[str, Any]:
    out = writer("jsonl", several=True)
    return without_source(json.loads(out.encode(document, "")))


def same_decision(html: bytes, site: honbun.Site) -> bool:
    """Whether `explain` explains the decision that is taken."""
    taken, explained = (
        compose(read(html, None), html, site=site),
        explanation_of(read(html, None), html, site=site),
    )
    if taken.decision is None or explained.decision is None:
        return taken.decision is explained.decision
    return all(
        np.array_equal(getattr(taken.decision, name), getattr(explained.decision, name))
        for name in ("logit", "threshold")
    ) and np.array_equal(taken.decision.labels.score, explained.decision.labels.score)


@pytest.mark.parametrize("pages", sites())
def test_a_folder_is_its_site_learned(pages: Pages, tmp_path: Path) -> None:
    """`honbun extract FOLDER`, `Site.extract`, `explain` and what `evaluate` measures."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, (_, html) in enumerate(pages):
        page = b"".join(part for part in html.split(b"canonical"))  # else hosts tell the pages apart
        (folder / f"{number:03}.html").write_bytes(page.replace(b"og:url", b""))
    shown = [(None, path.read_bytes()) for path in sorted(folder.iterdir())]
    site = honbun.Site.learn(shown)
    documents = [site.extract(html) for _, html in shown]
    assert [without_source(row) for row in rows_of(str(folder))] == [row_of(document) for document in documents]
    assert [without_source(row) for row in rows_of(str(folder), "--jobs", "2")] == list(map(row_of, documents))
    measured = next(system for system in OURS if isinstance(system, WholeSite) and "site" in system.tasks)
    assert [answer.text for answer in measured.extract_site(shown)] == [document.text for document in documents]
    assert all(same_decision(html, site) for _, html in shown)


@pytest.mark.parametrize("pages", sites())
def test_a_saved_site_is_the_same_everywhere(pages: Pages, tmp_path: Path) -> None:
    """`honbun extract --site`, `Site.load().extract`, the server and `explain`."""
    file = tmp_path / "site.json"
    honbun.Site.learn(pages).save(file)
    site = honbun.Site.load(file)
    for _, html in pages:
        page = tmp_path / "page.html"
        page.write_bytes(html)
        document = site.extract(html)
        assert without_source(rows_of(str(page), "--site", str(file))[0]) == row_of(document)
        text = html.decode("utf-8", "replace")
        served = json.loads(Work(site)(Task("extract", text)))
        assert served == json.loads(json.dumps(site.extract(text).to_dict()))
        assert same_decision(html, site)
