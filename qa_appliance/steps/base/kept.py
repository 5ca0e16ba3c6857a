"""What a run remembers under names, for the steps that say `{name}`. Types nothing."""

from __future__ import annotations

from collections.abc import Callable


class Kept(dict[str, str]):
    """Texts by their names. What is kept under one of the `secret` names, which later steps type as passwords, is
    hidden before anybody is told of it."""

    def __init__(self, hide: Callable[[str], None]) -> None:
        super().__init__()
        self.secret: frozenset[str] = frozenset()
        self._hide = hide

    def __setitem__(self, name: str, text: str) -> None:
        if name in self.secret:
            self._hide(text)
        super().__setitem__(name, text)
