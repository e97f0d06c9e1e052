"""The jobs of a new user that are quick; `make jobs` does all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples import jobs

QUICK = ("news", "forum", "series", "notebook")


@pytest.mark.parametrize("name", QUICK)
def test_a_job_is_done(name: str, tmp_path: Path) -> None:
    assert list(getattr(jobs, name)(tmp_path))


@pytest.mark.parametrize("part", range(3))
def test_mistakes_are_told_in_one_line(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MISTAKES", jobs.MISTAKES[part::3])
    assert list(jobs.mistakes(tmp_path))


def test_a_broken_promise_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MISTAKES", (("--version", 2, "there is one"),))
    assert jobs.main(["mistakes"]) == 1
    assert "FAILED: honbun --version: exit code 0, not 2" in capsys.readouterr().out
    assert jobs.main(["nothing"]) == 2


def test_there_are_eight_jobs_and_twenty_mistakes() -> None:
    assert len(jobs.JOBS) == 8
    assert len(jobs.MISTAKES) >= 20
