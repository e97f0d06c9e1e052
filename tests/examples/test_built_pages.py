"""The built pages are what the sources say, and the gold is on them."""

import codecs
import json
import re

import pytest

from examples.build import HERE, OUTPUTS, SITES, build, build_site, write
from honbun.page import decode, parse
from honbun.page.blocks import collapse, segment

PAGES = [(site, page) for site in SITES for page in build_site(site)]
IDS = [f"{site}/{page.gold['page']}" for site, page in PAGES]

LARGEST_PAGE = 25_000
SMALLEST_PAGE = 6_000
LARGEST_TOTAL = 1_500_000

REQUIRED = {"page": str, "url": str, "text": str}
OPTIONAL = {
    "title": str,
    "author": str,
    "date": str,
    "date_raw": str,
    "encoding": str,
    "duplicate_of": str,
    "comments": list,
    "posts": list,
    "fields": dict,
    "records": list,
}
ROW_KEYS = {
    "comments": ["number", "author", "date", "date_raw", "text", "parent"],
    "posts": ["number", "author", "date", "date_raw", "text"],
    "records": ["title", "url", "snippet", "date", "date_raw", "price", "rating"],
}
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?")


def read(site, page):
    return (HERE / "sites" / site / page.gold["page"]).read_bytes()


def shown_lines(body):
    """The lines a reader of the page sees, cells apart."""
    blocks = segment(parse(decode(body).text))
    return [line for block in blocks if not block.is_hidden for line in block.text.split("\n")]


def is_in_order(wanted, lines):
    """Whether the wanted lines stand among the lines, in their order."""
    rest = iter(lines)
    return all(line in rest for line in wanted)


def gold_lines(text):
    return [collapse(cell) for line in text.split("\n") for cell in line.split("\t") if cell]


def test_the_committed_files_are_those_the_sources_give():
    on_disk = {
        path.relative_to(HERE).as_posix(): path.read_bytes()
        for folder in OUTPUTS
        for path in (HERE / folder).rglob("*")
        if path.is_file()
    }
    built = build()
    assert sorted(on_disk) == sorted(built)
    assert [path for path in built if on_disk[path] != built[path]] == []


def test_writing_removes_what_an_earlier_build_left(tmp_path):
    write({"sites/a/old.html": b"old", "gold/a.jsonl": b""}, tmp_path)
    write({"sites/a/new.html": b"new"}, tmp_path)
    left = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ["sites/a/new.html"]


def test_there_are_as_many_pages_as_the_readme_says():
    counts = {site: len(build_site(site)) for site in SITES}
    table = (HERE / "README.md").read_text("utf-8")
    said = {site: int(n) for site, n in re.findall(r"^\| `([\w-]+)` \| (\d+) \|", table, re.MULTILINE)}
    assert counts == said


def test_the_sites_stay_small():
    sizes = [len(read(site, page)) for site, page in PAGES]
    assert min(sizes) >= SMALLEST_PAGE
    assert max(sizes) <= LARGEST_PAGE
    assert sum(len(content) for content in build().values()) <= LARGEST_TOTAL


@pytest.mark.parametrize(("site", "page"), PAGES, ids=IDS)
def test_the_gold_text_is_on_the_page_line_by_line(site, page):
    assert is_in_order(gold_lines(page.gold["text"]), shown_lines(read(site, page)))


@pytest.mark.parametrize(("site", "page"), PAGES, ids=IDS)
def test_every_part_of_the_gold_is_on_the_page(site, page):
    gold, shown = page.gold, collapse("\n".join(shown_lines(read(site, page))).replace("\n", " "))
    parts = [gold.get(key, "") for key in ("title", "author", "date_raw")]
    for key in ("author", "date_raw", "text", "title", "snippet", "price", "rating"):
        parts += [row.get(key) or "" for name in ROW_KEYS for row in gold.get(name, [])]
    parts += [text for name, values in gold.get("fields", {}).items() for text in (name, *values)]
    assert [part for part in parts if collapse(part.replace("\n", " ")) not in shown] == []


@pytest.mark.parametrize("gold", [page.gold for _, page in PAGES], ids=IDS)
def test_the_gold_keeps_to_its_schema(gold):
    known = REQUIRED | OPTIONAL
    assert gold.keys() >= REQUIRED.keys()
    assert {key: type(value) for key, value in gold.items()} == {key: known[key] for key in gold}
    for name, keys in ROW_KEYS.items():
        assert all(list(row) == keys for row in gold.get(name, []))
    rows = [gold, *(row for name in ROW_KEYS for row in gold.get(name, []))]
    assert all(ISO_DATE.fullmatch(row["date"]) for row in rows if "date" in row)
    assert all(
        comment["parent"] is None or comment["parent"] < i for i, comment in enumerate(gold.get("comments", []))
    )
    assert [post["number"] for post in gold.get("posts", [])] == list(range(1, len(gold.get("posts", [])) + 1))
    assert ".example/" in gold["url"]


@pytest.mark.parametrize(("site", "page"), PAGES, ids=IDS)
def test_a_page_is_read_in_the_encoding_it_is_written_in(site, page):
    decoded = decode(read(site, page))
    assert decoded.text == page.html
    declared = re.search(r"charset=\"?([\w-]+)", page.html)
    if declared:
        assert decoded.evidence == "meta"
        assert codecs.lookup(declared[1]).name == codecs.lookup(page.encoding).name


def test_one_page_does_not_declare_its_encoding():
    undeclared = [page for _, page in PAGES if "charset=" not in page.html]
    assert [page.gold["page"] for page in undeclared] == ["ekiden.html"]
    assert undeclared[0].encoding == "euc_jp"


@pytest.mark.parametrize("site", SITES)
def test_the_gold_file_holds_a_line_for_each_page(site):
    lines = (HERE / "gold" / f"{site}.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [page.gold for page in build_site(site)]


@pytest.mark.parametrize("site", SITES)
def test_links_to_other_pages_and_pictures_lead_somewhere(site):
    folder = HERE / "sites" / site
    for page in build_site(site):
        targets = re.findall(r'(?:href|HREF|src)="([\w-]+\.html|pictures/[\w-]+\.svg)"', page.html)
        assert [target for target in targets if not (folder / target).exists()] == []
