"""The measures of a run that a model learns from: one file per family, the same in every language."""

from honbun.classify.features.matrix import Features, Landmarks, families, joined, measure

__all__ = ["Features", "Landmarks", "families", "joined", "measure"]
