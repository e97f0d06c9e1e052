"""A small Spark on this machine, shared by the tests of this folder; they are skipped where it cannot run."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from spark_samples import crawl_pages

from examples.warcs import write_warcs
from honbun.errors import MissingPackageError
from honbun.spark.session import check_java, open_session


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but this machine is reached: Spark's processes talk to each other."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "localhost", "::1"):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'honbun[spark]'")
    try:
        check_java()
    except MissingPackageError as error:
        pytest.skip(str(error))
    root = Path(__file__).parents[2]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(root / "src"), str(root / "tests" / "spark")])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    settings = {
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.adaptive.enabled": "false",
    }
    session = open_session("local[2]", settings)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Three archives of pages of a large, two small and a single-page site."""
    folder = tmp_path_factory.mktemp("crawl")
    return [str(path) for path in write_warcs(folder, crawl_pages(), 3)]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites are learned from their first eight pages, here and by the command."""
    monkeypatch.setattr("honbun.spark.chunks.CHUNK_PAGES", 8)
    monkeypatch.setattr("honbun.extraction.batch.MAX_LEARNED_PAGES", 8)
