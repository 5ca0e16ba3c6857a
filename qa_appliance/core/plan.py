"""A plan: the steps a description stands for, and what in it was not understood."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from qa_appliance.core.steps import Step


class Gap(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A clause no step covers (decision 8). `nearest`: example sentences of the closest forms that are read.

    `at`: how many of the plan's steps come before it. `stopped`: its words that no form reads, where it is known which;
    `instead`: the clause as it is read without them, or with others for them, where it says no less so; it is the
    first of `nearest`. `missing`: what the clause leaves open, where no sentence is near. `expected`: the test gives it
    as an expected result, `given`: as what it presupposes; `under`: the words of the condition, the repetition or the
    place it stands under.
    """

    text: str
    reason: str
    nearest: tuple[str, ...] = ()
    start: int = 0  # where the clause begins in the description, in code points
    at: int = 0
    stopped: str = ""
    instead: str = ""
    missing: Literal["", "account", "value", "field", "name", "subject"] = field(name="needs", default="")
    expected: bool = False
    given: bool = False
    under: str = ""


class Done(NamedTuple):
    """A step before a gap, and what came of it."""

    sentence: str
    result: str


class Judgement(Struct, frozen=True):
    """What a model thinks of a clause that no check can prove, and by what it thinks so."""

    holds: bool
    grounds: str


class Judged(Struct, frozen=True):
    """A gap that was judged as the run came to it. It is judged anew each time: in a saved test it is a gap again."""

    gap: Gap
    judgement: Judgement
    duration_ms: int = 0


class Proposal(Struct, frozen=True):
    """Steps to be performed next for a gap. `covered`: with them nothing of it is left; `reason` why there are none.

    `judgement`: there is nothing to perform, and a model has judged the clause. `remembered`: an earlier run
    planned the same, and nobody was asked.
    """

    steps: tuple[Step, ...] = ()
    covered: bool = False
    reason: str = ""
    judgement: Judgement | None = None
    remembered: bool = False


class Covered(Struct, frozen=True):
    """A clause that was a gap until a model planned it: its steps are `count` of the plan's, from `at` on.

    `text` and `start` as of the gap. `whole`: nothing of it is left. `remembered`: so many of the first were planned in
    an earlier run.
    """

    text: str
    start: int
    at: int
    count: int = 0
    whole: bool = False
    remembered: int = 0


class Plan(Struct, frozen=True, rename="camel"):
    """`notes` are about the test itself ("nothing is checked after the last action"), sentences for a tester.

    `covered`: the gaps for which a model had steps, in the order in which a run came to them. `passed_over`: those
    under a condition that did not hold; in a saved test they are gaps again.
    """

    steps: tuple[Step, ...] = ()
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()
    source: Literal["english", "model", "saved"] = "english"
    covered: tuple[Covered, ...] = ()
    judged: tuple[Judged, ...] = ()
    passed_over: tuple[Gap, ...] = ()

    @property
    def first_gap(self) -> Gap | None:
        """The one that comes first in a run, which ends there."""
        return min(self.gaps, key=lambda gap: gap.at, default=None)

    def is_remembered(self, index: int) -> bool:
        """Whether a model planned that step in an earlier run."""
        return any(one.at <= index < one.at + one.remembered for one in self.covered)

    def judged_so(self, gap: Gap, judgement: Judgement, duration_ms: int) -> Plan:
        """With one of its gaps judged: it is no gap of this run any more."""
        left = tuple(one for one in self.gaps if one != gap)
        return replace(self, gaps=left, judged=(*self.judged, Judged(gap, judgement, duration_ms)))

    def to_be_saved(self) -> Plan:
        """As a test that is run again: what was judged is a gap again, so that no judgement is ever repeated."""
        gaps = (*self.gaps, *(one.gap for one in self.judged), *self.passed_over)
        return replace(self, gaps=tuple(sorted(gaps, key=lambda gap: gap.start)), judged=(), passed_over=())

    def passed(self, gap: Gap, never: Step) -> Plan:
        """With a gap under a condition that does not hold, in whose place `never` sees to it that it does not."""
        left = tuple(one for one in self.gaps if one != gap)
        steps = (*self.steps[: gap.at], never, *self.steps[gap.at + 1 :])
        return replace(self, steps=steps, gaps=left, passed_over=(*self.passed_over, gap))

    def filled_within(self, gap: Gap, frame: Step, *, remembered: bool) -> Plan:
        """With the step a gap stands under holding what was planned for it."""
        steps = (*self.steps[: gap.at], frame, *self.steps[gap.at + 1 :])
        now = Covered(gap.text, gap.start, gap.at, 1, whole=True, remembered=int(remembered))
        return replace(
            self, steps=steps, gaps=tuple(one for one in self.gaps if one != gap), covered=(*self.covered, now)
        )

    def read_anew(self, index: int, steps: tuple[Step, ...]) -> Plan:
        """With other steps for one that the page does not bear."""
        more = len(steps) - 1
        gaps = tuple(replace(one, at=one.at + more) if one.at > index else one for one in self.gaps)
        return replace(self, steps=(*self.steps[:index], *steps, *self.steps[index + 1 :]), gaps=gaps)

    def filled(self, gap: Gap, proposal: Proposal) -> Plan:
        """With the steps a proposal has for one of its gaps, in its place; covered, it is no gap any more."""
        more = len(proposal.steps)
        moved = tuple(
            replace(one, at=one.at + more) if (one.at, one.start) >= (gap.at, gap.start) else one
            for one in self.gaps
            if not (one == gap and proposal.covered)
        )
        steps = (*self.steps[: gap.at], *proposal.steps, *self.steps[gap.at :])
        begun = next((one for one in self.covered if one.start == gap.start), Covered(gap.text, gap.start, gap.at))
        again = more if proposal.remembered and begun.remembered == begun.count else 0
        now = replace(begun, count=begun.count + more, whole=proposal.covered, remembered=begun.remembered + again)
        return replace(self, steps=steps, gaps=moved, covered=(*(one for one in self.covered if one != begun), now))
