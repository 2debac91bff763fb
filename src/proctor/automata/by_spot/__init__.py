"""The only folder that imports Spot."""
