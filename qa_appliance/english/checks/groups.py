"""Several things in one noun phrase: a list under one noun, one or another, every one. Reads no predicate."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF, AnyOf, Check, RunCheck, denies
from qa_appliance.core.target import RECORDS, Kind, Target
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.counted import as_collection
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import EVERY, KIND_WORDS, PAGES_BY_NAME, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_ordinal
from qa_appliance.language.word_sets import word_set

_LONGEST_NOUN = 2  # words
_SHORTEST_LIST = 4  # words: buttons "A" and "B"
_PLURAL = frozenset(noun.split()[-1] for noun in PLURALS)
_OR = frozenset({"or", "nor"})
_NONE_OF = frozenset({"neither", "none"})
_NO = frozenset({"no", "none"})
_COMMA = frozenset({","})
_OPENING_VERBS = word_set("click enter type verify ensure check press select choose open go wait")
"""In capitals behind a comma these begin a sentence of their own."""


def under_one_noun(phrase: Phrase) -> tuple[Phrase, ...] | None:
    """ "the buttons "A" and "B"", "the "A" and "B" buttons": one phrase for each, with the noun in the singular."""
    if len(phrase) < _SHORTEST_LIST:
        return None
    inner = _bare(phrase)
    if not phrase.has(_PLURAL):
        return None
    for length in range(_LONGEST_NOUN, 0, -1):
        if len(inner) <= length + 2:
            continue
        front, back = inner[:length], inner[len(inner) - length :]
        if (noun := _singular(front)) and (parts := _listed(inner[length:])) and _named(parts):
            return tuple(Phrase([*noun, *part.tokens], phrase.source) for part in parts)
        if (noun := _singular(back)) and (parts := _listed(inner[: len(inner) - length])) and _named(parts):
            return tuple(Phrase([*_bare(part).tokens, *noun], phrase.source) for part in parts)
    return None


def one_or_another(phrase: Phrase) -> tuple[tuple[Phrase, ...], bool] | None:
    """ "either "A" or "B"", "neither "A" nor "B"": the parts, and whether none of them is meant."""
    if not phrase.has(_OR):
        return None
    quantifier, rest = _quantified(phrase)
    parts = _with_one_text(_between(rest))
    if len(parts) < 2 or not all(part.tokens for part in parts):
        return None
    if not quantifier and not all(part.quotes() or _of_a_kind(part) for part in parts):
        return None  # "Search or filter" may be a name
    if any(map(_states, parts)):
        return None  # "the page contains “A” or the page contains “B”" are two statements
    return parts, quantifier in _NONE_OF


def _states(part: Phrase) -> bool:
    """Whether a verb stands in it, with what is said in quotes behind."""
    pairs = zip(part.tokens[1:], part.tokens[2:], strict=False)
    return any(verb.low in STARTERS and value.kind == "quoted" for verb, value in pairs)


def _with_one_text(parts: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """ "A toast or a notification saying “Saved”": whichever of them it is, it says so."""
    last = parts[-1]
    at = next((at for at, token in enumerate(last.tokens) if at and token.low in _SAYING), 0)
    if not at or not last[at:].quotes() or any(part.quotes() for part in parts[:-1]):
        return parts
    return (*(part + last[at:] for part in parts[:-1]), last)


_SAYING = word_set("saying with reading containing that stating telling")


def _of_a_kind(part: Phrase) -> bool:
    """ "the login screen", "dashboard"."""
    own = part.tokens[0].low not in _OF_ANOTHER
    return own and part.tokens[-1].text in KIND_WORDS | PAGES_BY_NAME and len(part) <= _LONGEST_OF_A_KIND


_OF_ANOTHER = word_set("its their his her")


_LONGEST_OF_A_KIND = 4  # words


def _quantified(phrase: Phrase) -> tuple[str, Phrase]:
    """ "either", "neither", "none of" in front, "" where none is, and what stands behind."""
    quantifier = phrase.tokens[0].low
    if quantifier not in {"either", *_NONE_OF}:
        return "", phrase
    of = quantifier == "none" and len(phrase) > 1 and phrase.tokens[1].low == "of"
    return quantifier, phrase[2:] if of else phrase[1:]


def _between(phrase: Phrase) -> tuple[Phrase, ...]:
    """What stands between the "or"s and commas; two of them side by side (", or") part once."""
    cuts = [index for index, token in enumerate(phrase.tokens) if token.low in _OR or token.low == ","]
    starts = [0, *(index + 1 for index in cuts)]
    parts = [phrase[start:end] for start, end in zip(starts, [*cuts, len(phrase)], strict=True)]
    return (*(part for part in parts[:-1] if part.tokens), parts[-1])


_WORDS_OF_BOTH = 2


def every_one(phrase: Phrase) -> tuple[Target, Target] | None:
    """ "every row", "all of the checkboxes": the elements, and the one at hand of which something is said."""
    return _collection(phrase, EVERY)


def those_there(phrase: Phrase) -> tuple[Target, Target] | None:
    """ "The fields", "the password fields": all there are, of which a state is told."""
    tokens = phrase.tokens
    several = len(tokens) > 1 and tokens[0].low == "the" and tokens[-1].low in _PLURAL and not phrase.quotes()
    several = several and not phrase.has(_JOINED)
    every = _collection(phrase, _THE) if several else None
    return every if every is not None and every[0].kind in _IN_A_STATE else None


def every_value(phrase: Phrase) -> tuple[Target, Target] | None:
    """ "All prices", "every price": what the page says of each thing it lists, of which a limit or a text is told."""
    tokens = phrase.tokens
    if len(tokens) < _WORDS_OF_BOTH or tokens[0].low not in EVERY or phrase.quotes():
        return None
    words = without_articles(phrase[2 if tokens[1].low == "of" else 1 :].tokens)
    plain = 0 < len(words) <= _LONGEST_NOUN and all(word.text.isalpha() and word.text.islower() for word in words)
    if not plain or words[-1].low in KIND_WORDS or words[-1].low.endswith("s") != (tokens[0].low == "all"):
        return None
    name = Phrase(words, phrase.source).text
    return Target(words=name, name=name, kind="text"), Target(words=name, name=ITSELF, kind="text")


_THE = frozenset({"the"})
_JOINED = frozenset({"and", ",", "or"})
_IN_A_STATE = word_set("field checkbox radio switch button row option")


def no_one(phrase: Phrase) -> tuple[Target, Target] | None:
    """ "no row", "none of the rows": the same, of each of which it is denied."""
    return _collection(phrase, _NO)


def _collection(phrase: Phrase, quantifiers: frozenset[str]) -> tuple[Target, Target] | None:
    tokens = phrase.tokens
    if not tokens or tokens[0].low not in quantifiers or len(tokens) < 2:
        return None
    rest = phrase[2:] if tokens[1].low == "of" else phrase[1:]
    target = _entry(read_target(rest, plural=True)) if rest.tokens else None
    if target is not None and target.kind == "any" and _is_a_record(target):
        target = replace(target, kind="item")
    if target is None or target.kind in ("any", "page", "text") or target.ordinal:
        return None
    target = as_collection(target)
    return target, Target(words=target.words, name=ITSELF, kind=target.kind)


def _is_a_record(target: Target) -> bool:
    """ "Every hotel": of the list of them."""
    name = target.name.lower()
    plain = not (target.quoted or target.within or target.ordinal)
    return plain and (name in RECORDS or name.removesuffix("s") in RECORDS)


def _entry(target: Target | None) -> Target | None:
    """ "Every ticket in the list": each of its entries, whatever they are; of a table, each row."""
    if target is None or target.kind != "any" or target.quoted or len(target.within) != 1:
        return target
    kind = _ENTRIES.get(target.within[0].target.kind)
    plain = target.name.isalpha() and target.name.islower()
    return target if kind is None or not plain else replace(target, name="", kind=kind)


_ENTRIES: dict[Kind, Kind] = {"list": "item", "table": "row"}


def _listed(phrase: Phrase) -> tuple[Phrase, ...]:
    parts: tuple[Phrase, ...] = READERS["listed"](phrase) or ()
    return () if any(part.has(_STATING) for part in parts) else parts


_STATING = word_set("is are has")
""" "Germany, and Germany is the default": no name of a list."""


def _bare(phrase: Phrase) -> Phrase:
    return Phrase(without_articles(phrase.tokens), phrase.source)


def _named(parts: tuple[Phrase, ...]) -> bool:
    """All of them quotes, names in capitals ("the Save and Cancel buttons", "the fields Name, City"), or words."""
    bare = [_bare(part) for part in parts]
    return all(part.only_quote is not None for part in bare) or all(map(_capital, bare)) or all(map(_word, bare))


def _word(part: Phrase) -> bool:
    """ "the name and email fields": a word each; in "the first and last name fields" they are no names."""
    return len(part) == 1 and part.text.isalpha() and part.text.islower() and read_ordinal(part.text) is None


def _capital(part: Phrase) -> bool:
    return not part.quotes() and len(part) < 4 and part.tokens[0].text[0].isupper()


def names_in_a_row(phrase: Phrase) -> tuple[Phrase, ...] | None:
    """ "Home, Orders and Log out": names in capitals with a comma among them; "Terms and Conditions" may be one."""
    parts = () if phrase.quotes() or not phrase.has(_COMMA) else _listed(phrase)
    return parts if parts and all(map(_name, parts)) else None


def joined_names(phrase: Phrase) -> tuple[Phrase, ...] | None:
    """ "Lamp and Chair" of which something is said: where "Terms and Conditions" stand, each of both stands too."""
    parts = () if phrase.quotes() else _listed(phrase)
    if len(parts) < _A_PAIR or parts[-1].tokens[-1].text in KIND_WORDS:
        return None
    return parts if all(map(_name, parts)) else None


def _name(part: Phrase) -> bool:
    return _capital(part) and part.tokens[0].low not in _OPENING_VERBS


_A_PAIR = 2


def _singular(noun: Phrase) -> list[Token]:
    words = PLURALS.get(" ".join(token.low for token in noun.tokens))
    if words is None or any(token.kind != "word" or not token.text.islower() for token in noun.tokens):
        return []
    first = noun.tokens[0]
    return [replace(first, text=word, low=word, value=word) for word in words.split()]


def of_the_run(check: Check) -> bool:
    """Whether only the whole run answers it."""
    return isinstance(check, RunCheck)


def any_of(checks: Sequence[Check | None], none: bool = False) -> Check | None:
    """None where one of them was not read, or holds by something not being there: that would hold too early."""
    read = tuple(check for check in checks if check is not None and not of_the_run(check))
    if len(read) < len(checks) or len(read) < 2:
        return None
    if all(check == read[0] for check in read) and not none:
        return read[0]
    return AnyOf(checks=read, negated=none) if none or not any(denies(check) for check in read) else None
