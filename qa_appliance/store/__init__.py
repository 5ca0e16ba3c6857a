"""What is kept: one SQLite file and a folder of artifacts. The only room that speaks SQL."""
