"""What is compared: honbun, plain baselines, and the peers that are installed."""

from honbun.evaluate.systems.protocol import Page, SiteSystem, System
from honbun.evaluate.systems.registry import Chosen, choose, known

__all__ = ["Chosen", "Page", "SiteSystem", "System", "choose", "known"]
