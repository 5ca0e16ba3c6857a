"""All verbs, listed by hand, with the index over their words; of verbs that share a word the first is tried first.

No form is defined here.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from qa_appliance.core.checks import Check
from qa_appliance.core.target import Target
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.misread import misread_name
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.statements.read import checks_of, read_statement
from qa_appliance.english.verbs import (
    buttons,
    check,
    choose,
    clearing,
    credentials,
    data,
    deeds,
    drag,
    field_names,
    fields,
    files,
    go,
    mail,
    pairs,
    places,
    pointer,
    seek,
    surroundings,
    wait,
)
from qa_appliance.english.wording.forms import Verb, compare_types, verb
from qa_appliance.english.wording.frames import SlotReader
from qa_appliance.english.wording.slots import READERS as _BASIC
from qa_appliance.english.words.inflections import inflections
from qa_appliance.english.words.lexicon import (
    ARTICLES,
    CANNOT_STAND_IN_A_NAME,
    KIND_WORDS,
    LIMITING,
    PLACE_HEADS,
    PRONOUNS,
)
from qa_appliance.language.lexicon import QUALITIES
from qa_appliance.language.tokens import Phrase, Token


class Family(NamedTuple):
    """Verbs that belong together, with the title users read."""

    name: str
    title: str
    verbs: tuple[Verb, ...]


FAMILIES: tuple[Family, ...] = (
    Family("mail", "Mail", mail.VERBS),
    Family("go", "Going to pages", go.VERBS),
    Family("pointer", "Pointer and keys", pointer.VERBS),
    Family("drag", "Dragging", drag.VERBS),
    Family("data", "Data and requests", data.VERBS),
    Family("clipboard", "The clipboard", surroundings.CLIPBOARD),
    Family("surroundings", "The browser's clock", surroundings.VERBS),
    Family("fields", "Typing into fields", (*fields.VERBS, *clearing.VERBS)),
    Family("choose", "Choosing and ticking", choose.VERBS),
    Family("wait", "Waiting", wait.VERBS),
    Family("check", "Checks", check.VERBS),
    Family("deeds", "Whole deeds", (*credentials.VERBS, *deeds.VERBS, *buttons.VERBS)),
    Family("files", "Files", files.VERBS),
    Family("places", "Tabs, dialogs, devices, other users", places.VERBS),
    Family("seek", "Finding what is hidden", seek.VERBS),
)
_BY_ROWS = verb("filter, focus, highlight, utilise, utilize")
"""A clause may begin with these too; what they mean the rows of wordings tell."""
VERBS: tuple[Verb, ...] = (*(entry for family in FAMILIES for entry in family.verbs), _BY_ROWS)


def _pronoun(phrase: Phrase) -> Target | None:
    return read_target(phrase) if phrase.text.lower() in PRONOUNS else None


def _beside(phrase: Phrase) -> Target | None:
    return field_names.text_there(phrase) if phrase.tokens[0].low in _BESIDE else None


_BESIDE = frozenset({"below", "above", "under", "next", "beside", "left", "right", "near"})


def _with_article(phrase: Phrase) -> Phrase | None:
    return phrase if len(phrase) > 1 and phrase.tokens[0].low in ARTICLES else None


def _keyword(phrase: Phrase) -> Phrase | None:
    return phrase if len(phrase) == 1 and phrase.tokens[0].low in ("key", "keys") else None


def _quote_phrase(phrase: Phrase) -> Phrase | None:
    return phrase if phrase.only_quote is not None else None


def _placed(phrase: Phrase) -> Target | None:
    target = read_target(phrase)
    return target if target is not None and not (target.kind == "page" and not target.name) else None


_NO_PURPOSES = check.ASKING | ARTICLES | {"make", "confirm", "test"}


def _kindred(phrase: Phrase) -> Phrase | None:
    """ "department" behind “Cardiology”: what kind of thing it is, in a word or two that are nothing else."""
    plain = len(phrase) <= _LONGEST_KINDRED and all(
        token.kind == "word" and token.text.islower() and token.text.isalpha() and len(token.text) > 2
        for token in phrase.tokens
    )
    known = phrase.has(_NOT_KINDRED) or any(token.low in INDEX for token in phrase.tokens)
    return phrase if plain and not known else None


_LONGEST_KINDRED = 2  # words
_NOT_KINDRED = KIND_WORDS | STARTERS | LIMITING | ARTICLES | PLACE_HEADS | QUALITIES | CANNOT_STAND_IN_A_NAME
_CONTINUING = frozenset(
    {"not", "within", "after", "before", "until", "while", "but", "or", "each", "every", "as", "at"}
)


def _purpose(phrase: Phrase) -> Phrase | None:
    """ "to send the form": begins with a verb that is no assertion."""
    first = phrase.tokens[0]
    known = first.kind == "word" and first.text.islower() and not phrase.quotes()
    more = LIMITING | (_CONTINUING - {"as"} if first.low in ("mark", "flag") else _CONTINUING)  # "mark it as done"
    known = known and more.isdisjoint(token.low for token in phrase.tokens) and not _asks_then(phrase)
    enough = len(phrase) > 1 or first.low in pointer.FINISHING
    return phrase if known and first.low not in _NO_PURPOSES and enough else None


def _path(phrase: Phrase) -> tuple[Target, ...] | None:
    """File > New > Folder: at least two steps. What stands in "<" and ">" is none."""
    parts: list[Phrase] = []
    start = 0
    for index, token in enumerate(phrase.tokens):
        if token.low == ">":
            parts.append(phrase[start:index])
            start = index + 1
    if any(token.text.startswith("<") for token in phrase.tokens):
        return None
    targets = [read_target(part) for part in (*parts, phrase[start:]) if part.tokens] if parts else []
    found = tuple(target for target in targets if target is not None)
    return found if found and len(found) == len(parts) + 1 else None


def _asks_then(phrase: Phrase) -> bool:
    """ "To send the form and check the price": what is asked for behind it is no purpose."""
    joined = pairwise(token.low for token in phrase.tokens)
    return any(before in _ANDS and word in _ASKED for before, word in joined)


_ANDS = frozenset({"and", "then", ",", "&"})
_ASKED = check.ASKING | {"check", "see", "make", "wait", "expect", "observe", "note", "look", "confirm"}


def _few_words(phrase: Phrase) -> Phrase | None:
    """A name of a few words: "orders", "product details"; no "and check the comment on the"."""
    plain = all(token.kind == "word" and token.low not in _JOINING for token in phrase.tokens)
    return phrase if plain and len(phrase) <= _LONGEST_CALLED else None


_LONGEST_CALLED = 3
_JOINING = PLACE_HEADS | {"and", "or", "then", "but", "to", "that", "until", "after", "check", "wait", "verify"}


def _collection(phrase: Phrase) -> Target | None:
    return read_target(phrase, plural=True)


def _check(phrase: Phrase) -> Check | None:
    """What a condition asks; none where words of the sentence would be a name in it: "the post you wrote is shown"."""
    check = checks_of(phrase)
    return None if check is not None and misread_name(check, phrase, INDEX) is not None else check


READERS: dict[str, SlotReader] = _BASIC | {
    "purpose": _purpose,
    "path": _path,
    "few": _few_words,
    "article": _with_article,
    "keyword": _keyword,
    "quotephrase": _quote_phrase,
    "pronoun": _pronoun,
    "placed": _placed,
    "collection": _collection,
    "device": places.read_device,
    "person": places.read_person,
    "size": files.read_size,
    "beside": _beside,
    "kindred": _kindred,
    "figure": field_names.read_figure,
    "sole": field_names.read_sole,
    "where": field_names.read_where,
    "off": check.read_off,
    "role": credentials.read_role,
    "account": credentials.read_account,
    "site": credentials.read_site,
    "one": credentials.read_one,
    "both": credentials.read_both,
    "kept": data.read_kept,
    "pairs": pairs.read_pairs,
    "nouns": pairs.read_nouns,
    "named": pairs.read_named,
    "valued": pairs.read_valued,
    "check": _check,
    "statement": read_statement,
}

compare_types(((form.wordings, form.build) for entry in VERBS for form in entry.forms), READERS)

_Heads = tuple[tuple[tuple[str, ...], Verb], ...]


def _index() -> dict[str, _Heads]:
    index: dict[str, list[tuple[tuple[str, ...], Verb]]] = {}
    for entry in VERBS:
        for words in entry.words:
            first, *rest = words.split()
            for inflected in inflections(first):
                index.setdefault(inflected, []).append(((inflected, *rest), entry))
    return {first: tuple(sorted(heads, key=lambda head: -len(head[0]))) for first, heads in index.items()}


INDEX = _index()


def verbs_at(tokens: list[Token]) -> list[tuple[int, Verb]]:
    """The verbs a clause may begin with, the longest first, each with the number of its words."""
    found = []
    for words, entry in INDEX.get(tokens[0].low, ()):
        if len(words) <= len(tokens) and all(tokens[i].low == word for i, word in enumerate(words)):
            found.append((len(words), entry))
    return found
