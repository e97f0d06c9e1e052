"""What all tests share: the examples can be imported, and nothing reaches the network."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# How long an example takes is no matter for tests: machines are busy.
settings.register_profile("honbun", deadline=None)
settings.load_profile("honbun")

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX:
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)
