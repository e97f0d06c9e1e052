"""What a trained model says of each run of one page."""

from honbun.classify.contributions import Contributions, contributions
from honbun.classify.decide import Decision, decide, rescaled
from honbun.classify.features import Features, Landmarks, measure
from honbun.classify.model import Model, Opinion, load_model, shipped
from honbun.classify.threads import ThreadModel, load_thread_model, shipped_threads

__all__ = [
    "Contributions",
    "Decision",
    "Features",
    "Landmarks",
    "Model",
    "Opinion",
    "ThreadModel",
    "contributions",
    "decide",
    "load_model",
    "load_thread_model",
    "measure",
    "rescaled",
    "shipped",
    "shipped_threads",
]
