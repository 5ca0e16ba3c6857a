"""Plain English to a plan, without a model: deterministic, pure, no I/O."""
