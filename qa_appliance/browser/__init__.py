"""The browser: found, launched, pooled, looked at, guarded."""
