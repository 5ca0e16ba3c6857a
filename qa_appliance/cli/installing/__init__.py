"""What is put in place for the browser: another one, fonts."""
