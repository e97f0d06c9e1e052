"""One catalogue for all pages: every message has every language, and every page finds what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import honbun.studio
from honbun.article.structure import EVIDENCE
from honbun.document import FACTS
from honbun.studio.explanation import Label
from honbun.studio.words import LANGUAGES, catalogue, in_english, said

STUDIO = Path(honbun.studio.__file__).parent
CATALOGUE = json.loads((STUDIO / "words.json").read_text("utf-8"))
PAGES = {
    "home": ["studio/server/static/home.html", "studio/server/static/home.js"],
    "explain": ["studio/explain.js", "studio/panel.py", "studio/html_file.py", "studio/frame.py"],
    "annotate": [f"annotate/static/{name}" for name in ("index.html", "annotate.js", "frame.js")],
    "patrol": ["patrol/static/index.html", "patrol/static/patrol.js"],
}
SAID = re.compile(r"""data-(?:word|label|hint)="([^"{]+)"|\b(?:say|word|said|labelled)\(["']([^"']+)["']""")


@pytest.mark.parametrize("section", CATALOGUE)
def test_every_message_has_every_language(section: str) -> None:
    for name, forms in CATALOGUE[section].items():
        assert len(forms) == len(LANGUAGES), name
        assert all(form.strip() for form in forms), name
        values = [set(re.findall(r"\{(\w+)\}", form)) for form in forms]
        assert values[0] == values[1], name


@pytest.mark.parametrize("section", PAGES)
def test_a_page_finds_what_it_says(section: str) -> None:
    known = catalogue(section)["en"].keys()
    said_ = [
        one or other
        for path in PAGES[section]
        for one, other in SAID.findall((STUDIO.parent / path).read_text("utf-8"))
    ]
    assert len(said_) > 10
    assert set(said_) <= known


def test_what_rooms_below_say_is_known() -> None:
    known = catalogue("explain")["en"].keys()
    assert {f"sees {name}" for name in EVIDENCE} <= known
    assert {name.replace("_", " ") for name in FACTS} <= known
    assert {f"{what} {label}" for label in Label for what in ("is", "name", "means")} <= known


def test_numbers_choose_the_form_and_values_are_escaped() -> None:
    assert in_english("fold navigation", n=1) == "1 line of navigation"
    assert in_english("fold navigation", n=1234) == "1,234 lines of navigation"
    assert in_english("not in the catalogue") == "not in the catalogue"
    assert "<b>" not in said("named by", what="<b>", n=1, pages=2)
