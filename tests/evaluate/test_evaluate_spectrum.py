"""The picture of F."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from benchmarks import templates
from honbun.evaluate.report.spectrum import spectrum_picture


@pytest.mark.parametrize(
    ("frequency", "total", "peak", "pages"),
    [([], [], None, None), ([1], [7], None, 3), ([1, 3, 5000], [10, 10**9, 5000], 3, 3)],
)
def test_any_spectrum_is_drawn(
    frequency: list[int], total: list[int], peak: int | None, pages: int | None
) -> None:
    drawn = ET.fromstring(spectrum_picture(frequency, total, peak, pages, "F of <nothing>"))
    circles = drawn.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len(frequency) + (peak is not None)


def test_the_picture_of_the_docs_is_current(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    drawn = templates.PICTURE.read_text("utf-8")
    monkeypatch.setattr(templates, "PICTURE", tmp_path / "peak.svg")
    templates.draw()
    assert drawn == templates.PICTURE.read_text("utf-8"), "run: python -m benchmarks.templates picture"
