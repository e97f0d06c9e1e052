import dataclasses
import gzip
import io
import pickle
import subprocess
import sys

import pytest
from input_samples import PAGE, line, outline, write, zipped

import honbun.input
from honbun.errors import FormatError
from honbun.input import read
from honbun.input.read import NOT_PAGES, READERS
from honbun.input.types import RawPage, Reader, ReadOptions, Rejected, Rejection


def read_pipes(source, stream, _):
    """A format of outsiders: pages divided by a bar."""
    for number, body in enumerate(stream.read().split(b"|"), 1):
        yield RawPage(body, source=f"{source.name}|{number}")


PIPES = Reader(kind="pipes", endings=(".pipes", ".txt"), read=read_pipes, is_kind=lambda head: head[:1] == b"|")


def test_an_outsider_adds_a_reader_by_ending_and_by_bytes(tmp_path):
    for name in ("a.pipes", "b.txt", "c"):
        write(tmp_path / name, b"|<p>")
    options = ReadOptions(readers=(PIPES,))
    assert outline([tmp_path], tmp_path, options=options) == [
        "a.pipes|1",
        "a.pipes|2",
        "b.txt|1",
        "b.txt|2",
        "c|1",
        "c|2",
    ]
    assert outline([tmp_path], tmp_path) == ["a.pipes", "c"]


def test_an_outsider_goes_before_the_built_in_reader_of_an_ending(tmp_path):
    path = write(tmp_path / "a.html", b"<p>|<p>")
    mine = dataclasses.replace(PIPES, endings=(".html",))
    assert outline([path], tmp_path, options=ReadOptions(readers=(mine,))) == ["a.html|1", "a.html|2"]


def test_a_reader_of_outsiders_that_cannot_read_leaves_the_batch_alone(tmp_path):
    def fail(source, *_):
        yield RawPage(PAGE, source=source.name)
        raise OSError("the end of the tape")

    paths = [write(tmp_path / "a.tape", PAGE), write(tmp_path / "b.html", PAGE)]
    options = ReadOptions(readers=(Reader("tape", (".tape",), fail),))
    assert outline(paths, tmp_path, options=options) == ["a.tape", ("a.tape", "unreadable"), "b.html"]


def test_a_kind_that_is_asked_for_beats_name_and_bytes(tmp_path):
    path = write(tmp_path / "a.html", line(html="<p>"))
    assert outline([path], tmp_path, options=ReadOptions(kind="jsonl")) == ["a.html:1"]
    assert outline(["-"], stdin=io.BytesIO(line(html="<p>")), options=ReadOptions(kind="html")) == ["-"]


def test_a_kind_that_is_asked_for_is_meant_of_what_is_inside_gzip_and_not_of_members(tmp_path):
    path = write(tmp_path / "a.gz", gzip.compress(b"# no JSON\n" + line(html="<p>")))
    assert outline([path], tmp_path, options=ReadOptions(kind="jsonl")) == [("a.gz:1", "broken"), "a.gz:2"]
    path = write(tmp_path / "a.dat", zipped({"a.html": PAGE}))
    assert outline([path], tmp_path, options=ReadOptions(kind="zip")) == ["a.dat!a.html"]


def test_an_unknown_kind_names_the_known_ones_at_once():
    with pytest.raises(FormatError) as caught:
        read(["a.html"], options=ReadOptions(kind="pdf", readers=(PIPES,)))
    assert str(caught.value) == "pdf: no such kind of file (known: gzip, html, jsonl, parquet, pipes, warc, zip)"


def test_a_limit_that_lets_nothing_through_is_a_mistake():
    with pytest.raises(FormatError, match="max_bytes is 0"):
        ReadOptions(max_bytes=0)


def test_kinds_and_endings_are_told_apart():
    kinds = [reader.kind for reader in READERS]
    endings = [ending for reader in READERS for ending in reader.endings]
    assert len(set(kinds)) == len(kinds)
    assert len(set(endings)) == len(endings)
    assert all(ending == ending.lower() and ending.startswith(".") for ending in endings)
    assert not NOT_PAGES.intersection(endings)


def test_a_page_checks_itself():
    page = RawPage(PAGE, fetched_at="2024-01-02T03:04:05Z")
    assert page.check() is page
    with pytest.raises(ValueError, match="body is str"):
        RawPage("<p>").check()
    with pytest.raises(ValueError, match="fetched_at is 'today'"):
        RawPage(PAGE, fetched_at="today").check()


def test_what_comes_out_is_frozen_and_crosses_processes():
    for found in (RawPage(PAGE, source="a"), Rejected("a", Rejection.EMPTY, "no bytes")):
        assert pickle.loads(pickle.dumps(found)) == found
        with pytest.raises(dataclasses.FrozenInstanceError):
            found.source = "b"


def test_public_names_are_sorted_and_there():
    names = honbun.input.__all__
    constants, classes, functions = ([n for n in names if t(n)] for t in (str.isupper, str.istitle, str.islower))
    assert constants == sorted(constants)
    assert functions == sorted(functions)
    assert classes == sorted(classes)
    assert all(hasattr(honbun.input, name) for name in names)


def test_reading_a_page_loads_no_heavy_package_and_no_reader_of_archives_and_tables(tmp_path):
    path = write(tmp_path / "a.html", PAGE)
    lazy = ("fastwarc", "pyarrow", "honbun.input.warc", "honbun.input.rows")
    code = (
        f"import sys, honbun.input; list(honbun.input.read(sys.argv[1:])); print(*{{*{lazy}}} & {{*sys.modules}})"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_reading_that_is_given_up_closes_its_file(tmp_path):
    streams = []

    def keep(source, stream, _):
        streams.append(stream)
        yield RawPage(stream.read(), source=source.name)

    path = write(tmp_path / "a.kept", PAGE)
    found = read([path], options=ReadOptions(readers=(Reader("kept", (".kept",), keep),)))
    next(found)
    assert not streams[0].closed
    found.close()
    assert streams[0].closed
