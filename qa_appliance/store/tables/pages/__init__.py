"""What is kept of a project's pages beyond its runs: how they looked, and what a model planned on them."""
