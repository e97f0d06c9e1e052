"""Marks: short texts of posts that may be the author's name or the date, gathered by their place in the template.

A name is chosen by its place, not by itself: what stands in the same place of all posts, differs from post to post
and is short. So all that is measured is measured of places.
"""

from honbun.threads.marks.codes import names_before_codes
from honbun.threads.marks.measure import NAMES, measure_places
from honbun.threads.marks.places import Mark, Place, date_places, name_places

__all__ = ["NAMES", "Mark", "Place", "date_places", "measure_places", "name_places", "names_before_codes"]
