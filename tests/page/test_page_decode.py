"""Which encoding a page is read in, declared rightly, wrongly or not at all; and the labels of encodings."""

import codecs
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_samples import SENTENCES, document, spoiled

from honbun.page import decode
from honbun.page.decode import codec_of

# Language, the codec that writes the page, the label that names it, the codec that reads it.
ENCODINGS = [
    ("ja", "shift_jis", "Shift_JIS", "cp932"),
    ("ja", "euc_jp", "EUC-JP", "euc_jp"),
    ("ja", "iso2022_jp", "ISO-2022-JP", "iso2022_jp_ext"),
    ("zh", "gbk", "GBK", "gb18030"),
    ("zh", "gb18030", "GB18030", "gb18030"),
    ("zh-tw", "big5", "Big5", "big5hkscs"),
    ("ko", "euc_kr", "EUC-KR", "cp949"),
    ("ru", "cp1251", "windows-1251", "cp1251"),
    ("ru", "koi8_r", "KOI8-R", "koi8-r"),
    ("fr", "cp1252", "windows-1252", "cp1252"),
    ("cs", "cp1250", "windows-1250", "cp1250"),
    ("el", "cp1253", "windows-1253", "cp1253"),
]
UTF8 = [(language, "utf-8", "UTF-8", "utf-8") for language in SENTENCES]
BOMS = [("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)]

every_encoding = pytest.mark.parametrize(("language", "writer", "label", "reader"), ENCODINGS + UTF8)
every_legacy_encoding = pytest.mark.parametrize(("language", "writer"), [row[:2] for row in ENCODINGS])
every_language = pytest.mark.parametrize("language", SENTENCES)


def header(label):
    return f'text/html; charset="{label}"'


def evidence_of(writer, declared):
    """The evidence that decides where a declaration is right, or missing."""
    return {"iso2022_jp": "iso-2022"}.get(writer, declared)


@every_encoding
def test_declared_in_the_header(language, writer, label, reader):
    html = document(SENTENCES[language])
    found = decode(html.encode(writer), header(label))
    assert (found.text, found.encoding, found.evidence) == (html, reader, evidence_of(writer, "header"))


@every_encoding
def test_declared_in_the_markup(language, writer, label, reader):
    html = document(SENTENCES[language], label)
    found = decode(html.encode(writer), "text/html")
    assert (found.text, found.encoding, found.evidence) == (html, reader, evidence_of(writer, "meta"))


@pytest.mark.parametrize(("language", "writer"), [row[:2] for row in ENCODINGS + UTF8])
def test_not_declared(language, writer):
    html = document(SENTENCES[language])
    found = decode(html.encode(writer))
    assert found.text == html
    assert found.evidence == evidence_of(writer, "utf-8" if writer == "utf-8" else "detected")


@every_legacy_encoding
@pytest.mark.parametrize("lie", ["utf-8", "utf-16", "utf-32", "iso-2022-jp", "cp037"])
def test_declared_as_what_it_cannot_be(language, writer, lie):
    html = document(SENTENCES[language], lie)
    assert decode(html.encode(writer), header(lie)).text == html


@pytest.mark.parametrize(("language", "writer"), [row[:2] for row in ENCODINGS if row[0] not in ("fr", "cs")])
@pytest.mark.parametrize("lie", ["iso-8859-1", "windows-1252", "us-ascii"])
def test_another_script_declared_as_latin(language, writer, lie):
    html = document(SENTENCES[language], lie)
    assert decode(html.encode(writer), header(lie)).text == html


@every_language
@pytest.mark.parametrize("lie", ["iso-8859-1", "shift_jis", "gbk", "windows-1251", "utf-16", "euc-kr"])
def test_utf8_declared_as_another(language, lie):
    html = document(SENTENCES[language], lie)
    assert decode(html.encode(), header(lie)).text == html


@pytest.mark.parametrize(
    ("in_header", "in_markup", "encoding", "evidence"),
    [
        ("euc-jp", "shift_jis", "euc_jp", "header"),
        ("shift_jis", "euc-jp", "euc_jp", "meta"),
        ("utf-8", "euc-jp", "euc_jp", "meta"),
        ("foo", "euc-jp", "euc_jp", "meta"),
        ("iso-8859-1", "euc-jp", "euc_jp", "detected"),
    ],
)
def test_header_against_markup(in_header, in_markup, encoding, evidence):
    html = document(SENTENCES["ja"] + "旧い方法で。", in_markup)
    found = decode(html.encode("euc_jp"), header(in_header))
    assert (found.text, found.encoding, found.evidence) == (html, encoding, evidence)


def test_the_header_wins_where_both_can_be_right():
    html = document("Déjà vu", "windows-1250")
    found = decode(html.encode("cp1252"), header("windows-1252"))
    assert (found.text, found.encoding, found.evidence) == (html, "cp1252", "header")


def test_a_second_declaration_serves_where_the_first_is_nonsense():
    html = '<meta charset="foo"><meta http-equiv=Content-Type content="text/html; charset=koi8-r"><p>Привет, мир'
    found = decode(html.encode("koi8_r"))
    assert (found.text, found.encoding, found.evidence) == (html, "koi8-r", "meta")


@pytest.mark.parametrize(
    "start",
    [
        "<?xml version='1.0' encoding='windows-1250'?>",
        '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; CHARSET = windows-1250">',
        "<meta charset=windows-1250>",
        "<meta charset=' windows-1250 '>",
        "<!-- " + "-" * 2000 + " --><meta charset=windows-1250>",
    ],
)
def test_ways_to_declare(start):
    html = f"{start}<p>řeka"
    found = decode(html.encode("cp1250"))
    assert (found.text, found.evidence) == (html, "meta")


@every_language
@pytest.mark.parametrize(("codec", "bom"), BOMS)
def test_a_byte_order_mark_outweighs_every_declaration(language, codec, bom):
    html = document(SENTENCES[language], "iso-8859-1")
    found = decode(bom + html.encode(codec), header("shift_jis"))
    assert (found.text, found.encoding, found.evidence) == (html, codec, "bom")


@every_language
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark(language, codec):
    html = document(SENTENCES[language] * 20, "utf-16")
    found = decode(html.encode(codec), header("iso-8859-1"))
    assert (found.text, found.encoding, found.evidence) == (html, codec, "utf-16")


@pytest.mark.parametrize("html", ["<p>\0one\0</p>\0", "<p>\0\0\0", "<\0p>", "\0<p>"])
def test_stray_zeros_do_not_make_a_page_utf16(html):
    assert decode(html.encode() * 30 + b"<p>two</p>").text == html * 30 + "<p>two</p>"


@pytest.mark.parametrize("language", ["ja", "fr", "ru"])
@pytest.mark.parametrize("label", [None, "utf-8", "iso-8859-1", "shift_jis", "windows-1251"])
def test_utf8_with_a_few_broken_bytes_stays_utf8(language, label):
    whole = document(SENTENCES[language] * 8)
    body = bytearray(whole.encode())
    for place in (200, 401, 602):
        body.insert(place, 0xFF)
    found = decode(bytes(body), header(label) if label else None)
    assert found.encoding == "utf-8"
    assert len(found.text) - len(whole) <= 12
    assert found.text.count("\ufffd") <= 12


def test_a_few_bytes_beyond_ascii_are_windows_1252():
    for text in ("It’s late.", "5 £", "© 2004", "20 °C", "Müller", "naïve café"):
        html = f"<p>{text} And so on, in plain words.</p>"
        for label in (None, "utf-8", "us-ascii", "foo"):
            assert decode(html.encode("cp1252"), label and header(label)).text == html


# Row 13 of JIS as NEC filled it, from its cells 1, 32 and 63 on, and a character of IBM's in row 92.
ADDED_TO_JIS = {
    0x2D21: "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ",
    0x2D40: "㍉㌔㌢㍍㌘㌧㌃㌶㍑㍗㌍㌦㌣㌫㍊㌻㎜㎝㎞㎎㎏㏄㎡",
    0x2D5F: "㍻〝〟№㏍℡㊤㊥㊦㊧㊨㈱㈲㈹㍾㍽㍼",
    0x7C62: "髙",
}


@pytest.mark.parametrize("label", [None, "euc-jp"])
@pytest.mark.parametrize(("first", "characters"), ADDED_TO_JIS.items())
def test_characters_added_to_jis_in_euc(first, characters, label):
    pairs = b"".join((first + 0x8080 + i).to_bytes(2, "big") for i in range(len(characters)))
    body = "<p>第".encode("euc_jp") + pairs + SENTENCES["ja"].encode("euc_jp")
    assert decode(body, label and header(label)).text == f"<p>第{characters}{SENTENCES['ja']}"


@pytest.mark.parametrize(("first", "characters"), ADDED_TO_JIS.items())
def test_characters_added_to_jis_in_iso_2022(first, characters):
    pairs = b"".join((first + i).to_bytes(2, "big") for i in range(len(characters)))
    body = b"<p>\x1b$B" + pairs + b"\x1b(B" + SENTENCES["ja"].encode("iso2022_jp")
    assert decode(body).text == f"<p>{characters}{SENTENCES['ja']}"


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
