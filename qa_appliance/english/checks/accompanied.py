"""What is shown together with something: "a form opens with the fields A and B", "a popup appears asking “Sure?”".

Gives the statements those stand for, in words that are read; reads none of them.
"""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.checks.elliptic import figure_of
from qa_appliance.english.checks.predicates import STARTERS, predicate_at
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.names import in_capitals_throughout, value_of_attribute
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, KINDS, PAGE_WORDS, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import NUMBERS
from qa_appliance.language.word_sets import word_set

Statements = tuple[Phrase, ...]

_WITH = word_set("with containing including showing listing offering having")
_SAYING = word_set("saying asking stating reading telling warning")
_THAT = word_set("that which")
_SAYS = word_set("says asks reads states")
_DIALOGS = word_set("dialog dialogue popup pop-up modal window box prompt")
_HOLDING = (
    _DIALOGS | PAGE_WORDS | word_set("form table list menu dropdown section panel sidebar card header footer grid")
)
_MESSAGES = word_set("message alert toast notification notice banner warning error hint tooltip snackbar confirmation")
_WORDS = word_set("text question title heading message words caption headline label")
_OF_ENTRIES = word_set("table list menu grid dropdown")
"""A status or a role is one of their entries' and not their own."""
_NOT_ONE = word_set("no only or nor")
_VERBS = frozenset({"appear", "be", "go", "load", "come", "see"})
_SHOWN = word_set("shown displayed visible presented opened open listed loaded there")


def accompanied(phrase: Phrase) -> Statements | None:
    """The thing, and what is said to be with it; None where nothing is."""
    tokens = phrase.tokens
    for at in range(1, len(tokens) - 1):
        says = _says(phrase, at)
        if not says and tokens[at].low not in _WITH:
            continue
        cut = _cut(phrase, at, at + max(says, 1))
        return None if cut is None else _statements(*cut, says=bool(says))
    return None


def made_of(phrase: Phrase) -> Statements | None:
    """ "The page contains the following elements: a Name field, “Save”", "… elements such as …": that it has each."""
    at = next((at for at, token in enumerate(phrase.tokens) if at and token.low in _PARTS_OF_ALL), 0)
    verb = next((verb for verb in range(1, at) if phrase.tokens[verb].low in STARTERS), 0)
    size = _led_on(phrase[at + 1 :]) if verb and _has_all(phrase[:at], verb) else 0
    noun, parts = phrase[:verb], _parts(phrase[at + 1 + size :])
    if not size or noun.tokens[-1].low not in _HOLDING or not parts or not all(map(_may_be_a_part, parts)):
        return None
    return tuple(_stated(noun, "has") + part for part in parts)


def links_to(phrase: Phrase) -> Statements | None:
    """ "The footer contains links to Terms and Privacy Policy": it has the link called so, each of them."""
    tokens = phrase.tokens
    at = next((at for at in range(2, len(tokens) - 1) if tokens[at].low == "links" and tokens[at + 1].low == "to"), 0)
    verb = next((verb for verb in range(1, at) if tokens[verb].low in STARTERS), 0)
    parts = _parts(phrase[at + 2 :]) if verb and _has_all(phrase[:at], verb) else []
    if not parts or not all(part.only_quote is not None or part.text[0].isupper() for part in map(bare, parts)):
        return None
    link = replace(tokens[at], text="link", low="link", value="link")
    named = (Phrase([link, as_quote(bare(part))], phrase.source) for part in parts)
    return tuple(_stated(phrase[:verb], "has") + each for each in named)


def as_quote(name: Phrase) -> Token:
    """The name as a quote, from one end to the other."""
    first, last = name.tokens[0], name.tokens[-1]
    if name.only_quote is not None:
        return first
    return replace(first, kind="quoted", text=name.text, low="", value=name.text, end=last.end)


def _has_all(phrase: Phrase, verb: int) -> bool:
    """ "… contains all the following"."""
    predicate = predicate_at(phrase.tokens, verb)
    if predicate is None or predicate.negated or predicate.verb not in ("have", "contain", "show"):
        return False
    return _BEFORE_PARTS.issuperset(token.low for token in phrase.tokens[predicate.end :])


def _led_on(behind: Phrase) -> int:
    """The words between "elements" and the first of them: such as, a colon; 0 where none is."""
    lows = [token.low for token in behind.tokens[:2]]
    if lows in (["such", "as"], ["including", ":"], ["like", ":"]):
        return 2
    return int(lows[:1] in ([":"], ["like"], ["including"]))


_PARTS_OF_ALL = word_set("elements components parts details items controls things widgets")
_BEFORE_PARTS = ARTICLES | word_set("following all basic main required necessary ui ui/ux")


def _may_be_a_part(part: Phrase) -> bool:
    """In quotes, in capitals, or of a kind."""
    inner = bare(part).tokens
    if not inner or part.has(STARTERS):
        return False
    return bool(part.quotes()) or inner[0].text[0].isupper() or (len(inner) > 1 and inner[-1].low in KIND_WORDS)


def _says(phrase: Phrase, at: int) -> int:
    """How many words tell there what something says; 0 for none."""
    lows = [token.low for token in phrase.tokens[at : at + 3]]
    size = 1 if lows[0] in _SAYING else 2 if lows[0] in _THAT and lows[1] in _SAYS else 0
    return size + 1 if size and lows[size : size + 1] in ([":"], ["that"]) else size


def _cut(phrase: Phrase, at: int, begin: int) -> tuple[Phrase, Phrase, Phrase] | None:
    """The noun, the predicate said of it, and what is with it: the verb stands before or behind that."""
    tokens = phrase.tokens
    start = _verb(phrase, 1, at)
    if start:
        return phrase[:start], phrase[start:at], phrase[begin:]
    end = _verb(phrase, begin + 1, len(tokens))
    if not end or not (tokens[at - 1].low in _DIALOGS | _MESSAGES or _under_one_noun(phrase[begin:end])):
        return None  # "the section with the heading “A” is shown": which one it is
    return phrase[:at], phrase[end:], phrase[begin:end]


def _verb(phrase: Phrase, begin: int, end: int) -> int:
    """Where something is said to be seen; 0 where it is not, or is denied."""
    for at in range(begin, end):
        if phrase.tokens[at].low not in STARTERS:
            continue
        predicate = predicate_at(phrase.tokens[:end], at)
        if predicate is not None and (predicate.negated or predicate.able):
            return 0
        if predicate is None or predicate.verb not in _VERBS:
            continue
        seen = predicate.verb != "be" or phrase[predicate.end : predicate.end + 1].has(_SHOWN)
        return at if seen else 0
    return 0


def _statements(noun: Phrase, predicate: Phrase, things: Phrase, *, says: bool) -> Statements | None:
    if noun.quotes() or not things.tokens or noun.has(_NOT_ONE):
        return None
    kind = noun.tokens[-1].low
    if says:
        return _saying(noun, predicate, things, kind)
    if kind not in _HOLDING:
        return None
    with_it = _each(noun, things)
    if with_it is None:
        return None
    bare_page = kind in PAGE_WORDS and len(bare(noun)) == 1
    return tuple(with_it) if bare_page else (noun + predicate, *with_it)


def _saying(noun: Phrase, predicate: Phrase, things: Phrase, kind: str) -> Statements | None:
    """A message is known by its words; a dialog, a page is there and shows them."""
    if things.only_quote is None:
        return None
    if kind in _MESSAGES:
        return (noun + things + predicate,)
    if kind not in _HOLDING:
        return None
    shows = _stated(noun, "shows") + things
    return (shows,) if kind in PAGE_WORDS else (noun + predicate, shows)


def _each(noun: Phrase, things: Phrase) -> list[Phrase] | None:
    """What is said of each of the things, or of all of them under one noun: "the fields A, B and C"."""
    if _under_one_noun(things):
        return [_stated(noun, "has") + things]
    made = [_one(noun, part) for part in _parts(things)]
    found = [statement for statement in made if statement is not None]
    return found if len(found) == len(made) else None


def _under_one_noun(things: Phrase) -> bool:
    inner = bare(things).tokens
    at = next((at for at, token in enumerate(inner[:3]) if PLURALS.get(token.low) in KINDS), None)
    if at is None or at + 1 >= len(inner):
        return False
    following = inner[at + 1]
    return following.kind == "quoted" or following.low == ":" or following.text[0].isupper()


def _parts(things: Phrase) -> list[Phrase]:
    parts: list[Phrase] = []
    begin = 0
    for at, token in enumerate((*things.tokens, None)):
        if token is None or (token.kind != "quoted" and token.low in ("and", ",")):
            if at > begin:
                parts.append(things[begin:at])
            begin = at + 1
    return parts


def _one(noun: Phrase, part: Phrase) -> Phrase | None:
    """That the noun shows a text or a value of its own, or has a thing; None where it cannot be told which."""
    inner = bare(part)
    if not inner.tokens:
        return None
    value = None if noun.has(_OF_ENTRIES) else value_of_attribute(inner)
    if _says_words(inner):
        return _stated(noun, "shows") + inner[len(inner) - 1 :]
    if value is not None:
        size = len(value.split()) if inner.tokens[-1].kind != "quoted" else 1
        return _stated(noun, "shows") + inner[len(inner) - size :]
    return _stated(noun, "has") + part if _is_thing(inner) else None


def _says_words(inner: Phrase) -> bool:
    """ "“Sure?”", "the heading “Edit”"."""
    words = [token.low for token in inner.tokens[:-1] if token.kind != "quoted"]
    return inner.tokens[-1].kind == "quoted" and (not words or words[-1] in _WORDS)


def _is_thing(inner: Phrase) -> bool:
    """ "A “Cancel” button", "the field Name", "3 rows"."""
    first, last = inner.tokens[0], inner.tokens[-1]
    if len(inner) < _WORDS_OF_A_THING:
        return False
    if first.low in KIND_WORDS:
        return last.kind == "quoted" or in_capitals_throughout(inner[1:])
    named = bool(inner.quotes()) or first.text[0].isupper() or first.low.isdecimal() or first.low in NUMBERS
    return named and last.low in KIND_WORDS


_WORDS_OF_A_THING = 2  # Cancel button


def joins_what_is_with(tokens: list[Token], index: int, stop: int) -> bool:
    """Whether the "and" or comma there joins names behind "with the buttons", "a list containing": no new clause."""
    at = next((at for at in range(index - 1, 0, -1) if tokens[at].low in _WITH and tokens[at].kind == "word"), 0)
    if at and figure_of(tokens[at + 1 : index]) is not None:
        return figure_of(tokens[stop : _end_of_part(tokens, stop)]) is not None
    if not at or not _is_name(tokens[stop]) or tokens[at - 1].low not in STARTERS | _HOLDING | {"up"}:
        return False
    listed = [token for token in tokens[at + 1 : index] if token.low not in ARTICLES]
    names = listed[1:] if listed and PLURALS.get(listed[0].low) in KINDS else listed
    return bool(names) and all(map(_is_name, names))


def _end_of_part(tokens: list[Token], start: int) -> int:
    ends = (at for at in range(start, len(tokens)) if tokens[at].low in ("and", ",") and tokens[at].kind != "quoted")
    return next(ends, len(tokens))


def _is_name(token: Token) -> bool:
    """In quotes, in capitals, or a comma between those."""
    return token.kind == "quoted" or token.low == "," or token.text[0].isupper()


def _stated(noun: Phrase, verb: str) -> Phrase:
    """The noun spoken of again, as the one that is there."""
    last = noun.tokens[-1]
    the = replace(last, kind="word", text="the", low="the", value="the")
    says = replace(last, kind="word", text=verb, low=verb, value=verb)
    tokens = noun.tokens[1:] if noun.tokens[0].low in ARTICLES and len(noun) > 1 else noun.tokens
    return Phrase([the, *tokens, says], noun.source)


def but_not(phrase: Phrase) -> Statements | None:
    """ "The list shows Ann but not Bob", "Ann is shown but not Bob": the one holds, and the other does not."""
    tokens = phrase.tokens
    at = next((at for at in range(2, len(tokens) - 2) if tokens[at].low == "but"), 0)
    behind = phrase[at + 2 :]
    if not at or tokens[at + 1].low not in ("not", "no") or not _may_be_named(behind):
        return None
    before = phrase[:at].strip(",")
    verb = next((verb for verb in range(1, len(before)) if tokens[verb].low in _PLAIN), 0)
    if verb:
        denied = [*tokens[:verb], *words_of(f"do not {_PLAIN[tokens[verb].low]}", tokens[verb]), *behind.tokens]
        return before, Phrase(denied, phrase.source)
    shown = len(before) > 2 and before.tokens[-2].low in ("is", "are") and before.tokens[-1].low in _SHOWN
    return (before, Phrase([*behind.tokens, *words_of("is not shown", tokens[at])], phrase.source)) if shown else None


def _may_be_named(phrase: Phrase) -> bool:
    """Quoted, or in capitals: "but not yet", "but not all of them" name nothing."""
    inner = bare(phrase)
    return bool(inner.tokens) and (inner.tokens[0].kind == "quoted" or inner.tokens[0].text[0].isupper())


def words_of(text: str, beside: Token) -> list[Token]:
    return [replace(beside, kind="word", text=word, low=word, value=word) for word in text.split()]


_PLAIN = {"shows": "show", "show": "show", "contains": "contain", "contain": "contain", "lists": "list"} | {
    "displays": "display",
    "includes": "include",
    "has": "have",
    "have": "have",
    "see": "see",
    "sees": "see",
}


def held_in_order(phrase: Phrase) -> Statements | None:
    """ "The list shows Chair before Lamp": the one is there, before the other."""
    tokens = phrase.tokens
    at = next((at for at in range(2, len(tokens) - 1) if tokens[at].low in ("before", "after", "above", "below")), 0)
    verb = next((verb for verb in range(1, at - 1) if tokens[verb].low in _PLAIN), 0)
    first, second = phrase[verb + 1 : at], phrase[at + 1 :]
    if (
        not verb
        or max(len(first), len(second)) > _LONGEST_NAME
        or second.has(_AND)
        or not (_may_be_named(first) and _may_be_named(second))
    ):
        return None
    place = bare(phrase[:verb])
    if not place.tokens or place.tokens[-1].low not in _LISTS:
        return None
    stated = [as_quote(bare(first)), *words_of("is listed", tokens[at]), tokens[at], as_quote(bare(second))]
    return (Phrase(stated, phrase.source),)


_LONGEST_NAME = 4  # words
_AND = frozenset({"and", ","})
_LISTS = word_set("list table grid page results menu")


def going(phrase: Phrase) -> Statements | None:
    """ "Prices go up from top to bottom": they are in that order."""
    tokens = phrase.tokens
    at = len(tokens) - _WORDS_OF_GOING
    if at < _SHORTEST_GOING or [token.low for token in tokens[at:]] != ["from", "top", "to", "bottom"]:
        return None
    verb = " ".join(token.low for token in tokens[at - 1 - (tokens[at - 1].low in ("up", "down")) : at])
    way = next((way for way, words in _GOING.items() if verb in words), "")
    return (
        (phrase[: at - len(verb.split())] + Phrase(words_of(f"are {way}", tokens[0]), phrase.source),) if way else None
    )


_WORDS_OF_GOING = 4  # from top to bottom
_SHORTEST_GOING = 2
_GOING = {
    "ascending": {"go up", "goes up", "rise", "increase", "climb"},
    "descending": {"go down", "goes down", "fall", "decrease", "drop"},
}
