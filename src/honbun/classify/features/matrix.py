"""All measures of a page's runs in one matrix, with their names."""

from __future__ import annotations

from honbun.classify.features.characters import character_features
from honbun.classify.features.data import data_features
from honbun.classify.features.groups import (
    container_features,
    container_steps,
    group_features,
    page_features,
    sibling_features,
)
from honbun.classify.features.markup import markup_features
from honbun.classify.features.place import link_features, neighbour_features, position_features


def columns(outline, title, container):
    c = character_features(outline)
    c |= markup_features(outline)
    c |= link_features(outline)
    c |= position_features(outline, title)
    c |= neighbour_features(outline, c["money"])
    c |= container_features(outline)
    c |= container_steps(outline, container, "container")
    c |= group_features(outline)
    c |= sibling_features(outline, c["money"])
    c |= page_features(outline, title)
    c |= data_features(outline)
    return c
