"""A profile as bytes, whole: for processes that go on learning with it, or ask it about pages it did not learn.

    length of the header as 4 bytes, the header as JSON, and the arrays that it names, one after another; all of it
    compressed with zlib. Each line of the site is there once, with the beginning of its text; pages are lists of
    positions among the lines.

Unlike `honbun.site.store` nothing is lost: what is packed and unpacked gives the same answers.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from honbun.errors import ProfileError
from honbun.site.fingerprint import Fingerprint
from honbun.site.profile import Profile

_VERSION = 1
_LEVEL = 1


def pack(fingerprints: Sequence[Fingerprint]) -> bytes:
    """The fingerprints of pages, in their order."""
    lines = np.concatenate([*(page.keys for page in fingerprints), np.zeros(0, dtype=np.uint64)])
    keys, first, place = np.unique(lines, return_index=True, return_inverse=True)
    telling = [np.isin(page.keys, page.telling) for page in fingerprints]
    samples = [sample for page in fingerprints for sample in page.samples or ("",) * len(page.keys)]
    header = {
        "version": _VERSION,
        "pages": [len(page.keys) for page in fingerprints],
        "lines": len(keys),
        "samples": [samples[line] for line in first.tolist()],
        "record_votes": [list(page.record_votes.items()) for page in fingerprints],
        "threads": [page.threads for page in fingerprints],
    }
    head = json.dumps(header, ensure_ascii=False).encode("utf-8", "surrogatepass")
    arrays = (keys.astype("<u8"), place.astype("<u4"), np.concatenate([*telling, np.zeros(0, dtype=np.bool_)]))
    body = b"".join(array.tobytes() for array in arrays)
    return zlib.compress(len(head).to_bytes(4, "little") + head + body, _LEVEL)


def unpack(packed: bytes, *, with_samples: bool = False) -> Profile:
    """The profile of the pages that were packed; ProfileError if these are other bytes.

    The beginnings of lines are for people who read the saved profile, and left out unless they are asked for.
    """
    try:
        data = zlib.decompress(packed)
        end = 4 + int.from_bytes(data[:4], "little")
        header = json.loads(data[4:end].decode("utf-8", "surrogatepass"))
        if header["version"] != _VERSION:
            raise ValueError(f"version {header['version']}")
        return Profile().add(_pages(header, data[end:], with_samples=with_samples))
    except (KeyError, IndexError, TypeError, ValueError, zlib.error) as error:
        raise ProfileError(f"not a packed profile ({type(error).__name__}: {error})") from None


def _pages(header: Mapping[str, Any], body: bytes, *, with_samples: bool) -> Iterator[Fingerprint]:
    sizes: list[int] = header["pages"]
    n, total = header["lines"], sum(sizes)
    keys = np.frombuffer(body, "<u8", n).astype(np.uint64)
    place = np.frombuffer(body, "<u4", total, 8 * n)
    telling = np.frombuffer(body, np.bool_, total, 8 * n + 4 * total)
    edges = pairwise(accumulate(sizes, initial=0))
    for (start, end), votes, threads in zip(edges, header["record_votes"], header["threads"], strict=True):
        own = keys[place[start:end]]
        samples = tuple(header["samples"][line] for line in place[start:end]) if with_samples else ()
        stated = {key: (weight, value) for key, (weight, value) in threads.items()}
        yield Fingerprint(own, own[telling[start:end]], samples, dict(votes), stated)
