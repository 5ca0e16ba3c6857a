"""Evidence as data, a file for each family. Records only: taking them is evidence/'s work, filing them store/'s."""
