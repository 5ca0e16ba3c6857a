"""A language model, asked only for what plain English leaves open. Never touches a browser, never judges a run."""
