"""Where must walls and doors stand? The verb that finds an environment."""
