"""What evidence is taken, and how much of it at most. Data only; takes nothing itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.core.run import EvidenceChoice

Save = Callable[[str, bytes | Path], Awaitable[str]]
"""Files an artifact under the run's folder and answers its store key. A `Path` is read before the call returns."""


def nobody() -> bool:
    return False


class EvidenceOptions(Struct, frozen=True, kw_only=True):
    """`live` says whether somebody watches the run now; it is asked for every frame."""

    video: bool = True
    trace: bool = True
    screenshots: bool = True
    network: bool = True
    console: bool = True
    accessibility: bool = True
    performance: bool = True
    downloads: bool = True
    visual: bool = True
    texts: bool = True
    har: bool = False
    live: Callable[[], bool] = nobody

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

    def narrowed(self, choice: EvidenceChoice) -> EvidenceOptions:
        """What of it a project or a run wants: less, and an archive of the requests only where the network is kept."""
        return msgspec.structs.replace(
            self,
            video=self.video and choice.video,
            trace=self.trace and choice.trace,
            screenshots=self.screenshots and choice.screenshots,
            accessibility=self.accessibility and choice.accessibility,
            performance=self.performance and choice.performance,
            har=self.network and choice.har,
        )
