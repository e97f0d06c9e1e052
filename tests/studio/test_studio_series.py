"""Pages explained together: the fields, repeats and curve that are shown are those that the library finds."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import honbun
from examples.series.generate import GeneratedSeries, generate_syllabuses
from honbun.cli import main
from honbun.errors import MissingPackageError
from honbun.extraction import PageStore, read
from honbun.extraction.site import keys_of, observe_page
from honbun.methods.templates import find_templates
from honbun.studio import series as series_module
from honbun.studio.explaining import MAX_PAGE_NAMES, explanation_of, series_of, siblings_of
from honbun.studio.explanation import Explanation
from honbun.studio.frame import frame_document
from honbun.studio.html_file import cards
from honbun.studio.panel import panel
from honbun.studio.series import fields_of

SITES = Path(__file__).parents[2] / "examples" / "sites"
ALL = list(generate_syllabuses())


@pytest.fixture(scope="module")
def syllabus() -> GeneratedSeries:
    return ALL[0]


def explained(pages: list[tuple[str | None, str | bytes]], row: int = 0) -> Explanation:
    series, site = series_of(PageStore.of(pages)), honbun.Site.learn(pages)
    url, html = pages[row]
    outline = read(html, url)
    return explanation_of(outline, html, site=site, siblings=siblings_of(series, outline, row))


def unworded(html: str) -> str:
    """Markup without the spans that name messages."""
    return re.sub(r'<span data-word="[^>]*>(.*?)</span>', r"\1", html)


def news() -> list[tuple[str | None, str | bytes]]:
    return [
        (f"https://courier.example/{path.name}", path.read_bytes())
        for path in sorted(SITES.glob("news-en/*.html"))
    ]


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.name)
def test_the_fields_are_those_of_the_library_and_stand_where_they_are_said_to(made: GeneratedSeries) -> None:
    table = honbun.fields(made.pages)
    outlined = 0
    for row, (url, html) in enumerate(made.pages):
        page = read(html, url).page
        fields = fields_of(page, table, row)
        present = [column for column in table.fields if column.cells[row] is not None]
        assert [field.name for field in fields] == [column.name for column in present]
        for field, column in zip(fields, present, strict=True):
            cell = column.cells[row]
            assert cell is not None
            assert field.values == cell.values
            shown = "".join(page.text[page.node_start[n] : page.node_end[n]] for n in field.nodes)
            if column.kind not in ("url", "image"):
                assert all("".join(value.split()) in "".join(shown.split()) for value in field.values)
                outlined += bool(field.nodes)
    assert outlined


def test_values_are_outlined_and_named_once(syllabus: GeneratedSeries) -> None:
    made = explained(list(syllabus.pages))
    assert made.siblings is not None
    inner = frame_document(made)
    names = re.findall(r'<span class="name">(.*?)</span>', inner)
    assert ", ".join(names).split(", ") == [field.name for field in made.siblings.fields]
    for number, field in enumerate(made.siblings.fields):
        pieces = re.findall(
            rf'data-f="{number}">(?:<span class="name">.*?</span>)?<span class="b [^>]*>(.*?)</span>', inner
        )
        assert "".join(map(unescape, pieces)).split() == " ".join(field.values).split()
    data = cards(made)
    held = {k for block in data["blocks"] for k in block["fields"]}
    assert [data["fields"][k] for k in sorted(held)] == [field.name for field in made.siblings.fields]
    shown = panel(made)
    for number, field in enumerate(made.siblings.fields):
        assert f'data-field="{number}"><b>{field.name}</b><span class="value">{field.values[0][:20]}' in shown


def test_siblings_change_no_decision() -> None:
    pages = news()
    alone = explanation_of(read(pages[0][1], pages[0][0]), pages[0][1], site=honbun.Site.learn(pages))
    together = explained(pages)
    assert alone.labels == together.labels
    assert np.array_equal(alone.score, together.score)
    assert together.document.to_dict() == alone.document.to_dict()
    assert 'class="field"' not in frame_document(alone)


def test_a_picture_that_is_a_field_is_outlined() -> None:
    pages = [
        (
            f"http://shop.example/{n}",
            f"<h1>Lamp {n}</h1><p>Price: <b>{n + 10} EUR</b></p><img src='/{n}.png'><p>About us</p><p>Imprint</p>",
        )
        for n in range(5)
    ]
    made = explained(list(pages), 2)
    assert made.siblings is not None
    pictures = [field for field in made.siblings.fields if field.kind == "image"]
    assert [field.values for field in pictures] == [("http://shop.example/2.png",)]
    inner = unworded(frame_document(made))
    assert re.search(
        r'class="field" data-f="\d+"><span class="name">image</span><span class="t-img">picture<', inner
    )


def test_a_block_names_pages_that_repeat_it() -> None:
    pages = news()
    made = explained(pages)
    data = cards(made)
    names = {str(url).rpartition("/")[2]: observe_page(read(html, url)).keys for url, html in pages}
    own = str(pages[0][0]).rpartition("/")[2]
    for key, block in zip(keys_of(made.outline).plain, data["blocks"], strict=True):
        assert len(block["pages"]) == min(block["frequency"], MAX_PAGE_NAMES)
        assert own not in block["pages"]
        assert all(key in names[name] for name in block["pages"])
    assert max(len(block["pages"]) for block in data["blocks"]) == MAX_PAGE_NAMES


def test_the_panel_lists_what_most_pages_repeat_first() -> None:
    made = explained(news())
    shown = unworded(panel(made))
    items = re.findall(
        r'data-go="(\d+)"><b>(\d+)</b> <span class="value">(.*?)</span><span class="hint">(.*?)<', shown
    )
    assert len(items) > 5
    counts = [int(count) for _, count, _, _ in items]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == int(made.document_frequency.max())
    for block, count, text, where in items:
        assert int(made.document_frequency[int(block)]) == int(count)
        assert made.blocks.texts[int(block)].startswith(unescape(text).rstrip("…"))
        assert where.startswith("as on " if int(count) > MAX_PAGE_NAMES else "on ")
    assert len({text for _, _, text, _ in items}) == len(items)


def test_a_saved_site_gives_counts_without_names(tmp_path: Path) -> None:
    pages = news()
    honbun.Site.learn(pages).save(tmp_path / "site.json")
    made = explanation_of(read(pages[0][1], None), pages[0][1], site=honbun.Site.load(tmp_path / "site.json"))
    shown = panel(made)
    assert "data-go=" in shown
    assert 'class="hint">on' not in unworded(shown)
    assert not any(block["pages"] for block in cards(made)["blocks"])


def test_the_curve_is_that_of_the_template(syllabus: GeneratedSeries) -> None:
    made = explained(list(syllabus.pages))
    found = find_templates(syllabus.pages)
    assert made.siblings is not None
    curve = made.siblings.curve
    assert curve is not None
    assert curve.peak == len(syllabus.pages) == curve.pages == curve.of
    assert list(curve.total) == found.spectrum.total.tolist()
    shown = panel(made)
    assert found.meaning in shown
    assert shown.count('class="peak"') == 1
    assert (
        f'aria-label="F over f, both by powers of ten, of {curve.pages} pages: highest, and chosen, at f ='
        in shown
    )
    assert f"{curve.peak} (chosen)" in shown


def test_pages_of_two_templates_have_two_curves() -> None:
    made = next(made for made in ALL if made.kind == "two templates")
    series = series_of(PageStore.of(made.pages))
    assert len(series.table.templates) == 2
    for template in series.table.templates:
        shown = siblings_of(series, read(made.pages[template.rows[0]][1], None), template.rows[0]).curve
        assert (shown is None) == (len(template.rows) < 3)
        assert shown is None or shown.of == len(template.rows)


def test_long_series_are_counted_in_part(syllabus: GeneratedSeries, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "MAX_CURVE_LENGTH", 4 * len(syllabus.pages[0][1]))
    made = explained(list(syllabus.pages))
    assert made.siblings is not None
    curve = made.siblings.curve
    assert curve is not None
    assert 3 <= curve.pages < curve.of == len(syllabus.pages)
    assert f"{curve.pages} of its {curve.of} pages were counted" in panel(made)


def test_without_the_package_the_panel_says_what_to_install(
    syllabus: GeneratedSeries, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise MissingPackageError("finding templates needs it", "pydivsufsort", "pip install 'honbun[template]'")

    monkeypatch.setattr(series_module, "find_templates", missing)
    made = explained(list(syllabus.pages))
    assert "pip install &#x27;honbun[template]&#x27;" in panel(made)
    assert "<svg" not in panel(made)


def test_pages_that_have_nothing_in_common_say_so() -> None:
    pages: list[tuple[str | None, str | bytes]] = [
        (None, "<h1>Bread</h1><p>Bread that does not rise is flat, and nobody likes it.</p>"),
        (None, "<table><tr><td>1<td>2</table><ul><li>Snow<li>Rain</ul>"),
    ]
    shown = unworded(panel(explained(pages)))
    assert "none: no two pages are made alike" in shown
    assert "other pages show none of them" in shown


def test_explain_takes_siblings(syllabus: GeneratedSeries) -> None:
    (url, html), *others = syllabus.pages
    shown = honbun.explain(html, url, siblings=others)
    assert shown == honbun.explain(html, url, siblings=iter(others))
    data = json.loads(re.findall(r'id="data">(.*?)</script>', shown, re.DOTALL)[0])
    assert data["sitePages"] == len(syllabus.pages)
    assert data["fields"]
    site = honbun.Site.learn(others[:3])
    given = honbun.explain(html, url, site=site, siblings=others)
    data = json.loads(re.findall(r'id="data">(.*?)</script>', given, re.DOTALL)[0])
    assert data["sitePages"] == 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_shows_fields_curve_and_names(syllabus: GeneratedSeries, tmp_path: Path, jobs: str) -> None:
    folder, out = tmp_path / "pages", tmp_path / "explained"
    folder.mkdir()
    for number, (_, html) in enumerate(syllabus.pages):
        (folder / f"{number:02}.html").write_text(html, "utf-8")
    words = ["explain", str(folder), "-o", f"{out}/", "-q", "--jobs", jobs]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    files = sorted(out.iterdir())
    assert len(files) == len(syllabus.pages)
    table = honbun.fields([(None, html) for _, html in syllabus.pages])
    for row, file in enumerate(files):
        shown = file.read_text("utf-8")
        values = re.findall(r'data-field="\d+"><b>(.*?)</b><span class="value">(.*?)<', shown)
        assert [name for name, _ in values] == [column.name for column in table.fields if column.cells[row]]
        assert 'class="peak"' in shown
        assert '"pages":["' in shown
    assert '"pages":["01.html"' in files[0].read_text("utf-8")
    assert CliRunner().invoke(main, [*words, "--alone"], catch_exceptions=False).exit_code == 0
    assert "data-field=" not in files[0].read_text("utf-8")
