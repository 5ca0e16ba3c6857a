"""What a test names by its kind only, made: texts that fit a field or break its rules. Asks nothing of a browser."""
