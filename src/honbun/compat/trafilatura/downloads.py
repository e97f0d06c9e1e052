"""`trafilatura.downloads`: what it takes to fetch one."""

from honbun.compat.fetch import Response
from honbun.compat.trafilatura import fetch_response, fetch_url

__all__ = ["Response", "fetch_response", "fetch_url"]
