"""Pages shown to people: what was decided of every block, and why."""

from honbun.studio.account import Account, Label, Spoken, account_of
from honbun.studio.batch import Compared, ExplainWork, compare_pages
from honbun.studio.explanation import explain
from honbun.studio.frame import CSP, frame_document
from honbun.studio.server.guard import App, Guard
from honbun.studio.server.options import ServeOptions
from honbun.studio.server.problems import Strict, new_app
from honbun.studio.server.run import answer, listening, serve

__all__ = [
    "CSP",
    "Account",
    "App",
    "Compared",
    "ExplainWork",
    "Guard",
    "Label",
    "ServeOptions",
    "Spoken",
    "Strict",
    "account_of",
    "answer",
    "compare_pages",
    "explain",
    "frame_document",
    "listening",
    "new_app",
    "serve",
]
