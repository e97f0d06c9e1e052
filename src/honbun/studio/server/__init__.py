"""honbun over HTTP, for use from other languages. A server's packages are loaded when one is started."""

from honbun.studio.server.options import ServeOptions
from honbun.studio.server.run import serve

__all__ = ["ServeOptions", "serve"]
