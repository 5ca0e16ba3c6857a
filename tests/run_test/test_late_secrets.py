"""A text that turns out to be a password only when it is typed: it is in nothing that is told or kept, nor was it."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from qa_appliance.api.http.hub import EventHub
from qa_appliance.api.resources.runs.live import message
from qa_appliance.core.events import Assigned, Ended, Event, Frame, Masked, StepBegan
from qa_appliance.core.evidence.kinds import BY_DEFAULT
from qa_appliance.core.outcome import Outcome
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.pictures.reel import _Reel
from qa_appliance.store.vault import part
from tests.conftest import Serve
from tests.run_test.conftest import Stand

SECRET = "tulip-4711"
PAGE = f"""<title>Visitors</title><h1>Welcome</h1>
<button onclick="note.innerHTML = '<dl><dt>Badge</dt><dd>{SECRET}</dd></dl>'">Ask for a code</button>
<div id=note></div>
<form><label>{{label}} <input type={{kind}} name=word></label><button type=button>Go</button></form>"""
REMEMBERED = [
    ("known from the plan", "Password", 'remember the text of "Badge" as pw. enter {pw} into Password'),
    ("known from the field alone", "Access", 'remember the text of "Badge" as pw. enter {pw} into "Access"'),
]
ASKED = 'click "Ask for a code". '


class Reports(list[Event]):
    """What is told, which also goes to those who watch."""

    def __init__(self, hub: EventHub) -> None:
        super().__init__()
        self._hub = hub

    def append(self, event: Event) -> None:
        super().append(event)
        self._hub.emit(event)


class Run:
    """A run with all its evidence; what was filed of it, and what who watches now is told."""

    def __init__(self, stand: Stand) -> None:
        self.stand, self.hub = stand, EventHub()
        stand.events = Reports(self.hub)
        options = EvidenceOptions(kinds=BY_DEFAULT | {"video", "trace", "texts"}, forget=self._forget)
        stand.means = dataclasses.replace(stand.means, evidence=options)

    async def _forget(self, key: str) -> None:
        (self.stand.folder / key).unlink()

    async def of(self, url: str, words: str) -> Outcome:
        return await self.stand.run(url, words)

    def reports(self) -> str:
        """To who comes now, and to who asks how far it is."""
        with self.hub.watching("run") as watcher:
            shown = [message(each) for each in watcher._messages if not isinstance(each, Assigned | Frame | Ended)]
        return repr((shown, msgspec.to_builtins(self.hub.progress("run").ended)))

    def pictures(self) -> list[str]:
        return sorted(path.name for path in (self.stand.folder / "screenshots").iterdir())


def _is_covered(jpeg: bytes) -> bool:
    with Image.open(io.BytesIO(jpeg)) as image:
        colours = image.convert("RGB").getextrema()
    return all(high - low < 12 and low > 28 for low, high in colours)  # type: ignore[misc]


def _texts(folder: Path) -> str:
    return "".join(path.read_bytes().decode("latin-1") for path in folder.rglob("*.json"))


@pytest.mark.parametrize(("label", "words"), [row[1:] for row in REMEMBERED], ids=[row[0] for row in REMEMBERED])
async def test_a_text_remembered_from_the_page_and_typed_as_a_password(
    stand: Stand, serve: Serve, label: str, words: str
) -> None:
    page = PAGE.format(label=label, kind="password")
    run = Run(stand)
    outcome = await run.of(await serve({"/": page}), f'{ASKED}{words}. click "Go"')
    assert outcome.overall_status == "passed", outcome.report_markdown
    kept = (outcome.steps, outcome.measurements, outcome.report_markdown, outcome.plan, outcome.looks)
    assert SECRET not in repr(kept)
    assert SECRET not in run.reports()
    assert SECRET not in _texts(stand.folder)
    assert any("pw" in step.details.remembered for step in outcome.steps)


@pytest.mark.parametrize(("label", "words"), [row[1:] for row in REMEMBERED], ids=[row[0] for row in REMEMBERED])
async def test_what_was_pictured_before_it_was_known_is_not_kept(
    stand: Stand, serve: Serve, label: str, words: str
) -> None:
    page = PAGE.format(label=label, kind="password")
    run = Run(stand)
    more = 'click "Welcome". '  # a picture of the page that shows it
    outcome = await run.of(await serve({"/": page}), f'{ASKED}{more}{words}. click "Go"')
    known_at = next(event for event in stand.events if isinstance(event, Masked))
    began = [event for event in stand.events[: stand.events.index(known_at)] if isinstance(event, StepBegan)]
    listed = [picture.store_key for picture in outcome.measurements.screenshots or ()]
    assert sorted(key.rpartition("/")[2] for key in listed) == run.pictures()
    early = [
        picture for picture in outcome.measurements.screenshots or () if (picture.step_index or 99) < len(began) - 1
    ]
    assert early == []
    assert [step.index for step in outcome.steps if step.screenshots and step.index < len(began) - 1] == []
    assert any("are not kept" in note for note in outcome.measurements.notes)
    reel = msgspec.msgpack.decode((stand.folder / "video.reel").read_bytes(), type=_Reel)
    assert _is_covered(reel.frames[0][1])
    assert not _is_covered(reel.frames[-1][1])


async def test_a_text_of_the_test_that_only_the_field_tells_to_be_a_password(stand: Stand, serve: Serve) -> None:
    """Such words are sealed with the run, as those of a field that is called a password are."""
    run = Run(stand)
    url = await serve({"/": PAGE.format(label="Access", kind="password").replace(SECRET, "none")})
    outcome = await run.of(url, f'click "Ask for a code". enter "{SECRET}" into "Access". click "Go"')
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert SECRET not in run.reports()
    assert SECRET not in repr((outcome.steps, outcome.measurements, outcome.report_markdown))
    parted = part(msgspec.to_builtins(outcome.plan))
    assert (parted.secrets, SECRET in repr(parted.steps)) == ([SECRET], False)
    assert any(step.screenshots for step in outcome.steps)  # no page has shown it


async def test_what_is_remembered_and_typed_elsewhere_is_told(stand: Stand, serve: Serve) -> None:
    run = Run(stand)
    page = PAGE.format(label="Search", kind="text")
    words = 'click "Ask for a code". remember the text of "Badge" as pw. enter {pw} into Search. click "Go"'
    outcome = await run.of(await serve({"/": page}), words)
    assert SECRET in run.reports()
    assert SECRET in repr(outcome.steps)
