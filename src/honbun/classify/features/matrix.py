"""All measures of a page's runs in one matrix, with their names."""

from __future__ import annotations

import numpy as np

from honbun.classify.features.characters import character_features
from honbun.classify.features.groups import container_features, container_steps, group_features, page_features, sibling_features
from honbun.classify.features.data import data_features
from honbun.page.outline import running
from honbun.classify.features.markup import markup_features
from honbun.classify.features.place import link_features, neighbour_features, position_features

def columns(outline, title, container):
    c = character_features(outline)
    c |= markup_features(outline)
    c |= link_features(outline)
    c |= position_features(outline, title)
    c |= neighbour_features(outline, c["words"])
    c |= container_features(outline)
    c |= container_steps(outline, container, "container")
    c |= group_features(outline)
    c |= sibling_features(outline, c["money"])
    c |= page_features(outline, title)
    c |= data_features(outline)
    m = running(c["money"]); r = np.arange(len(outline.blocks)); c["window_money"] = m[np.minimum(r+6,len(r))]-m[np.maximum(r-5,0)]
    c["page_money"]=np.full(len(r),m[-1])
    return c
