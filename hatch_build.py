"""Compiles the core while the package is built or installed: with cargo, else with rustc, else not at all.

Without a compiler the package is pure Python and says so; `HONBUN_CORE=require` makes that an error, for wheels
that are to be published, and `HONBUN_CORE=off` compiles nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_NAMES = {"win32": "honbun_core.dll", "darwin": "libhonbun_core.dylib"}
_NAME = _NAMES.get(sys.platform, "libhonbun_core.so")
_RUSTC = (
    "--edition=2021 --crate-type=cdylib --crate-name=honbun_core -Copt-level=2 -Ccodegen-units=1 -Cstrip=symbols"
)


class CustomBuildHook(BuildHookInterface):
    """Puts the library beside the file that loads it; the wheel is then for this platform and any Python 3."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Before the wheel is put together, or the sources are linked to."""
        choice = os.environ.get("HONBUN_CORE", "")
        if self.target_name != "wheel" or choice == "off":
            return
        built = self._compile()
        if built is None:
            if choice == "require":
                raise RuntimeError("the core was not compiled: no Rust compiler, or it failed")
            self.app.display_warning("honbun without its compiled core (no cargo or rustc): same answers, slower")
            return
        place = Path(self.root, "src", "honbun", "core", _NAME)
        place.unlink(missing_ok=True)  # a process may have the old one open
        shutil.copyfile(built, place)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform()}"
        build_data["artifacts"].append(f"src/honbun/core/{_NAME}")  # git ignores it

    def _compile(self) -> Path | None:
        """The library, or None if it cannot be made here."""
        sources = Path(self.root, "core")
        target = sources / "target" / "release"
        if cargo := shutil.which("cargo"):
            command = [cargo, "build", "--release", "--offline", "--manifest-path", str(sources / "Cargo.toml")]
        elif rustc := shutil.which("rustc"):
            target.mkdir(parents=True, exist_ok=True)
            command = [rustc, *_RUSTC.split(), "-o", str(target / _NAME), str(sources / "src" / "lib.rs")]
        else:
            return None
        try:
            subprocess.run(command, check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        return target / _NAME


def _platform() -> str:
    """Of the wheel; who publishes one may name another that it was checked for, such as manylinux_2_28_x86_64."""
    return os.environ.get("HONBUN_PLATFORM") or sysconfig.get_platform().replace("-", "_").replace(".", "_")
