"""Pages with known gold into models, and what those models are worth."""

from honbun.train.boost import BoostOptions
from honbun.train.dataset import Dataset, Sample, build, only
from honbun.train.fit import Report, cross_validate, fit
from honbun.train.labels import label

__all__ = [
    "BoostOptions",
    "Dataset",
    "Report",
    "Sample",
    "build",
    "cross_validate",
    "fit",
    "label",
    "only",
]
