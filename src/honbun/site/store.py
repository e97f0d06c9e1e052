"""A profile as text on disk, one repeated line of the site per line, so that two versions can be compared.

    {"format": "honbun site profile", "version": 3, "pages": 40,
     "fits": [0, …],                        pages that fitted to 0-5 %, 5-10 %, …
     "record_votes": {"<place>": votes, …},       places whose dated records are comments (> 0) or posts (< 0)
     "threads": {"<what>": [weight, sum], …}, votes on where posts, text, names and dates are
     "repeated": {"<line>": [pages, "beginning of the line"], …},
     "recent": [{"own": "<lines>", "telling": "<lines>"}, …],
     "learned": "<pages>"}                  digests of the pages it was learned from

A line is the 48-bit key of `honbun.site.fingerprint` in 12 hex digits; lists of them are base64 of 6 bytes each,
and so is that of the pages. A profile without `learned` takes every page for a new one.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

import numpy as np

from honbun.errors import ProfileError
from honbun.site.fingerprint import Fingerprint, Keys
from honbun.site.history import FIT_CLASSES, History
from honbun.site.profile import Profile

FORMAT = "honbun site profile"
VERSION = 3
_LEARN_AGAIN = "learn it again from the site's pages with: honbun learn"


def dumps(profile: Profile) -> str:
    """The compact form of a profile as JSON."""
    history = profile.compact().history
    counts, samples = history.counts.tolist(), history.samples
    repeated = ",\n".join(
        f'"{key:012x}": {_json([count, sample])}'
        for key, count, sample in zip(history.keys.tolist(), counts, samples, strict=True)
    )
    recent = ",\n".join(
        _json({"own": _pack(page.keys), "telling": _pack(page.telling)}) for page in history.recent
    )
    record_votes = {f"{place:016x}": vote for place, vote in sorted(history.record_votes.items())}
    threads = ",\n".join(
        f"{_json(key)}: {_json([weight, value])}" for key, (weight, value) in history.threads.items()
    )
    return (
        f'{{"format": {_json(FORMAT)}, "version": {VERSION}, "pages": {history.pages},\n'
        f'"fits": {_json(history.fits)},\n"record_votes": {_json(record_votes)},\n"threads": {{\n{threads}\n}},\n'
        f'"repeated": {{\n{repeated}\n}},\n"recent": [\n{recent}\n],\n'
        f'"learned": "{_pack(history.learned)}"}}\n'
    )


def loads(text: str, source: str = "site profile") -> Profile:
    """The profile that was saved; ProfileError if the text is no profile, damaged, or of another version."""
    try:
        saved = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise ProfileError(f"not a site profile: {error}", source, _LEARN_AGAIN) from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ProfileError("not a site profile", source, _LEARN_AGAIN)
    if saved.get("version") != VERSION:
        what = f"a site profile of version {saved.get('version')}, this honbun reads version {VERSION}"
        raise ProfileError(what, source, _LEARN_AGAIN)
    try:
        return Profile(_past(saved))
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise ProfileError(
            f"a damaged site profile ({type(error).__name__}: {error})", source, _LEARN_AGAIN
        ) from None


def _past(saved: dict[str, Any]) -> History:
    lines = sorted(
        (_number(int(key, 16), 48), _number(count, 31), _text(sample))
        for key, (count, sample) in saved["repeated"].items()
    )
    fits = tuple(_number(count, 31) for count in saved["fits"])
    if len(fits) != FIT_CLASSES:
        raise ValueError("fits")
    return History(
        pages=_number(saved["pages"], 31),
        keys=np.array([key for key, _, _ in lines], dtype=np.uint64),
        counts=np.array([count for _, count, _ in lines], dtype=np.int32),
        samples=tuple(sample for _, _, sample in lines),
        record_votes={_number(int(place, 16), 64): _vote(vote) for place, vote in saved["record_votes"].items()},
        threads={
            _text(key): (float(weight), float(value)) for key, (weight, value) in saved.get("threads", {}).items()
        },
        fits=fits,
        recent=tuple(
            Fingerprint(_unpack(page["own"]), _unpack(page["telling"])).check() for page in saved["recent"]
        ),
        learned=np.unique(_unpack(saved.get("learned", ""))),
    )


def _number(value: Any, bits: int) -> int:
    """The value, if it is a whole number that so many bits hold."""
    if not isinstance(value, int) or value < 0 or value >> bits:
        raise ValueError(f"{str(value)[:20]} is no number of {bits} bits")
    return value


def _vote(value: Any) -> int:
    """The value, a whole number of 31 bits and a sign."""
    return _number(value, 31) if not isinstance(value, int) or value >= 0 else -_number(-value, 31)


def _text(value: Any) -> str:
    """The value as text, if a file can hold it: JSON can name lone surrogates."""
    return str(value).encode().decode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _pack(keys: Keys) -> str:
    six = keys.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 2:]
    return base64.b64encode(six.tobytes()).decode("ascii")


def _unpack(text: str) -> Keys:
    try:
        six = np.frombuffer(base64.b64decode(text, validate=True), dtype=np.uint8).reshape(-1, 6)
    except binascii.Error as error:
        raise ValueError(f"lines: {error}") from None
    eight = np.concatenate([np.zeros((len(six), 2), dtype=np.uint8), six], axis=1)
    return np.ascontiguousarray(eight).view(">u8").ravel().astype(np.uint64)
