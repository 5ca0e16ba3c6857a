"""Whether a text stands in another as whole words: "Saved" does not stand in "Unsaved", nor "1" in "10". Pure.

Nor does "Saved" stand in "Not saved" as something that is said there, and what a sentence says to have failed did not
come: "Emma could not be saved".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from qa_appliance.browser.find.texts import FILE_ENDINGS, is_other_file

_CASED = frozenset({"Lu", "Ll", "Lt"})  # only scripts with case put spaces between all words and glue nothing to them
_GROUP_BEFORE = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})* $")
_BETWEEN = re.compile(r"(?<=\d)[^\S\n\t\u2009]*[\n\t\u2009]\s*(?=\d)")
_GROUP = re.compile(r"\d{3}(?!\d)")
_DIGITS_BEFORE = re.compile(r"\d[.,:]?\Z")
_DIGITS_AFTER = re.compile(r"[.,:]?\d")
_SIGNS = "-−–+"
_MONEY = "€$£¥₹₽₩₪₺₴₫฿"


def affirmed_in(wanted: str, text: str) -> bool:
    """Whether `wanted` stands in `text` where no word before it, in its line, denies it."""
    return any(not _cuts(text, *at) and not _is_denied(text, *at) for at in _places(wanted, text))


def stands_in(wanted: str, text: str) -> bool:
    """Whether `wanted` occurs in `text` with no word or number of either cut in two."""
    return any(not _cuts(text, *at) for at in _places(wanted, text))


def is_denial_of(wanted: str, text: str) -> bool:
    """Whether the text denies `wanted` and says nothing else: "Not in stock"."""
    return text.endswith(wanted) and _DENYING.fullmatch(text[: len(text) - len(wanted)]) is not None


def occurs_in(wanted: str, text: str) -> bool:
    """Whether `wanted` occurs in `text`, as a part of a word too, but of no number."""
    return any(not _cuts_number(text, *at) and not is_other_file(text, *at) for at in _places(wanted, text))


def begins_with(wanted: str, text: str) -> bool:
    """Whether the text begins with it, with no number cut in two."""
    return text.startswith(wanted) and not (wanted and _cuts_number(text, 0, len(wanted)))


def ends_with(wanted: str, text: str) -> bool:
    """Whether the text ends with it, with no number cut in two: “12 March” does not end with “2 March”."""
    return text.endswith(wanted) and not (wanted and _cuts_number(text, len(text) - len(wanted), len(text)))


def apart(text: str) -> str:
    """The text in one line, in which numbers of two cells or lines do not run together: 1 and 500 are not 1 500."""
    return " ".join(_BETWEEN.sub(" ¦ ", text).split())


def part_of(wanted: str, text: str) -> str:
    """The word or number of `text` that `wanted` is only a part of: "Unsaved"; "" where there is none."""
    at = text.find(wanted) if wanted else -1
    if at < 0 or stands_in(wanted, text):
        return ""
    start, end = at, at + len(wanted)
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return text[start:end]


def names_other_file(wanted: str, text: str) -> bool:
    """Whether it is a file's name that stands in the text as a part of another one only."""
    places = list(_places(wanted, text))
    return bool(places) and all(is_other_file(text, *at) for at in places)


def _places(wanted: str, text: str) -> Iterator[tuple[int, int]]:
    """Where it begins and ends, each time."""
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + 1)


def _cuts(text: str, at: int, end: int) -> bool:
    return (
        _cuts_number(text, at, end)
        or _goes_on(text[at], text[max(0, at - 4) : at][::-1], _MONEY_BEFORE)
        or _goes_on(text[end - 1], text[end : end + 4], _MONEY_BEHIND)
        or (text[end - 1].isdecimal() and _OPEN_END.match(text, end) is not None)
        or _FILE_BEHIND.match(text, end) is not None
        or is_other_file(text, at, end)
    )


def _goes_on(inner: str, outside: str, money: re.Pattern[str]) -> bool:
    """Whether a word or number whose last sign is `inner` goes on outside, with the sign beside it or behind a mark.

    `outside` are the next signs, away from it. A currency at a number is no part of it.
    """
    beside, further = outside[:1], outside[1:2]
    if not (beside and _of_a_word(inner)):
        return False
    if _of_a_word(beside):
        return not (inner.isdecimal() and money.match(outside))
    holds = beside in _HOLDING or (beside in _HOLDING_NUMBERS and (inner.isdecimal() or further.isdecimal()))
    return holds and bool(further) and _of_a_word(further)


_HOLDING = "-@"
_HOLDING_NUMBERS = "/\\"
_CURRENCIES = (
    "USD|EUR|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|CNY|INR|BRL|MXN|ZAR|SGD|HKD|KRW|TRY|ILS|THB|kr|zł|Kč|Ft"
)
_MONEY_BEHIND = re.compile(rf"(?:{_CURRENCIES})(?![^\W_])")
_MONEY_BEFORE = re.compile(rf"(?:{_CURRENCIES[::-1]})(?![^\W_])")
_OPEN_END = re.compile(r"\+(?!\d)|\.[^\W\d_]")  # 5+ is more than 5, 2.x no 2
_FILE_BEHIND = re.compile(rf"\.(?:{FILE_ENDINGS})\b", re.IGNORECASE)


def _of_a_word(character: str) -> bool:
    return unicodedata.category(character) in _CASED or character.isdecimal() or character == "_"


def _cuts_number(text: str, at: int, end: int) -> bool:
    if _without_sign(text, at) or _in_group(text, at) or _in_group(text, end + 1):
        return True
    before = text[at].isdecimal() and _DIGITS_BEFORE.search(text[max(0, at - 2) : at])
    after = text[end - 1].isdecimal() and _DIGITS_AFTER.match(text, end)
    return bool(before or after)


def _without_sign(text: str, at: int) -> bool:
    """-5.00 at its 5, also with the money's sign between or behind: -€5, €-5."""
    if not (text[at].isdecimal() or text[at] in _MONEY):
        return False
    before = text[max(0, at - 4) : at]
    signed = before.rstrip(_MONEY) if text[at].isdecimal() else before
    return signed[-1:] in _SIGNS and signed != "" and not signed[-2:-1].isalnum() and signed[-2:-1] != ")"


_DENYING = re.compile(
    r"(?:\b(?:not|never|cannot|no longer|nicht|non|pas)|n['’]t)"
    r"(?: (?:be|been|being|have|has|yet|fully|currently|already|correctly|properly|successfully|any longer))* $",
    re.IGNORECASE,
)
_LONGEST_DENIAL = 60  # characters


def _is_denied(text: str, at: int, end: int) -> bool:
    """ "Not saved" at its "saved"; "Not Ann?" is no denial."""
    return text[end : end + 1] != "?" and _DENYING.search(text[max(0, at - _LONGEST_DENIAL) : at]) is not None


def reports_failure(wanted: str, line: str) -> bool:
    """Whether it stands in the line only as what a sentence tells a failure of, or that nothing was found for, with no
    word of that in itself."""
    if _FAILED.search(wanted):
        return False
    places = list(_places(wanted, line))
    return bool(places) and all(
        _NOTHING_FOR.search(line[:at]) or (_begins(line[:at]) and _FAILS.match(line, end)) for at, end in places
    )


def _begins(before: str) -> bool:
    """Whether a sentence begins there, but for an article and the sort of thing: “The project “Alpha” …”."""
    return _BEGINNING.fullmatch(re.split(r"[.;:!?]", before)[-1]) is not None


_FAILED = re.compile(
    r"\b(?:(?:could|was|were|has|have)(?: not|n['’]t)|can(?:not| not|['’]t) be|failed|expired|denied|rejected|declined"
    r"|refused|do(?:es)?(?: not|n['’]t) exist|not found|already (?:exists?|taken|used|in use|registered))\b",
    re.IGNORECASE,
)
_FAILS = re.compile(rf"\W? (?:[^\s.;:!?]+ ){{0,3}}?{_FAILED.pattern}", re.IGNORECASE)
_NOTHING_FOR = re.compile(
    r"(?:\b(?:no|0|zero|nothing|not find|none)|n['’]t find)\b[^.;:!?]*"
    r"\b(?:for|matching|match(?:es)?|with|named|called|like)\W*$",
    re.IGNORECASE,
)
_BEGINNING = re.compile(r"\W*(?:(?:the|an?|your|this) )?(?:[^\W\d]+ )?\W*", re.IGNORECASE)


def _in_group(text: str, at: int) -> bool:
    """1 500 at its 500."""
    before = text[max(0, at - 25) : at]
    return before[-1:] == " " and bool(_GROUP.match(text, at) and _GROUP_BEFORE.search(before))
