"""Content and templates into pages and gold: one module per site, and what they share."""
