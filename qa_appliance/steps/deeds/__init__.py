"""Deeds of several moves: signing in, shopping, writing messages."""
