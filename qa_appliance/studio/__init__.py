"""Writing a test on the live page: a person's browser session, and what is done there as sentences."""
