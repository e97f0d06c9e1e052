"""What our pages say, in the languages they speak: messages by name, from one catalogue, `words.json`.

A message has a form for each language; "{n} line|{n} lines" has one for 1 and one for other numbers. Pages are
written in English and carry the names of their messages, so that `words.js`, which is a part of every page, can
say them again in the reader's language. A message that is not in the catalogue is its own English form.
"""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path

LANGUAGES = ("en", "ja")
_HERE = Path(__file__).parent
Value = str | int
_ENCODER = json.JSONEncoder(ensure_ascii=False)


@cache
def catalogue(*sections: str) -> dict[str, dict[str, str]]:
    """Language -> name -> message, of these sections and what all pages have in common."""
    stated = json.loads((_HERE / "words.json").read_text("utf-8"))
    names = {name: forms for section in ("common", *sections) for name, forms in stated[section].items()}
    return {language: {name: forms[at] for name, forms in names.items()} for at, language in enumerate(LANGUAGES)}


@cache
def words_script(*sections: str) -> str:
    """The script that defines `voice`, which says the messages of these sections."""
    words = json.dumps(catalogue(*sections), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"{(_HERE / 'words.js').read_text('utf-8')}const voice = speech({words});\n"


def in_english(name: str, /, **values: Value) -> str:
    """A message of an explained page in English, as plain text."""
    one, _, many = catalogue("explain")["en"].get(name, name).partition("|")
    text = many if many and values.get("n") != 1 else one
    for key, value in values.items():
        text = text.replace(f"{{{key}}}", f"{value:,}" if isinstance(value, int) else value)
    return text


def said(name: str, /, **values: Value) -> str:
    """A message of an explained page as markup that can be said again in another language."""
    return f"<span{word(name, **values)}>{escape(in_english(name, **values))}</span>"


def word(name: str, /, **values: Value) -> str:
    """The attributes by which an element says a message as its text."""
    stated = f' data-values="{escape(_ENCODER.encode(values))}"' if values else ""
    return f' data-word="{escape(name)}"{stated}'


def labelled(name: str) -> str:
    """The attributes of an element whose label is a message."""
    return f' data-label="{escape(name)}" aria-label="{escape(in_english(name))}"'
