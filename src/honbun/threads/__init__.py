"""Posts: each contribution of a page alone, whatever software made the page."""

from honbun.threads.bodies import choose_bodies
from honbun.threads.comments import Comments, find_comments, is_thread, may_be_thread
from honbun.threads.cutting import Cut, cut_posts
from honbun.threads.find import IS_THREAD, cut_thread, posts_of, sum_of_votes, votes_of
from honbun.threads.marks.measure import measure_places
from honbun.threads.marks.places import Mark, Place, date_places, name_places
from honbun.threads.pager import next_url, page_number
from honbun.threads.regularity import Measure
from honbun.threads.shape import Shape
from honbun.threads.thread import Post, Thread

__all__ = [
    "IS_THREAD",
    "Comments",
    "Cut",
    "Mark",
    "Measure",
    "Place",
    "Post",
    "Shape",
    "Thread",
    "choose_bodies",
    "cut_posts",
    "cut_thread",
    "date_places",
    "find_comments",
    "is_thread",
    "may_be_thread",
    "measure_places",
    "name_places",
    "next_url",
    "page_number",
    "posts_of",
    "sum_of_votes",
    "votes_of",
]
