import codecs
import gzip

import pytest
from input_samples import PAGE, only, outline, write

from honbun.input.types import RawPage, ReadOptions, Rejection


def test_a_file_is_a_page_with_its_bytes_untouched(tmp_path):
    path = write(tmp_path / "a.html", b"\xff<p>\x82\xa0\r\n")
    assert only([path]) == RawPage(b"\xff<p>\x82\xa0\r\n", source=str(path))


def test_a_named_file_is_read_whatever_its_ending(tmp_path):
    names = ["a", "a.txt", "a.css", "a.xyz", "a.b.HTM"]
    paths = [write(tmp_path / name, PAGE) for name in names]
    assert outline(paths, tmp_path) == names


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"%PDF-1.7 and so on", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0JFIF", "a JPEG image"),
        (b"GIF89a;", "a GIF image"),
        (b"MZ\x90\x00\x03\x00\x00\x00\x04", "binary data"),
        (b"\x01\x00\x02\x00" * 20, "binary data"),
        (b"x" + b"<\x00\x00\x00" * 20, "binary data"),
        (b"abc" * 100 + b"\x00\x01\x02\x00", "binary data"),
    ],
)
def test_what_is_evidently_binary_is_rejected(tmp_path, body, kind):
    found = only([write(tmp_path / "a.html", body)])
    assert (found.reason, found.detail) == (Rejection.NOT_HTML, f"it is {kind}")


@pytest.mark.parametrize(
    "body",
    [
        codecs.BOM_UTF16_LE + "text without a tag".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "<p>本文".encode("utf-16-be"),
        "<p>本文</p>".encode("utf-16-le"),
        "本文 <p>".encode("utf-16-be"),
        "text first, then <b>a tag</b>".encode("utf-16-le"),
        b"\r\n <p>one stray \x00 zero</p>",
        codecs.BOM_UTF8 + b"<p>one stray \x00 zero</p>",
    ],
)
def test_zeros_of_wide_text_and_of_dirt_are_no_sign_of_binary(tmp_path, body):
    assert only([write(tmp_path / "a.html", body)]).body == body


@pytest.mark.parametrize("body", [b"", b" \r\n\t", codecs.BOM_UTF8, codecs.BOM_UTF16_LE + b" \x00\n\x00"])
def test_a_page_without_ink_is_rejected_as_empty(tmp_path, body):
    assert only([write(tmp_path / "a.html", body)]).reason is Rejection.EMPTY


def test_a_page_of_the_limit_passes_and_one_byte_more_does_not(tmp_path):
    path = write(tmp_path / "a.html", PAGE)
    assert only([path], options=ReadOptions(max_bytes=len(PAGE))).body == PAGE
    found = only([path], options=ReadOptions(max_bytes=len(PAGE) - 1))
    assert found.reason is Rejection.TOO_LARGE
    assert f"more than {len(PAGE) - 1} bytes" in found.detail


def test_gzip_is_opened_by_ending_and_by_magic(tmp_path):
    names = ["a.html.gz", "b.GZ", "c", "d.html"]
    paths = [write(tmp_path / name, gzip.compress(PAGE)) for name in names]
    assert [only([path]).body for path in paths] == [PAGE] * 4
    assert outline(paths, tmp_path) == names


def test_gzip_of_several_members_with_padding_is_one_page(tmp_path):
    data = gzip.compress(PAGE[:10]) + bytes(3) + gzip.compress(PAGE[10:]) + bytes(512)
    assert only([write(tmp_path / "a.gz", data)]).body == PAGE


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data[:5],
        lambda data: data[:-8] + bytes(8),
        lambda data: data[:12] + b"\xff\xff" + data[14:],
        lambda data: data + b"garbage",
    ],
)
def test_broken_gzip_is_rejected_and_never_a_part_of_a_page(tmp_path, damage):
    path = write(tmp_path / "a.html.gz", damage(gzip.compress(PAGE * 100)))
    found = only([path])
    assert (found.source, found.reason) == (str(path), Rejection.BROKEN)


def test_a_bomb_of_gzip_is_too_large(tmp_path):
    path = write(tmp_path / "a.html.gz", gzip.compress(b"<p>" + bytes(10_000_000)))
    assert only([path], options=ReadOptions(max_bytes=1_000_000)).reason is Rejection.TOO_LARGE


def test_gzip_in_gzip_in_gzip_ends(tmp_path):
    data = PAGE
    for _ in range(4):
        data = gzip.compress(data)
    assert only([write(tmp_path / "a", data)]).body == PAGE
    assert only([write(tmp_path / "b", gzip.compress(data))]).reason is Rejection.TOO_DEEP
