"""Pages shown to people: what was decided of every block, and why; and the server that answers for the library."""

from honbun.studio.explaining import Compared, ExplainWork, compare_pages, explain, explanation_of
from honbun.studio.explanation import Explanation, Label
from honbun.studio.frame import FRAME_POLICY, frame_document
from honbun.studio.looks import Look, look_of
from honbun.studio.server.guard import App, ServeOptions
from honbun.studio.server.web import guarded_app, serve, serve_app
from honbun.studio.words import words_script

__all__ = [
    "FRAME_POLICY",
    "App",
    "Compared",
    "ExplainWork",
    "Explanation",
    "Label",
    "Look",
    "ServeOptions",
    "compare_pages",
    "explain",
    "explanation_of",
    "frame_document",
    "guarded_app",
    "look_of",
    "serve",
    "serve_app",
    "words_script",
]
