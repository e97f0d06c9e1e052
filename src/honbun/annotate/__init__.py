"""Labelling pages by mouse, for corpora that `honbun evaluate` and `honbun train` read."""

from honbun.annotate.desk import Desk, GuessOptions
from honbun.annotate.run import add_pages, annotate, open_desk

__all__ = ["Desk", "GuessOptions", "add_pages", "annotate", "open_desk"]
