"""Browsers as processes: which one, started, pooled or elsewhere, sessions in them, and what they leave behind."""
