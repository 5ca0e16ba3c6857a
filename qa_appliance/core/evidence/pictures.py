"""Pictures of the page, and their comparison with accepted ones."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from qa_appliance.core.evidence.links import Link

PictureKind = Literal["before", "failure", "actual", "final"]


class Picture(Struct, frozen=True, rename="camel"):
    """One of the run's pictures. `box`: the outlined target in CSS pixels of the viewport (x, y, width, height)."""

    step_index: int | None
    kind: PictureKind
    store_key: str
    box: tuple[float, float, float, float] | None
    width: int
    height: int
    url: str | UnsetType = UNSET  # made when it is read

    def linked(self, link: Link) -> Picture:
        return msgspec.structs.replace(self, url=link(self.store_key))


class VisualResult(Struct, frozen=True, kw_only=True, rename="camel"):
    """One comparison of a step's picture with a baseline (contract 2.1). `threshold` in percent."""

    step_index: int | None
    baseline_store_key: str | None = None
    actual_store_key: str | None = None
    diff_store_key: str | None = None
    diff_pixel_count: int
    diff_percent: float
    threshold: float
    passed: bool
    baseline_url: str | None = None  # the links are made when it is read, and always there (decision 36)
    actual_url: str | None = None
    diff_url: str | None = None

    def linked(self, link: Link) -> VisualResult:
        return msgspec.structs.replace(
            self,
            baseline_url=link(self.baseline_store_key) if self.baseline_store_key else None,
            actual_url=link(self.actual_store_key) if self.actual_store_key else None,
            diff_url=link(self.diff_store_key) if self.diff_store_key else None,
        )
