"""Measurements that take minutes: quality on real pages, growth with the number of pages, speed against peers."""
