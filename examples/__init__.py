"""Six invented web sites with their gold, built from sources and templates, and a generator of many more pages."""
