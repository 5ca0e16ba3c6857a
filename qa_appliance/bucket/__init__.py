"""Copies of backups in an S3-compatible bucket."""
