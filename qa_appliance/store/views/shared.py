"""A run as somebody without an account may see it: report, steps, pictures, film. Changes nothing.

What is reachable by a link is what this run shows, and no other file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType

from qa_appliance.core.evidence.failure import FailureClass
from qa_appliance.core.evidence.links import Link
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import OverallStatus, RunStatus
from qa_appliance.store.database import Database
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.vault import Vault
from qa_appliance.store.views import run_views


class SharedStep(Struct, frozen=True, kw_only=True, rename="camel"):
    sentence: str
    result: str
    duration_ms: int
    error: str | None
    picture_url: str | None


class SharedRun(Struct, frozen=True, kw_only=True, rename="camel"):
    """`instruction` with secrets masked; steps inside others stand after them."""

    instruction: str
    status: RunStatus
    overall_status: OverallStatus | None
    failure_class: FailureClass | None
    report_markdown: str | None
    total_duration_ms: int
    created_at: str
    steps: list[SharedStep]
    picture_url: str | None
    video_url: str | None
    chapters_url: str | None


async def find(db: Database, vault: Vault, run_id: str, link: Link) -> SharedRun | None:
    run = await run_views.detail(db, run_id, lambda key: key, Reader(vault))
    if run is None:
        return None

    def maybe(key: str | UnsetType | None) -> str | None:
        owned = isinstance(key, str) and key.startswith(f"{run_id}/")
        return link(key) if owned and isinstance(key, str) else None

    return SharedRun(
        instruction=run.masked_instruction,
        status=run.status,
        overall_status=run.overall_status,
        failure_class=run.failure_class,
        report_markdown=run.report_markdown,
        total_duration_ms=run.total_duration_ms,
        created_at=run.created_at,
        steps=[
            SharedStep(
                sentence=step.sentence,
                result=step.result,
                duration_ms=step.duration_ms,
                error=step.error,
                picture_url=maybe(_picture(step)),
            )
            for step in _all(run.steps_json or ())
        ],
        picture_url=maybe(run.final_screenshot_url),
        video_url=maybe(run.video_url),
        chapters_url=maybe(run.chapters_url),
    )


async def keys(db: Database, vault: Vault, run_id: str) -> set[str]:
    """The artifacts that the shared run shows."""
    shown: set[str] = set()

    def note(key: str) -> str:
        shown.add(key)
        return key

    await find(db, vault, run_id, note)
    return shown


def _all(steps: Sequence[StepRecord]) -> Iterator[StepRecord]:
    for step in steps:
        yield step
        yield from _all(step.details.steps)


def _picture(step: StepRecord) -> str | UnsetType:
    return step.failure_screenshot_url if step.failure_screenshot_url is not UNSET else step.actual_screenshot_url
