"""What this machine offers for browser tests, and what to do about what is amiss. Never repairs anything."""
