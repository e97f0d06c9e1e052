"""Labelling pages by mouse, for corpora that `honbun evaluate` and `honbun train` read."""

from honbun.annotate.desk import Desk, add_pages, open_desk
from honbun.annotate.guess import GuessOptions
from honbun.annotate.run import annotate

__all__ = ["Desk", "GuessOptions", "add_pages", "annotate", "open_desk"]
