"""Post and comments of a blog apart by element identifiers, without training data.

Yoshida's chapter on blogs, which stands on unique blocks. Content is what is on one page only; a region of the
template that has content on *every* page is the post, and the content of other regions is comments.
"""

from honbun.methods.element_identifiers.blog import BLOG, PostAndComments, block_identifiers, split_blog

__all__ = ["BLOG", "PostAndComments", "block_identifiers", "split_blog"]
