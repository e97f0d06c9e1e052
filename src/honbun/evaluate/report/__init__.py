"""What the page results say, for people: a table on the terminal, in Markdown, and a page to open in a browser."""

from honbun.evaluate.report.plain import markdown, terminal
from honbun.evaluate.report.table import Group, Row, Table, tabulate
from honbun.evaluate.report.web import html

__all__ = [
    "Group",
    "Row",
    "Table",
    "html",
    "markdown",
    "tabulate",
    "terminal",
]
