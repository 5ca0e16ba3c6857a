"""What `run` does with its tests: where each is run, how often, in which share, and what is known of earlier times."""
