"""Where a page states its facts, in the order of trust."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from honbun.features import is_like_title
from honbun.metadata import clean
from honbun.metadata.address import date_in, host_of
from honbun.metadata.byline import find_author
from honbun.metadata.dateline import find_date
from honbun.metadata.head import Head, read_head
from honbun.metadata.linked_data import LinkedData, bare, first_text, read_linked_data, types
from honbun.metadata.microdata import Microdata, rdfa_values, read_microdata, value_at
from honbun.metadata.script import language_of_script
from honbun.metadata.site_name import site_in_title, without_site
from honbun.metadata.surroundings import Surroundings
from honbun.page import Page

# A value as the source has it, and the source.
Claim = tuple[object, str]

_TITLES = "og:title citation_title twitter:title dc.title dcterms.title parsely-title sailthru.title".split()
_AUTHORS = (
    "citation_author author article:author og:article:author article:author_name parsely-author sailthru.author "
    "byl dc.creator dcterms.creator creator"
).split()
_DATES = (
    "article:published_time og:article:published_time article:published citation_publication_date citation_date "
    "datepublished parsely-pub-date sailthru.date dc.date.issued dcterms.issued dcterms.created dc.date.created "
    "dc.date dcterms.date pubdate publish-date publish_date publication_date publishdate ptime pdate "
    "cxenseparse:recs:publishtime originalpublicationdate og:published_time citation_online_date "
    "weibo:article:create_at date created og:regdate apub:time"
).split()
_SOME_DATE = re.compile(r"publi[sc]|pub[-_.]?date|(?:^|[._:-])date|created")
_LATE = re.compile(r"modif|updat|expir|event|valid|revis|review|end|start|publisher|access")
_LATE_DATES = "article:modified_time og:updated_time datemodified dcterms.modified last-modified".split()
_DESCRIPTIONS = "og:description description twitter:description dc.description dcterms.description".split()
_IMAGES = "og:image og:image:url og:image:secure_url twitter:image twitter:image:src thumbnail".split()
_SITES = "og:site_name application-name citation_journal_title apple-mobile-web-app-title dc.publisher".split()
_LANGUAGES = "content-language language dc.language dcterms.language og:locale".split()

# These pages have neither author nor date, and what they show as such is a brand, or the date of a review.
_GOODS = re.compile(r"product|\bItemList\b|\bCollectionPage\b|\bOffer", re.IGNORECASE)
_WRITTEN = re.compile(r"Article\b|Posting\b|Recipe\b|Review\b")
# Languages that are written where the month comes first, at least by some.
_EITHER = frozenset({"en", "en-us", "fil", "tl", "es-us", "ja", "zh", "ko"})
# More are the authors of comments that lie in the article.
_MOST_AUTHORS = 4


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
        return read_linked_data(self.page, tuple(dict.fromkeys(bare(url) for url in own if url)))

    @cached_property
    def micro(self) -> Microdata:
        """Microdata."""
        return read_microdata(self.page)

    @cached_property
    def around(self) -> Surroundings:
        """What is shown near the title."""
        return Surroundings(self.page)

    @cached_property
    def day_first(self) -> bool | None:
        """Whether the page's language writes 10/11 for a day in November; None if it may be either."""
        tag = (self.language[0] if self.language else "en").lower()
        return None if tag in _EITHER else True

    @cached_property
    def language(self) -> tuple[str, str] | None:
        """The language, and where it is declared."""
        said = ((clean.language(value), source) for value, source in self.languages())
        return next(((tag, source) for tag, source in said if tag), None)

    @cached_property
    def base(self) -> str | None:
        """What addresses are relative to."""
        url = self.page.url
        return clean.address(self.head.base, url) or url if self.head.base else url

    @cached_property
    def names_of_site(self) -> list[str]:
        """All names that the page gives its site, its host among them."""
        host = host_of(self.page.url) or host_of(next(iter(self.head.links.get("canonical", [])), None)) or ""
        said = [value for claim in self._stated_sites() if (value := clean.text(claim[0]))]
        if not said and (name := site_in_title(self.page.title, self.around.shown_title)):
            said = [name]
        labels = host.split(".")
        return [
            *said,
            host,
            *([labels[-2]] if len(labels) > 1 else []),
            *([labels[-3]] if len(labels) > 2 else []),
        ]

    # Claims of each fact

    def titles(self) -> Iterator[Claim]:
        """As it is shown in the only heading of its rank, then as it is published, then as the head has it."""
        title = self.page.title
        headings = [heading for heading in self.around.headings if not self.is_site(heading)]
        if len(headings) == 1 and (not title or is_like_title(headings[0], title)):
            yield headings[0], "text of h1"
        yield from self._linked("headline", "name")
        yield from self._meta(_TITLES)
        yield from ((value, "microdata") for value in self.micro.values(self.page, "headline", "name"))
        yield from ((value, "RDFa") for value in rdfa_values(self.page, "headline", "title")[:1])
        yield self.page.title, "title"

    def authors(self) -> Iterator[tuple[list[str], str]]:
        """People rather than accounts."""
        linked = self.linked
        for key in ("author", "creator"):
            yield linked.names(linked.main.get(key)), "JSON-LD"
        named = self.micro.values(self.page, "author", "creator")
        yield named if len(named) <= _MOST_AUTHORS else named[:1], "microdata"
        yield rdfa_values(self.page, "author", "creator")[:_MOST_AUTHORS], "RDFa"
        for name in _AUTHORS:
            yield self.head.meta.get(name, []), f"meta {name}"
        # Yoast's pair of label and value: "Written by" and the name, else the time it takes to read.
        yield (
            [value for value in self.head.meta.get("twitter:data1", []) if value[:1].isalpha()],
            "meta twitter:data1",
        )
        found = None if self._is_goods else find_author(self.around)
        if found:
            yield [found[0]], found[1]

    def dates(self) -> Iterator[Claim]:
        """Of publication, and only if there is none of the last change."""
        page = self.page
        yield from self._linked("datePublished", "dateCreated", "uploadDate")
        yield from self._meta(_DATES)
        published = self.micro.values(page, "datePublished", "dateCreated", "uploadDate", "datepublished")
        yield from ((value, "microdata") for value in published)
        yield from ((value, "RDFa") for value in rdfa_values(page, "datePublished", "created", "issued")[:1])
        yield from self._meta(
            name for name in self.head.meta if _SOME_DATE.search(name) and not _LATE.search(name)
        )
        yield date_in(page.url), "url"
        found = None if self._is_goods else find_date(self.around, self.day_first)
        if found:
            yield found
        yield from self._linked("dateModified")
        yield from self._meta(_LATE_DATES)
        yield from ((value, "microdata") for value in self.micro.values(page, "dateModified"))

    def languages(self) -> Iterator[Claim]:
        """As it is declared, else as its script tells."""
        page = self.page
        for row, value in islice(page.attributes.get("lang", {}).items(), 2):
            if (name := page.tag_name(row)) in ("html", "body"):
                yield value, f"{name} lang"
        yield from self._meta(_LANGUAGES)
        yield from self._linked("inLanguage")
        yield language_of_script(page.text), "script of the text"

    def site_names(self) -> Iterator[Claim]:
        """As it is stated, else what the title has beside the page's own, else the host."""
        yield from self._stated_sites()
        yield site_in_title(self.page.title, self.around.shown_title) if self.page.title else None, "title"
        yield host_of(self.page.url), "url"

    def descriptions(self) -> Iterator[Claim]:
        """A summary rather than the text."""
        yield from self._meta(_DESCRIPTIONS)
        yield from self._linked("description", "abstract")
        yield from ((value, "microdata") for value in self.micro.values(self.page, "description"))

    def images(self) -> Iterator[Claim]:
        """The picture that is shared."""
        yield from self._meta(_IMAGES)
        yield from self._linked("image", "thumbnailUrl")
        yield from ((self._address_at(row), "microdata") for row in self.micro.rows("image"))
        yield from ((href, "link image_src") for href in self.head.links.get("image_src", []))

    def addresses(self) -> Iterator[Claim]:
        """The address that the page prefers."""
        yield from ((href, "link canonical") for href in self.head.links.get("canonical", []))
        yield from self._meta(["og:url"])

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Types of JSON-LD, of microdata, of Open Graph."""
        declared = (kind for value in self.head.meta.get("og:type", [])[:1] if (kind := clean.text(value)))
        return tuple(dict.fromkeys([*self.linked.kinds, *self.micro.kinds, *declared]))

    @cached_property
    def _is_goods(self) -> bool:
        kinds = " ".join(self.kinds)
        return bool(_GOODS.search(kinds)) and not _WRITTEN.search(kinds)

    # Values made plain

    def title(self, value: object) -> str | None:
        """A title without the name of the site."""
        line = clean.text(value)
        if not line:
            return None
        return without_site(line, self.names_of_site) or line

    def date(self, value: object) -> str | None:
        """A date, read as the page's language writes it."""
        return clean.date(value, self.day_first)

    def is_site(self, name: str) -> bool:
        """A name that is the site's."""
        return any(clean.same(name, own) for own in self.names_of_site)

    def absolute(self, value: object) -> str | None:
        """An address made absolute."""
        return clean.address(value, self.base)

    # How sources are asked

    def _linked(self, *keys: str) -> Iterator[Claim]:
        return ((first_text(self.linked.main.get(key)), "JSON-LD") for key in keys)

    def _meta(self, names: Iterable[str]) -> Iterator[Claim]:
        return ((value, f"meta {name}") for name in names for value in self.head.meta.get(name, [])[:1])

    def _stated_sites(self) -> Iterator[Claim]:
        yield from self._meta(_SITES[:1])
        linked = self.linked
        sites = [thing for thing in linked.things if "WebSite" in types(thing)]
        for value in (*(thing.get("name") for thing in sites[:1]), *linked.names(linked.main.get("publisher"))):
            yield value, "JSON-LD"
        yield from self._meta(_SITES[1:])

    def _address_at(self, row: int) -> str:
        page = self.page
        return (
            page.attribute(row, "content")
            or page.attribute(row, "src")
            or page.attribute(row, "href")
            or value_at(page, row)
        )
