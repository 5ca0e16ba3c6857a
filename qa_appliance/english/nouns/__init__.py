"""Which element words mean: names, kinds, numbers, places, pronouns."""
