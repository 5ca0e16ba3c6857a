"""Records: the row, entry or card that stands for one thing; lists and boards of them; how far tasks are."""
