"""What a set of pages teaches about each of them."""
