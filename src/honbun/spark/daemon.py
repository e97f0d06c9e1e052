"""What Spark forks its Python workers from on this machine: with honbun loaded, no worker has to load it."""

from __future__ import annotations

from honbun.extraction import ExtractWork, learn_page, read
from honbun.input import RawPage
from honbun.optional import needed
from honbun.output import ParquetWriter
from honbun.spark.verbs import with_signatures

_PAGE = RawPage(b"<title>a</title><p>a")


def load() -> None:
    """Load what the first page of an archive would load."""
    needed("pyarrow")
    needed("fastwarc.warc")
    learn_page(read(_PAGE.body, None, None))
    ExtractWork(ParquetWriter(several=True), {})(_PAGE)
    with_signatures({"url": None, "text": "a"})


if __name__ == "__main__":
    load()
    needed("pyspark.daemon").manager()
