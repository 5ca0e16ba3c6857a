"""What users read of the grammar: all forms with examples, and the rule behind a step."""
