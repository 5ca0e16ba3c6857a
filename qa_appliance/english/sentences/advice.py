"""What keeps a clause from being read, and the clause without it. Asked only of gaps, and within a bound of its own.

A sentence is offered only where it was read and says no less than the clause of what is done or must hold: words that
deny, limit, count, compare, place or name something are never left out, nor is anything quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from qa_appliance.core.plan import Gap, Plan
from qa_appliance.english.nouns.phrase import SELECTOR
from qa_appliance.english.sentences.forms import spelt
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.verbs import choose, fields
from qa_appliance.english.verbs.registry import INDEX, verbs_at
from qa_appliance.english.verbs.untold import STATED, signs_in
from qa_appliance.english.words import auxiliaries
from qa_appliance.english.words.lexicon import LIMITING
from qa_appliance.english.words.work import OF_A_SENTENCE, Work
from qa_appliance.language.tokens import Phrase, Source, Token, tokenize
from qa_appliance.language.word_sets import word_set

OF_ADVICE = 8_000
"""Units of work for the advice on all gaps of a text."""

Read = Callable[[str], Plan]


class _Try(NamedTuple):
    """A clause without the words that may stop its reading. `reason` is told where it is read.

    `offered`: it may be written so; else it says less than the clause, and only what stops the reading is told.
    """

    stopped: str
    rest: str
    reason: str
    offered: bool = True


def advised(gap: Gap, role: Role | None, read: Read) -> Gap:
    """The gap with what stops its reading, where that can be told; with sentences that are read, or what is missing.

    `role`: as what no form reads it; None: it is read, and something else keeps it from being a step.
    """
    tokens = tokenize(gap.text)
    standing: Role = role or ("expected" if gap.expected else "when")
    near = tuple(form for form in gap.nearest if "{" in form or _is_read(form, standing, read))
    gap = replace(gap, nearest=near)
    gap = gap if role is None else _stopped(gap, tokens, role, read)
    whole = any(_LEFT_OPEN not in form for form in gap.nearest)
    return gap if whole or gap.missing else replace(gap, missing=_missing(tokens, standing))


_LEFT_OPEN = "…"


def _missing(tokens: Sequence[Token], role: Role) -> Literal["account", "value", "field", "name", "subject"]:
    """What is not told, of a clause that no sentence comes near."""
    source = Source(" ".join(token.text for token in tokens), Work(OF_A_SENTENCE))
    words = without_lead(Phrase(list(tokens), source)).phrase
    if role in EXPECTING or words[1:].has(STATED):
        return "subject"
    if signs_in(words):
        return "account"
    enters = any(entry in fields.VERBS or entry in choose.VERBS for _, entry in verbs_at(words.tokens))
    if not enters:
        return "name"
    return "field" if words.quotes() or any(token.text.isdecimal() for token in words.tokens) else "value"


def _stopped(gap: Gap, tokens: Sequence[Token], role: Role, read: Read) -> Gap:
    if not 1 < len(tokens) <= _MOST_WORDS or any(SELECTOR.match(token.value) for token in tokens if token.low == ""):
        return gap
    tries = (*_spelt(gap.text, tokens), *_left_out(gap.text, tokens), *_cut_short(gap.text, tokens))
    found = next((each for each in tries[:_MOST_TRIES] if _is_read(each.rest, role, read)), None)
    if found is None:
        return gap
    reason = f"{gap.reason} {found.reason}"
    if not found.offered:
        return replace(gap, reason=reason, stopped=found.stopped)
    nearest = (found.rest, *(form for form in gap.nearest if form.lower() != found.rest.lower()))
    return replace(gap, reason=reason, stopped=found.stopped, instead=found.rest, nearest=nearest)


_MOST_WORDS = 30
_MOST_TRIES = 40


def _is_read(sentence: str, role: Role, read: Read) -> bool:
    """Whether all of it is read where the clause stands."""
    plan = read(_STANDING.get(role, "") + sentence)
    return bool(plan.steps) and not plan.gaps


_STANDING: dict[Role, str] = {"then": "Then ", "expected": "Expected: "}


def _spelt(text: str, tokens: Sequence[Token]) -> Iterator[_Try]:
    """With another spelling of its verb."""
    first = tokens[0]
    if first.kind != "word" or (len(tokens) > 1 and tokens[1].low in auxiliaries.MODALS | auxiliaries.BE):
        return  # "Users can follow" is said of users
    for word in spelt(first.low):
        meant = word.capitalize() if first.text[0].isupper() else word
        reason = f"With “{meant}” in place of “{first.text}” it is read."
        yield _Try(first.text, meant + text[first.end - tokens[0].start :], reason)


def _left_out(text: str, tokens: Sequence[Token]) -> Iterator[_Try]:
    """Without a few words that say how, or by what means, and nothing of what."""
    for length in range(1, _MOST_LEFT_OUT + 1):
        for begin in reversed(range(len(tokens) - length + 1)):
            out = tokens[begin : begin + length]
            if length < len(tokens) and _may_go(out, last=begin + length == len(tokens)):
                words = text[out[0].start : out[-1].end]
                rest = f"{text[: out[0].start].rstrip(' ,')} {text[out[-1].end :].lstrip(' ,')}".strip()
                yield _Try(words, rest, f"Without “{words}” it is read.")


_MOST_LEFT_OUT = 5
_MEANS = frozenset({"using", "via"})
_MANNERS = word_set(
    "please kindly simply now also too somehow really indeed actually finally eventually afterwards thereafter "
    "meanwhile directly quickly slowly carefully accordingly manually normally usually thoroughly gently obviously "
    "clearly briefly"
)
_MEANING = (
    LIMITING
    | auxiliaries.NOT_BE
    | auxiliaries.NOT_DO
    | auxiliaries.NOT_HAVE
    | auxiliaries.NOT_MODALS
    | word_set(
        "not no none if when while until after before as than but and or any all every each both other another same "
        "keyboard key keys first last next previous more less most least one two three four five"
    )
) - _MEANS


def _may_go(out: Sequence[Token], *, last: bool) -> bool:
    """Adverbs of manner, in brackets or not, and "using …" at the end: no verb, no name, nothing that turns a sense."""
    inner = out[1:-1] if out[0].low == "(" and out[-1].low == ")" else out
    if any(token.kind != "word" or not token.text.isalpha() or token.low in _MEANING for token in inner):
        return False
    if inner and inner[0].low in _MEANS:
        return last and len(inner) > 1 and all(token.text.islower() and token.low not in INDEX for token in inner[1:])
    return bool(inner) and all(token.low in _MANNERS for token in inner)


def _cut_short(text: str, tokens: Sequence[Token]) -> Iterator[_Try]:
    """As far as it is read."""
    for end in reversed(range(max(2, len(tokens) - _MOST_CUT), len(tokens))):
        words = text[tokens[end].start :]
        rest = text[: tokens[end - 1].end]
        yield _Try(words, rest, f"What is not read of it is “{words}”.", offered=False)


_MOST_CUT = 12
