"""Tables, outlines and doc strings of a description, told as plain lines before any sentence is read."""
