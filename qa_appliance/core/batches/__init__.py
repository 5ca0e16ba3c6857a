"""Batches: one test as several runs that are judged together. Pure."""
