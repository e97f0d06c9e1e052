"""honbun over HTTP, for use from other languages. A server's packages are loaded when one is started."""

from honbun.studio.serve.options import ServeOptions
from honbun.studio.serve.run import serve

__all__ = ["ServeOptions", "serve"]
