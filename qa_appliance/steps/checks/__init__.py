"""Whether what a check says is so, answered from a look or from what was recorded."""
