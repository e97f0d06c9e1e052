"""The oddities that the example sites are there to show."""

from collections import Counter

from examples.build import build_site


def golds(site):
    return [page.gold for page in build_site(site)]


def test_each_news_site_has_one_article_under_two_addresses():
    for site in ("news-en", "news-ja"):
        by_page = {gold["page"]: gold for gold in golds(site)}
        (copy,) = [gold for gold in by_page.values() if "duplicate_of" in gold]
        original = by_page[copy["duplicate_of"]]
        assert copy["text"] == original["text"]
        assert copy["url"] != original["url"]


def test_lines_repeat_inside_the_news():
    lines = Counter(line for gold in golds("news-en") for line in gold["text"].split("\n"))
    assert lines["— Harbour Press Agency"] == 4
    assert lines["14 March 2026"] >= 4
    assert lines["By Maren Holt"] >= 3


def test_the_blog_has_posts_with_and_without_comments():
    counts = sorted(len(gold["comments"]) for gold in golds("blog"))
    assert counts[:2] == [0, 0]
    assert counts[2] > 0
    assert counts[-1] == 15


def test_comments_answer_comments_and_repeat():
    comments = [comment for gold in golds("blog") for comment in gold["comments"]]
    quince = next(gold for gold in golds("blog") if len(gold["comments"]) == 15)["comments"]
    answered = [comment["parent"] for comment in quince]
    assert any(parent is not None and answered[parent] is not None for parent in answered)
    texts = Counter(comment["text"] for comment in comments)
    assert texts["Thank you!"] >= 3
    assert texts["Lovely post."] >= 3
    assert len({comment["number"] for comment in comments}) == len(comments)


def test_threads_differ_in_length_and_posts_in_parts():
    pages = build_site("board")
    assert len({len(page.gold["posts"]) for page in pages}) == 5
    assert all("[<A HREF=" in page.html and "mailto:" in page.html for page in pages)


def test_syllabus_fields_are_missing_empty_or_several():
    tables = [gold["fields"] for gold in golds("syllabus")]
    names = {name for fields in tables for name in fields}
    assert {name for name in names if any(name not in fields for fields in tables)} >= {
        "備考",
        "参考書",
        "曜日・時限",
    }
    assert any(values == [] for fields in tables for values in fields.values())
    assert any(len(values) > 1 for fields in tables for values in fields.values())


def test_the_last_result_page_is_short_and_two_are_striped():
    pages = build_site("search")
    assert [len(page.gold["records"]) for page in pages] == [10, 10, 10, 7]
    assert ["result even" in page.html for page in pages] == [False, True, False, True]
    prices = [record["price"] for page in pages for record in page.gold["records"]]
    assert None in prices
    assert any(prices)
