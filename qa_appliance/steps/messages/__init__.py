"""What pages tell of the deeds of a test: errors, messages of any sort, and since when they have stood there."""
