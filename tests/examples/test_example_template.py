"""The small template language of the examples."""

import pytest

from examples.making.article import Prose
from examples.making.template import Markup, Template


@pytest.mark.parametrize(
    ("text", "values", "filled"),
    [
        ("<p>{{a}}</p>", {"a": 'x < "y"'}, "<p>x &lt; &quot;y&quot;</p>"),
        ("{{a}}", {"a": Markup("<br>")}, "<br>"),
        ("{{a}}", {"a": Prose("*so* [it](b.html) & on")}, '<em>so</em> <a href="b.html">it</a> &amp; on'),
        ("{{#a}}[{{.}}]{{/a}}", {"a": ["x", "y"]}, "[x][y]"),
        ("{{#a}}{{b}}{{c}}{{/a}}", {"a": [{"b": 1}, {"b": 2}], "b": 0, "c": "!"}, "1!2!"),
        ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", {"a": True}, "yes"),
        ("{{#a}}yes{{/a}}{{^a}}no{{/a}}", {}, "no"),
        ("<ul>\n  {{#a}}\n<li>\n  {{/a}}\n</ul>", {"a": [1, 2]}, "<ul>\n<li>\n<li>\n</ul>"),
    ],
)
def test_holes_are_filled(text, values, filled):
    assert Template(text).fill(values) == filled


def test_a_missing_value_is_an_error():
    with pytest.raises(KeyError):
        Template("{{a}}").fill({})


@pytest.mark.parametrize("text", ["{{#a}}", "{{/a}}", "{{#a}}{{/b}}"])
def test_sections_must_be_closed(text):
    with pytest.raises(ValueError, match="clos"):
        Template(text)
