"""What a system must offer to be compared, and what peers have in common."""

from __future__ import annotations

import importlib
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import Any, ClassVar, Protocol, runtime_checkable

from honbun.evaluate.cases import Answer

Page = tuple[str | None, bytes]
"""An url, if known, and the bytes of the page."""


class _Named(Protocol):
    @property
    def name(self) -> str:
        """What the tables call it."""

    @property
    def version(self) -> str:
        """Results of another version are not used again."""

    @property
    def tasks(self) -> frozenset[str]:
        """What it can be asked for: names of `honbun.evaluate.TASKS`."""


@runtime_checkable
class System(_Named, Protocol):
    """Answers for each page alone. It must survive pickling, for it runs in a process of its own.

    Any exception is counted as an empty answer; so is a page that takes too long or ends the process. A system
    may have a method `load()` that imports what it needs: that is not counted as time spent on a page.
    """

    def extract(self, html: bytes, url: str | None) -> Answer:
        """What is on the page."""


@runtime_checkable
class SiteSystem(_Named, Protocol):
    """Answers for the pages of one site together."""

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """What is on each of the pages, in their order."""


class Peer:
    """A system that is a package of others, imported when it is first needed."""

    name: ClassVar[str]
    distribution: ClassVar[str]
    """What pip calls it."""
    module: ClassVar[str]
    """What to import."""
    tasks: ClassVar[frozenset[str]] = frozenset({"content", "site"})

    @property
    def version(self) -> str:
        """The version that is installed; empty if none is."""
        try:
            return installed_version(self.distribution)
        except PackageNotFoundError:
            return ""

    @property
    def missing(self) -> str:
        """The line that installs it; empty if it is installed."""
        return "" if self.version else f"pip install {self.distribution}"

    def load(self) -> Any:
        """The module."""
        return importlib.import_module(self.module)
