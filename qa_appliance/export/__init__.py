"""Saved tests as Playwright code, in TypeScript and Python. Knows no HTTP."""
