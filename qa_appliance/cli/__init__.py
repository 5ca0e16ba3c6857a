"""The command line: parses flags, calls, prints. One file per command."""
