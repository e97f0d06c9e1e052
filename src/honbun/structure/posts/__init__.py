"""Posts: each contribution of a page alone, whatever software made the page."""

from honbun.structure.posts.find import IS_THREAD, cut_thread, posts_of, sum_of_votes, votes_of
from honbun.structure.posts.judge import Judge
from honbun.structure.posts.shape import Shape

__all__ = [
    "IS_THREAD",
    "Judge",
    "Shape",
    "cut_thread",
    "posts_of",
    "sum_of_votes",
    "votes_of",
]
