"""Which form is used, and what happens to a library that is of another version."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import honbun
from honbun import core
from honbun.core import library
from honbun.page import CompiledPage, Page, parse, parse_body, segment

is_compiled = pytest.mark.skipif(core.load() is None, reason="the core was not compiled")

SAID = "import honbun.core as c, honbun; print(c.form(), type(honbun.extract('<p>a').blocks.page).__name__)"


def said(choice: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HONBUN_CORE": choice, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, "-c", SAID], capture_output=True, text=True, env=env, check=False)


@is_compiled
@pytest.mark.parametrize("choice", ["", "auto", "require"])
def test_the_core_is_used(choice: str) -> None:
    assert said(choice).stdout.split() == ["compiled", "core", str(library.VERSION), "CompiledPage"]


def test_the_core_is_not_used_if_it_is_off() -> None:
    assert said("off").stdout.split()[-1] == "Page"
    assert said("off").stdout.startswith("readable form")


def test_an_unknown_choice_names_the_known_ones() -> None:
    assert "known: auto, off, require" in said("on").stderr


@is_compiled
def test_a_library_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "VERSION", library.VERSION + 1)
    found, reason = library._open(library._PATH)
    assert found is None
    assert "compile it again" in reason


def test_what_is_no_library_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "libhonbun_core.so"
    assert library._open(path) == (None, "the core was not compiled")
    path.write_bytes(b"not a library")
    assert "cannot be loaded" in library._open(path)[1]


def test_without_a_core_it_is_required_in_vain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(library, "_PATH", tmp_path / "nothing.so")
    monkeypatch.setenv("HONBUN_CORE", "require")
    with pytest.raises(honbun.HonbunError, match="no compiled core"):
        library.load.__wrapped__()


@pytest.mark.usefixtures("readable_form")
def test_both_forms_give_one_document() -> None:
    html = "<title>A map</title><h1>A map</h1>" + "<p>I found an old map by the station, and I bought it.</p>" * 3
    readable = honbun.extract(html)
    assert not isinstance(readable.blocks.page, CompiledPage)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("HONBUN_CORE")
        core.load.cache_clear()
        assert honbun.extract(html).to_dict() == readable.to_dict()


@is_compiled
class TestCompiledPages:
    def test_a_changed_page_is_a_plain_one(self) -> None:
        page = parse("<p class=x>a<p>b", "https://a.example")
        changed = replace(page, url="https://b.example")
        assert type(changed) is Page
        assert changed.check().url == "https://b.example"
        assert changed.attribute(3, "class") == page.attribute(3, "class") == "x"
        assert len(segment(changed)) == len(segment(page)) == 2

    def test_changed_blocks_are_plain(self) -> None:
        blocks = segment(parse("<p>a<p>b"))
        changed = replace(blocks, owner=blocks.owner.copy())
        assert changed.check().texts == blocks.texts

    def test_they_go_to_another_process(self) -> None:
        blocks = segment(parse("<p class=x>a<x-b>b"))
        again = pickle.loads(pickle.dumps(blocks)).check()
        assert again.texts == blocks.texts
        assert again.page.attributes == {"class": {3: "x"}}
        assert again.page.custom_tags == ("x-b",)

    def test_a_document_goes_to_another_process(self) -> None:
        document = honbun.extract("<h1>Maps</h1>" + "<p>I found an old map by the station, and bought it.</p>" * 3)
        assert pickle.loads(pickle.dumps(document)).to_dict() == document.to_dict()

    def test_attributes_that_nobody_has(self) -> None:
        page = parse("<p>a")
        assert page.attribute(0, "class") is None
        assert "onclick" not in page.attributes
        assert len(page.attributes) == 0

    def test_masks_of_another_length_are_refused(self) -> None:
        blocks = segment(parse("<p>a<p>b"))
        assert isinstance(blocks.page, CompiledPage)
        with pytest.raises(core.CoreError):
            blocks.page.parsed.rendered(np.ones(3, dtype=np.bool_))

    def test_bytes_are_read_as_they_are_decoded(self) -> None:
        for body in (
            b"<p>a\xe3\x81\x82",
            b"\xef\xbb\xbf<p>a",
            b"<meta charset=shift_jis><p>\\",
            b"<p>\xff",
            b"<p>\x1b$B",
        ):
            assert parse_body(body).text == parse(honbun.page.decode(body).text).text  # type: ignore[attr-defined]

    def test_a_defect_of_the_core_is_not_the_readers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object, **__: object) -> None:
            raise core.CoreError("as if it had failed")

        monkeypatch.setattr(core, "parse", fail)
        assert honbun.extract("<p>" + "I found an old map by the station. " * 9).text.startswith("I found")
