"""What the page results say, for people: a table on the terminal, in Markdown, and a page to open in a browser."""

from honbun.evaluate.report.table import Table, tabulate
from honbun.evaluate.report.text import markdown, terminal
from honbun.evaluate.report.web import html

__all__ = ["Table", "html", "markdown", "tabulate", "terminal"]
