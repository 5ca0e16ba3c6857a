"""What is recorded of each step (decision 14), and how the element it was about was found."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from qa_appliance.core.evidence.difference import Difference
from qa_appliance.core.evidence.failure import Classified, Failure, Signal
from qa_appliance.core.evidence.links import Link
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.core.steps import Source
from qa_appliance.core.target import Known, Way
from qa_appliance.core.texts import plain

CHOSEN = "model"
"""The rung of what a model chose in place of a saved element."""


class Found(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """How a target was found. `rung` is the ladder's name for it: "exact name", "label", "close spelling"..."""

    rung: str
    candidates: int  # how many elements fitted at that rung before ordinals and relations chose
    known: Known | None = None
    healed: bool = False
    was: Known | None = None  # healed: the saved place that was gone
    reason: str = ""  # "the only button named Save", "2nd of 3", "in the row Alice"
    box: tuple[float, float, float, float] | None = None  # CSS pixels in the viewport: x, y, width, height
    partly: str = ""  # what was taken though the words are only a part of its name, a sentence without its end


class HttpAnswer(Struct, frozen=True, rename="camel"):
    """What a request of the test's own was answered; `body` is its beginning."""

    status: int
    content_type: str
    body: str


class DrawnText(Struct, frozen=True):
    """`label` says what is unusual about the text."""

    label: str
    text: str


class SpokenDialog(Struct, frozen=True):
    """A dialog that was answered. `kind` as the browser says: alert, confirm, prompt, beforeunload."""

    kind: str
    text: str


class Details(Struct, omit_defaults=True, rename="camel"):
    """What only some kinds of steps have to say; what is not said is left out of the record."""

    held: bool | None = None  # a condition: whether it held
    held_before: bool = False  # a check: it held before the first action already
    held_before_deed: bool = False  # a check: it held before the step it follows
    steps: list[StepRecord] = []  # those inside this one, each round of them
    heals: list[Found] = []  # every saved place that was gone, with what took it
    ways: list[Way] = []  # what it came to on the page
    sign_in_form: bool = False  # a failed step of a run that began signed in: the page asks who one is
    errors: list[str] = []  # a failed step: what the page showed of errors
    typed: DrawnText | None = None  # what was drawn from the field's constraints and typed
    answers: list[Signal] = []  # with an odd input: what the page answered to this step
    missed: bool = False  # refused: told by nothing but what should have come and did not
    response: HttpAnswer | None = None
    remembered: dict[str, str] = {}
    replaced: str = ""  # what was done to requests in the site's place, and to how many
    download: str = ""  # the file's name
    dialog: SpokenDialog | None = None
    dialogs: list[SpokenDialog] = []  # with an odd input: every one that the pages opened meanwhile
    mail: Mail | None = None  # the one that was waited for
    certain_after_ms: int | None = None  # a failed step: when it was told, for nothing could change the page any more
    last_passed: Difference | None = None


class StepRecord(Struct, omit_defaults=False, rename="camel"):
    """One entry of stepsJson. Values of secrets are masked before they come here; links are made when it is read."""

    index: int
    action: str
    target: str | None
    value: str | None
    result: Literal["passed", "failed", "skipped"]
    sentence: str
    source: Source
    reads_as: str = ""  # the sentence of the test language the step is read as; "" where none is
    phrase: str | None = None  # the phrase of the organization's own it came out of: "sign in as {who}"
    duration_ms: int = 0
    error: str | None = None
    rule: str = ""
    found: Found | None = None
    failure: Failure | None = None
    refused: bool = False
    synthetic: bool = False
    proven: bool = True  # false when a model judged it
    url: str | None = None  # the page's address after the step
    note: str | None = None  # "the consent banner was not there", "opened the section “Shipping” first"
    started_at_ms: int = 0  # since the run began to run
    screenshots: dict[str, str] = {}  # kind ("before", "failure", "actual") → store key
    details: Details = msgspec.field(default_factory=Details)
    failure_class: Classified | None = None
    before_screenshot_url: str | UnsetType = UNSET
    failure_screenshot_url: str | UnsetType = UNSET
    actual_screenshot_url: str | UnsetType = UNSET

    def linked(self, link: Link) -> StepRecord:
        """With links to its pictures and to those of the run it is compared with."""
        last, details = self.details.last_passed, self.details
        details = msgspec.structs.replace(
            details,
            last_passed=last.linked(link) if last is not None else None,
            steps=[inner.linked(link) for inner in details.steps],
        )
        links = {f"{kind}_screenshot_url": link(key) for kind, key in self.screenshots.items() if kind in _PICTURED}
        return msgspec.structs.replace(self, details=details, **links)


def read_otherwise(reads_as: str, sentence: str) -> str:
    """What the step is read as, where the test says it in other words; else ""."""
    same = plain(reads_as).casefold() == plain(sentence).strip().removesuffix(".").casefold()
    return "" if same else reads_as


_PICTURED = ("before", "failure", "actual")
