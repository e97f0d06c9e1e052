"""Templates as files of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honbun.errors import ProfileError
from honbun.files import write_whole

_ADVICE = "learn it again from its pages"


@dataclass(frozen=True)
class SavedFile:
    """A kind of template, the version that is written and read, and what writes it."""

    task: str
    version: int
    writer: str

    def write(self, path: str | Path, value: Mapping[str, Any]) -> None:
        """Write a template as JSON."""
        whole = {"format": f"honbun {self.task}", "version": self.version, **value}
        # JSON of pages can name lone surrogates, which no file can hold.
        write_whole(path, (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))

    @contextmanager
    def read(self, path: str | Path) -> Iterator[dict[str, Any]]:
        """What `write` wrote; ProfileError if it cannot be read or, inside, if it is not as it should be."""
        try:
            value = json.loads(Path(path).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ProfileError(f"cannot be read: {getattr(error, 'strerror', error)}", str(path)) from error
        if not isinstance(value, dict) or value.get("format") != f"honbun {self.task}":
            raise ProfileError(f"not a template of {self.task}", str(path), self.writer)
        if (version := value.get("version")) != self.version:
            raise ProfileError(f"version {version}, this honbun reads {self.version}", str(path), _ADVICE)
        try:
            yield value
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ProfileError(f"damaged: {error!r}", str(path), _ADVICE) from error
