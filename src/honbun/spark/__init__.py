"""honbun on Apache Spark: pages as rows in, documents, posts, records and fields as rows out, in two passes.

    from honbun import spark as hs

    pages = hs.read_warc(spark, "crawl/*.warc.gz")      # or any frame with a column html
    profiles = hs.learn(pages)                          # what the pages of each site teach
    documents = hs.extract(pages, profiles)             # a row a page, rejected ones with the reason

The results are those of `honbun extract … --jobs N`, row by row.
"""

from honbun.spark.functions import register
from honbun.spark.job import VERBS, JobOptions, run
from honbun.spark.learning import learn, load_site
from honbun.spark.pages import page_schema
from honbun.spark.session import open_session
from honbun.spark.source import read_warc
from honbun.spark.verbs import extract, fields, posts, records

__all__ = [
    "VERBS",
    "JobOptions",
    "extract",
    "fields",
    "learn",
    "load_site",
    "open_session",
    "page_schema",
    "posts",
    "read_warc",
    "records",
    "register",
    "run",
]
