"""Parts for projects of Scrapy's own: the example of the docs, and the pipeline by itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from robot_sites import Answer, article, link, serve, written

import honbun
from honbun.errors import FormatError

pytest.importorskip("scrapy")
DOCS = Path(__file__).parents[2] / "docs" / "robot.md"


def test_the_example_of_the_docs_runs(tmp_path: Path) -> None:
    example = re.search(r"^```python-scrapy\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)
    assert example is not None
    (tmp_path / "example.py").write_text(example[1])
    site = {
        "/": Answer(link("/1", "/2", "/list.pdf")),
        "/1": article(1, link("/3")),
        "/2": article(2),
        "/3": article(3),
    }
    with serve(site) as local:
        words = [sys.executable, "example.py", f"{local.base}/"]
        subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    items = [json.loads(line) for line in (tmp_path / "harbours.jsonl").read_text().splitlines()]
    assert {item["title"] for item in items} == {None, "Page 1", "Page 2", "Page 3"}
    assert all("html" not in item and item["fetched_at"] for item in items)
    told = next(item for item in items if item["title"] == "Page 1")
    assert told["text"] == honbun.extract(site["/1"].data, told["url"]).text
    assert {"/", "/1", "/2", "/3"} <= set(written(tmp_path / "harbours.warc.gz"))


def test_the_pipeline_adds_what_is_asked_for() -> None:
    from honbun.robot import ExtractPipeline

    page = article(1).data
    item = ExtractPipeline(keeps_html=False).process_item({"html": page, "url": "http://a.example/", "own": 1})
    assert item["own"] == 1
    assert (item["title"], "html" in item) == ("Page 1", False)
    assert ExtractPipeline("posts").process_item({"html": page, "url": None})["posts"] == []
    assert ExtractPipeline("records").process_item({"html": page})["rows"] == []
    assert ExtractPipeline().process_item({"url": "http://a.example/"}) == {"url": "http://a.example/"}
    with pytest.raises(FormatError, match="one of extract, posts, records"):
        ExtractPipeline("sing")
