"""What a trained model says of each block of one page."""

from honbun.model.contributions import Contributions, contributions
from honbun.model.model import Model, Prediction, load_model, profile, shipped
from honbun.model.threads import ThreadModel, load_thread_model, shipped_threads
from honbun.model.threshold import BALANCE, NOTHING, choose_threshold, is_worth_keeping, rescaled
from honbun.model.trees import Trees, probabilities, scores

__all__ = [
    "BALANCE",
    "NOTHING",
    "Contributions",
    "Model",
    "Prediction",
    "ThreadModel",
    "Trees",
    "choose_threshold",
    "contributions",
    "is_worth_keeping",
    "load_model",
    "load_thread_model",
    "probabilities",
    "profile",
    "rescaled",
    "scores",
    "shipped",
    "shipped_threads",
]
