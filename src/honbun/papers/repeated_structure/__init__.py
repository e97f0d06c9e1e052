"""One post at a time: the structure that repeats most in the main element of a page, each repetition a post.

A Japanese paper on dividing pages into posts for net patrol. `main_element.py` is its sections 4.1 and 4.2: where
the posts of a page are, told by other pages of its site. `posts.py` is 5.1 to 5.3: the posts one by one. Where the
paper leaves something open, comments say what was chosen and why.
"""

from honbun.papers.repeated_structure.main_element import MainElementOptions, insert_text_elements
from honbun.papers.repeated_structure.posts import post_texts, posts_below, published_posts

__all__ = ["MainElementOptions", "insert_text_elements", "post_texts", "posts_below", "published_posts"]
