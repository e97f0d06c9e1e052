import os
import sys
import threading

import pytest
from input_samples import PAGE, line, only, outline, write, zipped

from honbun.input import read
from honbun.input.read import NOT_PAGES, is_rereadable
from honbun.input.types import Rejection


def test_a_folder_is_read_to_its_depths_by_name(tmp_path):
    for name in ("b.html", "a/z.htm", "a/b/c.html", "a.html", "c/x.jsonl", "B.html"):
        write(tmp_path / name, line(html="<p>") if name.endswith("l") and "json" in name else PAGE)
    order = ["B.html", "a/b/c.html", "a/z.htm", "a.html", "b.html", "c/x.jsonl:1"]
    assert outline([tmp_path], tmp_path) == order


def test_in_a_folder_what_cannot_be_a_page_is_passed_over(tmp_path):
    for ending in (*NOT_PAGES, ".JPG", ".css.gz"):
        write(tmp_path / f"a{ending}", PAGE)
    write(tmp_path / "page", PAGE)
    write(tmp_path / "index.php?id=3.5", PAGE)
    assert outline([tmp_path], tmp_path) == ["index.php?id=3.5", "page"]


def test_hidden_files_and_folders_are_passed_over(tmp_path):
    for name in (".a.html", ".git/b.html", "c.html"):
        write(tmp_path / name, PAGE)
    assert outline([tmp_path], tmp_path) == ["c.html"]


def test_a_hidden_folder_that_is_named_is_read(tmp_path):
    write(tmp_path / ".cache/a.html", PAGE)
    assert outline([tmp_path / ".cache"], tmp_path) == [".cache/a.html"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
def test_links_that_lead_back_end_and_linked_folders_are_read_once(tmp_path):
    write(tmp_path / "site/a.html", PAGE)
    write(tmp_path / "else/b.html", PAGE)
    (tmp_path / "site/up").symlink_to(tmp_path / "site")
    (tmp_path / "site/also").symlink_to(tmp_path / "else")
    (tmp_path / "site/again").symlink_to(tmp_path / "else")
    assert outline([tmp_path / "site"], tmp_path) == ["site/a.html", "site/again/b.html"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
def test_a_link_to_nowhere_is_rejected_and_a_pipe_is_passed_over(tmp_path):
    (tmp_path / "a.html").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.html").symlink_to(tmp_path / "b.html")
    os.mkfifo(tmp_path / "c.html")
    write(tmp_path / "d.html", PAGE)
    assert outline([tmp_path], tmp_path) == [("a.html", "unreadable"), ("b.html", "unreadable"), "d.html"]


@pytest.mark.skipif(sys.platform == "win32", reason="names of bytes")
def test_a_name_that_is_no_text_gives_a_source_that_can_be_written(tmp_path):
    path = tmp_path / os.fsdecode(b"a\xff.html")
    try:
        write(path, PAGE)
    except OSError:
        pytest.skip("this file system wants text")
    assert only([path]).source.encode() == os.fsencode(tmp_path) + b"/a\\udcff.html"


def test_a_pattern_matches_files_by_name(tmp_path):
    for name in ("b.html", "a.html", "c.txt", "d/e.html"):
        write(tmp_path / name, PAGE)
    assert outline([f"{tmp_path}/*.html"], tmp_path) == ["a.html", "b.html"]
    assert outline([f"{tmp_path}/**"], tmp_path) == ["a.html", "b.html", "c.txt", "d/e.html"]


def test_a_pattern_that_matches_only_folders_reads_them(tmp_path):
    write(tmp_path / "site1/a.html", PAGE)
    write(tmp_path / "site2/b.html", PAGE)
    assert outline([f"{tmp_path}/site?"], tmp_path) == ["site1/a.html", "site2/b.html"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path):
    write(tmp_path / "[ab].html", PAGE)
    write(tmp_path / "a.html", b"another")
    assert only([tmp_path / "[ab].html"]).body == PAGE


def test_what_cannot_be_found_is_rejected_and_the_batch_goes_on(tmp_path):
    page = write(tmp_path / "a.html", PAGE)
    (tmp_path / "void").mkdir()
    write(tmp_path / "void/a.css", b"p {}")
    paths = [
        tmp_path / "gone.html",
        f"{tmp_path}/*.xhtml",
        tmp_path / "void",
        page / "below",
        "a\0b",
        "a\0/*",
        "\ud800",
        "",
        page,
    ]
    assert outline(paths, tmp_path) == [
        ("gone.html", "no such path"),
        ("*.xhtml", "no such path"),
        ("void", "no pages"),
        ("a.html/below", "no such path"),
        ("a\0b", "no such path"),
        ("a\0/*", "no such path"),
        ("\\ud800", "no such path"),
        ("", "no such path"),
        "a.html",
    ]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_rejected(tmp_path):
    write(tmp_path / "a.html", PAGE).chmod(0)
    write(tmp_path / "b/c.html", PAGE)
    (tmp_path / "b").chmod(0)
    try:
        assert outline([tmp_path], tmp_path) == [("a.html", "unreadable"), ("b", "unreadable")]
    finally:
        (tmp_path / "b").chmod(0o755)


def test_archives_in_a_folder_are_opened(tmp_path):
    write(tmp_path / "a.zip", zipped({"x/y.html": PAGE}))
    write(tmp_path / "b.jsonl", line(html="<p>") * 2)
    assert outline([tmp_path], tmp_path) == ["a.zip!x/y.html", "b.jsonl:1", "b.jsonl:2"]


def test_only_one_file_is_open_and_none_is_opened_before_its_turn(tmp_path):
    write(tmp_path / "a.html", PAGE)
    later = write(tmp_path / "b.html", PAGE)
    found = read([tmp_path])
    next(found)
    later.write_bytes(b"<p>changed meanwhile")
    assert next(found).body == b"<p>changed meanwhile"


def test_one_path_instead_of_a_list_is_a_mistake_that_is_told(tmp_path):
    with pytest.raises(TypeError, match="give a list"):
        read(str(tmp_path))
    with pytest.raises(TypeError, match="give a list"):
        read(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_streams_and_pipes_are_not_rereadable(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    page = write(tmp_path / "a.html", PAGE)
    assert is_rereadable([page, tmp_path, "*.html", "gone", "a\0b"])
    assert not is_rereadable([page, "-"])
    assert not is_rereadable([tmp_path / "pipe"])


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_pipe_that_is_named_is_read_as_a_stream(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[zipped({"a.html": PAGE})])
    writer.start()
    assert outline([tmp_path / "pipe"], tmp_path) == ["pipe!a.html"]
    writer.join()


def test_rejections_compare_with_their_words():
    assert Rejection.NO_PAGES == "no pages"
    assert f"{Rejection.TOO_LARGE}" == "too large"
