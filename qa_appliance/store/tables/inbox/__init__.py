"""What comes in from outside for tests to read."""
