"""What was asked of the network, and what was answered."""
