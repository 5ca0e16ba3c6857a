"""Words that turn what a clause says, and whether what it was read as carries them. Reads nothing itself.

A deed is not done, nor a check asked, in which "without", "except" or "only" counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from qa_appliance.core.checks import CountIs, EachIs, NoEvents, OnlyShown, ScrollsSideways, TextIs
from qa_appliance.core.steps import Assert, FillRequired, When
from qa_appliance.core.test_data.made import Made
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.language.tokens import Phrase


def unaccounted(steps: Iterable[object], phrase: Phrase) -> str:
    """The clause from the first such word on that nothing in the steps carries; "" where there is none."""
    words = list(zip([token.low for token in phrase.tokens], _following(phrase), strict=True))
    turning = [at for at, (low, following) in enumerate(words) if _carrier(low, following) is not None]
    if not turning:
        return ""
    parts = [part for step in steps for part in from_the_end(step)]
    called = " ".join(text for part in parts for text in _texts(part)).casefold()
    for at in turning:
        carrier = _carrier(*words[at])
        if phrase.tokens[at].text.casefold() not in called and not any(map(carrier or _nothing, parts)):
            return phrase[at:].text
    return ""


def _following(phrase: Phrase) -> list[str]:
    return [*(token.low for token in phrase.tokens[1:]), ""]


def _texts(part: object) -> Iterable[str]:
    """What it is called and what it says; not the words it was read from."""
    fields = getattr(part, "__struct_fields__", ())
    held = (getattr(part, field) for field in fields if field not in _AS_WRITTEN)
    return (text for each in held for text in (each if isinstance(each, tuple) else (each,)) if isinstance(text, str))


_AS_WRITTEN = frozenset({"words", "sentence", "rule", "known", "readings"})
_Carries = Callable[[object], bool]


def _carrier(low: str, following: str) -> _Carries | None:
    """What carries the word; None of one that turns nothing: "instead" alone tells no more than that it is done."""
    return _CARRIERS.get(low) or _CARRIERS.get(f"{low} {following}")


def _nothing(part: object) -> bool:
    return False


def _denied(part: object) -> bool:
    return bool(getattr(part, "negated", False)) or isinstance(part, NoEvents | ScrollsSideways)


def _bounded(part: object) -> bool:
    return isinstance(part, OnlyShown | CountIs | EachIs) or (isinstance(part, Made) and part.kind == "spaces")


def _conditional(part: object) -> bool:
    return isinstance(part, When)


def _leaves_out(part: object) -> bool:
    return isinstance(part, FillRequired) and part.left != ()


_CARRIERS: dict[str, _Carries] = {
    "without": _denied,
    "instead of": _denied,
    "rather than": _denied,
    "only": _bounded,
    "unless": _conditional,
    **dict.fromkeys(("perhaps", "maybe", "possibly", "probably", "presumably"), _nothing),
    **dict.fromkeys(("except", "excepting", "excluding"), _leaves_out),
}


def says_several(steps: Iterable[object], phrase: Phrase) -> bool:
    """ "The columns are “A” and “B”", read as of one column that it is the one and the other."""
    exact = [step.check for step in steps if isinstance(step, Assert) and isinstance(step.check, TextIs)]
    values = {(check.target, check.value) for check in exact if check.comparison == "equals" and not check.negated}
    return phrase.has(_ARE) and len(values) > len({target for target, _ in values})


_ARE = frozenset({"are", "were"})
