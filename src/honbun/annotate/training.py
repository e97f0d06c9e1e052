"""Training from the desk: `honbun train` in a process of its own, then new guesses by the new model."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import dataclass, replace

from honbun.annotate.desk import Desk, GuessOptions
from honbun.annotate.store import DONE
from honbun.errors import HonbunError, InputError
from honbun.model import load_model

# Cross-validation needs a site for each fold.
_MOST_FOLDS = 5
_COMMAND = (sys.executable, "-c", "from honbun.cli import main; main()")


@dataclass(frozen=True)
class Progress:
    """How far training is."""

    state: str = "idle"
    """idle, training, guessing, done or failed."""
    said: str = ""
    """What `honbun train` printed, or why it failed."""
    model: str = ""
    """The file of the new model."""
    guessed: int = 0
    """Pages that nobody has begun, which have marks by the new model now."""


class Training:
    """At most one training at a time."""

    def __init__(self, desk: Desk, options: GuessOptions) -> None:
        self._desk = desk
        self._options = options
        self._progress = Progress()
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return self._progress

    def start(self) -> None:
        """Export the corpus and train on it; InputError if that goes on already or no page is done."""
        with self._lock:
            if self._progress.state in ("training", "guessing"):
                raise InputError("training goes on already", advice="wait until it ends")
            self._progress = Progress("training")
        try:
            pages = self._desk.export()
            if not pages:
                raise InputError("no page is done", advice="finish some pages first")
        except BaseException:
            self._progress = Progress()
            raise
        threading.Thread(target=self._train, name="training", daemon=True).start()

    def stop(self) -> None:
        """End what goes on."""
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()

    def _train(self) -> None:
        try:
            said = self._run()
            self._progress = Progress("guessing", said, str(self._desk.model))
            extract = replace(self._options.extract, model=load_model(str(self._desk.model)))
            guessed = self._desk.guess(replace(self._options, extract=extract))
            self._progress = Progress("done", said, str(self._desk.model), guessed)
        except Exception as error:  # it runs in a thread: nobody else would hear of a defect
            said = str(error) if isinstance(error, HonbunError) else f"{type(error).__name__}: {error}"
            self._progress = Progress("failed", said)

    def _run(self) -> str:
        """What `honbun train` prints; HonbunError if it fails."""
        corpus = str(self._desk.corpus)
        folds = min(_MOST_FOLDS, self._sites())
        asked = ["train", corpus, "-o", str(self._desk.model), "--folds", str(folds if folds > 1 else 0)]
        self._process = subprocess.Popen(
            [*_COMMAND, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        out, errors = self._process.communicate()
        if self._process.returncode:
            lines = errors.strip().splitlines() or ["it was stopped"]
            raise InputError(f"honbun train failed: {lines[-1]}", corpus)
        return out

    def _sites(self) -> int:
        done = {work.page for work in self._desk.store.all_work() if work.status == DONE}
        return len({each.guess.site for each in self._desk.store.all_stored() if each.page in done})
