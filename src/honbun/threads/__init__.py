"""Posts: each contribution of a page alone, whatever software made the page."""

from honbun.thread import Post, Thread
from honbun.threads.boards import MIN_THREAD_CONFIDENCE, find_posts_of_thread, find_thread, find_thread_of_site
from honbun.threads.bodies import choose_bodies, features_of_lines
from honbun.threads.candidates import SingleKeys, candidate_groups
from honbun.threads.comments import Comments, find_comments
from honbun.threads.field_features import features_of_fields
from honbun.threads.fields import FieldCandidate, FieldValue, author_candidates, date_candidates
from honbun.threads.posts import posts_of
from honbun.threads.segmentation import (
    FEATURE_NAMES,
    MIN_CONFIDENCE,
    Segmentation,
    learn_template,
    segment_each,
    segment_page,
    segment_posts,
)
from honbun.threads.surroundings import called_comments
from honbun.threads.template import ThreadTemplate

__all__ = [
    "FEATURE_NAMES",
    "MIN_CONFIDENCE",
    "MIN_THREAD_CONFIDENCE",
    "Comments",
    "FieldCandidate",
    "FieldValue",
    "Post",
    "Segmentation",
    "SingleKeys",
    "Thread",
    "ThreadTemplate",
    "author_candidates",
    "called_comments",
    "candidate_groups",
    "choose_bodies",
    "date_candidates",
    "features_of_fields",
    "features_of_lines",
    "find_comments",
    "find_posts_of_thread",
    "find_thread",
    "find_thread_of_site",
    "learn_template",
    "posts_of",
    "segment_each",
    "segment_page",
    "segment_posts",
]
