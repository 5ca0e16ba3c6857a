"""Questions that stand for checks: "Is X shown?" is "X is shown", "Does the page show X?" is "the page shows X".

And what somebody cannot do: "I cannot click Save". Neither is ever a deed.
"""

from __future__ import annotations

from collections.abc import Iterator

from qa_appliance.core.checks import Check, ElementIs, State
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

_BEING = frozenset({"is", "are", "was", "were"})
_DOING = frozenset({"does", "do", "did"})
_STATES = word_set(
    "shown displayed visible hidden present enabled disabled checked unchecked ticked selected empty focused expanded "
    "collapsed listed available absent greyed grayed blank readonly read-only editable required sorted equal higher "
    "lower greater less more exactly set marked redirected not still gone"
)
_PLACES = word_set("in on under inside above below at")
"""What may stand behind the thing that is asked for, states before places: the verb belongs before it."""
_VERBS = word_set("show contain display say include appear exist list read match equal start end")
_NOBODY = frozenset({"you", "we", "i", "not"})
_SHORTEST = 3
_ASKED = word_set("do did can could")
_SEEING = frozenset({("you", "see"), ("we", "see"), ("you", "notice")})
""" "Do you see a banner?" """


_OPEN = frozenset({"what", "which", "who", "whose", "where", "why", "how"})


def is_open(phrase: Phrase) -> bool:
    """ "What is the title?": no statement answers it."""
    return phrase.tokens[0].low in _OPEN


def asked(phrase: Phrase) -> Iterator[Phrase]:
    """The statements that a question may ask for, the likeliest first; none where it is no question."""
    tokens = phrase.tokens
    if len(tokens) > _SHORTEST and tuple(token.low for token in tokens[1:3]) in _SEEING and tokens[0].low in _ASKED:
        yield phrase[1:]
    if len(tokens) < _SHORTEST or tokens[1].low in _NOBODY or tokens[0].kind != "word":
        return
    if tokens[0].low in _BEING:
        yield from _of_being(phrase)
    elif tokens[0].low in _DOING:
        yield from _of_doing(phrase)


def _of_being(phrase: Phrase) -> Iterator[Phrase]:
    tokens, being = phrase.tokens, phrase[:1]
    if tokens[1].low == "there":
        yield phrase[1:2] + being + phrase[2:]
        return
    for answers in (_STATES, _PLACES):
        for at in range(2, len(tokens)):
            if tokens[at].low in answers and tokens[at - 1].low not in ARTICLES:
                yield phrase[1:at] + being + phrase[at:]
    last = tokens[-1]
    if (last.kind == "quoted" or any(map(str.isdigit, last.text))) and tokens[-2].low not in ARTICLES:
        yield phrase[1:-1] + being + phrase[-1:]


def _of_doing(phrase: Phrase) -> Iterator[Phrase]:
    tokens = phrase.tokens
    for at in range(2, len(tokens)):
        token = tokens[at]
        if token.low in _VERBS or token.low == "have":
            verb = "has" if token.low == "have" else f"{token.low}s"
            inflected = token if tokens[0].low == "do" else Token("word", verb, verb, verb, token.start, token.end)
            yield Phrase([*tokens[1:at], inflected, *tokens[at + 1 :]], phrase.source)


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
