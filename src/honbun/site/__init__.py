"""What a set of pages teaches about each of them."""

from honbun.site.keys import Keys
from honbun.site.profile import Profile
from honbun.site.sketch import Sketch, sketch
from honbun.site.store import dumps, loads

__all__ = ["Keys", "Profile", "Sketch", "dumps", "loads", "sketch"]
