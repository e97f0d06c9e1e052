"""Threads whose posts are known into a model that tells posts apart, and how good it is."""
