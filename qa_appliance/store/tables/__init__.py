"""One file a table: its rows in and out. Nothing that speaks of several."""
