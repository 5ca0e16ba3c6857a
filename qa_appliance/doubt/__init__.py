"""Doubts a test: replays it with one thing damaged at a time, and tells which damages it would let pass."""
