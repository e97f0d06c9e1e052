"""A session of Spark for the command line: a sentence where something is missing, few words where nothing is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from honbun.errors import MissingPackageError
from honbun.optional import needed
from honbun.spark.pages import BATCH_PAGES

# Java only hands on what Python makes: its better compiler and a garbage collector of many threads cost more than
# they save (opening a session: 20 s of CPU with them, 12 without), and so does collecting while it loads Spark.
# Nor are the classes of Spark's own archives verified, of which there are 15,000.
_JAVA_OPTIONS = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:MetaspaceSize=256m -Xmn256m "
    "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)

_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(BATCH_PAGES),
    "spark.log.level": "ERROR",
    "spark.ui.enabled": "false",
}
# Workers of this very Python can be forked from a process that has loaded honbun.
_HERE = {"spark.python.daemon.module": "honbun.spark.daemon"}


def open_session(
    master: str | None = None, settings: dict[str, str] | None = None, java_archive: str | None = None
) -> Any:
    """A session on a cluster, by default the one that `spark-submit` chose, or all cores of this machine.

    `java_archive` is a file that Java keeps its classes in, as it has them in memory: if it is not there it is
    made when the program ends, else Java starts from it. MissingPackageError if there is no pyspark or no Java.
    """
    session = needed("pyspark.sql").SparkSession
    check_java()
    builder = session.builder.appName("honbun")
    if master:
        builder = builder.master(master)
    # The only way to tell all of Spark's own processes: by default they are another Python, the first of the PATH.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    here = _HERE if (master or "").startswith("local") else {}
    java = {"spark.driver.extraJavaOptions": _java_options(java_archive)}
    for name, value in {**_SETTINGS, **java, **here, **(settings or {})}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def _java_options(archive: str | None) -> str:
    if archive is None:
        return _JAVA_OPTIONS
    file = Path(archive).absolute()
    # Java would tell of each class that it leaves out.
    how = "-XX:SharedArchiveFile" if file.exists() else "-Xlog:disable -XX:ArchiveClassesAtExit"
    return f'{_JAVA_OPTIONS} {how}="{file}"'


def check_java() -> None:
    """MissingPackageError if Spark would find no Java."""
    home = os.environ.get("JAVA_HOME")
    if not (shutil.which("java") or (home and (Path(home) / "bin" / "java").exists())):
        what = "Spark runs on Java, which is not installed"
        raise MissingPackageError(
            what, "java", "install version 17 or newer: apt-get install default-jre-headless"
        )
