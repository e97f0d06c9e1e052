"""Unique blocks: what no other page of the site shows."""
