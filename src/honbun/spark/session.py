"""A session of Spark for the command line: a sentence where something is missing, few words where nothing is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from honbun.errors import MissingPackageError
from honbun.optional import import_pyspark
from honbun.spark.pages import BATCH_PAGES

# Java only hands on what Python makes: its better compiler and a garbage collector of many threads cost more than
# they save (opening a session: 20 s of CPU with them, 12 without), and so does collecting while it loads Spark.
_JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:MetaspaceSize=256m -Xmn256m"


def open_session(master: str | None = None, settings: dict[str, str] | None = None) -> Any:
    """A session on a cluster, by default the one that `spark-submit` chose, or all cores of this machine.

    MissingPackageError if there is no pyspark or no Java.
    """
    session = import_pyspark("pyspark.sql").SparkSession
    check_java()
    builder = session.builder.appName("honbun")
    if master:
        builder = builder.master(master)
    # The only way to tell all of Spark's own processes: by default they are another Python, the first of the PATH.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    given = {
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(BATCH_PAGES),
        "spark.log.level": "ERROR",
        "spark.ui.enabled": "false",
        "spark.driver.extraJavaOptions": _JAVA_OPTIONS,
        **(settings or {}),
    }
    for name, value in given.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def check_java() -> None:
    """MissingPackageError if Spark would find no Java."""
    home = os.environ.get("JAVA_HOME")
    if not (shutil.which("java") or (home and (Path(home) / "bin" / "java").exists())):
        what = "Spark runs on Java, which is not installed"
        raise MissingPackageError(
            what, "java", "install version 17 or newer: apt-get install default-jre-headless"
        )
