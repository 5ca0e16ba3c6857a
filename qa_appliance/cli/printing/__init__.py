"""What commands print for people while they work."""
