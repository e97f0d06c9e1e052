"""Work files that the tests open are closed when a test ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from honbun.annotate.store import Store


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Store] = []
    start = Store.__init__

    def started(store: Store, *args: object, **options: object) -> None:
        start(store, *args, **options)  # type: ignore[arg-type]
        opened.append(store)

    monkeypatch.setattr(Store, "__init__", started)
    yield
    for store in opened:
        store.close()
