"""Re-proves what an artefact claims; cannot see anything that finds answers."""
