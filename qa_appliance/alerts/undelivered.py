"""That an alert could not be delivered, and whether another try may help."""

from __future__ import annotations


class Undelivered(Exception):
    """`message` is a sentence for people that holds no address and no secret. `in_vain`: trying again will not help."""

    def __init__(self, message: str, *, in_vain: bool = False) -> None:
        super().__init__(message)
        self.message, self.in_vain = message, in_vain
