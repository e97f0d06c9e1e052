"""Post-by-post segmentation by repeated structure: the main element, and what repeats in it."""
