"""What the recorder brings home of a run besides its steps: a place for each kind of evidence."""

from __future__ import annotations

from msgspec import Struct

from qa_appliance.core.evidence.accessibility import Violation
from qa_appliance.core.evidence.console import ConsoleEvent
from qa_appliance.core.evidence.downloads import DownloadedFile
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.core.evidence.performance import PageTimings, Timings
from qa_appliance.core.evidence.pictures import Picture, VisualResult


class Measurements(Struct):
    """None: not taken, or nothing notable (contract 2.1)."""

    final_url: str | None = None
    final_screenshot: str | None = None  # store key
    screenshots: list[Picture] | None = None
    network_events: list[NetworkEvent] | None = None
    console_events: list[ConsoleEvent] | None = None
    video: str | None = None  # store key
    chapters: str | None = None  # store key of the video's chapters, WebVTT
    trace: str | None = None  # store key
    har: str | None = None  # store key of the archive of requests
    accessibility: list[Violation] | None = None
    performance: Timings | None = None
    per_page_performance: list[PageTimings] | None = None
    visual: list[VisualResult] | None = None
    downloads: list[DownloadedFile] | None = None
    texts: dict[int, list[str]] = {}  # by step: the lines of text the page showed when the step met it
    notes: list[str] = []  # evidence that could not be taken, and why
