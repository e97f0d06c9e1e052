"""The examples are a package at the root of the repository, beside the library."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
