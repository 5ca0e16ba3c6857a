"""What a run of a test shows, step by step: the page before each step and at the end, and what was asked for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.async_api import Request

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.core.steps import Assert, Remember, RememberAnswer, Step, WaitFor, WaitLoad, WaitTime
from qa_appliance.steps.base.stage import Stage

_LOOK_SECONDS = 5.0
_QUIET_SECONDS = 2.0
_DIGITS = re.compile(r"\d+")
_NO_DEED = Assert | WaitFor | WaitTime | WaitLoad | Remember | RememberAnswer
_ASKING = frozenset({"document", "xhr", "fetch"})


@dataclass(frozen=True)
class Asked:
    """A request a page makes for what it shows, the same in every run. `document`: it brings a page of its own."""

    method: str
    path: str
    document: bool = False

    @classmethod
    def of(cls, request: Request) -> Asked | None:
        """None for what is no answer to a deed: pictures, styles, what is sent without waiting."""
        if request.resource_type not in _ASKING or request.redirected_from is not None:
            return None
        document = request.resource_type == "document" and request.is_navigation_request()
        return cls(request.method, urlsplit(request.url).path or "/", document)


@dataclass
class Sight:
    """Of one run: `looks` by the step they were taken before, the last at the end; `asked` by the step it followed."""

    looks: dict[int, Look] = field(default_factory=dict)
    asked: dict[int, list[Asked]] = field(default_factory=dict)
    ended: bool = False


class Witness:
    """Sees a run from beside it, and changes nothing."""

    def __init__(self) -> None:
        self.sight = Sight()
        self.clean: Callable[[str], str] = str  # takes the run's secrets out of a text
        self._deed = 0

    async def before(self, step: Step, stage: Stage, index: int) -> None:
        if index == 0:
            self.sight, self.clean = Sight(), stage.recorder.clean
            stage.page.context.on("request", self._note)
        await self._look(stage, index)
        if is_deed(step):
            self._deed = index

    async def after(self, step: Step, stage: Stage, index: int) -> None:
        return

    async def end(self, stage: Stage, index: int) -> None:
        await stage.recorder.until_quiet(_QUIET_SECONDS)
        await self._look(stage, index)
        self.sight.ended = True

    async def leave(self) -> None:
        """The run is over, however it ended."""

    def _note(self, request: Request) -> None:
        asked = Asked.of(request)
        if asked is not None:
            self.sight.asked.setdefault(self._deed, []).append(asked)

    async def _look(self, stage: Stage, index: int) -> None:
        try:
            look = await look_patiently(stage.page, None, time.monotonic() + _LOOK_SECONDS)
        except Failed:
            return
        if look is not None:
            self.sight.looks[index] = look


def is_deed(step: Step) -> bool:
    """Whether it does something, instead of asking or waiting."""
    return not isinstance(step, _NO_DEED)


class Noise:
    """What differs from run to run of a sound test: clocks, numbers given out. Known by two runs that both passed."""

    def __init__(self, one: Sight, other: Sight) -> None:
        pairs = [(look, other.looks[at]) for at, look in one.looks.items() if at in other.looks]
        self.patterns = {_pattern(line) for a, b in pairs for line in set(shown(a)) ^ set(shown(b))}

    def is_noise(self, text: str) -> bool:
        return _pattern(text) in self.patterns

    def without(self, lines: Iterable[str]) -> frozenset[str]:
        return frozenset(line for line in lines if not self.is_noise(line))


def differing(sound: Sight, damaged: Sight, noise: Noise, since: int) -> Iterator[int]:
    """Before which steps a person would have seen another page than in the sound run, from the damage on."""
    for at in sorted(sound.looks):
        if at <= since or at not in damaged.looks:
            continue
        if noise.without(shown(sound.looks[at])) != noise.without(shown(damaged.looks[at])):
            yield at


def shown(look: Look) -> Iterator[str]:
    """All a person sees, in lines: the texts, what fields hold, the title, and where the page is."""
    yield from (" ".join(line.split()) for line in look.text.split("\n") if line.strip())
    yield from (f"{n.tag} {n.label or n.name} = {n.value}" for n in look.nodes if n.shown and n.value)
    yield f"title {look.title}"
    yield f"address {urlsplit(look.url).path}"


def _pattern(line: str) -> str:
    return _DIGITS.sub("0", line)
