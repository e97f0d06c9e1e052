"""Lists: which repetition of a page is the one it is about, and its records as a table."""

from honbun.lists.records import find_records, possible_lists

__all__ = ["find_records", "possible_lists"]
