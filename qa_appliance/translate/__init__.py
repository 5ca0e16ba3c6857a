"""Clauses people write as sentences of the test language: rows of data, and the engine that applies them."""
