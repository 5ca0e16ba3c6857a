"""What may be said of something, and how it is read as a check."""
