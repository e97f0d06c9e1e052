"""Candidate groups of posts: elements made alike, and stretches of a page from one head to the next."""

from honbun.features.groups.find import Candidate, Group, Kind, Pool, Search, candidates, find_groups

__all__ = [
    "Candidate",
    "Group",
    "Kind",
    "Pool",
    "Search",
    "candidates",
    "find_groups",
]
