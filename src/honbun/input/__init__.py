"""Where pages come from: files, folders, archives, streams."""
