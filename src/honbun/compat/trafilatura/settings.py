"""`trafilatura.settings`: the options of a call as one object, and settings that programs read and set."""

from __future__ import annotations

from configparser import ConfigParser
from dataclasses import InitVar, dataclass, field
from typing import Any

from honbun.compat.keywords import FORMATS
from honbun.compat.metadata import Document as Document

__all__ = ["Extractor", "use_config"]


@dataclass(kw_only=True)
class Extractor:
    """What a call is asked for, as trafilatura's class of this name has it; give it as `options`."""

    output_format: InitVar[str] = "txt"
    precision: InitVar[bool] = False
    recall: InitVar[bool] = False
    config: Any = None
    fast: bool = False
    comments: bool = True
    formatting: bool | None = None
    links: bool = False
    images: bool = False
    tables: bool = True
    dedup: Any = False
    lang: str | None = None
    url: str | None = None
    source: str | None = None
    with_metadata: bool = False
    only_with_metadata: bool = False
    tei_validation: bool = False
    author_blacklist: set[str] | None = None
    url_blacklist: set[str] | None = None
    date_params: dict[str, Any] | None = None
    format: str = field(init=False)
    focus: str = field(init=False)

    def __post_init__(self, output_format: str, precision: bool, recall: bool) -> None:
        if output_format not in FORMATS:
            raise AttributeError(f"Cannot set format, must be one of: {', '.join(FORMATS)}")
        self.format = output_format
        self.focus = "recall" if recall else "precision" if precision else "balanced"
        self.source = self.url or self.source


def use_config(filename: str | None = None, config: ConfigParser | None = None) -> ConfigParser:
    """Settings to read and set. None of them changes anything here: a call that is given some says so."""
    if config is not None:
        return config
    made = ConfigParser()
    if filename is not None:
        made.read(filename, encoding="utf-8")
    return made


DEFAULT_CONFIG = use_config()
