"""Writes docs/papers.md: each paper's tables beside ours. `python -m benchmarks.papers ../shared/data`."""
