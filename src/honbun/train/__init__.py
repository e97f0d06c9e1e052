"""Pages with known gold into models, and what those models are worth."""
