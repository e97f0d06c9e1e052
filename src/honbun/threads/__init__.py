"""Posts: each contribution of a page alone, whatever software made the page."""

from honbun.bodies import choose_bodies, features_of_lines
from honbun.thread import Post, Thread, ThreadTemplate, join_threads
from honbun.threads.boards import MIN_THREAD_CONFIDENCE, find_thread, find_thread_of_forum, is_named_board
from honbun.threads.candidates import WHOLE_PAGE, groups_of_posts
from honbun.threads.comment_features import COMMENT_FEATURES
from honbun.threads.comments import Comments, called_below, find_comments, may_have_comments, search_readable
from honbun.threads.field_dates import date_candidates
from honbun.threads.field_features import Placed, features_of_fields
from honbun.threads.fields import FieldCandidate, FieldValue, author_candidates
from honbun.threads.posts import posts_of
from honbun.threads.questions import FEATURE_NAMES, Logits, PostModel
from honbun.threads.segmentation import (
    MIN_CONFIDENCE,
    Segmentation,
    bodies_of_each,
    segment_each,
    segment_group,
    segment_page,
    segment_posts,
)
from honbun.threads.surroundings import Surroundings, called_comments

__all__ = [
    "COMMENT_FEATURES",
    "FEATURE_NAMES",
    "MIN_CONFIDENCE",
    "MIN_THREAD_CONFIDENCE",
    "WHOLE_PAGE",
    "Comments",
    "FieldCandidate",
    "FieldValue",
    "Logits",
    "Placed",
    "Post",
    "PostModel",
    "Segmentation",
    "Surroundings",
    "Thread",
    "ThreadTemplate",
    "author_candidates",
    "bodies_of_each",
    "called_below",
    "called_comments",
    "choose_bodies",
    "date_candidates",
    "features_of_fields",
    "features_of_lines",
    "find_comments",
    "find_thread",
    "find_thread_of_forum",
    "groups_of_posts",
    "is_named_board",
    "join_threads",
    "may_have_comments",
    "posts_of",
    "search_readable",
    "segment_each",
    "segment_group",
    "segment_page",
    "segment_posts",
]
