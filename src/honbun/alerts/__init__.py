"""What of the posts of a patrol matters: rules, a classifier of one's own, and how alerts are told."""

from honbun.alerts.classifier import Classifier, load_classifier, read_labels, train_classifier
from honbun.alerts.feeds import FEEDS, entry_of_alert, entry_of_post, write_feed
from honbun.alerts.rules import Rule, Rules, Target, parse_rules
from honbun.alerts.sending import Sent, send, sign
from honbun.alerts.types import Alert, StoredPost

__all__ = [
    "FEEDS",
    "Alert",
    "Classifier",
    "Rule",
    "Rules",
    "Sent",
    "StoredPost",
    "Target",
    "entry_of_alert",
    "entry_of_post",
    "load_classifier",
    "parse_rules",
    "read_labels",
    "send",
    "sign",
    "train_classifier",
    "write_feed",
]
