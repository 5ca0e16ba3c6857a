"""What is read from several tables at once, shaped for who asks."""
