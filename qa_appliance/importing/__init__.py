"""Recorded tests of other tools told in English: what is said is read to the same step, what is not said is told."""
