"""One file a family of steps: how each is performed."""
