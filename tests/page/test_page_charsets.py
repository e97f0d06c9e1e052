"""Charset labels: all that browsers know, none of what only Python knows."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_samples import SENTENCES, document, spoiled

from honbun.page import decode
from honbun.page.charsets import codec_of

# The labels of https://encoding.spec.whatwg.org/#names-and-labels by the codec that reads them.
LABELS = json.loads(Path(__file__).with_name("charset-labels.json").read_text(encoding="utf-8"))
KNOWN = [(label, codec) for codec, labels in LABELS.items() for label in labels.split()]
NONSENSE = (
    "foo none utf-9 hex base64 bz2 zlib quopri uu rot13 rot_13 idna punycode undefined unicode_escape "
    "unicode-escape raw_unicode_escape raw-unicode-escape charmap utf-7 utf7 unicode-1-1-utf-7 utf-32 "
    "utf-32-le utf-16 utf-16be cp037 cp500 cp1026 ebcdic-cp-us aliases __init__ mbcs oem .. os.path "
    "x-user-defined (none) é 日本語 "
).split()


@pytest.mark.parametrize(("label", "codec"), KNOWN)
def test_a_label_that_browsers_know(label, codec):
    assert codec_of(label) == codec
    assert codec_of(f" {label.upper()} ") == codec


@pytest.mark.parametrize("label", [*NONSENSE, "", "\0", "x" * 5000])
def test_a_label_that_names_no_encoding_of_pages(label):
    assert codec_of(label) is None


@pytest.mark.parametrize("label", NONSENSE)
@pytest.mark.parametrize("language", ["en", "ja", "fr"])
def test_nonsense_is_as_good_as_no_declaration(label, language):
    html = document(SENTENCES[language] + r" \d \u0041 +AGE- 616263", label)
    found = decode(html.encode(), f"text/html; charset={label}")
    assert (found.text, found.encoding, found.evidence) == (html, "utf-8", "utf-8")


def test_text_is_taken_as_it_is():
    html = document(SENTENCES["ja"], "shift_jis")
    assert (decode(html).text, decode(html).encoding, decode(html, "text/html; charset=koi8-r").evidence) == (
        html,
        "str",
        "str",
    )


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udfff", "\ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\ufeff<p>a", "<p>a"),
        ("", ""),
    ],
)
def test_text_is_made_writable(text, clean):
    assert decode(text).text == clean


def test_no_bytes_are_an_empty_page():
    assert decode(b"").text == ""


labels = st.sampled_from([*(label for label, _ in KNOWN), *NONSENSE])
content_types = st.one_of(
    st.none(), st.text(max_size=30), st.text(max_size=20).map("charset={}".format), labels.map("charset={}".format)
)
bodies = st.one_of(
    st.binary(max_size=300),
    st.builds(lambda html, codec: html.encode(codec, "ignore"), spoiled(), st.sampled_from(sorted(LABELS))),
    st.builds(lambda label, junk: f"<meta charset={label}>".encode() + junk, labels, st.binary(max_size=100)),
)


@settings(deadline=None, max_examples=200)
@given(bodies, content_types)
def test_never_raises_and_can_be_written(body, content_type):
    found = decode(body, content_type)
    found.text.encode("utf-8")
    evidence = {"bom", "utf-16", "iso-2022", "utf-8", "header", "meta", "detected", "fallback"}
    assert found.evidence in evidence


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(), st.text(st.characters(), max_size=20)))
def test_text_is_idempotent(text):
    once = decode(text).text
    once.encode("utf-8")
    assert decode(once).text == once.removeprefix("\ufeff")


@settings(deadline=None)
@given(spoiled())
def test_utf8_is_read_back(html):
    assert decode(html.encode(), "text/html; charset=utf-8").text == html.removeprefix("\ufeff")
