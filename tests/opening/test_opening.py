"""The post that opens a thread and lies outside the group of the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from examples.threads.programs import APART, PROGRAMS, can_stand_apart, make_page
from honbun.features.groups.table import Group
from honbun.features.lines import Lines, cut_lines
from honbun.features.outline import Outline
from honbun.model import ThreadModel, shipped_threads
from honbun.opening.candidates import OPENING_FEATURES, find_openings
from honbun.opening.choice import Asked, learn_template, opened, vote_of
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.thread import ThreadTemplate
from honbun.threads.candidates import candidate_groups
from honbun.threads.posts import posts_of
from honbun.threads.segmentation import Segmentation, segment_group, segment_page
from honbun.threads.surroundings import Surroundings

ANSWERS = "".join(
    f'<div class="answer"><a href="/user/{n}">{name}</a> <i>{n} May 2011</i><p>{name} thinks that it is '
    f"number {n}, and has seen it in a town on the other side of the river.</p></div>"
    for n, name in enumerate(("Anna", "Bert", "Cleo", "Dora"), 1)
)
TOPIC = (
    '<div id="topic"><p class="by"><a href="/user/9">Emil</a> <i>30 April 2011</i></p><blockquote>Which one of '
    "them was it that you saw, and where? I have looked for it for years.</blockquote></div>"
)
PAGE = f"<body><h1>Which one?</h1><ul><li><a href=/>Home</a></ul>{TOPIC}<section>{ANSWERS}</section></body>"


def outline_of(html: str) -> Outline:
    return Outline(segment(parse(html, None)))


def answers(lines: Lines) -> Group:
    (group,) = [group for group in candidate_groups(lines) if group.key == "div.answer"]
    return group


@dataclass(frozen=True, eq=False, repr=False)
class Sure(ThreadModel):
    """A model that knows what opens a thread, or what does not."""

    logit: float = 3.0

    def __contains__(self, question: object) -> bool:
        return True

    def logits(self, question: str, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if question != "openings":
            return super().logits(question, values)
        element, alike = (OPENING_FEATURES.index(name) for name in ("is_element", "ink"))
        is_largest = values[:, alike] == values[values[:, element] > 0][:, alike].max(initial=-1)
        return np.where(is_largest & (values[:, element] > 0), self.logit, -5.0)


def sure(logit: float = 3.0) -> Sure:
    model = shipped_threads()
    return Sure(model.trees, model.names, logit=logit)


def cut(html: str, model: ThreadModel) -> Segmentation:
    found = segment_page(outline_of(html), model)
    assert found is not None
    return found


def test_candidates_lie_beside_the_first_post_or_beside_what_holds_it() -> None:
    lines = cut_lines(outline_of(PAGE))
    openings = find_openings(lines, answers(lines), lines.texts.index("Which one?"))
    ranges = list(zip(openings.first.tolist(), openings.last.tolist(), openings.is_element.tolist(), strict=True))
    texts = [(" / ".join(lines.texts[a:b])[:11], is_element) for a, b, is_element in ranges]
    assert ("Emil 30 Apr", True) in texts
    assert ("Home / Emil", False) in texts
    assert all(b <= answers(lines).first[0] for _, b, _ in ranges)
    assert not find_openings(lines, replace(answers(lines), rows=np.array([0]), first=np.array([0])), -1).rows.size


def test_features_tell_what_is_built_and_linked_as_the_posts_are() -> None:
    found = cut(PAGE, sure())
    assert len(found.members) == 4
    asked = Asked.of(found, sure())
    assert asked is not None
    topic = asked.openings.is_element.tolist().index(True)
    features = dict(zip(OPENING_FEATURES, asked.features[topic].tolist(), strict=True))
    assert found.lines.page.attributes["id"][int(asked.openings.rows[topic])] == "topic"
    assert features["author_links"] > 0 < features["dated"]
    assert features["named"] == features["named_first"] == features["gap"] == 0
    assert 0 < features["alike"] < 1
    assert np.isfinite(asked.features).all()


def test_the_opening_comes_first_with_its_name_and_date() -> None:
    found = opened(cut(PAGE, sure()), sure(), ThreadTemplate())
    posts = posts_of(found)
    assert [post.author for post in posts] == ["Emil", "Anna", "Bert", "Cleo", "Dora"]
    assert posts[0].date == "2011-04-30"
    assert posts[0].text.startswith("Which one of them")
    assert posts[0].text.endswith("for years.")


def test_below_an_opening_replies_answer_what_they_did_without_it() -> None:
    first, second, third, fourth = ANSWERS.split("</div>")[:4]
    tree = f"{first}</div><div>{second}</div></div>{third}</div><div>{fourth}</div></div>"
    lines = cut_lines(outline_of(PAGE.replace(ANSWERS, tree)))
    groups = candidate_groups(lines)
    numbers = [i for i, group in enumerate(groups) if group.key == "div.answer"]
    before = segment_group(Surroundings(lines), groups.take(numbers), sure(), ThreadTemplate())
    assert before is not None
    found = opened(before, sure(), ThreadTemplate())
    assert [post.parent for post in posts_of(before)] == [None, 0, None, 2]
    assert [post.parent for post in posts_of(found)] == [None, None, 1, None, 3]


def test_nothing_opens_a_thread_without_candidates_or_a_model_that_was_asked() -> None:
    before = cut(f"<body><section>{ANSWERS}</section></body>", sure())
    assert opened(before, sure(), ThreadTemplate()) is before
    assert vote_of(before, sure()).openings == {}
    found = cut(PAGE, sure())
    trees = {question: trees for question, trees in shipped_threads().trees.items() if question != "openings"}
    unasked = replace(shipped_threads(), trees=trees)
    assert opened(found, unasked, ThreadTemplate()) is found
    assert vote_of(found, unasked).openings == {}
    assert opened(found, sure(-2.0), ThreadTemplate()) is found


def test_other_pages_of_the_site_vote_for_it() -> None:
    doubtful, certain = sure(-1.0), sure(4.0)
    found = cut(PAGE, doubtful)
    assert opened(found, doubtful, ThreadTemplate()) is found
    taught = learn_template([outline_of(PAGE)] * 4, certain)
    assert ThreadTemplate.of_votes(taught.votes()).openings == taught.openings
    assert len(opened(found, doubtful, taught).members) == 5


@pytest.mark.parametrize("name", ["phpBB 3", "Discourse", "vBulletin 4", "SMF 2"])
def test_a_generated_first_post_stands_apart(name: str) -> None:
    assert can_stand_apart(name)
    page = make_page(name, f"{APART} 0")
    assert page.posts is not None
    assert len(page.posts) >= 3
    assert page.posts == make_page(name, f"{APART} 0").posts
    assert page.html != make_page(name, 0).html


def test_letters_and_trees_have_no_first_post_apart() -> None:
    assert not any(can_stand_apart(name) for name in ("Pipermail", "Reddit"))
    assert sum(map(can_stand_apart, PROGRAMS)) > 40
