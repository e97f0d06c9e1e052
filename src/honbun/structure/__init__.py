"""What the blocks of a page are together: the document and its parts."""

from honbun.structure.document import Document, Reason
from honbun.structure.table import Table
from honbun.structure.thread import Post, Thread

__all__ = ["Document", "Post", "Reason", "Table", "Thread"]
