"""Resources of runs: one, many at once, lists of them, and what is told while they go on."""
