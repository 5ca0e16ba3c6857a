"""What the tests of a project may take for granted, over HTTP: accounts, variables, tables of data, pages by name."""
