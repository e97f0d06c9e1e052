"""A page into its `Metadata`: for each fact, the first source that states it, in the order of evidence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from honbun.dates import parse_date
from honbun.features import MAX_TITLE_PARTS, TITLE_SEPARATOR, is_like_title, letters
from honbun.metadata import values
from honbun.metadata.byline import find_author, find_date
from honbun.metadata.linked_data import LinkedData, bare_address, first_text, read_linked_data, types
from honbun.metadata.markup import Head, Microdata, address_at, rdfa_values, read_head, read_microdata
from honbun.metadata.surroundings import Surroundings
from honbun.page import Page

# A value as the source has it, and the source.
Claim = tuple[object, str]

# Where facts are stated: a kind of source and the names that it has for the fact, the more trusted first.
_STATED = {
    "title": (
        "JSON-LD headline name",
        "meta og:title citation_title twitter:title dc.title dcterms.title parsely-title sailthru.title",
        "microdata headline name",
        "RDFa headline title",
    ),
    "date": (
        "JSON-LD datePublished dateCreated uploadDate",
        "meta article:published_time og:article:published_time article:published citation_publication_date "
        "citation_date datepublished parsely-pub-date sailthru.date dc.date.issued dcterms.issued "
        "dcterms.created dc.date.created dc.date dcterms.date pubdate publish-date publish_date "
        "publication_date publishdate ptime pdate cxenseparse:recs:publishtime originalpublicationdate "
        "og:published_time citation_online_date weibo:article:create_at date created og:regdate apub:time",
        "microdata datePublished dateCreated uploadDate datepublished",
        "RDFa datePublished created issued",
    ),
    "last change": (
        "JSON-LD dateModified",
        "meta article:modified_time og:updated_time datemodified dcterms.modified last-modified",
        "microdata dateModified",
    ),
    "language": (
        "meta content-language language dc.language dcterms.language og:locale",
        "JSON-LD inLanguage",
    ),
    "site": ("meta og:site_name",),
    "journal": ("meta application-name citation_journal_title apple-mobile-web-app-title dc.publisher",),
    "description": (
        "meta og:description description twitter:description dc.description dcterms.description",
        "JSON-LD description abstract",
        "microdata description",
    ),
    "image": (
        "meta og:image og:image:url og:image:secure_url twitter:image twitter:image:src thumbnail",
        "JSON-LD image thumbnailUrl",
        "microdata-address image",
        "link image_src",
    ),
    "canonical_url": ("link canonical", "meta og:url"),
}
_AUTHOR_NAMES = (
    "citation_author author article:author og:article:author article:author_name parsely-author sailthru.author "
    "byl dc.creator dcterms.creator creator"
).split()
_SOME_DATE = re.compile(r"publi[sc]|pub[-_.]?date|(?:^|[._:-])date|created")
_OTHER_DATE = re.compile(r"modif|updat|expir|event|valid|revis|review|end|start|publisher|access")

# These pages have neither author nor date, and what they show as such is a brand, or the date of a review.
_PRODUCT = re.compile(r"product|\bItemList\b|\bCollectionPage\b|\bOffer", re.IGNORECASE)
_WRITTEN = re.compile(r"Article\b|Posting\b|Recipe\b|Review\b")
# Languages that are written where the month comes first, at least by some.
_MONTH_MAY_COME_FIRST = frozenset({"en", "en-us", "fil", "tl", "es-us", "ja", "zh", "ko"})
_MAX_AUTHORS = 4  # more are the authors of comments that lie in the article
_MAX_SITE_NAME_LENGTH = 50  # characters; what is longer is not a name but a slogan

_DAY_IN_PATH = re.compile(r"/((?:19|20)\d\d)([-/_]?)([01]?\d)\2([0-3]?\d)(?=[-/_.]|$)")
_HOST = re.compile(r"https?://(?:[^/?#@\s]*@)?([^/?#@:\s\[\]]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Metadata:
    """What a page says of itself. A fact that it does not state is None."""

    title: str | None = None
    author: str | None = None
    """Several are joined with "; "."""
    date: str | None = None
    """When it was published, in ISO 8601."""
    language: str | None = None
    site_name: str | None = None
    description: str | None = None
    image: str | None = None
    canonical_url: str | None = None
    kinds: tuple[str, ...] = ()
    """What the page says it is: types of schema.org, its main thing's first, and the type of Open Graph."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Fact -> where it was read."""


def read_metadata(page: Page) -> Metadata:
    """What a page states of itself. Total: what cannot be read is not stated."""
    sources = Sources(page)
    found = {
        "title": _first(sources.titles(), sources.plain_title),
        "author": sources.author(),
        "date": _first(sources.dates(), lambda value: values.date(value, sources.day_first)),
        "language": sources.language,
        "site_name": _first(sources.site_names(), values.text),
        "description": _first(sources.stated("description"), values.text),
        "image": _first(sources.stated("image"), sources.absolute),
        "canonical_url": _first(sources.stated("canonical_url"), sources.absolute),
    }
    facts = {name: fact[0] for name, fact in found.items() if fact}
    origin = {name: fact[1] for name, fact in found.items() if fact}
    return Metadata(**facts, kinds=sources.kinds, sources=origin)


def read_title(page: Page) -> str | None:
    """The title alone, in a fraction of the time."""
    sources = Sources(page)
    found = _first(sources.titles(), sources.plain_title)
    return found[0] if found else None


def with_shown_title(metadata: Metadata, page: Page, shown: str) -> Metadata:
    """The metadata of a page, titled as it shows it unless that is no title by all that the page says of itself.

    On wcxb-dev .77 of the titles are exactly right, .73 if what stands above the text is always believed.
    """
    if not shown:
        return metadata
    if metadata.title:
        is_title = is_like_title(shown, metadata.title) or is_like_title(shown, page.title)
        if not is_title or letters(shown) == letters(metadata.site_name or ""):
            return metadata
    return replace(metadata, title=shown, sources={**metadata.sources, "title": "text of the page"})


def _first(claims: Iterable[Claim], plain: Callable[[object], str | None]) -> tuple[str, str] | None:
    """The first claim that leaves something when it is made plain."""
    return next(((value, source) for claim, source in claims if (value := plain(claim))), None)


@dataclass(frozen=True)
class Sources:
    """The sources of one page, each read when it is first asked."""

    page: Page

    @cached_property
    def head(self) -> Head:
        """`meta` and `link`."""
        return read_head(self.page)

    @cached_property
    def linked(self) -> LinkedData:
        """JSON-LD."""
        own = [self.page.url, *self.head.links.get("canonical", [])[:1], *self.head.meta.get("og:url", [])[:1]]
        return read_linked_data(self.page, tuple(dict.fromkeys(bare_address(url) for url in own if url)))

    @cached_property
    def micro(self) -> Microdata:
        """Microdata."""
        return read_microdata(self.page)

    @cached_property
    def around(self) -> Surroundings:
        """What is shown near the title."""
        return Surroundings(self.page)

    def stated(self, fact: str) -> Iterator[Claim]:
        """What the sources of a fact state, in their order."""
        for source in _STATED[fact]:
            kind, *names = source.split()
            yield from self._ask(kind, names)

    def _ask(self, kind: str, names: Iterable[str]) -> Iterator[Claim]:
        """What one kind of source has under these names."""
        page = self.page
        if kind == "meta":
            return ((value, f"meta {name}") for name in names for value in self.head.meta.get(name, [])[:1])
        if kind == "link":
            return ((href, f"link {name}") for name in names for href in self.head.links.get(name, []))
        if kind == "JSON-LD":
            return ((first_text(self.linked.main.get(name)), kind) for name in names)
        if kind == "RDFa":
            return ((value, kind) for value in rdfa_values(page, *names)[:1])
        if kind == "microdata-address":
            return ((address_at(page, row), "microdata") for row in self.micro.rows(*names))
        return ((value, kind) for value in self.micro.values(page, *names))

    def titles(self) -> Iterator[Claim]:
        """As it is shown in the only heading of its rank, then as it is published, then as the head has it."""
        title = self.page.title
        headings = [heading for heading in self.around.headings if not self._is_site(heading)]
        if len(headings) == 1 and (not title or is_like_title(headings[0], title)):
            yield headings[0], "text of h1"
        yield from self.stated("title")
        yield title, "title"

    def author(self) -> tuple[str, str] | None:
        """The first author who is not the site, else the site: many a site is called after who writes it."""
        site = None
        for names, source in self._authors():
            name = values.authors(names)
            if name and not self._is_site(name):
                return name, source
            site = site or ((name, source) if name else None)
        return site

    def _authors(self) -> Iterator[tuple[list[str], str]]:
        """People rather than accounts."""
        for key in ("author", "creator"):
            yield self.linked.names(self.linked.main.get(key)), "JSON-LD"
        named = self.micro.values(self.page, "author", "creator")
        yield named if len(named) <= _MAX_AUTHORS else named[:1], "microdata"
        yield rdfa_values(self.page, "author", "creator")[:_MAX_AUTHORS], "RDFa"
        for name in _AUTHOR_NAMES:
            yield self.head.meta.get(name, []), f"meta {name}"
        # Yoast's pair of label and value: "Written by" and the name, else the time it takes to read.
        written_by = [value for value in self.head.meta.get("twitter:data1", []) if value[:1].isalpha()]
        yield written_by, "meta twitter:data1"
        if not self._is_product and (found := find_author(self.around)):
            yield [found[0]], found[1]

    def dates(self) -> Iterator[Claim]:
        """Of publication, and only if there is none of the last change."""
        yield from self.stated("date")
        names = self.head.meta
        yield from self._ask("meta", [n for n in names if _SOME_DATE.search(n) and not _OTHER_DATE.search(n)])
        yield _date_in(self.page.url or next(iter(self.head.links.get("canonical", [])), None)), "url"
        if not self._is_product and (found := find_date(self.around, self.day_first)):
            yield found
        yield from self.stated("last change")

    @cached_property
    def language(self) -> tuple[str, str] | None:
        """The language, and where it is declared; else what the script of the text tells."""
        return _first(self._languages(), values.language)

    def _languages(self) -> Iterator[Claim]:
        page = self.page
        for row, value in islice(page.attributes.get("lang", {}).items(), 2):
            if (name := page.tag_name(row)) in ("html", "body"):
                yield value, f"{name} lang"
        yield from self.stated("language")
        yield values.language_of_script(page.text), "script of the text"

    @property
    def day_first(self) -> bool | None:
        """Whether the page's language writes 10/11 for a day in November; None if it may be either."""
        tag = (self.language[0] if self.language else "en").lower()
        return None if tag in _MONTH_MAY_COME_FIRST else True

    def site_names(self) -> Iterator[Claim]:
        """As it is stated, else what the title has beside the page's own, else the host."""
        yield from self._stated_sites()
        yield self._site_in_title, "title"
        yield _host_of(self.page.url), "url"

    def _stated_sites(self) -> Iterator[Claim]:
        yield from self.stated("site")
        linked = self.linked
        sites = [thing for thing in linked.things if "WebSite" in types(thing)]
        for value in (*(thing.get("name") for thing in sites[:1]), *linked.names(linked.main.get("publisher"))):
            yield value, "JSON-LD"
        yield from self.stated("journal")

    @cached_property
    def _site_in_title(self) -> str | None:
        """What `<title>` has beside the title that the page shows: "Kettles | Courier" over "Kettles"."""
        title = self.page.title
        parts = [part for part in TITLE_SEPARATOR.split(title, MAX_TITLE_PARTS) if part.strip()]
        shown = letters(self.around.shown_title) if len(parts) > 1 else ""
        if not shown:
            return None
        plain = [letters(part) for part in parts]
        name = None
        if any("".join(plain[:n]) == shown for n in range(1, len(plain))):
            name = parts[-1]
        elif any("".join(plain[n:]) == shown for n in range(1, len(plain))):
            name = parts[0]
        return name.strip() if name and len(name) <= _MAX_SITE_NAME_LENGTH else None

    @cached_property
    def _site_letters(self) -> set[str]:
        """The letters of all names that the page gives its site, its host among them."""
        host = _host_of(self.page.url) or _host_of(next(iter(self.head.links.get("canonical", [])), None)) or ""
        names = [name for value, _ in self._stated_sites() if (name := values.text(value))]
        if not names and self._site_in_title:
            names = [self._site_in_title]
        return {letters(name) for name in (*names, host, *host.split(".")[-3:-1])} - {""}

    def _is_site(self, name: str) -> bool:
        return letters(name) in self._site_letters

    def plain_title(self, value: object) -> str | None:
        """A title without the name of the site before or after it."""
        whole = title = values.text(value) or ""
        while match := next(iter(list(TITLE_SEPARATOR.finditer(title))[-1:]), None):
            if not match.start() or not self._is_site(title[match.end() :]):
                break
            title = title[: match.start()]
        match = TITLE_SEPARATOR.search(title)
        if match and match.start() and match.end() < len(title) and self._is_site(title[: match.start()]):
            title = title[match.end() :]
        return title.strip() or whole or None

    def absolute(self, value: object) -> str | None:
        """An address made absolute."""
        url, base = self.page.url, self.head.base
        return values.address(value, (values.address(base, url) if base else None) or url)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Types of JSON-LD, of microdata, of Open Graph."""
        declared = (kind for value in self.head.meta.get("og:type", [])[:1] if (kind := values.text(value)))
        return tuple(dict.fromkeys([*self.linked.kinds, *self.micro.kinds, *declared]))

    @cached_property
    def _is_product(self) -> bool:
        kinds = " ".join(self.kinds)
        return bool(_PRODUCT.search(kinds)) and not _WRITTEN.search(kinds)


def _date_in(url: str | None) -> str | None:
    """The day that the path of an address holds: /2011/11/22/."""
    match = _DAY_IN_PATH.search(url) if url else None
    if not match or (not match[2] and len(match[0]) != 9):
        return None
    date = parse_date(f"{match[1]}-{match[3]}-{match[4]}")
    return date.iso if date else None


def _host_of(url: str | None) -> str | None:
    """The host, without www; None if it is a number or none at all."""
    match = _HOST.match(url) if url else None
    host = match[1].lower().removeprefix("www.") if match else ""
    return host if "." in host and any(c.isalpha() for c in host) else None
