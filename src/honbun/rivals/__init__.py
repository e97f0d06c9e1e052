"""Methods that the papers compare with, each in one small file, written from its description to be measured.

They are rebuilt, not copied: what a description leaves open is stated where it is decided. Nothing that extracts
knows them.
"""

from honbun.rivals.cetr import content_lines
from honbun.rivals.main_content import main_content_posts
from honbun.rivals.mibat import dated_records
from honbun.rivals.vips import segmented_posts
from honbun.rivals.web_format import split_by_format

__all__ = ["content_lines", "dated_records", "main_content_posts", "segmented_posts", "split_by_format"]
