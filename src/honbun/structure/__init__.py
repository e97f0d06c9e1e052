"""What the blocks of a page are together: the document and its parts."""

from honbun.structure.document import Document, Reason

__all__ = ["Document", "Reason"]
