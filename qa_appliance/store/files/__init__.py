"""What lies on the disk beside the database: artifacts, backups, private files."""
