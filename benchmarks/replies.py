"""The reply graph where the markup of a board states it: is `Post.parent` the post that a quote or a reply names?

    python -m benchmarks.replies DATA/posts-dev.parquet DATA/posts-more-dev.parquet

What is stated is read off the markup of each program by its own rule: which element is a post and what it is
called, and what an answer calls the post it answers. honbun knows no programs. Only posts are counted whose parent
is on the page, and that honbun finds; of several quotes the first one counts that is on the page.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lxml import html as markup

import honbun
from honbun.evaluate.corpus import read_corpus
from honbun.evaluate.metrics.words import tokens

# This share of the tokens of a post must be in an element for it to be that post's.
_MIN_SHARE = 0.8
_DIGITS = re.compile(r"\d+")
Element = Any


@dataclass(frozen=True)
class Program:
    """How one program marks posts and what they answer."""

    name: str
    posts: str
    """XPath of the elements that are posts."""
    called: str
    """XPath, from a post, of an attribute whose last number is what the post is called."""
    answers: str
    """XPath, from a post, of attributes whose last number is what the answered post is called."""


PROGRAMS = (
    Program(
        "XenForo 2", "//article[starts-with(@data-content,'post-')]", "@data-content", ".//blockquote/@data-source"
    ),
    Program(
        "XenForo 1", "//li[starts-with(@id,'post-')]", "@id", ".//a[contains(@class,'AttributionLink')]/@href"
    ),
    Program(
        "phpBB 3", "//div[starts-with(@id,'p') and contains(@class,'post')]", "@id", ".//cite//a/@data-post-id"
    ),
    Program(
        "Discourse",
        "//*[starts-with(@id,'post_')]",
        "@id",
        ".//aside[contains(@class,'quote') and (not(@data-topic) or @data-topic=$topic)]/@data-post",
    ),
    Program(
        "SMF",
        "//div[@class='post_wrapper' or @class='post' or @class='postarea'][.//*[starts-with(@id,'msg_')]]",
        ".//*[starts-with(@id,'msg_')]/@id",
        ".//div[contains(@class,'quoteheader')]//a[contains(@href,'msg')]/@href",
    ),
    Program(
        "IPS 4",
        "//article[starts-with(@id,'elComment_')]",
        "@id",
        ".//blockquote/@data-ipsquote-contentcommentid",
    ),
    Program(
        "NodeBB", "//*[@component='post' and @data-pid]", "@data-pid", ".//a[@component='post/parent']/@data-topid"
    ),
    Program(
        "NodeBB 3", "//*[@component='post' and @data-pid]", "@data-pid", ".//*[@data-parent-pid]/@data-parent-pid"
    ),
    Program(
        "vBulletin 3",
        "//table[starts-with(@id,'post')]",
        "@id",
        ".//a[@rel='nofollow' and contains(@href,'#post')]/@href",
    ),
    Program(
        "Discuz!",
        "//*[starts-with(@id,'post_') or starts-with(@id,'pid')]",
        "@id",
        ".//*[contains(@class,'quote') or self::blockquote]//a[contains(@href,'findpost')]/@href",
    ),
)


def stated_parents(html: bytes) -> tuple[str, list[tuple[Element, str, str]]]:
    """The program, and for each answer its element, what it is called, and what the answered post is called."""
    tree = markup.fromstring(html)
    topic = Counter(tree.xpath("//aside/@data-topic")).most_common(1)
    for program in PROGRAMS:
        names: dict[str, Element] = {}
        for post in tree.xpath(program.posts):
            called = post.xpath(program.called)
            if called and (number := _last_number(str(called[0]))):
                names.setdefault(number, post)
        answers = []
        for name, post in names.items():
            stated = post.xpath(program.answers, topic=topic[0][0] if topic else "")
            others = (
                number for each in stated if (number := _answered(program, str(each))) in names and number != name
            )
            if (first := next(others, None)) is not None:
                answers.append((post, name, first))
        if answers:
            return program.name, [*answers, *((post, name, "") for name, post in names.items())]
    return "", []


def _answered(program: Program, value: str) -> str:
    """The last number; of an address of Discuz! that of the post, which the thread's comes after."""
    found = re.search(r"[?&]pid=(\d+)", value) if program.name == "Discuz!" else None
    return found[1] if found else _last_number(value)


def _last_number(value: str) -> str:
    found = _DIGITS.findall(value)
    return found[-1] if found else ""


def nested_parents(html: bytes) -> list[tuple[Element, str, str]]:
    """The same for comments inside the list of answers to another one: WordPress and Drupal."""
    tree = markup.fromstring(html)
    found = []
    for post in tree.xpath("//li[starts-with(@id,'comment-') or starts-with(@id,'li-comment-')]"):
        above = post.xpath("ancestor::li[starts-with(@id,'comment-') or starts-with(@id,'li-comment-')][1]")
        found.append((post, str(post.get("id")), str(above[0].get("id")) if above else ""))
    for post in tree.xpath("//div[contains(concat(' ',@class,' '),' comment ')][not(self::li)]"):
        box = post.getparent()
        if box is not None and (box.get("class") or "") == "indented":
            above = box.xpath("preceding-sibling::div[contains(concat(' ',@class,' '),' comment ')][1]")
            found.append((post, str(id(post)), str(id(above[0])) if above else ""))
        elif tree.xpath("//div[@class='indented']"):
            found.append((post, str(id(post)), ""))
    return found if any(parent for _, _, parent in found) else []


def matched(posts: honbun.Thread, elements: list[tuple[Element, str]]) -> dict[int, str]:
    """For each post found what its element is called: the smallest that holds it."""
    bags = [(Counter(tokens(element.text_content())), name) for element, name in elements]
    found = {}
    for i, post in enumerate(posts):
        own = Counter(tokens(post.text))
        if not own:
            continue
        shares = [((own & bag).total() / own.total(), -bag.total(), name) for bag, name in bags]
        holding = [(total, name) for share, total, name in shares if share >= _MIN_SHARE]
        if holding:
            found[i] = max(holding)[1]
    return found


def judge(
    html: bytes, url: str | None, posts: Callable[..., honbun.Thread]
) -> Iterator[tuple[str, str, bool, bool]]:
    """For each answer that is found: program, its name, whether it has a parent, and whether that is right."""
    program, stated = stated_parents(html)
    if not stated:
        program, stated = "nested", nested_parents(html)
    parent_of = {name: parent for _, name, parent in stated if parent}
    if not parent_of:
        return
    thread = posts(html, url)
    elements = {name: element for element, name, _ in stated}
    names = matched(thread, [(element, name) for name, element in elements.items()])
    on_page = set(names.values())
    for i, name in names.items():
        parent = parent_of.get(name)
        if parent in on_page:
            answered = thread[i].parent
            yield program, name, answered is not None, answered is not None and names.get(answered) == parent


def main() -> None:
    """Print for each program how many answers have a parent, and how many the right one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", nargs="+", help="parquet files of task posts")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in parser.parse_args().corpora:
        for case in read_corpus(path).cases:
            pages = set()
            for program, _, has_parent, is_right in judge(case.html, case.url, honbun.posts):
                counts[program].update(answers=1, parents=has_parent, right=is_right, pages=program not in pages)
                pages.add(program)
    counts["all"] = sum(counts.values(), Counter())
    print(f"{'program':14}{'pages':>7}{'answers':>9}{'parents':>9}{'right':>7}{'recall':>8}{'precision':>11}")
    for program, each in counts.items():
        recall, precision = each["right"] / max(each["answers"], 1), each["right"] / max(each["parents"], 1)
        numbers = f"{each['pages']:7}{each['answers']:9}{each['parents']:9}{each['right']:7}"
        print(f"{program:14}{numbers}{recall:8.3f}{precision:11.3f}")


if __name__ == "__main__":
    main()
