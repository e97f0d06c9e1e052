"""The post that opens a thread, where it is made unlike the others and lies outside their group."""

from honbun.opening.candidates import OPENING_FEATURES, Openings, find_openings
from honbun.opening.choice import Asked, learn_template, opened, vote_of

__all__ = ["OPENING_FEATURES", "Asked", "Openings", "find_openings", "learn_template", "opened", "vote_of"]
