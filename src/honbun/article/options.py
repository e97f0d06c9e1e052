"""How documents are made of pages."""

from __future__ import annotations

from dataclasses import dataclass

from honbun.errors import FormatError
from honbun.model import BALANCE, Model


@dataclass(frozen=True, kw_only=True)
class ExtractOptions:
    """What to keep of a page."""

    favour: str | None = None
    """"precision" to keep only what is surely content, "recall" to lose little of it."""
    comments: bool = False
    """The text ends with what readers say below it; `Document.comments` has them in any case."""
    model: Model | None = None
    """A trained model instead of the shipped one: `honbun.load_model(path)`."""

    def __post_init__(self) -> None:
        if self.favour not in BALANCE:
            raise FormatError(f"cannot favour {self.favour!r}", advice="known: precision, recall")


DEFAULT = ExtractOptions()
