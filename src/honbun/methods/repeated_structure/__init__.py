"""One post at a time: the structure that repeats most in the main element of a page, each repetition a post.

A Japanese paper on dividing pages into posts for net patrol. `main_element.py` is its sections 4.1 and 4.2: where
the posts of a page are, told by other pages of its site. `posts.py` is 5.1 to 5.3: the posts one by one. Where the
paper leaves something open, comments say what was chosen and why.
"""

from honbun.methods.repeated_structure.main_element import (
    MainElementOptions,
    TextTree,
    child_count_agreement,
    insert_text_elements,
    main_element,
    main_layer,
)
from honbun.methods.repeated_structure.posts import (
    Pattern,
    candidates,
    estimate_structure,
    extract_posts,
    join_posts,
    post_texts,
    posts_below,
    published_posts,
)

__all__ = [
    "MainElementOptions",
    "Pattern",
    "TextTree",
    "candidates",
    "child_count_agreement",
    "estimate_structure",
    "extract_posts",
    "insert_text_elements",
    "join_posts",
    "main_element",
    "main_layer",
    "post_texts",
    "posts_below",
    "published_posts",
]
