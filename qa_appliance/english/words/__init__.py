"""Single words: tokens, lexicon, inflections, values."""
