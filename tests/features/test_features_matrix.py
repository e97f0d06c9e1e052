"""The measures of runs: finite on every page, and right on small ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.article.decision import findings
from honbun.article.structure import alone, find_article
from honbun.extraction import read
from honbun.features.markup import own_words
from honbun.features.matrix import Features, feature_matrix
from honbun.features.text import classes
from honbun.model.model import shipped
from honbun.page import parse
from honbun.page.page import code_points

PAGES = {
    "empty": "",
    "one run": "<p>Alone.</p>",
    "links": "<ul>" + "<li><a href=/x>Link</a></li>" * 20 + "</ul>",
    "nested": "<div>" * 2000 + "deep" + "</div>" * 2000,
    "japanese": "<title>地図</title><h1>古い地図</h1><p>昨日の夕方、駅前の本屋で古い地図を見つけた。</p>",
    "hidden": "<p hidden>one</p><p style='display:none'>two</p><p>three</p>",
    "table": "<table><tr><th>Price</th><td>$ 12.50</td></tr><tr><th>Size</th><td>３０</td></tr></table>",
    "broken data": '<script type="application/ld+json">{"description": "never \\ closed</script><p>text here</p>',
}


def features_of(html: str) -> Features:
    outline = read(html, None)
    return feature_matrix(outline, findings(find_article(outline, alone(outline)))).check()


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_all_measures(name: str) -> None:
    outline = read(PAGES[name], None)
    features = features_of(PAGES[name])
    assert features.values.shape == (len(outline.blocks), len(features.names))
    assert features.names == shipped().names


@settings(deadline=None, max_examples=40)
@given(st.text(alphabet="<>/=\"' \nabipdv1あ漢$.,\u0301", max_size=200))
def test_measuring_never_fails(html: str) -> None:
    features_of(html)


def test_words_are_counted_in_every_script() -> None:
    words = features_of("<p>Two words.</p><p>地図を</p><p>３０ 円 and 5</p><b>a</b>").column("words")
    assert words.tolist() == [2, 3, 4, 1]


def test_words_are_not_lost_between_elements_without_a_space() -> None:
    assert features_of("<p>one</p><p>two</p><p>three</p>").column("words").tolist() == [1, 1, 1]


def test_full_width_characters_are_of_the_class_of_their_narrow_form() -> None:
    assert classes(code_points("Ａ３！")).tolist() == classes(code_points("A3!")).tolist()


def test_identifiers_are_read_as_words() -> None:
    page = parse(
        '<div class="relatedPosts"></div><div class="related-posts"></div><div id="RELATED_POSTS"></div>'
        '<div class="XMLrelatedX9Posts é"></div><p>'
    )
    bits = own_words(page)[page.rows_of("div", "p")]
    assert bits[0] == bits[1] == bits[2] == bits[3] > 0
    assert bits[4] == 0


def test_what_the_data_repeats_is_marked() -> None:
    said = "The rug is woven by hand from old sails."
    data = '{"@type": "Product", "description": "%s", "review": {"reviewBody": "Arrived late, smells of tar."}}'
    script = f'<script type="application/ld+json">{data % said}</script>'
    html = f"{script}<p>{said}</p><p>Arrived late, smells of tar.</p>"
    features = features_of(html)
    assert features.column("in_data").tolist() == [2, -1]
    assert features.column("kind_product").tolist() == [1, 1]


def test_features_that_are_not_well_formed_are_refused() -> None:
    for names, values in (
        (("a",), np.zeros((1, 2))),
        (("a", "a"), np.zeros((1, 2))),
        (("a",), np.full((1, 1), np.nan)),
    ):
        with pytest.raises(ValueError, match="not valid Features"):
            Features(names, values.astype(np.float32)).check()
