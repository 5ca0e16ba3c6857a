"""Places said in other ways than behind what stands there: joined by "and" ("at the row “A” and the column “B”"), or
as what holds it ("the list contains it"). Rewrites tokens.
"""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.words.auxiliaries import BE, NOT_DO
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PAGE_WORDS, PLACES
from qa_appliance.language.tokens import Token
from qa_appliance.language.values import read_ordinal
from qa_appliance.language.word_sets import phrases, word_set


def with_joined_places(tokens: list[Token]) -> list[Token]:
    """The tokens with one place behind the other, as places are read, and with a cell where a table's is meant."""
    return _joined(_counted_from_the_end(_held(_anywhere(tokens))))


def _anywhere(tokens: list[Token]) -> list[Token]:
    """ "It is shown on the page", "it is in the page": that it is shown."""
    lows = tuple(token.low for token in tokens)
    size = next((len(words) for words in _ON_THE_PAGE if lows[-len(words) :] == words), 0)
    kept = tokens[: len(tokens) - size]
    if not size or lows[:1] not in (("it",), ("they",)) or len(kept) < _SHORTEST - 1:
        return tokens
    last = replace(kept[-1], end=tokens[-1].end)
    if last.low not in BE | {"not", "still", "now", "also"}:
        return [*kept[:-1], last]
    return [*kept, replace(tokens[-1], text="shown", low="shown", value="shown")]


_ON_THE_PAGE = phrases("on the page, in the page, on this page, on the screen, on screen, on page")


def _held(tokens: list[Token]) -> list[Token]:
    """ "The list contains it": it is in the list."""
    if len(tokens) < _SHORTEST or tokens[-1].low not in ("it", "them") or tokens[-2].low not in _HOLDING:
        return tokens
    between = tokens[-3].low
    denied, still = between in NOT_DO, between in ("still", "now", "also")
    holder = tokens[: -3 if denied or still else -2]
    if not holder or holder[0].low not in ("the", "this") or holder[-1].low not in KIND_WORDS - PAGE_WORDS:
        return tokens
    being = ["are" if tokens[-1].low == "them" else "is", *(["not"] if denied else [between] if still else []), "in"]
    words = [replace(tokens[-2], text=word, low=word, value=word) for word in being]
    return [tokens[-1], *words, *holder]


_HOLDING = word_set("contains contain shows show lists list includes include has have")


def _counted_from_the_end(tokens: list[Token]) -> list[Token]:
    """ "the third “A” from the bottom": the third from the bottom."""
    end = next((at for at in range(_SHORTEST, len(tokens)) if tokens[at].low in _ENDS), 0)
    begin = end - 2 if tokens[end - 1].low == "the" else end - 1
    if not end or tokens[begin].low != "from":
        return tokens
    nth = next((at for at in range(begin - 2, max(0, begin - _FARTHEST), -1) if read_ordinal(tokens[at].low)), 0)
    if not nth or tokens[0].low in _CHOOSING or (end + 1 < len(tokens) and tokens[end + 1].low == "of"):
        return tokens
    return [*tokens[: nth + 1], *tokens[begin : end + 1], *tokens[nth + 1 : begin], *tokens[end + 1 :]]


_ENDS = word_set("bottom end")
_CHOOSING = word_set("select choose pick")
_FARTHEST = 5  # words from the position to "from"


def _joined(tokens: list[Token]) -> list[Token]:
    for at in range(_SHORTEST, len(tokens) - 1):
        if tokens[at].low != "and" or tokens[at].kind != "word":
            continue
        if (column := _column_behind(tokens, at)) is not None:
            row = _row_before(tokens, at)
            return tokens if row < 0 else _in_cell(tokens, row, at, column)
        if _sides_joined(tokens, at):
            return [*tokens[:at], *_joined(tokens[at + 1 :])]
    return tokens


_SHORTEST = 3  # words before the "and": in row 2


def _column_behind(tokens: list[Token], at: int) -> int | None:
    """Where the column begins that is said behind the "and"."""
    begin = at + 1
    while begin < len(tokens) - 1 and tokens[begin].low in _INSIDE | {"the"}:
        begin += 1
    two = tokens[begin : begin + 2]
    which = len(two) == 2 and any(_tells_which(one) and other.low == "column" for one, other in (two, two[::-1]))
    return begin if which else None


def _tells_which(token: Token) -> bool:
    return token.kind == "quoted" or token.low.isdecimal() or read_ordinal(token.low) is not None


_INSIDE = word_set("in at of on from within inside under")
_LONGEST_ROW = 6  # words: in the row containing the text “A”


def _row_before(tokens: list[Token], at: int) -> int:
    """Where the place begins that ends with a row before the "and"; -1 where none does."""
    if not (_tells_which(tokens[at - 1]) or tokens[at - 1].low == "row"):
        return -1
    begin = next((back for back in range(at - 2, max(0, at - 1 - _LONGEST_ROW), -1) if tokens[back].low in _INSIDE), 0)
    return begin if any(token.low == "row" for token in tokens[begin:at]) and begin else -1


def _in_cell(tokens: list[Token], row: int, at: int, column: int) -> list[Token]:
    """ "table “T” at row “A” and column “B”" is the cell there in that table; what has a name of its own is itself."""
    joint = replace(tokens[at], text="in", low="in", value="in")
    end = column + 2
    begin = row
    while begin and (tokens[begin - 1].low in _TABLES | {"the"} or _names_a_table(tokens, begin - 1)):
        begin -= 1
    table = tokens[begin:row]
    if not any(token.low in _TABLES for token in table):
        return [*tokens[:at], joint, *tokens[column:]]
    before = _without_joint(tokens[:begin])
    noun = "field" if tokens[0].low in _ENTERING else "cell"
    cell = [replace(table[0], kind="word", text=noun, low=noun, value=noun)] if len(before) == begin else []
    return [*before, *cell, *tokens[row:at], joint, *tokens[column:end], joint, *table, *tokens[end:]]


def _without_joint(before: list[Token]) -> list[Token]:
    """ "“Edit” in the context of | the table", "the cell of | the table": something of its own that is in the table."""
    lows = [token.low for token in before]
    size = next((len(words) for words in _IN_TABLE if tuple(lows[-len(words) :]) == words), 0)
    own = before[-size - 1] if 0 < size < len(before) else None
    return before[:-size] if own is not None and (own.kind == "quoted" or own.low == "cell") else before


_IN_TABLE = phrases("in the context of, in, of, within, inside, from")


_TABLES = word_set("table grid")
_ENTERING = word_set("enter type fill put write input")


def _names_a_table(tokens: list[Token], at: int) -> bool:
    return tokens[at].kind == "quoted" and at > 0 and tokens[at - 1].low in _TABLES


def _sides_joined(tokens: list[Token], at: int) -> bool:
    """ "to the right of “A” and below “B”": each is a side of something that is named."""
    behind = _side(tokens, at + 1)
    if not behind or _named_end(tokens, behind) is None:
        return False
    return any((side := _side(tokens, begin)) and _named_end(tokens, side) == at for begin in range(max(1, at - 8), at))


def _side(tokens: list[Token], begin: int) -> int:
    """Where the words end that tell a side and begin there; 0 where none do."""
    return next(
        (
            begin + len(words)
            for words, place in PLACES.items()
            if place in _SIDES and tuple(token.low for token in tokens[begin : begin + len(words)]) == words
        ),
        0,
    )


_SIDES = word_set("below above left_of right_of")


def _named_end(tokens: list[Token], begin: int) -> int | None:
    """Where what is named in quotes from there on ends: “A” · the button “A” · the “A” button."""
    at = begin
    while at < len(tokens) and tokens[at].low in ARTICLES | KIND_WORDS:
        at += 1
    if at >= len(tokens) or tokens[at].kind != "quoted":
        return None
    at += 1
    return at + 1 if at < len(tokens) and tokens[at].low in KIND_WORDS else at
