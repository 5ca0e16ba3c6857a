"""The demo: a small shop to test, and the English tests that are run on it."""
