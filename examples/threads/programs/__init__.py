"""Thread pages in the layouts of known board and comment programs, and pages that are no threads.

`make_page(name, site, number)` makes a page with its gold. A program is a function from a `Pen`, which writes the
parts of posts in the language and style of the site, to markup (`old_boards`, `new_boards`, `web_boards`,
`asian_boards`, `talks`, `comments`); `registry` says what goes with it. `frames` stand around it, and `disguise`
gives a part of the sites other names of classes, other tags, or none. All of it was written from how the programs
lay out a page; no text or markup is taken from one. To add a program, write its function and its line in
`registry`.
"""

from examples.threads.programs.pages import APART, HEADED, MadePage, can_stand_apart, make_page
from examples.threads.programs.registry import COMMENTS, OTHERS, PROGRAMS

__all__ = ["APART", "COMMENTS", "HEADED", "OTHERS", "PROGRAMS", "MadePage", "can_stand_apart", "make_page"]
