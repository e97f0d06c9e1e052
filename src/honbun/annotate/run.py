"""`annotate`: from pages to a desk that people work at in their browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from honbun.annotate.desk import Desk, GuessOptions
from honbun.annotate.store import Store
from honbun.errors import InputError, MissingPackageError
from honbun.input import Found, RawPage, Rejected
from honbun.studio import ServeOptions, answer, listening

_ADVICE = "pip install 'honbun[studio]'"


def open_desk(corpus: Path | str) -> Desk:
    """The desk of a corpus. The work lies beside it, in a file of the same name that ends in `.work`."""
    corpus = Path(corpus)
    if not corpus.resolve().parent.is_dir():
        raise InputError("no such folder", str(corpus.parent))
    return Desk(Store(corpus.with_name(f"{corpus.name}.work")), corpus)


def add_pages(desk: Desk, pages: Iterable[Found]) -> tuple[int, list[Rejected]]:
    """Put pages on the desk that are not there yet; how many, and what gave no page.

    What annotating has written is none of the pages, though it may lie among them.
    """
    own = tuple(str(path.resolve()) for path in (desk.corpus, desk.model))
    added, rejected = 0, []
    for page in pages:
        if str(Path(page.source).resolve()).startswith(own):
            continue
        if isinstance(page, RawPage):
            added += desk.store.add(page)
        else:
            rejected.append(page)
    return added, rejected


def annotate(desk: Desk, guess: GuessOptions, options: ServeOptions, say: Callable[[str], None]) -> None:
    """Serve the desk until SIGINT or SIGTERM. `say` is told the address."""
    try:
        from honbun.annotate.app import create_app
        from honbun.annotate.training import Training
    except ImportError as error:
        raise MissingPackageError("a server needs it", error.name or "fastapi", _ADVICE) from error
    training = Training(desk, guess)
    with listening(options) as listener:
        try:
            answer(create_app(desk, training, options), listener, options, say)
        finally:
            training.stop()
