"""How a stored artifact becomes something that can be opened."""

from __future__ import annotations

from collections.abc import Callable

Link = Callable[[str], str]
"""An artifact's key → its signed address; in an archive, the name of the file there."""
