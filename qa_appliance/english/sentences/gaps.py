"""The gaps of a text while it is read, and before which of its steps each of them stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.core.plan import Gap
from qa_appliance.core.steps import Step
from qa_appliance.english.sentences.advice import Read, advised
from qa_appliance.english.sentences.forms import nearest
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.unread import NO_FORM, why_unread
from qa_appliance.language.tokens import Phrase

ENDLESS = "Nothing tells where this condition ends: indent what it bears on, or write “end” below."
TANGLED = "Too tangled to read. Write one action or one check in a sentence, each on a line of its own."

_MOST_NEAREST = 3
_MOST_ADVISED = 60  # gaps: of more, only the words are told


class Begun(NamedTuple):
    """A sentence that stands in no other: where it begins in the text, and how many steps come before it."""

    start: int
    steps: int


class Gaps:
    """In the order they were found; `begun` are the sentences in order."""

    def __init__(self, like: Callable[[str], tuple[str, ...]], *, only_tried: bool) -> None:
        """`only_tried`: nobody sees them, so that nothing is looked for that would help."""
        self.found: list[Gap] = []
        self.begun: list[Begun] = []
        self._like = like  # an organization's own phrases that begin with a word
        self._only_tried = only_tried
        self._unread: dict[tuple[int, str], Role] = {}

    def add(
        self, phrase: Phrase, reason: str = NO_FORM, role: Role | None = None, *, under: Phrase | None = None
    ) -> None:
        """With the nearest forms, the organization's own first. `role`: as what no form reads it; None: it is read."""
        expected, given = role in EXPECTING, role == "given"
        gap = Gap(text=phrase.text, reason=reason, start=phrase.start, expected=expected, given=given)
        gap = replace(gap, under=under.text) if under is not None else gap
        if len(self.found) < _MOST_ADVISED and not self._only_tried:
            own = self._like(phrase.tokens[0].low)
            gap = replace(gap, nearest=(*own, *nearest(phrase, checks=role in EXPECTING))[:_MOST_NEAREST])
            if role is not None:
                self._unread[gap.start, gap.text] = role
        self.found.append(gap)

    def without_account(self, phrase: Phrase, reason: str, nearest: Sequence[str]) -> None:
        """It is read, and nobody can sign in so."""
        near = tuple(nearest[:_MOST_NEAREST])
        self.found.append(Gap(text=phrase.text, reason=reason, nearest=near, start=phrase.start, missing="account"))

    def unread(self, phrase: Phrase, role: Role) -> None:
        """No form reads it in that role."""
        self.add(phrase, NO_FORM if self._only_tried else why_unread(phrase, role), role)

    def begin(self, start: int, steps: int) -> None:
        self.begun.append(Begun(start, steps))

    def advised(self, gaps: Sequence[Gap], read: Read) -> list[Gap]:
        """Gaps with what stops their reading, and with what they leave open."""
        return [advised(gap, self._unread.get((gap.start, gap.text)), read) for gap in gaps]

    def tangled(self, phrase: Phrase, *, on: bool) -> None:
        """What takes more reading than is allowed; `on`: all that follows does, so that neighbours are one gap."""
        start, written = phrase.start, phrase.source.text
        if on and self.found and self.found[-1].reason == TANGLED:
            start = self.found.pop().start
        self.found.append(Gap(text=written[start : phrase.tokens[-1].end], reason=TANGLED, start=start))

    def forget(self, since: int) -> None:
        """Those found since then, of words that are read otherwise."""
        del self.found[since:]

    @contextmanager
    def under(self, head: Phrase | None) -> Iterator[None]:
        """Those found inside are done only as the words of a head say: if, for each, in a part of the page."""
        since = len(self.found)
        yield
        if head is not None:
            self.found[since:] = [replace(gap, under=gap.under or head.text) for gap in self.found[since:]]

    def of_phrase(self, since: int, pattern: str, wording: Phrase) -> None:
        """Those found since then in a phrase's own sentences are gaps of the words that used it."""
        self.found[since:] = [
            replace(
                gap,
                text=wording.text,
                start=wording.start,
                reason=f"“{gap.text}” of the phrase “{pattern}”: {gap.reason}",
            )
            for gap in self.found[since:]
        ]

    def of_each(self, since: int, whole: Phrase) -> None:
        """The first found since then, in what is done for each of several texts, is a gap of all that is."""
        gap = self.found[since]
        reason = f"“{gap.text}”: {gap.reason}"
        self.found[since:] = [replace(gap, text=whole.text, start=whole.start, reason=reason)]

    def ordered(self, gaps: Sequence[Gap], steps: Sequence[Step], text: str) -> list[Gap]:
        """Gaps with the number of steps that come before them. A step that holds the gap does not."""
        return [replace(gap, at=self._before(gap, steps, text)) for gap in gaps]

    def _before(self, gap: Gap, steps: Sequence[Step], text: str) -> int:
        nth = next((nth for nth, begun in enumerate(self.begun) if begun.start > gap.start), len(self.begun))
        if nth == 0:
            return 0
        begun = self.begun[nth - 1]
        last = self.begun[nth].steps if nth < len(self.begun) else len(steps)
        return begun.steps + sum(1 for _ in _until(gap.start, steps[begun.steps : last], begun.start, text))


def _until(gap: int, steps: Sequence[Step], start: int, text: str) -> Iterator[Step]:
    """The first steps of a sentence, as far as their words stand one behind the other before the gap."""
    at = start
    for step in steps:
        at = text.find(step.sentence, at, gap) if step.sentence else -1
        if at < 0 or hasattr(step, "steps"):
            return
        at += len(step.sentence)
        yield step
