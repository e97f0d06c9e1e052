"""Pages as the compiled core and as the readable form see them, and what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import reduce

import numpy as np
import numpy.typing as npt

from honbun import render
from honbun.article import DEFAULT, Decision, decide, look
from honbun.bodies import LINE_FEATURES, features_of_lines
from honbun.core import measure_lines
from honbun.extraction import keys_of
from honbun.features import GROUP_FEATURES, GroupFeatures, Lines, Outline, cut_lines
from honbun.lists.measure import COUNTS
from honbun.lists.rank import search
from honbun.model import shipped_threads
from honbun.model.trees import scores
from honbun.page import Page, parse_compiled, parse_readable, segment, segment_readable
from honbun.page.page import NODE_COLUMNS, ROW_COLUMNS
from honbun.site import line_keys
from honbun.thread import ThreadTemplate
from honbun.threads import Placed
from honbun.threads.candidates import find_groups_of_posts
from honbun.threads.comment_features import COMMENT_FEATURES
from honbun.threads.comments import called_below, search_comments, search_readable
from honbun.threads.parts import in_posts
from honbun.threads.segmentation import _segmenter
from honbun.threads.surroundings import Surroundings

BLOCK_COLUMNS = "first_node owner start end is_hidden is_preformatted length link_length".split()
GROUP_COLUMNS = "kinds keys climbed size rows first last".split()
OUTLINE_COLUMNS = "first last is_dated signature path".split()
# Where the standard and turbohtml, the parser of the readable form, differ: shadow roots, which the core keeps as
# templates and turbohtml attaches, and the end tag of <col>, for which turbohtml opens a new group.
KNOWN_DIFFERENCES = ("shadowrootmode", "</col>")


MAX_SEGMENTED = 4
NOW = datetime(2024, 2, 29, 12)


def differing_columns(html: str) -> list[str]:
    """The columns of a page in which the two forms differ."""
    readable, compiled = parse_readable(html), parse_compiled(html)
    assert compiled is not None
    same = {
        name: np.array_equal(getattr(readable, name), getattr(compiled, name))
        for name in (*ROW_COLUMNS, *NODE_COLUMNS, "is_hidden")
    }
    same["text"] = readable.text == compiled.text
    same["custom_tags"] = readable.custom_tags == compiled.custom_tags
    same["data"] = readable.data == compiled.data
    same["attributes"] = readable.attributes == {name: dict(rows) for name, rows in compiled.attributes.items()}
    return [name for name, is_same in same.items() if not is_same]


def differing_results(html: str) -> list[str]:
    """In what the two forms differ that is computed from the same columns: blocks, features, decision, text."""
    compiled = parse_compiled(html)
    assert compiled is not None
    plain = replace(compiled)
    assert type(plain) is Page
    ours, theirs = Outline(segment(compiled)), Outline(segment_readable(plain))
    found = list(_blocks(ours, theirs))
    if not len(ours.blocks):
        return found
    lines = cut_lines(ours), cut_lines(theirs)
    found += [f"{name} of lines" for name in _lines(*lines)]
    found += [f"{name} of possible lists" for name in _lists(*lines)]
    found += [f"{name} of possible posts" for name in _posts(*lines)]
    found += [f"{name} of posts" for name in _segmentations(lines[0])]
    views = [look(outline, None, DEFAULT) for outline in (ours, theirs)]
    assert views[0].seen is not None
    assert views[1].seen is None
    decisions = [decide(outline, view, DEFAULT) for outline, view in zip((ours, theirs), views, strict=True)]
    found += _views(*decisions)
    title, logit = views[1].article.named, views[1].prediction.logit
    found += [f"{name} of possible comments" for name in _comments(ours, theirs, title, logit)]
    kept = decisions[1].labels.is_content
    for name, keep in (("text", kept), ("text of all", np.ones(len(kept), dtype=np.bool_))):
        if render.text(ours.blocks, keep) != render.text(theirs.blocks, keep):
            found.append(name)
    return found


def _blocks(ours: Outline, theirs: Outline) -> Iterator[str]:
    for name in BLOCK_COLUMNS:
        one, other = getattr(ours.blocks, name), getattr(theirs.blocks, name)
        if not np.array_equal(one, other) or one.dtype != other.dtype:
            yield name
    for name in OUTLINE_COLUMNS:
        if not np.array_equal(getattr(ours, name), getattr(theirs, name)):
            yield name
    if ours.blocks.texts != theirs.blocks.texts:
        yield "texts"
    if not np.array_equal(keys_of(ours), line_keys(theirs.blocks, theirs.is_link)):
        yield "keys"


def _lines(ours: Lines, theirs: Lines) -> Iterator[str]:
    yield from _blocks(ours.outline, theirs.outline)
    for name in ("block", "is_dated"):
        if not np.array_equal(getattr(ours, name), getattr(theirs, name)):
            yield name


def _comments(ours: Outline, theirs: Outline, title: int, logit: npt.NDArray[np.float32]) -> Iterator[str]:
    one = search_comments(ours, title, logit, ThreadTemplate())
    other = search_readable(theirs, title, logit, called_below(theirs, title), ThreadTemplate())
    if one is None or other is None:
        if one is not other:
            yield "presence"
        return
    for name in GROUP_COLUMNS:
        if not np.array_equal(getattr(one[0], name), getattr(other[0], name)):
            yield name
    if not np.array_equal(one[2], other[2]):
        yield "called"
    if one[1].shape != other[1].shape:
        yield "number of features"
    else:
        yield from _differing(COMMENT_FEATURES, one[1], other[1])


def _posts(ours: Lines, theirs: Lines) -> Iterator[str]:
    """Of the groups that may be posts, of their features, of those of their lines, and of what trees say."""
    (groups, values), (others, expected) = (
        find_groups_of_posts(each, Surroundings(each)) for each in (ours, theirs)
    )
    for name in GROUP_COLUMNS:
        if not np.array_equal(getattr(groups, name), getattr(others, name)):
            yield name
    if values.shape != expected.shape:
        yield "number of features"
        return
    yield from _differing(GROUP_FEATURES, values, expected)
    trees = shipped_threads().trees["groups"]
    if not np.allclose(shipped_threads().logits("groups", values), scores(trees, values)[:, 0], atol=1e-6):
        yield "logits"
    measured = measure_lines(ours.outline.blocks.parsed, groups.size, groups.first, groups.last)
    for group, (inside, features) in zip(others, measured, strict=True):
        lines, wanted = features_of_lines(GroupFeatures(theirs), group.members(len(theirs)))
        if not np.array_equal(inside, lines):
            yield "lines"
        else:
            yield from _differing(LINE_FEATURES, features, wanted)


def _segmentations(lines: Lines) -> Iterator[str]:
    """Of the bodies, authors and dates of the likeliest groups, alone and with what other pages would say."""
    alone = _segmenter(lines, shipped_threads(), ThreadTemplate(), None)
    if alone is None:
        return
    voted = [found.vote() for i in alone.best[:MAX_SEGMENTED] if (found := alone.segment(i))]
    known = reduce(ThreadTemplate.merge, voted, ThreadTemplate())
    for template, now in ((ThreadTemplate(), None), (known, NOW)):
        segmenter = _segmenter(lines, shipped_threads(), template, now)
        assert segmenter is not None
        for i in segmenter.best[:MAX_SEGMENTED]:
            group = segmenter.groups[i]
            member = group.members(len(lines))
            bodies = segmenter._held_bodies([i])
            assert bodies is not None
            held, wanted = bodies[0], segmenter._readable_bodies(group)
            yield from (
                f"{name} of bodies"
                for name in held._fields
                if not np.allclose(getattr(held, name), getattr(wanted, name), atol=1e-6)
            )
            kept = wanted.lines[wanted.is_body]
            place = Placed(*in_posts(member, kept, len(group)), len(group))
            fields = segmenter._held_fields(place)
            assert fields is not None
            for name, one, other in zip(
                ("authors", "dates"), fields, segmenter._readable_fields(place), strict=True
            ):
                if one.keys != other.keys or not np.allclose(one.logits, other.logits, atol=1e-5):
                    yield f"candidates for {name}"
                elif one.values != other.values or not np.isclose(one.expected, other.expected):
                    yield name


def _differing(
    names: tuple[str, ...], ours: npt.NDArray[np.float32], theirs: npt.NDArray[np.float32]
) -> Iterator[str]:
    away = np.abs(ours - theirs) > 1e-6 * np.maximum(np.abs(theirs), 1)
    yield from (names[column] for column in np.flatnonzero(away.any(axis=0)))


def _lists(ours: Lines, theirs: Lines) -> Iterator[str]:
    masks = np.arange(len(ours)) % 3 == 0, np.arange(len(ours)) % 4 < 2
    (one, counts), (other, counts_of_other) = (search(lines, *masks) for lines in (ours, theirs))
    for name in ("kinds", "keys", "climbed", "size", "rows", "first", "last"):
        if not np.array_equal(getattr(one, name), getattr(other, name)):
            yield name
    if len(counts) != len(counts_of_other):
        yield "number"
    elif len(counts):
        yield from (COUNTS[column] for column in np.flatnonzero((counts != counts_of_other).any(axis=0)))


def _views(ours: Decision, theirs: Decision) -> Iterator[str]:
    for name in ("title", "named", "container"):
        if getattr(ours.view.article, name) != getattr(theirs.view.article, name):
            yield name
    for name in ("secondary", "primary"):
        if not np.array_equal(getattr(ours.view.article, name), getattr(theirs.view.article, name)):
            yield name
    features, others = ours.view.prediction.features, theirs.view.prediction.features
    assert features.names == others.names
    is_equal = np.isclose(features.values, others.values, rtol=1e-6, atol=1e-6).all(axis=0)
    yield from (name for name, is_same in zip(features.names, is_equal, strict=True) if not is_same)
    if not np.allclose(ours.view.prediction.probability, theirs.view.prediction.probability, atol=1e-6):
        yield "probability"
    yield from _decisions(ours, theirs)


def _decisions(ours: Decision, theirs: Decision) -> Iterator[str]:
    if ours.kinds != theirs.kinds or ours.view.prediction.kinds != theirs.view.prediction.kinds:
        yield "kinds"
    if abs(ours.confidence - theirs.confidence) > 1e-6 or abs(ours.threshold - theirs.threshold) > 1e-6:
        yield "threshold"
    for name in ("score", "evidence"):
        if not np.allclose(getattr(ours.labels, name), getattr(theirs.labels, name), atol=1e-6):
            yield f"{name} of the decision"
        if not np.array_equal(getattr(ours.view.article.labels, name), getattr(theirs.view.article.labels, name)):
            yield f"{name} of structure"
