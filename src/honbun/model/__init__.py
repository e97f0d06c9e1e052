"""What a trained model says of each block of one page."""

from honbun.model.archive import read_arrays, read_bytes, write_arrays
from honbun.model.contributions import Contributions, contributions
from honbun.model.model import Model, Prediction, load_model, profile, shipped, with_context
from honbun.model.threads import ThreadModel, load_thread_model, shipped_comments, shipped_threads
from honbun.model.threshold import (
    BALANCE,
    NOTHING,
    Threshold,
    choose_threshold,
    expected_f1,
    rescaled,
)
from honbun.model.trees import Trees, probabilities, scores

__all__ = [
    "BALANCE",
    "NOTHING",
    "Contributions",
    "Model",
    "Prediction",
    "ThreadModel",
    "Threshold",
    "Trees",
    "choose_threshold",
    "contributions",
    "expected_f1",
    "load_model",
    "load_thread_model",
    "probabilities",
    "profile",
    "read_arrays",
    "read_bytes",
    "rescaled",
    "scores",
    "shipped",
    "shipped_comments",
    "shipped_threads",
    "with_context",
    "write_arrays",
]
