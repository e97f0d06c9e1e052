"""What a set of pages teaches about each of them."""

from honbun.site.fingerprint import Fingerprint, Keys, LineKeys, line_keys, observe, recognise
from honbun.site.history import FIT_CLASSES
from honbun.site.packed import pack, unpack
from honbun.site.profile import Profile
from honbun.site.store import dumps, loads

__all__ = [
    "FIT_CLASSES",
    "Fingerprint",
    "Keys",
    "LineKeys",
    "Profile",
    "dumps",
    "line_keys",
    "loads",
    "observe",
    "pack",
    "recognise",
    "unpack",
]
