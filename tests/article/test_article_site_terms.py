"""What a site adds to the sum of evidence: calibrated terms, never a veto."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import honbun
from honbun.article import find_article
from honbun.article.decision import sum_of
from honbun.article.site_terms import site_terms
from honbun.extraction import compose, read

EXAMPLES = Path(__file__).parents[2] / "examples" / "sites"
SENTENCE = "On day {n} the {what} was carried down to the harbour before the rain came, and nobody asked for it."


def page(number: int, body: str = "") -> str:
    said = "".join(f"<p>{SENTENCE.format(n=n, what=f'kettle {number}')}</p>" for n in range(6))
    menu = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(12))
    head = f"<title>Kettle {number}</title><ul>{menu}</ul><div><h1>Kettle {number}</h1>"
    return f"{head}{body or said}</div><p>© The harbour</p>"


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("news-en", {"model", "site: structure", "site: frequency", "site: title"}),
        ("blog", {"model", "site: structure", "site: frequency", "site: title"}),
        ("board", {"model", "thread", "site: frequency"}),
    ],
)
def test_the_terms_add_up_to_the_decision(folder: str, names: set[str]) -> None:
    paths = sorted((EXAMPLES / folder).glob("*.html"))
    site = honbun.Site.learn([(None, path.read_bytes()) for path in paths])
    for path in paths[:3]:
        html = path.read_bytes()
        decision = compose(read(html, None), html, site=site).decision
        assert decision is not None
        assert names <= set(decision.terms)
        assert np.array_equal(decision.logit, sum_of(decision.terms))
        assert np.allclose(decision.probability, 1 / (1 + np.exp(-decision.logit)), atol=1e-6)


def test_a_page_alone_has_no_terms_of_a_site() -> None:
    html = page(0)
    decision = compose(read(html, None), html).decision
    assert decision is not None
    assert not any(name.startswith("site") for name in decision.terms)


def test_a_text_that_is_quoted_elsewhere_stays() -> None:
    quoted = "".join(page(number)[page(number).index("<p>") :] for number in range(4))
    pages = [(f"https://a.example/{n}", page(n)) for n in range(4)]
    site = honbun.Site.learn([*pages, ("https://a.example/all", page(9, quoted))])
    for url, html in pages:
        text = site.extract(html, url).text
        assert all(SENTENCE.format(n=n, what=f"kettle {url[-1]}") in text for n in range(6))
        assert "Section 3" not in text


def evidence_of_site(pages: list[str], text: str) -> float:
    """What the site adds for the block of the last page that holds a text, but for the title."""
    site = honbun.Site.learn([(None, html) for html in pages])
    outline = read(pages[-1], None)
    decision = compose(outline, pages[-1], site=site).decision
    assert decision is not None
    block = next(i for i, shown in enumerate(outline.blocks.texts) if text in shown)
    return float(decision.terms["site: structure"][block] + decision.terms["site: frequency"][block])


def test_a_repeated_line_among_the_pages_own_loses_less_than_one_among_its_like() -> None:
    bodies = [
        f"<p>{SENTENCE.format(n=n, what=f'bell {n}')}</p><ul><li>Place: {'abcdef'[n] * 4}<li>Open all day"
        f"<li>Height: {100 + n} metres<li>Keeper: {'uvwxyz'[n] * 5}</ul>"
        for n in range(6)
    ]
    pages = [page(n, body) for n, body in enumerate(bodies)]
    label, number = (evidence_of_site(pages, text) for text in ("Open all day", "105 metres"))
    assert -7 <= evidence_of_site(pages, "© The harbour") < label < number


ROWS = {
    "dl": ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>"),
    "spans": ("<div class=facts>{}</div>", "<div class=row><span>{}</span><span>{}</span></div>"),
    "divs": ("<div class=facts>{}</div>", "<div class=row><div>{}</div><div>{}</div></div>"),
    "list": ("<ul>{}</ul>", "<li><b>{}:</b> {}</li>"),
    "table": ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
}


@pytest.mark.parametrize("name", ROWS)
def test_pages_of_offers_keep_their_labels_and_values(name: str) -> None:
    table, row = ROWS[name]
    pages = []
    for n, place in enumerate(["Osaka", "Lyon", "Leeds", "Graz", "Porto", "Turin", "Ghent", "Brno"]):
        facts = {
            "Place": place,
            "Hours": ["full time", "part time"][n % 2],
            "Salary": f"{41 + 2 * n},000 a year",
            "Reference": f"J-{7061 + 13 * n}",
            "Closing date": f"{11 + n} March 2024",
        }
        rows = table.format("".join(row.format(*fact) for fact in facts.items()))
        pages.append((page(n, f"<p>{SENTENCE.format(n=n, what=place)}</p>{rows}"), facts))
    site = honbun.Site.learn([(None, html) for html, _ in pages])
    for html, facts in pages:
        text = site.extract(html).text
        assert [word for fact in facts.items() for word in fact if word not in text] == []
        assert "The harbour" not in text


def test_structure_is_trusted_as_far_as_it_takes_the_pages_own_text() -> None:
    aside = "<table><tr><td>" + "".join(f"Bell {part * 5} of {{}} houses<td>" for part in "abcd") + "</table>"
    pages = [(None, page(n) + aside.replace("{}", "uvwxyz"[n] * 4)) for n in range(6)]
    outline = read(pages[-1][1], None)
    evidence, _ = honbun.Site.learn(pages).knowledge_of(outline)
    assert evidence is not None
    article = find_article(outline, evidence)
    words = np.ones(len(outline.blocks), dtype=np.float32)
    is_article = article.labels.is_content

    def structure(elsewhere: float) -> float:
        logit = np.where(is_article, np.float32(-2), np.float32(elsewhere))
        return float(site_terms(outline, article, evidence, logit, words)["site: structure"][is_article].max())

    assert structure(-9) == 2
    assert 0 < structure(9) < 1.5


def test_structure_weighs_less_against_what_is_likely_and_the_pages_own() -> None:
    beside = "<table><tr><td>Bell {} of the harbour<td>Bell of all harbours</table>"
    pages = [(None, page(n) + beside.format("uvwxyz"[n] * 4)) for n in range(6)]
    outline = read(pages[-1][1], None)
    evidence, _ = honbun.Site.learn(pages).knowledge_of(outline)
    assert evidence is not None
    article = find_article(outline, evidence)
    words = np.ones(len(outline.blocks), dtype=np.float32)
    own, repeated = (
        next(i for i, text in enumerate(outline.blocks.texts) if part in text) for part in ("zzzz", "of all")
    )
    assert not article.labels.is_content[[own, repeated]].any()

    def against(logit: float) -> list[float]:
        given = np.where(article.labels.is_content, np.float32(9), np.float32(logit))
        term = site_terms(outline, article, evidence, given, words)["site: structure"]
        return [float(term[block]) for block in (own, repeated)]

    assert against(-20) == pytest.approx([-3, -3], abs=0.01)
    assert against(2) == pytest.approx([-3 * (1 - 1 / (1 + np.exp(-2)) ** 2), -3], abs=0.01)
