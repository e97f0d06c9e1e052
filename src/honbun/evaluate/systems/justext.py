"""jusText with the stop words of the page's language."""

from __future__ import annotations

import re
from typing import Any

from honbun.evaluate.cases import Answer
from honbun.evaluate.systems.protocol import Peer
from honbun.page import decode

_LANGUAGE = re.compile(r"<html\b[^>]*?\blang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)
# jusText names its lists in English; other languages are read without a list.
_LISTS = {
    "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish",
    "fi": "Finnish", "fr": "French", "hu": "Hungarian", "it": "Italian", "nl": "Dutch", "no": "Norwegian_Bokmal",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish",
}  # fmt: skip
_NO_LIST = frozenset({"ja", "ko", "th", "zh"})


class Justext(Peer):
    """The paragraphs that are not boilerplate. The language is what the page declares, else English."""

    name = "justext"
    distribution = "justext"
    module = "justext"

    def extract(self, html: bytes, url: str | None) -> Answer:  # noqa: ARG002
        """The good paragraphs."""
        text = decode(html).text
        if not text.strip():
            return Answer()
        paragraphs = self._paragraphs(text)
        return Answer(text="\n\n".join(found.text for found in paragraphs if not found.is_boilerplate))

    def _paragraphs(self, text: str) -> Any:
        justext = self.load()
        declared = _LANGUAGE.search(text)
        language = declared[1].lower() if declared else "en"
        # Bytes in a known encoding: lxml refuses a str that declares one.
        html = text.encode("utf-8")
        if language in _NO_LIST:
            return justext.justext(html, frozenset(), stopwords_low=0, stopwords_high=0, encoding="utf-8")
        return justext.justext(html, justext.get_stoplist(_LISTS.get(language, "English")), encoding="utf-8")
