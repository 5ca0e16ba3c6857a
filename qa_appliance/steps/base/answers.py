"""The answer a check gets from a look, and the sentences in which it is told. Pure; asks nothing itself."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called, there_instead
from qa_appliance.browser.find.search import Ambiguous, Gathered, Match, Miss
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.evidence.failure import FailureCause, FailureKind
from qa_appliance.core.evidence.steps import Found
from qa_appliance.core.target import Target
from qa_appliance.steps.base.comparisons import INFINITIVES, ORDERED, Compared, verb_of


class Answer(Struct, frozen=True):
    """`holds` is about the check as it stands, its `negated` included. `message` is the sentence for when it fails.

    `nodes` are what was counted.
    """

    holds: bool
    message: str = ""
    expected: str = ""
    seen: str = ""
    kind: FailureKind = "assertion"
    cause: FailureCause = ""
    note: str = ""
    found: Found | None = None
    instead: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    places: tuple[Box | None, ...] = ()
    node: Node | None = None
    nodes: tuple[Node, ...] = ()
    called_by: Literal["", "heading", "title"] = ""  # of a page's name: what bore it


def compared(
    what: str, seen: str, check: c.ValueIs | c.TextIs, result: Compared, found: Found | None, node: Node
) -> Answer:
    what = what.removesuffix(f" “{seen}”")  # named by the very text that is compared
    base = words_compared(what, seen, check.comparison, check.value, check.negated, result)
    return Answer(base.holds, base.message, base.expected, seen, note=base.note, found=found, node=node)


def words_compared(
    what: str, seen: str, comparison: c.Comparison, value: str, negated: bool, result: Compared
) -> Answer:
    verb, denied = verb_of(comparison), "not " if negated else ""
    wanted = value if comparison in ORDERED else f"“{value}”" if value else "empty"
    expected = f"{denied}{'' if verb == 'is' else verb.removeprefix('is ') + ' '}{wanted}"
    hoped = f"it {denied}to {INFINITIVES[comparison]} {wanted}" if comparison in INFINITIVES else expected
    doubt = f": {result.doubt}" if result.doubt else ""
    message = f"{what} is {f'“{seen}”' if seen else 'empty'}, expected {hoped}{doubt}."
    return Answer(result.answers(negated), message, expected, seen, note=result.note if not negated else "")


def of_the_part_read(answer: Answer, check: c.ValueIs | c.TextIs, look: Look, node: Node) -> Answer:
    """A field of which only a part could be read contains what stands there; nothing else is known of it."""
    contained = check.comparison in ("contains", "shows") and answer.holds != check.negated
    if contained or "partial" not in node.states:
        return answer
    return replace(answer, holds=False, message=partly_read(look, node), kind="unsupported")


def holds_nothing(look: Look, node: Node) -> str:
    return f"The {called(look, node)} holds nothing but its name, so the denial cannot fail. Say where to look."


def partly_read(look: Look, node: Node) -> str:
    what = "the lines in view" if "code" in node.states else "the beginning"
    return f"Only {what} of the {called(look, node)} can be read, so this cannot be told of the whole."


def may_be_gone(place: Target) -> bool:
    """What is not in a dialog, table or list holds when that is gone too; a place without a kind has to be found."""
    return place.kind != "any" or place.quoted or place.known is not None


def not_one(target: Target, answer: Match | Miss | Ambiguous, kind: FailureKind = "not_found") -> Answer:
    if isinstance(answer, Ambiguous):
        listed = " · ".join(f"{n}) {s}" for n, s in enumerate(answer.sentences, 1))
        message = f"{len(answer.nodes)} elements fit “{target.name or target.words}” equally well. Say which: {listed}."
        return Answer(False, message, target.words, kind="ambiguous", candidates=answer.sentences, places=answer.places)
    if isinstance(answer, Miss):
        reason = answer.reason[0].upper() + answer.reason[1:]
        message = f"{reason}{there_instead(answer.instead)}."
        return Answer(False, message, target.words, kind=kind, instead=answer.instead)
    return Answer(False, "", target.words)


def found_of(got: Gathered, nodes: list[Node]) -> Found:
    return Found(rung=got.rung, candidates=len(got.nodes), box=nodes[0].box if nodes else None, partly=got.partly)


def found_by(answer: Match) -> Found:
    found = Found(rung=answer.rung, candidates=answer.candidates, reason=answer.reason, box=answer.node.box)
    return replace(found, partly=answer.partly)
