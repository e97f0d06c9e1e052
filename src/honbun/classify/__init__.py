"""What a trained model says of each block of one page."""
