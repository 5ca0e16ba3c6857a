"""The little language of the forms and its matcher."""
