"""What stands in a blank and is no row: quotes, names, texts, numbers, addresses, keys."""
