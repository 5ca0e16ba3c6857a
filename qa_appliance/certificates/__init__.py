"""Certificates as people name them, and files with a key. Never verifies one."""
