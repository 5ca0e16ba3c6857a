"""The way out of a run's browser: a proxy that asks the guard about every connection."""
