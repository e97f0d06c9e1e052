"""Posts and comments of a blog apart, by element identifiers."""
