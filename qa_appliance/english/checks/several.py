"""Statements that say several things at once, as the statements they stand for: a number and the names behind a colon,
what holds as long as something else does, what is there instead of something. Reads none of them.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.edges import WORDS_OF_ORDER, bare, in_an_order
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES, KINDS, PLACE_HEADS, PLURALS
from qa_appliance.english.words.tokens import Phrase, Token
from qa_appliance.english.words.values import NUMBERS
from qa_appliance.english.words.word_sets import phrases, word_set

Statements = tuple[Phrase, ...]


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
    names = [_quoted(bare(part)) for part in parts]
    each = [Phrase([*tokens[:at], *_of_kind(noun), name, *tokens[end:colon]], phrase.source) for name in names]
    return (phrase[:colon], *each) if number is not None else tuple(each)


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


def _quoted(part: Phrase) -> Token:
    """The name as a quote, from one end to the other."""
    first, last = part.tokens[0], part.tokens[-1]
    if part.only_quote is not None:
        return first
    return replace(first, kind="quoted", text=part.text, low="", value=part.text, end=last.end)


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
    """Where something is said to show what follows; 0 where nothing is."""
    return next((start for start in range(1, len(tokens)) if tokens[start].low in _SHOWING), 0)


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
_SHOWING = word_set("shows show reads read displays display contains contain has have lists list")
_MODALS = word_set("should must will shall has have")


def _with_words(phrase: Phrase) -> Statements | None:
    """ "A dialog with the question “Delete it?” appears", "a popup appears with the text “Sure?”": it is there and
    shows that.
    """
    tokens = phrase.tokens
    at = next((at for at in range(1, len(tokens) - 2) if tokens[at].low == "with"), 0)
    noun = tokens[at - 1].low if at else ""
    if at and (behind := _words_behind(phrase, at)) is not None:
        return behind
    quote = next((end for end in range(at + 1, len(tokens) - 1) if tokens[end].kind == "quoted"), 0)
    between = tokens[at + 1 : quote]
    if noun not in _HOLDING or not quote or tokens[quote + 1].low not in STARTERS:
        return None
    if not all(token.low in ARTICLES | _WORDS for token in between) or phrase[:at].quotes():
        return None
    holder = phrase[:at]
    return holder + phrase[quote + 1 :], _stated(holder, "shows") + phrase[quote : quote + 1]


def _words_behind(phrase: Phrase, at: int) -> Statements | None:
    """The same with the verb first, where the quote is all that follows."""
    start = next((start for start in range(1, at) if phrase.tokens[start].low in STARTERS), 0)
    between = phrase.tokens[at + 1 : -1]
    if not start or phrase.tokens[-1].kind != "quoted" or phrase[:at].quotes():
        return None
    if phrase.tokens[start - 1].low not in _HOLDING or not all(t.low in ARTICLES | _WORDS for t in between):
        return None
    return phrase[:at], _stated(phrase[:start], "shows") + phrase[len(phrase) - 1 :]


_HOLDING = word_set("dialog dialogue popup pop-up modal window box")
_WORDS = word_set("text question title heading message words caption")


def _message_behind(phrase: Phrase) -> Statements | None:
    """ "A warning is shown: “Too late”": the warning “Too late” is shown."""
    tokens = phrase.tokens
    if len(tokens) < _SHORTEST or tokens[-1].kind != "quoted" or tokens[-2].low not in (":", ","):
        return None
    start = next((at for at in range(1, len(tokens) - 2) if tokens[at].low in STARTERS), 0)
    if not start or tokens[start - 1].low not in _MESSAGES or phrase[: len(phrase) - 2].quotes():
        return None
    return (phrase[:start] + phrase[len(phrase) - 1 :] + phrase[start : len(phrase) - 2],)


def _asking(phrase: Phrase) -> Statements | None:
    """ "The page asks “Are you sure?”": it says so."""
    tokens = phrase.tokens
    if len(tokens) < _FEWEST or tokens[-1].kind != "quoted":
        return None
    at = len(tokens) - 2 - (tokens[-2].low in (":", "that"))
    if at < 1 or tokens[at].low not in _ASKING:
        return None
    return (_stated(phrase[:at], "says") + phrase[len(phrase) - 1 :],)


_FEWEST = 3  # words: system asks “x”
_ASKING = word_set("asks ask confirms announces warns tells informs")
_SHORTEST = 5  # words: a warning appears: “x”
_MESSAGES = word_set("message warning error notice notification hint toast text info alert heading title question")


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
    return Phrase([*noun.tokens, *_words(predicate, noun.tokens[-1])], noun.source)


def _words(text: str, beside: Token) -> list[Token]:
    return [replace(beside, kind="word", text=word, low=word, value=word) for word in text.split()]


def _are_called(phrase: Phrase) -> Statements | None:
    """ "The options are “Lost” and “Stolen”": each of them is there, and there are so many."""
    tokens = phrase.tokens
    at = next((at for at in range(1, len(tokens) - 2) if tokens[at].low in ("are", "were")), 0)
    noun = bare(phrase[:at]).tokens
    parts = READERS["listed"](phrase[at + 1 :]) or () if at else ()
    if len(noun) != 1 or len(parts) < _FEWEST - 1 or any(part.only_quote is None for part in parts):
        return None
    kind = _of_kind(noun)
    if not kind:
        return None
    each = tuple(_stated(Phrase([*kind, *part.tokens], phrase.source), "is shown") for part in parts)
    number = Phrase([*_words(f"there are {len(parts)}", noun[0]), *noun], phrase.source)
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
    if not name.tokens or not _is_name(name) or name.has(STARTERS) or (not front and only + 2 < len(tokens)):
        return None
    noun = phrase[only + 1 : only + 2]
    called = Phrase([*noun.tokens, _quoted(name)], phrase.source)
    return Phrase([*_words("there is 1", noun.tokens[0]), *noun.tokens], phrase.source), _stated(called, "is shown")


_WAYS: tuple[Callable[[Phrase], Statements | None], ...] = (
    _counted_and_named,
    _as_long_as,
    _instead,
    _with_words,
    _message_behind,
    _asking,
    _beside_in_parentheses,
    _in_order,
    _are_called,
    _going,
    _only_one,
)
