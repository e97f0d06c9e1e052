"""From a page and the keywords of a call to the answer."""

from __future__ import annotations

import re
from dataclasses import replace

from honbun.compat.formats import written
from honbun.compat.keywords import Keywords
from honbun.compat.lines import plain
from honbun.compat.metadata import Document, facts_of, fingerprint_of, language_of
from honbun.compat.source import load, pruned
from honbun.compat.tree import body_of, comments_of
from honbun.document import Document as Page
from honbun.extraction import ExtractOptions, Html, extract
from honbun.render import in_data_tables

_AROUND_ADDRESS = re.compile(r"^https?://|/+$")


def answer(filecontent: object, keywords: Keywords, *, is_bare: bool = False) -> Document | None:
    """What is asked for of a page, `text` in its format, or plain if bare; None if there is none to give."""
    html = load(filecontent)
    if keywords.prune_xpath:
        html = pruned(html, keywords.prune_xpath)
    page = _trimmed(page_of(html, keywords), keywords)
    facts = facts_of(page, keywords)
    if not page.text or not _is_wanted(page, facts["url"], keywords):
        return None
    if keywords.only_with_metadata and not all(facts[name] for name in ("date", "title", "url")):
        return None
    made = _filled(page, facts if keywords.needs_metadata else {}, keywords)
    return made if is_bare else replace(made, text=written(made, page, keywords))


def page_of(html: Html, keywords: Keywords) -> Page:
    """The page as honbun extracts it. The one place where keywords become options of the extraction."""
    favour = "precision" if keywords.favor_precision else "recall" if keywords.favor_recall else None
    page = extract(html, keywords.url, options=ExtractOptions(favour=favour))
    return page if keywords.include_comments else replace(page, comments=())


def _filled(page: Page, facts: dict[str, str | list[str] | None], keywords: Keywords) -> Document:
    body = body_of(page, keywords.render, formatting=keywords.has_formatting)
    text = plain(body)
    made = Document.from_dict(facts)
    made.id = keywords.record_id
    made.body, made.text, made.raw_text = body, text, " ".join(page.text.split())
    made.comments, made.commentsbody = "\n".join(comment.text for comment in page.comments), comments_of(page)
    made.fingerprint = fingerprint_of(f"{made.title or ''} {made.raw_text}")
    return made


def _is_wanted(page: Page, url: str | None, keywords: Keywords) -> bool:
    """Whether the language is the one asked for, or not declared, and the address not on the blacklist."""
    language = language_of(page)
    if keywords.target_language and language and language != keywords.target_language.lower():
        return False
    unwanted = {_AROUND_ADDRESS.sub("", address) for address in keywords.url_blacklist or ()}
    return not any(_AROUND_ADDRESS.sub("", address) in unwanted for address in (url, keywords.url) if address)


def _trimmed(page: Page, keywords: Keywords) -> Page:
    """The page without what is not wanted of its content."""
    if keywords.include_tables:
        return page
    score = page.labels.score.copy()
    score[in_data_tables(page.blocks, page.labels.is_content)] = 0
    return replace(page, labels=replace(page.labels, score=score))
