"""Documents: plain values, and parts that are read when they are first asked for."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

import honbun
from honbun.document import Document, PlainParts
from honbun.metadata import Metadata
from honbun.page import Labels, parse, segment

PAGE = """<title>Kettles at the harbour</title><meta name="author" content="Ann Lee">
<h1>Kettles at the harbour</h1>
<p>The kettles came on Monday, and they were set down on the quay, where people looked at them all day long.</p>
<p>On Tuesday they were gone, and nobody could say who had taken them, or what for, or where they are now.</p>"""


def test_parts_are_read_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(
        "honbun.extraction.composing.read_metadata", lambda _: read.append("metadata") or Metadata(author="A")
    )
    document = honbun.extract(PAGE)
    assert document.text
    assert not read
    assert (document.author, document.author, read) == ("A", "A", ["metadata"])


def test_a_document_is_built_by_hand_in_one_line() -> None:
    blocks = segment(parse("<p>One.</p>"))
    labels = Labels(np.ones(1, dtype=np.float32), np.zeros(1, dtype=np.uint32))
    document = Document(blocks, labels, parts=PlainParts(Metadata(title="A title"), "article"))
    assert (document.text.strip(), document.title, document.kind, document.posts) == (
        "One.",
        "A title",
        "article",
        (),
    )


def test_a_document_that_is_sent_elsewhere_has_been_read() -> None:
    document = honbun.extract(PAGE)
    sent = pickle.loads(pickle.dumps(document))
    assert sent.to_dict() == document.to_dict()
    assert sent.author == "Ann Lee"
    assert isinstance(sent.parts, PlainParts)


def test_a_document_may_be_given_other_facts() -> None:
    extracted = honbun.extract(PAGE)
    document = extracted.with_parts(metadata=replace(extracted.parts.metadata, title=None))
    assert (document.title, document.author) == (None, "Ann Lee")
