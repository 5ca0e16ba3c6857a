"""What a denial asks for: of several things in one breath each, of what is there no longer that it was before."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.checks import Check, CountIs, ElementIs, TextIs, TextShown
from qa_appliance.english.checks.states import gone_since
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase


def denied_each(phrase: Phrase, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """ "I do not see Lamp and Chair": of "Lamp and Chair", which no page says, the denial would hold always.

    `phrase`: the statement, by which a name is known to be quoted, and something to be there "no longer".
    """
    checks = gone_since(phrase, checks)
    quoted = {token.value for token in phrase.tokens if token.kind == "quoted"}
    return tuple(part for check in checks for part in _parts(check, quoted))


def _parts(check: Check, quoted: set[str]) -> tuple[Check, ...]:
    if (words := _words_denied(check)) is not None:
        return words
    if not check.negated:
        return (check,)
    match check:
        case TextShown(text=text) if text not in quoted:
            return tuple(replace(check, text=part) for part in _names(text))
        case TextIs(comparison="contains" | "shows", value=value) if value not in quoted:
            return tuple(replace(check, value=part) for part in _names(value))
        case ElementIs(state="visible", target=target) if not target.quoted and target.kind == "any":
            named = [replace(target, name=part, words=part) for part in _names(target.name)]
            return tuple(replace(check, target=each) for each in named) if len(named) > 1 else (check,)
    return (check,)


def _words_denied(check: Check) -> tuple[Check, ...] | None:
    """ "The words secret launch do not appear": those are no part of what they are called. None of other checks.

    Of "the message secret launch" both are denied: it may be what says so, and what it says.
    """
    none = isinstance(check, CountIs) and (check.comparison, check.count, check.negated) == ("equals", 0, False)
    gone = isinstance(check, ElementIs) and check.state == "visible" and check.negated
    if not isinstance(check, CountIs | ElementIs) or not (none or gone) or check.target.quoted:
        return None
    found = _WORDS.fullmatch(check.target.name)
    if found is None:
        return None
    within = check.target.within
    scope = within[0].target if len(within) == 1 and within[0].place in ("inside", "section", "dialog") else None
    text = TextShown(text=found["text"] or found["rest"], scope=scope, negated=True)
    return (text,) if found["text"] else (check, text)


_WORDS = re.compile(r"(?:words?|phrases?|sentences?) (?P<text>\S.*)|(?:text|message) (?P<rest>\S+ \S.*)")


def _names(text: str) -> list[str]:
    parts = [_bare(part) for part in _JOINED.split(text)]
    return parts if len(parts) > 1 and all(parts) else [text]


def _bare(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if first.lower() in ARTICLES and rest else name


_JOINED = re.compile(r",? (?:and|or|nor) |, ")
