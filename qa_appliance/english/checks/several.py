"""Statements that say several things at once, as the statements they stand for: a number and the names behind a colon,
what holds as long as something else does, what is there instead of something. Reads none of them.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.english.checks.accompanied import (
    Statements,
    accompanied,
    as_quote,
    but_not,
    held_in_order,
    links_to,
    made_of,
    words_of,
)
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.edges import WORDS_OF_ORDER, bare, in_an_order
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.auxiliaries import MODALS
from qa_appliance.english.words.lexicon import ARTICLES, EVERY, KINDS, PLACE_HEADS, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import NUMBERS
from qa_appliance.language.word_sets import phrases, word_set


def several(phrase: Phrase) -> Statements | None:
    """The statements, each of which has to be read; None where it is one."""
    return next((statements for way in _WAYS if (statements := way(phrase)) is not None), None)


def _counted_and_named(phrase: Phrase) -> Statements | None:
    """ "There are two plans: “A” and “B”": so many, and each of them; "these fields: Name, City" is each of them."""
    tokens = phrase.tokens
    colon = next((at for at, token in enumerate(tokens) if token.low == ":" and token.kind == "mark"), 0)
    at = next((at for at in range(1, colon) if _counts(tokens[at])), 0)
    parts = _names(phrase[colon + 1 :]) if at else ()
    end = next((end for end in range(at + 1, colon) if tokens[end].low in PLACE_HEADS), colon)
    noun, number = tokens[at + 1 : end], _number(tokens[at])
    if not parts or number not in (None, len(parts)) or not _is_plural(noun):
        return None
    names = [as_quote(bare(part)) for part in parts]
    each = [Phrase([*tokens[:at], *_of_kind(noun), name, *tokens[end:colon]], phrase.source) for name in names]
    return (phrase[:colon], *each) if number is not None else tuple(each)


def _listed_and_named(phrase: Phrase) -> Statements | None:
    """ "4 plans are listed: A, B, C and D": there are so many, and each of them."""
    tokens = phrase.tokens
    at = next((at for at, token in enumerate(tokens) if token.low in ("are", "is") and token.kind == "word"), 0)
    stands = at and len(tokens) > at + 3 and tokens[at + 1].low in _SHOWN and tokens[at + 2].low == ":"
    if not stands or _number(tokens[0]) is None:
        return None
    front = Phrase([*words_of("there are", tokens[0]), *tokens[:at]], phrase.source)
    return _counted_and_named(front + phrase[at + 2 :])


def _named_under_a_noun(phrase: Phrase) -> Statements | None:
    """ "Columns: Name, City", "visible buttons: Save and Cancel": each of that kind is there."""
    tokens = phrase.tokens
    colon = next((at for at, token in enumerate(tokens[:_LONGEST_NOUN]) if token.low == ":"), 0)
    noun = [token for token in tokens[:colon] if token.low not in ARTICLES | _SHOWN]
    noun = _as_columns(noun)
    kind = PLURALS.get(noun[-1].low, "") if len(noun) == 1 else ""
    parts = _names(phrase[colon + 1 :]) if kind in _SEEN_KINDS else ()
    if len(parts) < _A_PAIR:
        return None
    shown = words_of("is shown", tokens[0])
    named = ([*words_of(kind, noun[0]), as_quote(bare(part)), *shown] for part in parts)
    return tuple(Phrase(each, phrase.source) for each in named)


def _as_columns(noun: list[Token]) -> list[Token]:
    """ "Table headers" are those of its columns."""
    headers = (
        len(noun) > 1 and noun[-1].low in ("headers", "headings", "titles") and noun[-2].low in ("column", "table")
    )
    return words_of("columns", noun[0]) if headers else noun


_LONGEST_NOUN = 5  # words, with the colon
_SEEN_KINDS = word_set("column field button link tab heading section icon")
"""Kinds of which several are said to be there; boxes and options under a colon may as well be chosen."""


def _there_are_named(phrase: Phrase) -> Statements | None:
    """ "There are Edit and Delete buttons next to it", "there are the fields Name, City": each of them is there."""
    tokens = phrase.tokens
    if [token.low for token in tokens[:2]] != ["there", "are"]:
        return None
    at = next((at for at in range(2, len(tokens)) if PLURALS.get(tokens[at].text) in KINDS), 0)
    front = [token for token in tokens[2:at] if token.low not in ARTICLES]
    before, behind = Phrase(front, phrase.source), phrase[at + 1 :]
    end = next((end for end, token in enumerate(behind.tokens) if token.low in PLACE_HEADS | {"next"}), len(behind))
    parts = _names(before if before.tokens else behind[:end])
    if len(parts) < _A_PAIR or (before.tokens and end):
        return None
    kind, shown = _of_kind(tokens[at : at + 1]), words_of("is shown", tokens[0])
    named = ([as_quote(bare(part)), *kind, *behind.tokens[end:], *shown] for part in parts)
    return tuple(Phrase(each, phrase.source) for each in named)


def _so_many(phrase: Phrase) -> Statements | None:
    """ "At least 2 rows in the table", in a list of what is to be seen: there are."""
    lows = [token.low for token in phrase.tokens]
    size = next((len(words) for words in _BOUNDS if tuple(lows[: len(words)]) == words), 0)
    if not size or len(lows) < size + 2 or phrase.has(STARTERS) or phrase.quotes():
        return None
    counted = _number(phrase.tokens[size]) is not None and PLURALS.get(lows[size + 1]) in KINDS
    return (Phrase([*words_of("there are", phrase.tokens[0]), *phrase.tokens], phrase.source),) if counted else None


_BOUNDS = phrases("at least, at most, exactly")


def _names(phrase: Phrase) -> Statements:
    """Those in a list, where all of them are names."""
    parts = READERS["listed"](phrase) or ()
    return parts if all(map(_is_name, parts)) else ()


def _is_plural(noun: list[Token]) -> bool:
    return bool(noun) and noun[-1].low.endswith("s") and all(token.kind != "quoted" for token in noun)


def _of_kind(noun: list[Token]) -> list[Token]:
    """The noun in the singular, where it is one of kind."""
    kind = PLURALS.get(noun[-1].low, "") if len(noun) == 1 else ""
    return [replace(noun[-1], text=kind, low=kind, value=kind, start=0, end=0)] if kind in KINDS else []


def _counts(token: Token) -> bool:
    """A number in front of what is named behind the colon, or "these"."""
    return token.low in ("these", "following") or _number(token) is not None


def _number(token: Token) -> int | None:
    if token.kind != "word":
        return None
    return int(token.low) if token.low.isdecimal() else NUMBERS.get(token.low)


def _is_name(part: Phrase) -> bool:
    return part.only_quote is not None or (not part.quotes() and part.tokens[0].text[0].isupper())


def _as_long_as(phrase: Phrase) -> Statements | None:
    """ "Save is disabled as long as Name is empty": both are so now."""
    tokens = phrase.tokens
    for at in range(2, len(tokens) - 2):
        lows = tuple(token.low for token in tokens[at : at + 3])
        size = 3 if lows == ("as", "long", "as") else int(lows[0] == "while" and tokens[at].kind == "word")
        if size and phrase[at + size :].has(STARTERS):
            return phrase[at + size :], phrase[:at].strip(",")
    return None


def _instead(phrase: Phrase) -> Statements | None:
    """ "“New” is shown instead of “Old”", "“Old” is replaced by “New”": the one is there, the other is not."""
    tokens = phrase.tokens
    if [token.low for token in tokens[:2]] == ["instead", "of"]:
        return _instead_first(phrase[2:])
    for at in range(1, len(tokens) - 2):
        lows = [token.low for token in tokens[at : at + 2]]
        if lows == ["instead", "of"] and tokens[at - 1].low in _SHOWN:
            return phrase[:at], _stated(phrase[at + 2 :], "is not shown")
        if lows == ["instead", "of"] and (shows := _showing(tokens[:at])):
            return phrase[:at], _stated(phrase[:shows], "does not show") + phrase[at + 2 :]
        being = tokens[at - 1].low in _BEING and at > 1
        if being and lows[0] == "replaced" and lows[1] in ("by", "with"):
            return _replaced(phrase, at)
    return None


def _replaced(phrase: Phrase, at: int) -> Statements:
    begin = next(start for start in range(at) if phrase.tokens[start].low in _MODALS or start == at - 1)
    return _stated(phrase[:begin], "is not shown"), _stated(phrase[at + 2 :], "is shown")


def _showing(tokens: list[Token]) -> int:
    """Where something is said to show what follows, not where a list is named; 0 where nothing is."""
    lows = [*(token.low for token in tokens), ""]
    stated = (at for at in range(1, len(tokens)) if lows[at] in _SHOWING and lows[at + 1] not in _SHOWING | {"of"})
    return next((at for at in stated if lows[at - 1] not in ARTICLES), 0)


def _instead_first(phrase: Phrase) -> Statements | None:
    """ "Instead of “Old” we expect “New”", "instead of “Old”, “New” is shown"."""
    for at in range(1, len(phrase) - 1):
        lows = [token.low for token in phrase.tokens[at : at + 3]]
        size = next((len(words) for words in _EXPECTING if tuple(lows[: len(words)]) == words), 0)
        if size:
            expected, old = phrase[at + size :], phrase[:at].strip(",")
            if not expected.tokens:
                return None
            there = expected if expected.has(STARTERS) else _stated(expected, "is shown")
            return there, _stated(old, "is not shown")
        follows = lows[0] in ARTICLES and phrase.tokens[-1].low in _SHOWN
        if (lows[0] == "," or follows) and phrase[at:].has(STARTERS):
            return phrase[at:].strip(","), _stated(phrase[:at], "is not shown")
    return None


_EXPECTING = phrases("we expect, i expect, we should see, i should see, we now see, i see, we see, expect, should see")
_SHOWN = word_set("shown displayed visible listed there appears present")
_BEING = word_set("is are be been was were gets get got")
_SHOWING = word_set("shows show reads read displays display contains contain has have lists list costs cost")
_MODALS = word_set("should must will shall has have")


def _asking(phrase: Phrase) -> Statements | None:
    """ "The page asks “Are you sure?”": it says so."""
    tokens = phrase.tokens
    if len(tokens) < _FEWEST or tokens[-1].kind != "quoted":
        return None
    at = len(tokens) - 2 - (tokens[-2].low in (":", "that"))
    if at < 1 or tokens[at].low not in _ASKING:
        return None
    if tokens[at].low.endswith("ed") or tokens[at].low == "told":
        asked = at > 1 and tokens[at - 1].low in _BEING_ASKED | {"be", "being"} and not phrase[:at].has(_NOT)
        return (_stated(phrase[len(phrase) - 1 :], "is shown"),) if asked else None
    return (_stated(phrase[:at], "says") + phrase[len(phrase) - 1 :],)


_FEWEST = 3  # words: system asks “x”
_ASKING = word_set("asks ask confirms announces warns tells informs asked prompted informed notified warned told")
_BEING_ASKED = word_set("is am are gets was")
_NOT = word_set("not never no longer isn't aren't can cannot")
_SHORTEST = 5  # words: a warning appears: “x”


def _beside_in_parentheses(phrase: Phrase) -> Statements | None:
    """ "The list is empty (“No tasks yet”)", "the list is empty: “No tasks yet”": it is, and the text is shown."""
    tokens = phrase.tokens
    if len(tokens) > _SHORTEST - 1 and tokens[-1].kind == "quoted" and tokens[-2].low == ":":
        empty = tokens[-3].low in _FOLLOWED_BY_WHY and phrase[: len(phrase) - 2].has(STARTERS)
        return (phrase[: len(phrase) - 2], _stated(phrase[len(phrase) - 1 :], "is shown")) if empty else None
    if len(tokens) < _SHORTEST or tokens[-1].low != ")" or tokens[-2].kind != "quoted" or tokens[-3].low != "(":
        return None
    before = phrase[: len(phrase) - 3]
    if not before.has(STARTERS):
        return None
    return before, _stated(phrase[len(phrase) - 2 : len(phrase) - 1], "is shown")


_FOLLOWED_BY_WHY = word_set("empty disabled enabled unchanged open visible hidden locked gone closed")


def _stated(noun: Phrase, predicate: str) -> Phrase:
    return Phrase([*noun.tokens, *words_of(predicate, noun.tokens[-1])], noun.source)


def _are_called(phrase: Phrase) -> Statements | None:
    """ "The options are “Lost” and “Stolen”": each of them is there, and there are so many."""
    tokens = phrase.tokens
    at = next((at for at in range(1, len(tokens) - 2) if tokens[at].low in ("are", "were", "be")), 0)
    noun = _as_columns([token for token in bare(phrase[:at]).tokens if token.low not in MODALS])
    parts = _names(phrase[at + 1 :]) if at else ()
    kind = _of_kind(noun) if len(noun) == 1 and len(parts) > 1 else []
    if not kind:
        return None
    each = tuple(_stated(Phrase([*kind, as_quote(bare(part))], phrase.source), "is shown") for part in parts)
    if any(part.only_quote is None for part in parts):
        return each
    number = Phrase([*words_of(f"there are {len(parts)}", noun[0]), *noun], phrase.source)
    return (number, *each)


def _going(phrase: Phrase) -> Statements | None:
    """ "Prices go up from top to bottom": they are in that order."""
    tokens = phrase.tokens
    at = len(tokens) - _WORDS_OF_GOING
    if at < _SHORTEST_GOING or [token.low for token in tokens[at:]] != ["from", "top", "to", "bottom"]:
        return None
    verb = " ".join(token.low for token in tokens[at - 1 - (tokens[at - 1].low in ("up", "down")) : at])
    way = next((way for way, words in _GOING.items() if verb in words), "")
    return (_stated(phrase[: at - len(verb.split())], f"are {way}"),) if way else None


_WORDS_OF_GOING = 4  # from top to bottom
_SHORTEST_GOING = 2
_GOING = {
    "ascending": {"go up", "goes up", "rise", "increase", "climb"},
    "descending": {"go down", "goes down", "fall", "decrease", "drop"},
}


def _in_order(phrase: Phrase) -> Statements | None:
    """ "I see 8 tags in alphabetical order": there are so many, and they are in that order."""
    tokens = phrase.tokens
    at = len(tokens) - WORDS_OF_ORDER
    if at < 1 or not in_an_order(phrase) or not _is_plural(tokens[at - 1 : at]):
        return None
    return phrase[:at], _stated(phrase[at - 1 : at], "are") + phrase[at:]


def _only_one(phrase: Phrase) -> Statements | None:
    """ "The only button is “Save”", "“Save” is the only button": there is one, and it is called so."""
    tokens = phrase.tokens
    only = next((at for at in range(1, len(tokens) - 1) if tokens[at].text == "only"), 0)
    if not only or tokens[only - 1].low != "the":
        return None
    front = only == 1
    at = only + 2 if front else only - 2
    if not 0 < at < len(tokens) or tokens[at].low != "is" or tokens[only + 1].low not in KINDS:
        return None
    name = bare(phrase[at + 1 :] if front else phrase[:at])
    if not name.tokens or not _is_name(name) or name.has(STARTERS):
        return None
    return _one_called(phrase, phrase[only + 1 : only + 2], name, phrase[:0] if front else phrase[only + 2 :])


def _one_called(phrase: Phrase, noun: Phrase, name: Phrase, place: Phrase) -> Statements | None:
    """There is one, in that place, and it is called so."""
    if place.tokens and place.tokens[0].low != "in":
        return None
    called = Phrase([*noun.tokens, as_quote(name)], phrase.source)
    there = _stated(called, "is") + place if place.tokens else _stated(called, "is shown")
    return Phrase([*words_of("there is 1", noun.tokens[0]), *noun.tokens, *place.tokens], phrase.source), there


def _only_such(phrase: Phrase) -> Statements | None:
    """ "Only approved requests are shown": all of them are so."""
    tokens = phrase.tokens
    at = len(tokens) - 2
    if at < _WORDS_OF_SUCH or tokens[0].low != "only" or tokens[at].low != "are" or tokens[-1].low not in _SEEN:
        return None
    noun, such = phrase[at - 1 : at], phrase[1 : at - 1]
    if (
        such.has(_BY_LOOKS)
        or not _is_plural(noun.tokens)
        or any(token.kind != "word" or not token.text.islower() for token in such.tokens)
    ):
        return None
    return (
        Phrase([*words_of("all", tokens[0]), *noun.tokens, *words_of("are", tokens[0]), *such.tokens], phrase.source),
    )


_WORDS_OF_SUCH = 3  # only approved requests
_SEEN = word_set("shown listed displayed visible left")
_BY_LOOKS = word_set("unread read new selected")
"""What no words tell of each."""


def _each_has(phrase: Phrase) -> Statements | None:
    """ "Every flight shows a time, an airline and a price": each of them has each of these."""
    tokens = phrase.tokens
    at = next((at for at in range(2, len(tokens) - 2) if tokens[at].low in _HAVING), 0)
    parts = READERS["listed"](phrase[at + 1 :]) or () if at and tokens[0].low in EVERY else ()
    if len(parts) < _A_PAIR or any(part.tokens[0].low not in ("a", "an") or part.quotes() for part in parts):
        return None
    return tuple(phrase[: at + 1] + part for part in parts)


_HAVING = word_set("has have shows show contains contain displays display")
_A_PAIR = 2


_WAYS: tuple[Callable[[Phrase], Statements | None], ...] = (
    _counted_and_named,
    _listed_and_named,
    _named_under_a_noun,
    _there_are_named,
    _so_many,
    _as_long_as,
    _instead,
    made_of,
    links_to,
    accompanied,
    but_not,
    held_in_order,
    _asking,
    _beside_in_parentheses,
    _in_order,
    _are_called,
    _going,
    _only_one,
    _only_such,
    _each_has,
)
