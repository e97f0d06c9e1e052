"""Whether a page is like those that a model has learned from."""

from __future__ import annotations

from honbun.page import Blocks, tags

_SECTIONING = tags.table("article aside footer header main nav section".split())
_FEWEST = 3
# Real pages are larger: 98 % of wcxb-dev.
_FEWEST_RUNS = 30


def is_like_training_pages(blocks: Blocks) -> bool:
    """The page is made for phones, too, or of HTML5's sections, as since about 2013, and is of usual size.

    All but 1 % of wcxb-dev is, and 12 % of sites-dev, where a model trained on the former loses to plain structure
    (.86 to .93, pages alone).
    """
    page = blocks.page
    if len(blocks) < _FEWEST_RUNS:
        return False
    if int(tags.is_in(_SECTIONING, page.tag).sum()) >= _FEWEST:
        return True
    return any(name.lower() == "viewport" for name in page.attributes.get("name", {}).values())
