"""Files: problems, artefacts, and their errors with file, line and key."""
