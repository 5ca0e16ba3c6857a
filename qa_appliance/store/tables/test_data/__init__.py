"""What the tests of a project may take for granted: who can sign in, variables, tables of data, pages by name."""
