"""The measures of a run that a model learns from."""
