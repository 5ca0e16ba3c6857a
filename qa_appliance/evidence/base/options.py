"""What evidence is taken, and how much of it at most. Data only; takes nothing itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.core.evidence.kinds import BY_DEFAULT, KINDS, EvidenceKind, EvidenceName

Save = Callable[[str, bytes | Path], Awaitable[str]]
"""Files an artifact under the run's folder and answers its store key. A `Path` is read before the call returns."""


Forget = Callable[[str], Awaitable[None]]
"""Deletes an artifact that was filed, by its store key."""


async def nothing(_key: str) -> None:
    return


def nobody() -> bool:
    return False


class EvidenceOptions(Struct, frozen=True, kw_only=True):
    """`live` says whether somebody watches the run now; it is asked for every frame. `forget`: what was filed of it."""

    kinds: frozenset[EvidenceName] = BY_DEFAULT
    live: Callable[[], bool] = nobody
    forget: Forget = nothing
    live_spacing: float = 0.1  # seconds between two pictures for whoever watches

    network_entries: int = 200
    console_entries: int = 200
    accessibility_nodes: int = 20  # per violation
    slow_request_ms: int = 2_000  # from here on a request is notable
    step_screenshots: int = 300
    full_page_height: int = 12_000  # CSS pixels of the final picture
    video_seconds: int = 3_600
    video_bytes: int = 200_000_000
    trace_bytes: int = 300_000_000
    download_bytes: int = 50_000_000  # each
    downloads_bytes: int = 200_000_000  # all of a run together
    part_seconds: float = 15.0  # what one picture or scan may take before it is given up

    def take(self, *kinds: EvidenceName) -> bool:
        """Whether one of them is taken."""
        return not self.kinds.isdisjoint(kinds)

    def narrowed(self, wanted: frozenset[EvidenceName]) -> EvidenceOptions:
        """What of it a run wants, where it may choose."""
        return msgspec.structs.replace(
            self, kinds=frozenset(kind.name for kind in KINDS if self._allow(kind) and _is_wanted(kind, wanted))
        )

    def _allow(self, kind: EvidenceKind) -> bool:
        return self.take(kind.name if kind.operator_may else kind.requires or kind.name)


def _is_wanted(kind: EvidenceKind, wanted: frozenset[EvidenceName]) -> bool:
    return kind.name in wanted or not kind.run_may
