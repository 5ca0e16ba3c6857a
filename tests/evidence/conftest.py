"""A recorder on the test's page whose artifacts land in a dict."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import av
import pytest
from PIL import Image
from playwright.async_api import Page

from qa_appliance.core.events import Event
from qa_appliance.core.evidence.kinds import KINDS
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.evidence.pictures.reel import FILM, REEL, film, film_of
from qa_appliance.evidence.recorder import EvidenceOptions, Recorder


@dataclass
class Run:
    """A recorder with what it filed (`files`, by store key) and told (`events`)."""

    recorder: Recorder
    page: Page
    files: dict[str, bytes] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    async def step(self, index: int, sentence: str = "Do it.", result: str = "passed", **fields: Any) -> StepRecord:
        """Ends a step as the steps room does, and answers its record."""
        record = StepRecord(index, "click", None, None, result, sentence, "english", **fields)  # type: ignore[arg-type]
        await self.recorder.step_ends(record, self.page)
        return record


Record = Callable[..., AbstractAsyncContextManager[Run]]


def picture_of(frame: av.VideoFrame) -> Image.Image:
    picture: Image.Image = frame.to_image()  # type: ignore[no-untyped-call]
    return picture


def pixel(image: Image.Image, place: tuple[int, int]) -> tuple[int, ...]:
    """The colour at a place of a picture."""
    seen = image.convert("RGB").getpixel(place)
    assert isinstance(seen, tuple)
    return seen


async def filmed(run: Run, colour: tuple[int, ...]) -> None:
    """Until the recorder holds a frame of the current page with about that colour on its lower half."""
    async with asyncio.timeout(60):
        while True:
            shot = run.recorder._camera.screencast.latest(run.page)
            if shot is not None:
                seen = pixel(Image.open(io.BytesIO(shot.jpeg)), (600, 500))
                if all(abs(a - b) < 40 for a, b in zip(seen, colour, strict=True)):
                    return
            await run.page.evaluate("new Promise(done => requestAnimationFrame(done))")


def projected(file: Path) -> bytes:
    """What is shown of a file of the evidence: of a reel the film."""
    if file.suffix != REEL:
        return file.read_bytes()
    film(file, file.with_suffix(FILM))
    return file.with_suffix(FILM).read_bytes()


NAMES = frozenset(kind.name for kind in KINDS)


@pytest.fixture
def record(page: Page) -> Record:
    """`async with record(network=True) as run:` only the evidence named is taken."""

    @asynccontextmanager
    async def start(**options: Any) -> AsyncIterator[Run]:
        files: dict[str, bytes] = {}
        events: list[Event] = []

        async def save(name: str, data: bytes | Path) -> str:
            key = f"run/{name}"
            files[film_of(key)] = projected(data) if isinstance(data, Path) else data
            return key

        kinds = frozenset(name for name in NAMES & options.keys() if options[name])
        limits = {name: value for name, value in options.items() if name not in NAMES}
        chosen = EvidenceOptions(kinds=kinds, **limits)
        opening = Recorder.open(run_id="run", save=save, options=chosen, emit=events.append)
        async with opening as recorder, recorder.recording(page.context):
            yield Run(recorder, page, files, events)

    return start
