"""What people do with their own account, and the accounts of machines."""
