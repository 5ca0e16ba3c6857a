"""What the recorder brings home of a run besides its steps."""

from __future__ import annotations

from msgspec import field

from qa_appliance.core.evidence.kinds import RunEvidence


class Measurements(RunEvidence, kw_only=True):
    """Artifacts are named by their store keys."""

    final_url: str | None = None
    final_screenshot: str | None = None
    video: str | None = None
    chapters: str | None = None  # of the video, WebVTT
    trace: str | None = None
    har: str | None = None  # the archive of requests
    texts: dict[int, list[str]] = field(default_factory=dict)  # by step: the lines the page showed when it was met
    notes: list[str] = field(default_factory=list)  # evidence that could not be taken, and why
