"""Figures for people: tables for the terminal and Markdown, a page for the browser, pictures, floors."""

from honbun.report import floors
from honbun.report.svg import spectrum_picture
from honbun.report.table import Table, tabulate
from honbun.report.text import markdown, share, terminal
from honbun.report.web import html

__all__ = [
    "Table",
    "floors",
    "html",
    "markdown",
    "share",
    "spectrum_picture",
    "tabulate",
    "terminal",
]
