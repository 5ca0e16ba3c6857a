"""What is known of a test before it runs, from the last looks at its site, in the words of the test. Pure.

A sentence that would end an ambiguity is offered only after it was read: as the same deed, with the words that choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from qa_appliance.browser.find.lint import ambiguities, flat, unseen
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Step
from qa_appliance.core.target import Target


class Candidate(Struct, frozen=True):
    """`described`: what it is; `words`: what selects it instead of the ambiguous ones; `sentence`: the whole with them.

    `sentence` is empty where the words of the test do not name the element themselves ("click it"), or are very long.
    """

    described: str
    words: str
    sentence: str


class Ambiguity(Struct, frozen=True):
    """`target`: the words of `sentence` that fitted several elements when the page was last seen.

    `start`: where those words begin in the description, in code points; null where they do not stand there.
    """

    sentence: str
    target: str
    start: int | None
    candidates: tuple[Candidate, ...]


class Unseen(Struct, frozen=True):
    """`target`: words that name an element no look at the site has seen; `start` as of an ambiguity."""

    sentence: str
    target: str
    start: int | None


class Foreseen(Struct, frozen=True):
    ambiguities: tuple[Ambiguity, ...]
    unseen: tuple[Unseen, ...]


Read = Callable[[str], Plan]

_MOST_AMBIGUITIES = 20  # each is read again for every candidate
_LONGEST_SENTENCE = 300  # characters that are read again


def foresee(description: str, plan: Plan, read: Read, pages: Mapping[str, bytes], base_url: str) -> Foreseen:
    """`pages` are packed looks by address, the one seen last first; `read` is what made the plan."""
    starts = {id(step): start for step, start in _placed(plan.steps, description)}
    several = tuple(
        Ambiguity(
            each.step.sentence,
            each.target.words,
            _start(description, starts[id(each.step)], each.step, each.target),
            tuple(
                Candidate(one.described, one.words, _whole(each.step, each.target, one.words, read))
                for one in each.fitting
            ),
        )
        for each in ambiguities(plan.steps, pages, base_url)[:_MOST_AMBIGUITIES]
    )
    nowhere = tuple(
        Unseen(step.sentence, target.words, _start(description, starts[id(step)], step, target))
        for step, target in unseen(plan.steps, pages)
    )
    return Foreseen(several, nowhere)


def _placed(steps: tuple[Step, ...], description: str) -> Iterator[tuple[Step, int]]:
    """Where each step's sentence begins; -1 where it does not stand in the description as it is."""
    last: tuple[str, object] | None = None
    at = 0
    for step in flat(steps):
        asked = (step.sentence, getattr(step, "target", None))
        again = description.find(step.sentence, at + 1) if asked == last else -1
        start = again if again >= 0 else description.find(step.sentence, at)
        at = max(at, start)
        last = asked
        yield step, start


def _start(description: str, start: int, step: Step, target: Target) -> int | None:
    """Where the target's words begin."""
    if start < 0:
        return None
    found = description.find(target.words, start, start + len(step.sentence))
    return found if found >= 0 else None


def _whole(step: Step, target: Target, words: str, read: Read) -> str:
    """The sentence with these words for its target, if it is read as the same deed to what they choose."""
    if target.words not in step.sentence or len(step.sentence) > _LONGEST_SENTENCE:
        return ""
    sentence = step.sentence.replace(target.words, words, 1)
    plan = read(sentence)
    if plan.gaps or len(plan.steps) != 1 or type(plan.steps[0]) is not type(step):
        return ""
    meant = getattr(plan.steps[0], "target", None)
    return sentence if isinstance(meant, Target) and meant.words == words else ""
