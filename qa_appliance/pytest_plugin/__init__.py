"""Tests in plain English among a project's pytest tests. pytest loads `plugin.py`; the rest is loaded by a test."""
