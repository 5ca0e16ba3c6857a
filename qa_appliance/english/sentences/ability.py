"""What somebody cannot do: "I cannot click Save", "it is not possible to edit Name". Never a deed."""

from __future__ import annotations

from qa_appliance.core.checks import Check, ElementIs, State
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.words.tokens import Phrase

_MARKS = tuple(
    tuple(words.split())
    for words in (
        "not be able to", "no longer be able to", "never be able to", "not able to", "unable to", "not possible to",
        "no longer possible to", "impossible to", "can not", "cannot", "can't", "couldn't", "can no longer",
    )
)  # fmt: skip
_LONGEST_BEFORE = 5  # words: the user should
_DEEDS: dict[str, State] = {
    **dict.fromkeys(("click", "press", "tap", "choose", "select", "use"), "enabled"),
    **dict.fromkeys(("edit", "change", "modify", "fill"), "editable"),
}


def inability(phrase: Phrase) -> Check | None:
    """It is there, and disabled or read-only; where it is not there at all the check fails and says so."""
    lows = [token.low for token in phrase.tokens]
    for at in range(min(len(lows), _LONGEST_BEFORE + 1)):
        if phrase.tokens[at].kind == "quoted":
            return None
        for mark in _MARKS:
            after = at + len(mark)
            if tuple(lows[at:after]) == mark:
                return _of_deed(phrase[after:])
    return None


def _of_deed(deed: Phrase) -> Check | None:
    state = _DEEDS.get(deed.tokens[0].low) if deed.tokens else None
    skip = 2 if len(deed) > 2 and deed.tokens[1].low in ("on", "in", "out") else 1
    target = read_target(deed[skip:]) if state is not None and len(deed) > skip else None
    if state is None or target is None or not (target.name or target.kind != "any") or target.kind in ("page", "text"):
        return None
    return ElementIs(target=target, state=state, negated=True)
