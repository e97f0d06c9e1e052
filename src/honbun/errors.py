"""What honbun raises.

    HonbunError
    ├── InputError          a source cannot be read (no such file, empty folder, broken archive)
    ├── ProfileError        a site profile cannot be used (not one, another version, damaged)
    ├── ModelError          a trained model cannot be used (not one, another version, damaged)
    ├── FormatError         an unknown output format, reader or option value
    ├── ArgumentError       a function was given something else than it takes (also a TypeError)
    ├── CorpusError         a corpus of pages with their gold cannot be read
    └── MissingPackageError an optional package is needed and not installed (also an ImportError)

These are for the caller's mistakes and the world's. A bad page raises none of them: it gives an empty
result that says why. Every error carries its subject and survives pickling, so that it crosses processes.
"""

from typing import Any, get_args


class HonbunError(Exception):
    """What went wrong, with which subject (a path, an url, a name), and what to do about it."""

    def __init__(self, what: str, subject: str = "", advice: str = "") -> None:
        super().__init__(what, subject, advice)
        self.what = what
        self.subject = subject
        self.advice = advice

    def __str__(self) -> str:
        where = f"{self.subject}: " if self.subject else ""
        advice = f" ({self.advice})" if self.advice else ""
        return f"{where}{self.what}{advice}"


class InputError(HonbunError):
    """A source of pages cannot be read."""


class ProfileError(HonbunError):
    """A saved site profile cannot be used."""


class ModelError(HonbunError):
    """A trained model cannot be used."""


class FormatError(HonbunError):
    """A name that honbun does not know, with the names it does know."""


class ArgumentError(HonbunError, TypeError):
    """A function was given something else than it takes."""

    def __init__(self, what: str, subject: str = "", advice: str = "") -> None:
        HonbunError.__init__(self, what, subject, advice)


def expect(value: object, kinds: Any, what: str, advice: str = "") -> None:
    """ArgumentError if what was passed is of none of these kinds."""
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__.replace("NoneType", "None") for kind in get_args(kinds) or (kinds,))
        raise ArgumentError(f"{what} is {wanted}, not {type(value).__name__}", advice=advice)


class CorpusError(HonbunError):
    """A corpus of pages with their gold cannot be read."""


class MissingPackageError(HonbunError, ImportError):
    """An optional package is not installed; the advice is the line that installs it."""

    def __init__(self, what: str, subject: str = "", advice: str = "") -> None:
        HonbunError.__init__(self, what, subject, advice)
