"""Turns web pages into what a person came for: article, posts of a thread, fields of a series, rows of a list.

    import honbun

    doc = honbun.extract(html, url="https://news.example/a")    # a page alone
    for doc in honbun.extract_many(pages): ...                  # many pages alone, in threads
    site = honbun.Site.learn(pages)                             # pages: (url, html), no labels
    doc = site.extract(html, url="https://news.example/b")      # a page with what its site taught
    for post in honbun.posts(html): ...                         # a thread: author, date and text of each post
    table = honbun.fields(pages)                                # a series: one row a page, one column a field
    for row in honbun.records(html).rows(): ...                 # a list page: one row for each record
    page = honbun.fetch("https://news.example/a")               # bytes, headers, or the reason why there are none
    honbun.explain(html)                                        # a page to look at: what was decided, and why

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names

if TYPE_CHECKING:
    from honbun.document import Document
    from honbun.errors import (
        ArgumentError,
        CorpusError,
        FormatError,
        HonbunError,
        InputError,
        MissingPackageError,
        ModelError,
        ProfileError,
    )
    from honbun.extraction import (
        Drift,
        ExtractOptions,
        FieldTemplate,
        RecordTemplate,
        Site,
        extract,
        extract_many,
        fields,
        posts,
        records,
    )
    from honbun.model import Model, ThreadModel, load_model, load_thread_model
    from honbun.robot import Fetched, FetchOptions, fetch
    from honbun.studio import explain
    from honbun.tables import Table
    from honbun.threads import Post, Thread, join_threads

__version__ = "0.1.0"

__all__ = [
    "ArgumentError",
    "CorpusError",
    "Document",
    "Drift",
    "ExtractOptions",
    "FetchOptions",
    "Fetched",
    "FieldTemplate",
    "FormatError",
    "HonbunError",
    "InputError",
    "MissingPackageError",
    "Model",
    "ModelError",
    "Post",
    "ProfileError",
    "RecordTemplate",
    "Site",
    "Table",
    "Thread",
    "ThreadModel",
    "explain",
    "extract",
    "extract_many",
    "fetch",
    "fields",
    "join_threads",
    "load_model",
    "load_thread_model",
    "posts",
    "records",
]


__getattr__ = lazy_names(
    __name__,
    {
        "document": "Document",
        "errors": "ArgumentError CorpusError FormatError HonbunError InputError MissingPackageError ModelError "
        "ProfileError",
        "extraction": "Drift ExtractOptions FieldTemplate RecordTemplate Site extract extract_many fields "
        "posts records",
        "model": "Model ThreadModel load_model load_thread_model",
        "robot": "FetchOptions Fetched fetch",
        "studio": "explain",
        "tables": "Table",
        "threads": "Post Thread join_threads",
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
