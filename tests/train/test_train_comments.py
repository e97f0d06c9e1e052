"""What a model of comments is shown, and that it learns from it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.comments import _show, fit_comments
from honbun.errors import CorpusError
from honbun.evaluate import Case, Corpus, Gold
from honbun.extraction import read
from honbun.threads import COMMENT_FEATURES
from honbun.train.posts.stated import numbered_comments

ARTICLE = "".join(
    f"<p>The harbour was emptied in the year {1900 + i}, and nobody knew why it was done.</p>" for i in range(6)
)


def page(comments: int, name: str = "comment") -> str:
    said = "".join(
        f"<li class={name} id={name}-{40 + i}><b>Anna {i}</b> <i>May {i + 1}, 2021 at 10:2{i}</i>"
        f"<p>I was there with my {i} uncles, and it was not like that at all.</p></li>"
        for i in range(comments)
    )
    return f"<title>The harbour</title><h1>The harbour</h1><div>{ARTICLE}</div><ol>{said}</ol><p>Imprint</p>"


def case(html: str, number: int = 0) -> Case:
    return Case(f"{number}", "set", f"{number}.example", None, "en", "article", html.encode(), Gold())


def test_a_page_is_shown_in_many_ways_and_its_comments_are_found_in_most() -> None:
    shown = _show(case(page(5)))
    assert len(shown) > 5
    assert all(one.values.shape == (len(one.quality), len(COMMENT_FEATURES)) for one in shown)
    assert np.mean([one.quality.max() == 1 for one in shown]) > 0.5


def test_a_page_that_numbers_none_teaches_that_there_are_none_unless_it_is_unclear() -> None:
    assert not any(one.quality.any() for one in _show(case(page(5, "event"))))
    unclear = page(5).replace("id=comment-", "id=c")
    assert _show(case(unclear)) == []


def test_an_item_and_its_division_are_one_comment() -> None:
    html = "".join(f"<li id=li-comment-{i}><div id=comment-{i}>One</div></li>" for i in (7, 8))
    assert len(numbered_comments(read(html, None).page)) == 2


def test_pages_without_comments_are_not_enough() -> None:
    with pytest.raises(CorpusError, match="numbers its comments"):
        fit_comments([Corpus("none", "0", [case(page(0))])])


def test_what_was_learned_tells_comments() -> None:
    cases = [*(case(page(n), n) for n in range(1, 6)), case(page(5, "event"), 9)]
    model = fit_comments([Corpus("made", "0", cases)])
    best = _show(case(page(4)))[0]
    assert best.quality[np.argmax(model.logits("groups", best.values))] == 1
    assert model.logits("threads", best.values).max() > 0
