"""Whoever wants to know is told when a suite or a test turns red or green: by mail, or by a webhook."""
