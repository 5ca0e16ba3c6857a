"""What a team runs every day: suites, their schedules, and what is said of failures."""
