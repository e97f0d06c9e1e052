"""HTML element names as small integers, and the standard's classes of them as lookup tables.

A page stores one code per element. Names of the HTML standard have fixed codes in every page; other names
(custom elements, misspellings) get codes from `FIRST_CUSTOM` on, valid within their page only.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.integer]

# The block-level elements: HTML 4.01's %block; list and the elements it says may be considered block-level,
# and what the HTML standard's rendering section displays as a block, list item or part of a table.
# https://www.w3.org/TR/html401/struct/global.html#block-inline
# https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3
BLOCK_LEVEL_NAMES = (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html isindex legend li "
    "listing main menu nav noframes noscript ol optgroup option p plaintext pre search section summary table "
    "tbody td tfoot th thead tr ul xmp"
).split()

# Their content is program, form state, a drawing or a reading aid (rt, rp), not text of the page.
NOT_TEXT_NAMES = (
    "annotation annotation-xml audio canvas datalist head iframe noembed noframes object rp "
    "rt rtc script select style svg template textarea title video"
).split()

# Elements that have no content, hence no end tag.
VOID_NAMES = "area base br col embed hr img input link meta param source track wbr".split()

# White space counts in them.
PREFORMATTED_NAMES = "listing plaintext pre textarea xmp".split()

HEADING_NAMES = "h1 h2 h3 h4 h5 h6".split()

_OTHER_NAMES = (
    "a abbr acronym applet b basefont bdi bdo big blink button cite code data del dfn em font i ins kbd label map "
    "mark marquee math meter nobr output picture progress q rb ruby s samp slot small span strike strong "
    "sub sup time tt u var"
).split()

NAMES: tuple[str, ...] = tuple(
    sorted({*BLOCK_LEVEL_NAMES, *NOT_TEXT_NAMES, *VOID_NAMES, *PREFORMATTED_NAMES, *_OTHER_NAMES})
)
CODE: dict[str, int] = {name: code for code, name in enumerate(NAMES)}
FIRST_CUSTOM = len(NAMES)


def table(names: list[str]) -> npt.NDArray[np.bool_]:
    """A truth value per code; the last entry, false, stands for every custom name."""
    table = np.zeros(FIRST_CUSTOM + 1, dtype=np.bool_)
    table[[CODE[name] for name in names]] = True
    table.setflags(write=False)
    return table


BLOCK_LEVEL = table(BLOCK_LEVEL_NAMES)
NOT_TEXT = table(NOT_TEXT_NAMES)
PREFORMATTED = table(PREFORMATTED_NAMES)
HEADING = table(HEADING_NAMES)


def is_in(table: npt.NDArray[np.bool_], codes: Codes) -> npt.NDArray[np.bool_]:
    """For each code, whether the table holds it; custom names are in no table."""
    return table.take(codes, mode="clip")
