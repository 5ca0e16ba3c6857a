"""Tests, phrases and environments as files that lie beside the code they test: read, chosen, never run."""
