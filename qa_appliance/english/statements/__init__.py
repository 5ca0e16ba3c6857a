"""Statements: what is said of something after a verb, as rows, and how a statement is read as checks."""
