"""Suites: tests that are run and judged together, by hand or by the clock."""
