"""Columns of measures by name, one value per run."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

Columns = dict[str, npt.NDArray[Any]]
