"""One file a family of verbs: its words and its forms. `registry.py` lists them."""
