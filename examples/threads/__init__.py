"""Threads made for tests: templates and posts recombined, with every post known."""

from examples.threads.generate import SETS, GeneratedThread, generate, generate_set, write_corpus, write_openings
from examples.threads.gold import GoldPost
from examples.threads.layouts import LAYOUTS

__all__ = [
    "LAYOUTS",
    "SETS",
    "GeneratedThread",
    "GoldPost",
    "generate",
    "generate_set",
    "write_corpus",
    "write_openings",
]
