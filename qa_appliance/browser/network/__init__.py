"""The network as a test looks at it, and as it has it."""
