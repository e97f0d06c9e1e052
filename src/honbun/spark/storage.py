"""Small files in a folder of any file system that Spark knows."""

from __future__ import annotations

from typing import Any


class Folder:
    """A folder, by the path that Spark writes tables to."""

    def __init__(self, spark: Any, path: str) -> None:
        self._jvm = spark._jvm
        self._conf = spark._jsc.hadoopConfiguration()
        self._gateway = spark.sparkContext._gateway
        self.path = path.rstrip("/")
        self._system = self._at("").getFileSystem(self._conf)
        self._system.setWriteChecksum(False)

    def of(self, name: str) -> str:
        """The path of what is in it."""
        return f"{self.path}/{name}" if name else self.path

    def read(self, name: str) -> str | None:
        """The text of a file; None if there is none."""
        if not self._system.exists(self._at(name)):
            return None
        stream = self._system.open(self._at(name))
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream)).decode("utf-8")
        finally:
            stream.close()

    def write(self, name: str, text: str) -> None:
        """Write a file beside, then put it into its place: there is the old one or the new one."""
        beside = self._at(f".{name}.new")
        stream = self._system.create(beside, True)
        try:
            stream.write(bytearray(text.encode("utf-8")))
        finally:
            stream.close()
        rename = self._jvm.org.apache.hadoop.fs.Options.Rename
        flags = self._gateway.new_array(rename, 1)
        flags[0] = rename.OVERWRITE
        where = self._system.makeQualified(self._at(""))
        context = self._jvm.org.apache.hadoop.fs.FileContext.getFileContext(where.toUri(), self._conf)
        context.rename(self._system.makeQualified(beside), self._system.makeQualified(self._at(name)), flags)

    def delete(self, name: str) -> None:
        """Delete a file or a folder, if it is there."""
        self._system.delete(self._at(name), True)

    def _at(self, name: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(self.of(name))
