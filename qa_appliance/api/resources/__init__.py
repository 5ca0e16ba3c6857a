"""One file a resource of the contract: its routes and its answers."""
