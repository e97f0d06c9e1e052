"""Turns web pages into what a person came for."""
