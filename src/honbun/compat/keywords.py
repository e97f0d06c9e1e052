"""The keywords of trafilatura, and what becomes of each here."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

from honbun.errors import FormatError
from honbun.render import RenderOptions

FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")

# Accepted, for here they make no difference: there is no second extractor to leave out, TEI is always valid, and
# copies of earlier parts of a page are never kept.
IDLE = frozenset({"deduplicate", "fast", "no_fallback", "tei_validation"})
# Settings of trafilatura's own steps, which are not taken here.
IGNORED = ("settingsfile", "config")
# Keywords of htmldate that are followed, or make no difference: the date is that of publication, and there is one
# search for it.
DATE_KEYWORDS = frozenset("max_date min_date outputformat extensive_search original_date url verbose".split())
# Where an `Extractor` of trafilatura has what the keywords say.
_OF_EXTRACTOR = {
    "author_blacklist": "author_blacklist",
    "date_extraction_params": "date_params",
    "include_comments": "comments",
    "include_formatting": "formatting",
    "include_images": "images",
    "include_links": "links",
    "include_tables": "tables",
    "only_with_metadata": "only_with_metadata",
    "output_format": "format",
    "target_language": "lang",
    "url": "url",
    "url_blacklist": "url_blacklist",
    "with_metadata": "with_metadata",
}
# Frames between the caller of a public function and the warning.
_CALLER = 4


class OptionError(FormatError, ValueError):
    """A keyword, or its value, that cannot be honoured. Also a ValueError, as trafilatura has it."""


@dataclass(frozen=True, kw_only=True)
class Keywords:
    """What a caller asks for, with the defaults of trafilatura's `extract`."""

    url: str | None = None
    record_id: str | None = None
    favor_precision: bool = False
    favor_recall: bool = False
    include_comments: bool = True
    output_format: str = "txt"
    target_language: str | None = None
    include_tables: bool = True
    include_images: bool = False
    include_formatting: bool | None = None
    include_links: bool = False
    date_extraction_params: Mapping[str, Any] | None = None
    with_metadata: bool = False
    only_with_metadata: bool = False
    url_blacklist: Collection[str] | None = None
    author_blacklist: Collection[str] | None = None
    prune_xpath: str | list[str] | None = None

    def __post_init__(self) -> None:
        if self.output_format not in FORMATS:
            raise OptionError("unknown output format", str(self.output_format), "known: " + ", ".join(FORMATS))

    @property
    def has_formatting(self) -> bool:
        """Whether bold, italic and the like are written: where nothing is asked, in markdown only."""
        if self.include_formatting is None:
            return self.output_format == "markdown"
        return self.include_formatting

    @property
    def needs_metadata(self) -> bool:
        """Whether facts about the page are part of the answer."""
        return self.with_metadata or self.only_with_metadata or self.output_format == "xmltei"

    @property
    def render(self) -> RenderOptions:
        """What to write of links and images. Tables that are not wanted are dropped before."""
        return RenderOptions(links=self.include_links, images=self.include_images)


def asked(given: Mapping[str, Any], caller: int = _CALLER) -> Keywords:
    """The keywords of a call, read from an `Extractor` where one is given; warns of those that are ignored.

    `caller` is the number of frames between here and the line that a warning is about.
    """
    if given.get("max_tree_size") is not None:
        raise OptionError("no longer a keyword of trafilatura, and none here", "max_tree_size", "leave it out")
    names = {field.name for field in fields(Keywords)}
    values = {name: value for name, value in given.items() if name in names}
    options = given.get("options")
    if options is not None:
        values |= _of_extractor(options, values)
    dates = values.get("date_extraction_params") or {}
    ignored = {name: given.get(name) for name in IGNORED}
    ignored |= {f"date_extraction_params[{name!r}]": name for name in sorted(dates.keys() - DATE_KEYWORDS)}
    if not isinstance(given.get("deduplicate", False), bool):
        ignored["the cache given as deduplicate"] = True
    warn_of(ignored, caller + 1)
    return Keywords(**values)


def warn_of(given: Mapping[str, Any], caller: int) -> None:
    """One warning that names what is given and has no meaning here, if anything is."""
    names = [name for name, value in given.items() if value is not None]
    if names:
        warnings.warn(f"honbun ignores {', '.join(names)}", UserWarning, stacklevel=caller)


def _of_extractor(options: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords that an `Extractor` stands for; it wins over those beside it, as in trafilatura."""
    missing = [name for name in _OF_EXTRACTOR.values() if not hasattr(options, name)]
    if missing:
        raise OptionError("not an Extractor of trafilatura", "options", f"it has no {', '.join(missing)}")
    read = {keyword: getattr(options, name) for keyword, name in _OF_EXTRACTOR.items()}
    focus = getattr(options, "focus", "balanced")
    return {
        **read,
        "url": read["url"] or values.get("url"),
        "favor_precision": focus == "precision",
        "favor_recall": focus == "recall",
    }
