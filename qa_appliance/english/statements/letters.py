"""Whether large and small letters matter to a check: to what stands in quotes they do, unless the sentence says not."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import AnyOf, Check, EachIs
from qa_appliance.language.tokens import Phrase

_IGNORING = [
    words.split()
    for words in [
        "ignoring case",
        "ignoring the case",
        "ignoring upper and lower case",
        "ignore case",
        "case-insensitive",
        "case-insensitively",
        "case insensitive",
        "case insensitively",
        "regardless of case",
        "regardless of the case",
        "irrespective of case",
        "in any case",
        "no matter the case",
    ]
]
_TEXTS = ("value", "text", "name", "contains")
"""What of a check is compared."""


def without_letters(phrase: Phrase) -> Phrase:
    """The statement without the words behind it that its letters may be large or small."""
    bare = phrase.strip(",", ".", "(", ")")
    lows = [token.low for token in bare.tokens]
    spelled = next((words for words in _IGNORING if lows[-len(words) :] == words and len(lows) > len(words)), None)
    return phrase if spelled is None else bare[: len(bare) - len(spelled)].strip(",", "(")


def in_its_letters(phrase: Phrase, checks: tuple[Check, ...], *, ignoring: bool) -> tuple[Check, ...]:
    """The checks of a statement, with what is not in quotes compared in any letters."""
    quoted = [token.value for token in phrase.quotes()]
    return tuple(_of_one(check, quoted, ignoring) for check in checks)


def _of_one(check: Check, quoted: list[str], ignoring: bool) -> Check:
    match check:
        case EachIs(says=says):
            return replace(check, says=_of_one(says, quoted, ignoring))
        case AnyOf(checks=checks):
            return replace(check, checks=tuple(_of_one(each, quoted, ignoring) for each in checks))
    texts = [text for name in _TEXTS if isinstance(text := getattr(check, name, ""), str)]
    texts = [text for text in texts if any(map(str.isalpha, text))]
    loosely = bool(texts) and (ignoring or not any(_is_quoted(text, quoted) for text in texts))
    return replace(check, any_case=True) if loosely else check


def _is_quoted(text: str, quoted: list[str]) -> bool:
    """What stands in braces is filled in as it was remembered."""
    return "{" in text or any(words and (words in text or text in words) for words in quoted)
