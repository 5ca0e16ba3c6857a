"""What a project's tests may take for granted: accounts, variables, pages, values by their kind."""
