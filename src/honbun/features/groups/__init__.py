"""Repeated groups: parts of a page that a template made alike. What a group is, thread or list, others decide."""
