"""What each task measures, in words for a reader who sees it for the first time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """A task: what a system is asked for, and how its answer is judged."""

    title: str
    asked: str
    judged: str


EXPLANATIONS = {
    "content": Explanation(
        "Main text of single pages",
        "Each system gets one page at a time and returns its main text: what a reader came for, without "
        "menus, adverts and footers.",
        "The words of the answer are compared with the words that a person marked as right (the gold). "
        "Precision is the share of the answer's words that are right, recall the share of the right words "
        "that the answer has, and F1 their harmonic mean: 1 is perfect, 0 is nothing right. The headline is "
        "the mean of the pages' F1.",
    ),
    "site": Explanation(
        "Main text, with the other pages of the site known",
        "Systems that learn see all pages of a site, without the gold, before they answer; the others answer "
        "page by page.",
        "The words of each answer are compared with the words that a person marked as right (the gold). "
        "Precision is the share of the answer's words that are right, recall the share of the right words "
        "that the answer has, and F1 their harmonic mean. The headline is the mean of the pages' F1. A name "
        "such as honbun@5 is the system when it knew five pages of each site.",
    ),
    "comments": Explanation(
        "Article and readers' comments apart",
        "Each system returns the article without the comments, and the comments.",
        "The headline is about the comments, f1 of the article stands beside it. The article's words and the "
        "comments' words are compared with the gold's, each by F1 (the harmonic mean of precision and "
        "recall); comments only on pages that have any. Leakage is the share of one's five-word sequences "
        "that turn up in the other. A false alarm is a comment reported on a page without comments.",
    ),
    "posts": Explanation(
        "Posts of forum threads, one by one",
        "Each system returns the posts of a page as separate texts, with author and date where it can.",
        "A post is right if it is one post: its words agree with those of one gold post to at least .8 "
        "(strict: .95), and each gold post is matched once. Precision is the share of the returned posts that "
        "are right, recall the share of the gold posts that were found; the headline is their harmonic mean "
        "over all pages' posts. Wrong posts are told apart: several in one (merged), one in several (split), "
        "the right one with other words (inexact), none (missed), and posts that are none (spurious).",
    ),
    "fields": Explanation(
        "Fields of a series of pages",
        "Each system gets the pages of a site and returns a table: one row a page, one column a field. It is "
        "not told which fields to look for.",
        "Every gold attribute is given the column that fits it best, no column twice. The values must be "
        "equal. The headline is the F1 of the values, the mean over attributes and sites. Columns too many "
        "cost nothing, so their number is shown as well.",
    ),
    "blocks": Explanation(
        "Blocks of a page to keep",
        "Each system says of every block of a page whether it is content.",
        "The blocks kept are compared with the blocks that a person would keep. The headline is the harmonic "
        "mean of the share of kept blocks that are right and the share of right blocks that are kept, over "
        "the blocks of all pages. A page is perfect if every block is right.",
    ),
    "records": Explanation(
        "Records of list pages",
        "Each system gets a page of results and returns its records, each a row of cells.",
        "A gold record is found if at least .8 of its cells lie in one returned record, each of which counts "
        "once. The headline is the harmonic mean of the share of returned records that are right and the "
        "share of gold records that were found.",
    ),
}

READING = (
    "The 95 % interval says how far a figure may move with another choice of pages: it comes from drawing "
    "whole sites again, with repetition, a thousand times (pages, where there are fewer than ten sites). The "
    "same pages are hard for all systems, so the order of two systems is often surer than their intervals "
    "make it look. Milliseconds are processor time, the mean of the pages that gave an answer."
)
COUNTED = "A page on which a system failed (error, crash, out of time) counts as an empty answer."
