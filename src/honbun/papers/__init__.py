"""The five published methods, one package each, to be read beside its paper. Nothing that extracts knows them."""

from honbun.papers.systems import SYSTEMS

__all__ = ["SYSTEMS"]
