"""Definitions of the figures: pure functions from gold and answer to a flat dict of numbers."""

from honbun.evaluate.metrics.blocks import block_scores
from honbun.evaluate.metrics.comments import comment_scores
from honbun.evaluate.metrics.fields import field_scores
from honbun.evaluate.metrics.posts import post_scores
from honbun.evaluate.metrics.records import record_scores
from honbun.evaluate.metrics.words import word_scores

__all__ = ["block_scores", "comment_scores", "field_scores", "post_scores", "record_scores", "word_scores"]
