"""One folder per verb; each returns an Outcome, already checked."""
