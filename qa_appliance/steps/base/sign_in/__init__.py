"""How somebody signs in: the form, codes by the clock, passkeys, and who is signed in already."""
