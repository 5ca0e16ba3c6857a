"""What a sentence says beside its steps: which tool is to look ("using ai"), on which page that is, an example,
what was kept under a name.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.english.nouns.joined_places import with_joined_places
from qa_appliance.english.sentences.headings import PICTURES
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import KIND_WORDS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_key
from qa_appliance.language.word_sets import phrases, word_set

_MEANS = frozenset({"using", "via", "with"})
_TOOLS = word_set("ai ocr mouse index ui webui gui")
_BEHIND_TOOLS = frozenset({",", ".", "if", "when", "only", "and", "then", "unless", "until", "-"})
_DASHES = frozenset({"-", "–", "—"})
_PAGES = frozenset({"page", "screen"})
_LONGEST_PAGE = 8  # words of "on the … page"


def without_asides(tokens: list[Token], before: str) -> tuple[list[Token], list[Token]]:
    """A sentence without what bears on no step, and the page it names beside its steps; no word is lost.

    `before` is the text before it.
    """
    tokens = _without_number(_on_the_keyboard(tokens))
    kept, place = _without_place(_without_tools(_place_asked(_without_keys(_timed(_in_brackets(_directly(tokens)))))))
    return with_joined_places(_kept(_named_behind(_without_position(_example(kept))), before)), place


def _without_number(tokens: list[Token]) -> list[Token]:
    """ "Step 2: click “B”" behind another step: the number of a step is none of it."""
    numbered = len(tokens) > _NUMBER_OF_A_STEP and tokens[0].low == "step" and tokens[1].low.isdecimal()
    return tokens[_NUMBER_OF_A_STEP:] if numbered and tokens[2].low in _NUMBERING else tokens


_NUMBER_OF_A_STEP = 3  # Step 2:
_NUMBERING = frozenset({":", "-", "–", "—", ".", ")"})


def _on_the_keyboard(tokens: list[Token]) -> list[Token]:
    """ "Hit “Enter” button on the keyboard": that key."""
    at = next((at for at, token in enumerate(tokens[:-2]) if token.low in ("button", "key")), 0)
    keyboard = at > 1 and tokens[-1].low == "keyboard" and tokens[at + 1].low in ("on", "of", "from")
    if not keyboard or len(tokens) - at > _BEHIND_A_KEY or read_key(tokens[at - 1].value) is None:
        return tokens
    key = tokens[at - 1]
    word = replace(key, kind="word", text=key.value, low=key.value.lower(), end=tokens[-1].end)
    return [*tokens[: at - 1], word]


_BEHIND_A_KEY = 4  # words: button on the keyboard


def _directly(tokens: list[Token]) -> list[Token]:
    """ "directly from the results", "roughly to the left of “A”": as without the adverb."""
    kept = [
        token
        for at, token in enumerate(tokens)
        if not (0 < at < len(tokens) - 1 and token.low in _MANNERS and tokens[at + 1].low in _BEHIND_MANNERS)
    ]
    return kept if len(kept) < len(tokens) else tokens


_MANNERS = frozenset({"directly", "roughly"})
_BEHIND_MANNERS = frozenset({"from", "below", "above", "under", "to"})


def _in_brackets(tokens: list[Token]) -> list[Token]:
    """ "Selected size ("M") is displayed": what is called so; with its words in brackets and without them."""
    for at in range(1, len(tokens) - 3):
        opened, quote, closed, verb = tokens[at : at + 4]
        if (opened.low, closed.low) == ("(", ")") and quote.kind == "quoted" and verb.low in _BEING:
            return [*tokens[:at], _covering(quote, closed.end), *tokens[at + 3 :]]
    return tokens


_BEING = frozenset({"is", "are", "should", "must", "appears", "displays", "shows"})


def _place_asked(tokens: list[Token]) -> list[Token]:
    """ "Verify that in the row “Ann” the role is Admin": a place comes first, and what is said there is a check."""
    lows = [token.low for token in tokens[:_LONGEST_ASKING]]
    size = next((len(words) for words in _ASKING if tuple(lows[: len(words)]) == words), 0)
    if not size or len(tokens) < size + 4 or tokens[size].low not in _PLACES_AND_TIMES:
        return tokens
    first = replace(tokens[size], start=tokens[0].start)
    return [first, *tokens[size + 1 :]]


def _timed(tokens: list[Token]) -> list[Token]:
    """ "wait for the page to load (at most 10 seconds)": as without the parentheses."""
    if tokens[0].low not in _WAITING or tokens[-1].low != ")":
        return tokens
    begin = next((at for at, token in enumerate(tokens) if token.low == "("), 0)
    inner = tokens[begin + 1 : -1]
    lasts = inner and inner[-1].low in _UNITS and any(token.text.isdecimal() for token in inner)
    return [*tokens[:begin], *inner[:-1], _covering(inner[-1], tokens[-1].end)] if begin and lasts else tokens


_PLACES_AND_TIMES = word_set("in for under inside within when once after upon as")
_WAITING = frozenset({"wait", "waiting"})
_UNITS = word_set("second seconds sec secs s minute minutes min")


def _without_keys(tokens: list[Token]) -> list[Token]:
    """ "the browser console (F12)": by which key a person opens it."""
    if tokens[0].low in _RELOADING and tokens[-1].low == ")":
        return _by_any_keys(tokens)
    at = next((at for at, token in enumerate(tokens[1:-1], 1) if token.text in _TOOL_KEYS), 0)
    aside = at and tokens[at - 1].low == "(" and tokens[at + 1].low == ")"
    return [*tokens[: at - 1], *tokens[at + 2 :]] if aside and at > 1 else tokens


def _by_any_keys(tokens: list[Token]) -> list[Token]:
    """ "Refresh the page (F5 or Ctrl+R)"."""
    begin = next((at for at, token in enumerate(tokens) if token.low == "("), 0)
    keys = [token for token in tokens[begin + 1 : -1] if token.low not in ("or", "/", ",")]
    plain = begin > 1 and bool(keys) and all(read_key(token.text) for token in keys)
    return [*tokens[: begin - 1], _covering(tokens[begin - 1], tokens[-1].end)] if plain else tokens


_RELOADING = frozenset({"reload", "refresh"})
_TOOL_KEYS = frozenset({"F12"})
_ASKING = phrases("make sure that, verify that, check that, ensure that, assert that, confirm that, validate that")
_LONGEST_ASKING = 3  # words


def behind_a_purpose(phrase: Phrase) -> int:
    """Where the mark stands between what a deed is for and the deed: "To open the menu, press “Menu”"; else 0."""
    lows = [token.low for token in phrase.tokens]
    begin = 1 if lows[0] == "to" else 3 if lows[:3] == ["in", "order", "to"] else 0
    at = next((at for at, token in enumerate(phrase.tokens) if token.kind == "mark" and token.low == ","), 0)
    if not begin or not begin < at < len(lows) - 1 or lows[begin] not in INDEX:
        return 0
    first = without_lead(phrase[at + 1 :]).phrase.tokens[0]
    return at if first.kind == "word" and first.low in INDEX else 0


def asks_to_see(purpose: Phrase) -> bool:
    """Whether it says what has to be so behind the deed."""
    figures = any(any(map(str.isdigit, token.text)) for token in purpose.tokens)
    return figures or bool(purpose.quotes()) or purpose.has(_LOOKING)


_LOOKING = word_set("see verify check ensure confirm assert validate test whether if that prove observe notice view")
SEEN_BEHIND = (
    "What a deed is for is not checked before it: write the deed, then in a sentence of its own what the page shows."
)


def introduces(phrase: Phrase) -> bool:
    """ "You are testing a shop.": told to whoever is to do it."""
    lows = [token.low for token in phrase.tokens]
    if lows[:2] != ["you", "are"] or phrase.quotes() or len(lows) < 4:
        return False
    return lows[2] in ("testing", "helping") or (lows[2] in ("a", "an") and not _ROLES.isdisjoint(lows[3:6]))


def tells_a_story(phrase: Phrase) -> bool:
    """ "As a buyer I want to see my orders so that I can track them", anywhere: for whom something is made."""
    lows = [token.low for token in phrase.tokens]
    if lows[0] != "as" or lows[1:2] not in (["a"], ["an"], ["the"]) or phrase.quotes():
        return False
    ends = [at for at in range(3, len(lows) - 1) if lows[at] == "so" and lows[at + 1] in ("that", "i")]
    ends += [at for at in range(3, len(lows) - 1) if lows[at : at + 2] == ["in", "order"]]
    wishes = (at for at in range(2, min(ends, default=0)) if lows[at] in ("i", "we"))
    return any(lows[at + 1] in _WISHING for at in wishes)


_WISHING = word_set("want need wish would can should")


def only_observes(phrase: Phrase) -> bool:
    """ "Observe the result": whoever does it looks up; what is to be seen is said behind it."""
    first, *between, last = [token.low for token in phrase.tokens] if len(phrase) > 1 else ["", ""]
    return first == "observe" and last in _OUTCOMES and set(between) <= {"the", "final", "system", "application"}


_OUTCOMES = frozenset({"result", "results", "outcome", "behavior", "behaviour", "response"})
_ROLES = frozenset({"tester", "engineer", "agent", "assistant"})
_POINTING = word_set("click press tap hit select choose open hover")
_POSITIONS = word_set(
    "top bottom left right upper lower corner center centre middle header footer sidebar side in on at the of page "
    "toolbar menu far"
)
_LOOKS = _POSITIONS | word_set(
    "icon symbol sign picture a an gear cog cogwheel pencil pen bin trash hamburger cross x plus minus arrow star bell "
    "sun moon eye dots three magnifier magnifying glass heart house lock chevron "
    "green red blue yellow orange grey gray black white"
)
"""What something looks like, and where it stands."""


def _points(tokens: list[Token]) -> bool:
    """Whether a sentence begins with pointing at something, politely or not."""
    return next((token.low for token in tokens if token.low not in _POLITE), "") in _POINTING


_POLITE = word_set("please now then next and first also kindly ,")


def _without_position(tokens: list[Token]) -> list[Token]:
    """click "Add" (top right), the Add button (top right): it is found by its name, or told to be ambiguous."""
    if len(tokens) < 4 or tokens[-1].low != ")" or not _points(tokens):
        return tokens
    begin = next((at for at, token in enumerate(tokens) if token.low == "("), 0)
    named = tokens[begin - 1].kind == "quoted" or tokens[begin - 1].text in KIND_WORDS
    if begin < _BEHIND_A_THING or not _tells_the_looks(tokens[begin + 1 : -1], named=named):
        return tokens
    return [*tokens[: begin - 1], _covering(tokens[begin - 1], tokens[-1].end)] if named else tokens[:begin]


_BEHIND_A_THING = 2  # words: click Save


def _tells_the_looks(words: list[Token], *, named: bool) -> bool:
    """Whether they say nothing but where it stands and what it looks like; of a name alone that comes first."""
    plain = bool(words) and all(_is_a_look(token) for token in words)
    return plain and (named or words[0].low not in _POSITIONS)


def _is_a_look(token: Token) -> bool:
    """ "gear", "sun/moon", a picture."""
    parts = set(PICTURES.sub("", token.low).split("/"))
    return token.kind != "quoted" and (token.low in {",", "/"} or parts <= {"", *_LOOKS})


def _named_behind(tokens: list[Token]) -> list[Token]:
    """click the upload icon in the sidebar ("Import"): the icon is called so."""
    opened = next((at for at, token in enumerate(tokens) if token.low == "(" and token.kind == "mark"), 0)
    icon = next((at for at, token in enumerate(tokens[:opened]) if token.text in _PICTURES), 0)
    quotes = [at for at, token in enumerate(tokens) if token.kind == "quoted"]
    if not icon or not _points(tokens) or quotes != [opened + 1] or tokens[opened + 2].low != ")":
        return tokens
    called = replace(tokens[icon], text="called", low="called", value="called")
    name = _covering(tokens[opened + 1], tokens[opened + 2].end)
    return [*tokens[: icon + 1], called, name, *tokens[icon + 1 : opened], *tokens[opened + 3 :]]


_PICTURES = word_set("icon button symbol arrow link")
_EXAMPLES = frozenset({"e.g", "eg"})
_INTO = frozenset({"in", "into", "as"})


def _example(tokens: list[Token]) -> list[Token]:
    """enter a name (e.g. "Ann") in Name: the example is what is entered."""
    at = next((at for at, token in enumerate(tokens) if token.low in _EXAMPLES), 0)
    if not at or tokens[at - 1].low not in ("(", ",") or tokens[1].low not in ("a", "an", "any", "some"):
        return tokens
    begin = at + 1
    while begin < len(tokens) and tokens[begin].low in (".", ","):
        begin += 1
    rest = tokens[begin + 1 :]
    while rest and rest[0].low in (")", ","):
        rest = rest[1:]
    if begin >= len(tokens) or tokens[begin].kind != "quoted" or not rest or rest[0].low not in _INTO:
        return tokens
    return [_covering(tokens[0], tokens[begin].start), _covering(tokens[begin], rest[0].start), *rest]


_ENTERED = word_set("enter type fill input")
""" "enter stored value “password”": what the environment keeps, or the test kept."""
_KEPT = word_set("saved stored remembered")


def _kept(tokens: list[Token], before: str) -> list[Token]:
    """the saved value "order": what was kept under that name, as {order}."""
    read: list[Token] = []
    for token in tokens:
        lows = [before.low for before in read[-2:]]
        kept = token.kind == "quoted" and len(lows) == 2 and lows[0] in _KEPT and lows[1] in ("value", "variable")
        if lows[-1:] == ["from"] and [each.low for each in read[-3:-1]] == ["stored", "value"]:
            read.pop()  # "the stored value from “order”"
            lows = ["stored", "value"]
            kept = token.kind == "quoted"
        if kept and _known(token.value, read, before):
            begin = read[-2].start
            read = read[:-3] if len(read) > 2 and read[-3].low == "the" else read[:-2]
            token = replace(token, value=f"{{{token.value}}}", start=begin)
        read.append(token)
    return read


def _known(name: str, read: list[Token], before: str) -> bool:
    """Whether something was kept under that name, or it is entered, which the environment may hold as well."""
    if len(read) == _ENTERED_AS and read[0].low in _ENTERED and name.isidentifier():
        return True
    kept = rf"\b(?:as|in|into|under|to)\W+(?:the |variable |name )?\W*{re.escape(name)}\b"
    return re.search(kept, before) is not None


_ENTERED_AS = 3  # words: enter stored value


def _without_tools(tokens: list[Token]) -> list[Token]:
    """click "Save" [using ai] · [using the mouse], open the menu."""
    if not any(token.low in _TOOLS for token in tokens):
        return tokens
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        size = _of_tool(tokens, index)
        if (
            size
            and (not kept or kept[-1].low == ",")
            and index + size < len(tokens)
            and tokens[index + size].low == ","
        ):
            size += 1
        if not size:
            kept.append(tokens[index])
        elif kept:
            kept[-1] = _covering(kept[-1], tokens[index + size - 1].end)
        index += size or 1
    return kept or tokens


def _of_tool(tokens: list[Token], index: int) -> int:
    """How many tokens name a tool from here on; 0 where none is, or where more is said of it."""
    if tokens[index].low not in _MEANS:
        return 0
    at = index + 1
    if at < len(tokens) and tokens[at].low in ("the", "a"):
        at += 1
    if at >= len(tokens) or tokens[at].low not in _TOOLS:
        return 0
    at += 1
    if at < len(tokens) and tokens[at].low == "only" and not (at + 1 < len(tokens) and tokens[at + 1].low == "if"):
        at += 1
    return at - index if at >= len(tokens) or tokens[at].low in _BEHIND_TOOLS | _MEANS else 0


def _without_place(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """click "Save" [- on the Settings page]; "- from any page" says nothing."""
    if len(tokens) < 4 or tokens[-1].low not in _PAGES:
        return tokens, []
    for at in range(len(tokens) - 3, max(0, len(tokens) - _LONGEST_PAGE - 2), -1):
        if tokens[at].low not in _DASHES:
            continue
        place = tokens[at + 1 :]
        if [token.low for token in place[1:-1]] == ["any"]:
            return tokens[:at], []
        return (tokens[:at], place) if place[0].low in ("on", "at") and len(place) > 2 else (tokens, [])
    return tokens, []


def _covering(token: Token, end: int) -> Token:
    """The token with what is left out behind it."""
    return replace(token, end=end)
