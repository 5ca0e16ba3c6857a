"""What the API shows: a run, a step's record, an account; objects of JSON by the names of their fields."""

from __future__ import annotations

from typing import Any

Shown = dict[str, Any]
