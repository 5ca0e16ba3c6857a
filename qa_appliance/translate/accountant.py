"""Whether sentences of the test language carry all that a clause says. Reads nothing itself. Pure.

Every quote and every figure stands in them again; a word that turns what is written (a denial, "only", "until", "each")
is carried by a sentence of its kind, or is part of a name. Whatever proposed the sentences: what is lost makes a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from qa_appliance.language.tokens import Token
from qa_appliance.language.values import NUMBERS, ORDINALS, read_key
from qa_appliance.language.word_sets import word_set
from qa_appliance.language.words import position

_PRESSING = re.compile(r"^press (.+?)(?: in .+)?$", re.MULTILINE)
_FIGURE = re.compile(r"\d[\d.,:]*")
_NOT = re.compile(
    r"\b(?:not?|cannot|nor|disabled|collapsed|deactivated|gone|closes|untick|turn off|empty|hidden|collapse|dismiss|"
    r"decreases|at most|less than|otherwise|wait up to|repeat up to|masked|are 0|as a visitor)\b"
)
_DENYING = word_set(
    "disabled hidden invisible collapsed folded optional unchecked unticked off read-only readonly greyed grayed "
    "inactive missing absent gone empty blank incomplete deactivated fewer less more"
)
"""What is not so is its opposite, which no word of denial has to tell."""
_BEFORE_EACH = word_set("are be were should must shall will")
_HEADS = word_set("header headers heading headings")
"""What is none of the rows that are counted."""
_CARRIED_BY: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        ["no", "not", "never", "cannot", "none", "nothing", "nobody", "without", "neither", "nor", "instead"],
        _NOT,
    ),
    **dict.fromkeys(["except", "excepting", "excluding"], re.compile(rf"{_NOT.pattern}|\bexcept\b")),
    **dict.fromkeys(["perhaps", "maybe", "possibly", "probably", "presumably"], re.compile("(?!)")),
    "nothing": re.compile(f'{_NOT.pattern}|^verify that only |^clear |\\bis "', re.MULTILINE),
    "only": re.compile(r"^verify that (?:only|each) |\bthere (?:is|are) (?:not )?\d|\bonly |^if ", re.MULTILINE),
    "until": re.compile(
        r"\buntil\b|^wait (?:for the page|up to)|^scroll to|^find and|^(?:expand|collapse)", re.MULTILINE
    ),
    "till": re.compile(r"\buntil\b|^wait (?:for the page|up to)", re.MULTILINE),
    **dict.fromkeys(
        ("each", "every"), re.compile(r"\beach\b|\ball\b|\bno \w+ |^(?:clear|accept) (?:the )?cookies", re.MULTILINE)
    ),
    "unless": re.compile(r"\bif\b"),
    "if": re.compile(r"\bif\b|\bverify that\b|^accept cookies", re.MULTILINE),
    "twice": re.compile(r"\b(?:2 times|double|are 2)|, .* and |^press (\S+) and \1", re.MULTILINE),
    "otherwise": re.compile(r"\botherwise\b"),
    "than": re.compile(r"\b(?:more|less|at most|at least|wait up|repeat up|increases|decreases|loads in|except)\b"),
}
"""What a word of the clause has to come back as. Of "neither A nor B" both are denied."""


def lost(tokens: Sequence[Token], sentences: Iterable[str]) -> str:
    """The first word of a clause that the sentences do not carry; "" where they carry all."""
    written = "\n".join(sentences)
    lowered = written.lower()
    for at, token in enumerate(tokens):
        if token.kind == "quoted":
            if not _is_there(token.value, written, lowered) and not _is_linked(tokens, at):
                return token.text
        elif (figure := _FIGURE.search(token.text)) is not None:
            if not _counts_there(token, figure[0], written):
                return token.text
        elif _is_in_other_words(tokens, at, written):
            continue
        elif not _is_carried(token, written) and not _is_an_opposite(tokens, at):
            return token.text
    return ""


def _is_carried(token: Token, written: str) -> bool:
    carrier = _CARRIED_BY.get(_turning(token))
    return (
        carrier is None
        or carrier.search(written) is not None
        or bool(re.search(rf"\b{re.escape(token.text)}\b", written))
    )


def _is_in_other_words(tokens: Sequence[Token], at: int, written: str) -> bool:
    """A and B are each required, said of both; 5 rows, not counting the headings; whether it is shown or not.

    Who is not signed in is as everybody is at first; "instead" alone tells no more than that it is done.
    """
    low = tokens[at].low
    if low == "each":
        return (
            at > 0
            and tokens[at - 1].low in ("are", "be", "were", "should", "must", "shall", "will")
            and "\n" in written
        )
    following = [each.low for each in tokens[at + 1 : at + 3]]
    if low == "instead":
        return following[:1] != ["of"]
    if low == "not" and (following[:1] in (["signed"], ["logged"]) or (at and tokens[at - 1].low == "or")):
        return True
    apart = (
        following[:1] in (["counting"], ["including"])
        if low == "not"
        else low == "without" and _HEADS.intersection(following)
    )
    return bool(apart) and re.search(r"\d rows\b", written) is not None


def _is_an_opposite(tokens: Sequence[Token], at: int) -> bool:
    return _denies(tokens[at]) and any(each.low in _DENYING for each in tokens[at : at + 4])


def _denies(token: Token) -> bool:
    return _CARRIED_BY.get(_turning(token)) is _NOT


def _turning(token: Token) -> str:
    """The word a token denies by: isn't, don't."""
    return "not" if token.low.endswith("n't") else token.low


def _is_linked(tokens: Sequence[Token], at: int) -> bool:
    """[Settings](/settings): what the address is called."""
    return tokens[at].text.startswith("[") and [each.low for each in tokens[at + 1 : at + 2]] == ["("]


def _is_there(value: str, written: str, lowered: str) -> bool:
    plain = value.strip()
    slug = f"on the {'-'.join(plain.lower().split())} page"
    marked = plain.replace("\\", "\\\\").replace('"', r"\"")
    if not plain or any(each in written for each in (slug, marked)) or plain.lower() in lowered:
        return True
    key = read_key(plain)
    return key is not None and key in written


def _shortest(figure: str) -> str:
    return figure.rstrip("0").rstrip(".") if "." in figure else figure


def _counts_there(token: Token, figure: str, written: str) -> bool:
    """As it is written, or as the position or the time it stands for; "no 404 errors" are no failed requests."""
    if figure[0] in "45" and "no failed requests" in written:
        return True
    if (
        figure.strip(".,:") in written
        or figure.replace(",", "") in written.split()
        or _shortest(figure) in written.split()
    ):
        return True
    if figure.isdigit():
        number = int(figure)
        if _pressed(written, number):
            return True
        seconds = (f"{number * unit:g} second" for unit in (0.001, 60, 3600, 86_400))
        return any(each in written for each in (position(number) if number else "", *seconds) if each)
    return token.low in ORDINALS or token.low in NUMBERS


def _pressed(written: str, times: int) -> bool:
    """ "press Tab, Tab and Tab": a key as often as it is said."""
    pressed = [re.split(", | and ", found[1]) for found in _PRESSING.finditer(written)]
    return any(len(keys) == times and len(set(keys)) == 1 for keys in pressed)
