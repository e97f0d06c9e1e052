"""`annotate`: the desk served to people's browsers, and `honbun train` started from there."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace

from honbun.annotate.desk import Desk
from honbun.annotate.guess import GuessOptions
from honbun.errors import HonbunError, InputError
from honbun.model import load_model
from honbun.studio import App, ServeOptions, serve_app

# Cross-validation needs a site for each fold.
_MAX_FOLDS = 5
_COMMAND = (sys.executable, "-c", "from honbun.cli import main; main()")


def annotate(desk: Desk, guess: GuessOptions, options: ServeOptions, say: Callable[[str], None]) -> None:
    """Serve the desk until SIGINT or SIGTERM. `say` is told the address."""
    training = Training(desk, guess)

    def create() -> App:
        from honbun.annotate.app import create_app

        return create_app(desk, training, options)

    serve_app(create, options, say, closing(training))


@dataclass(frozen=True)
class Progress:
    """How far training is."""

    state: str = "idle"
    """idle, training, guessing, done or failed."""
    output: str = ""
    """What `honbun train` printed, or why it failed."""
    model: str = ""
    """The file of the new model."""
    guessed: int = 0
    """Pages that nobody has begun, which have marks by the new model now."""

    @property
    def is_under_way(self) -> bool:
        """Whether another training has to wait."""
        return self.state in ("training", "guessing")


class Training:
    """At most one training at a time, in a process of its own; then new guesses by the new model."""

    def __init__(self, desk: Desk, options: GuessOptions) -> None:
        self.progress = Progress()
        self._desk = desk
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Export the corpus and train on it; InputError if that goes on already or no page is done."""
        with self._lock:
            if self.progress.is_under_way:
                raise InputError("training goes on already", advice="wait until it ends")
            self.progress = Progress("training")
        try:
            if not self._desk.export():
                raise InputError("no page is done", advice="finish some pages first")
        except BaseException:
            self.progress = Progress()
            raise
        threading.Thread(target=self._train, name="training", daemon=True).start()

    def close(self) -> None:
        """End what goes on."""
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()

    def _train(self) -> None:
        model = str(self._desk.model)
        try:
            output = self._run(model)
            self.progress = Progress("guessing", output, model)
            extract = replace(self._options.extract, model=load_model(model))
            guessed, _ = self._desk.guess(replace(self._options, extract=extract))
            self.progress = Progress("done", output, model, guessed)
        except Exception as error:  # it runs in a thread: nobody else would hear of a defect
            why = str(error) if isinstance(error, HonbunError) else f"{type(error).__name__}: {error}"
            self.progress = Progress("failed", why)

    def _run(self, model: str) -> str:
        """What `honbun train` prints; HonbunError if it fails."""
        store, corpus = self._desk.store, str(self._desk.corpus)
        folds = min(_MAX_FOLDS, len({store.stored(work.page).guess.site for work in store.finished()}))
        words = [*_COMMAND, "train", corpus, "-o", model, "--folds", str(folds if folds > 1 else 0)]
        self._process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        output, errors = self._process.communicate()
        if self._process.returncode:
            lines = errors.strip().splitlines() or ["it was stopped"]
            raise InputError(f"honbun train failed: {lines[-1]}", corpus)
        return output
