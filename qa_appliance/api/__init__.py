"""HTTP: one file per resource; decode, validate, do, answer."""
