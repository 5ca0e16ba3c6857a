"""The kinds of evidence: who may leave one out, what it is called, and its place in what is filed of a run.

The operator's settings, the choice of a project and of a run, and the dashboard's labels are made from `KINDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct, field

from qa_appliance.core.evidence.accessibility import Violation
from qa_appliance.core.evidence.console import ConsoleEvent
from qa_appliance.core.evidence.downloads import DownloadedFile
from qa_appliance.core.evidence.links import Link
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.performance import PageTimings, Timings
from qa_appliance.core.evidence.pictures import Picture, VisualResult
from qa_appliance.core.evidence.sockets import WebSocketEvent

EvidenceName = Literal[
    "video",
    "trace",
    "screenshots",
    "network",
    "console",
    "sockets",
    "accessibility",
    "performance",
    "downloads",
    "visual",
    "texts",
    "har",
    "bodies",
]


class EvidenceKind(Struct, frozen=True, kw_only=True):
    """`label` is for a heading, `says` for a sentence. `holds` are its places in `Measurements`.

    What the operator leaves out is never taken, whatever a project or a run chooses.
    """

    name: EvidenceName
    label: str
    says: str
    holds: tuple[str, ...]
    default: bool = True
    operator_may: bool = True  # leave it out for all runs
    run_may: bool = False  # choose; so may its project
    requires: EvidenceName | None = None


KINDS = (
    EvidenceKind(
        name="video",
        label="Video",
        says="A film of the run.",
        run_may=True,
        holds=("video", "chapters"),
    ),
    EvidenceKind(
        name="trace",
        label="Trace",
        says="A trace of the browser.",
        run_may=True,
        holds=("trace",),
    ),
    EvidenceKind(
        name="screenshots",
        label="Pictures",
        says="Pictures of steps and of the final page.",
        run_may=True,
        holds=("screenshots", "final_screenshot"),
    ),
    EvidenceKind(
        name="network",
        label="Network",
        says="Every request with its headers, the telling ones first.",
        holds=("network_events",),
    ),
    EvidenceKind(
        name="console",
        label="Console",
        says="Messages and errors of the console.",
        holds=("console_events",),
    ),
    EvidenceKind(
        name="sockets",
        label="WebSockets",
        says="How WebSockets fared, without what went over them.",
        holds=("sockets",),
    ),
    EvidenceKind(
        name="accessibility",
        label="Accessibility",
        says="Violations of accessibility on the final page.",
        run_may=True,
        holds=("accessibility",),
    ),
    EvidenceKind(
        name="performance",
        label="Performance",
        says="Timings of each page.",
        run_may=True,
        holds=("performance", "per_page_performance"),
    ),
    EvidenceKind(
        name="downloads",
        label="Downloads",
        says="Files the site had downloaded.",
        holds=("downloads",),
    ),
    EvidenceKind(
        name="visual",
        label="Visual",
        says="Comparisons with accepted pictures.",
        holds=("visual",),
    ),
    EvidenceKind(
        name="texts",
        label="Texts",
        says="Texts of the pages, to tell what changed since the last passed run.",
        holds=("texts",),
    ),
    EvidenceKind(
        name="har",
        label="Network log (HAR)",
        says="An archive of the requests (HAR 1.2), without bodies.",
        default=False,
        operator_may=False,
        run_may=True,
        requires="network",
        holds=("har",),
    ),
    EvidenceKind(
        name="bodies",
        label="Bodies of requests",
        says="What requests sent and were answered, in the Network tab.",
        default=False,
        operator_may=False,
        run_may=True,
        requires="network",
        holds=(),
    ),
)
OF_OPERATORS = tuple(kind for kind in KINDS if kind.operator_may)
OF_RUNS = tuple(kind for kind in KINDS if kind.run_may)
BY_DEFAULT: frozenset[EvidenceName] = frozenset(kind.name for kind in KINDS if kind.default)


def chosen(*wishes: Mapping[str, bool]) -> frozenset[EvidenceName]:
    """What is wanted by name where a wish names it, a later one wins, else what is taken by default."""
    wished = {name: on for wish in wishes for name, on in wish.items()}
    return frozenset(kind.name for kind in KINDS if wished.get(kind.name, kind.default))


class RunEvidence(Struct, kw_only=True):
    """What is filed of a run beside its steps and artifacts, by its names in the contract (2.1).

    None: not taken, or nothing notable.
    """

    screenshots: list[Picture] | None = field(default=None, name="screenshotRefsJson")
    network_events: list[NetworkEvent] | None = field(default=None, name="networkEventsJson")
    console_events: list[ConsoleEvent] | None = field(default=None, name="consoleEventsJson")
    sockets: list[WebSocketEvent] | None = field(default=None, name="webSocketsJson")
    accessibility: list[Violation] | None = field(default=None, name="accessibilityViolationsJson")
    performance: Timings | None = field(default=None, name="performanceMetricsJson")
    per_page_performance: list[PageTimings] | None = field(default=None, name="perPagePerformanceJson")
    visual: list[VisualResult] | None = field(default=None, name="visualResultsJson")
    downloads: list[DownloadedFile] | None = field(default=None, name="downloadsJson")

    def linked(self, link: Link) -> RunEvidence:
        """With links to what is an artifact."""
        return msgspec.structs.replace(
            self,
            screenshots=self.screenshots and [picture.linked(link) for picture in self.screenshots],
            visual=self.visual and [result.linked(link) for result in self.visual],
            downloads=self.downloads and [file.linked(link) for file in self.downloads],
        )
