"""What a page declares about itself: who wrote it, when, for which site."""

from honbun.metadata.embedded import embedded_text
from honbun.metadata.items import Item, Items, read_items
from honbun.metadata.read import Metadata, read_metadata, read_title, with_shown_title

__all__ = [
    "Item",
    "Items",
    "Metadata",
    "embedded_text",
    "read_items",
    "read_metadata",
    "read_title",
    "with_shown_title",
]
