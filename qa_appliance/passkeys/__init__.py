"""Passkeys of the appliance's own accounts: what a browser is asked to sign, and whether it did (WebAuthn)."""
