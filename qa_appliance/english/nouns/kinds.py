"""What sort of thing a noun phrase names, and a few phrases that are names as a whole. Reads no relations."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.target import Kind, Target
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, KINDS, NAMING, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_ordinal
from qa_appliance.language.word_sets import by_words, phrases, word_set

_LONGEST_NAMING = max(len(words) for words in NAMING)


def in_its_part(tokens: list[Token]) -> tuple[list[Token], Token] | None:
    """ "the navigation links", "footer buttons": what stands in that part of the page, and the part."""
    if len(tokens) != 2 or tokens[0].text not in _PARTS or tokens[1].text not in _IN_PARTS:
        return None
    return tokens[1:], tokens[0]


_PARTS = word_set("navigation nav navbar header footer sidebar toolbar menu")
_IN_PARTS = word_set("links buttons icons")


def possessed(tokens: list[Token]) -> list[Token]:
    """ "Eve's row" is the row called Eve, "the user's avatar" the avatar, "the product's image" its image."""
    if len(tokens) < 2 or tokens[-1].low not in KIND_WORDS:
        return tokens
    at = next((at for at, token in enumerate(tokens[:-1]) if token.kind == "word" and token.low.endswith("'s")), None)
    if at is None:
        return tokens
    owner = tokens[at]
    if owner.text[0].isupper():
        return (
            [*tokens[:at], _bare(owner), *tokens[at + 1 :]]
            if tokens[-1].text == "row" and at == len(tokens) - 2
            else tokens
        )
    if at:
        return tokens
    return tokens[1:] if owner.low[:-2] in _PERSONS else [_bare(owner), *tokens[1:]]


def _bare(owner: Token) -> Token:
    """Without the ending of who has something."""
    return replace(owner, text=owner.text[:-2], low=owner.low[:-2], value=owner.value[:-2], end=owner.end - 2)


_PERSONS = word_set("user customer admin member person player buyer seller account")


def kind_at_end(tokens: list[Token]) -> tuple[str | None, list[Token]]:
    if not tokens or tokens[-1].low not in KIND_WORDS or tuple(token.low for token in tokens[-2:]) in _CALLED_SO:
        return None, tokens
    lows = [token.low for token in tokens[-3:]]
    for length in range(len(lows), 0, -1):
        noun = " ".join(lows[-length:])
        noun = PLURALS.get(noun, noun)
        if noun in KINDS:
            labels = noun in _IN_LABELS or (noun in _HANDLED and tokens[0].low in _ON_BUTTONS)
            named = labels and len(tokens) > 1 and all(token.text[0].isupper() for token in tokens[-2:])
            named = named or _goes_on_in_capitals(tokens, length)
            return (None, tokens) if named else (noun, tokens[:-length])
    return None, tokens


_CALLED_SO = phrases(
    "control panel, admin panel, credit card, debit card, bank card, gift card, business card, id card, sim card, "
    "wish list, mailing list, waiting list, price list"
)
"""Nouns of their own: the control panel is no panel called "control", a credit card none of several cards."""


def _goes_on_in_capitals(tokens: list[Token], length: int) -> bool:
    """ "Text to Image", "Link of Page": in capitals on both sides of a word that leads on."""
    before = tokens[-length - 1] if len(tokens) > length + 1 else None
    capitals = tokens[0].text[0].isupper() and all(token.text[0].isupper() for token in tokens[-length:])
    return before is not None and capitals and before.text in _LEADING_ON


_LEADING_ON = word_set("to of and for with your my a the")
_IN_LABELS = word_set(
    "group area item entry card label word message product result article post text phrase sentence caption notice "
    "badge"
)
"""Kinds that stand in labels as well: "Contact Group" in capitals is a name, "the Contact group" is a group."""


_HANDLED = word_set("image photo picture file row text list section page form table")
_ON_BUTTONS = word_set("upload add new create edit delete remove change save view export import download select choose")
"""In capitals the words behind these are what a button says: "Upload Image", "Add Row"."""


def kind_in_front(tokens: list[Token]) -> tuple[str | None, list[Token]]:
    """row Alice · field called Email · tab Orders: a lower-case noun of kind before a name that begins upper-case."""
    if not tokens or tokens[0].low not in KIND_WORDS or not tokens[0].text[0].islower():
        return None, tokens
    if tokens[0].low in ("link", "links") and len(tokens) > 2 and tokens[1].low == "to":
        return "link", without_articles(tokens[2:])  # "the link to the terms"
    for length in (2, 1):
        noun = " ".join(token.low for token in tokens[:length])
        noun = PLURALS.get(noun, noun)
        name = _named_behind(tokens[length:]) if noun in KINDS else []
        if name:
            return noun, name
    return None, tokens


def _named_behind(tokens: list[Token]) -> list[Token]:
    """The name behind a noun of kind; empty where it is none."""
    for size in range(min(_LONGEST_NAMING, len(tokens) - 1), 0, -1):
        if tuple(token.low for token in tokens[:size]) in NAMING:
            return without_articles(tokens[size:]) if tokens[0].low in ("of", "for") else tokens[size:]
    begins = tokens[0].text[0] if tokens else ""
    return tokens if begins.isupper() or begins.isdigit() or begins in tuple("{#") else []


def without_naming(tokens: list[Token]) -> list[Token]:
    """Without what stands between a kind and its quoted name: the field labelled."""
    for length in range(min(_LONGEST_NAMING, len(tokens)), 0, -1):
        if tuple(token.low for token in tokens[-length:]) in NAMING:
            return tokens[:-length]
    return tokens


def without_alternative(tokens: list[Token]) -> list[Token]:
    """ "the link or button “Go”", "button/link": its name tells which, of whatever kind that is."""
    if len(tokens) == 1 and "/" in tokens[0].low and all(noun in KINDS for noun in tokens[0].low.split("/")):
        return []
    either = len(tokens) == _LINK_OR_BUTTON and tokens[1].low == "or"
    known = " ".join(token.low for token in tokens) in KINDS
    return [] if either and not known and tokens[0].low in KINDS and tokens[2].low in KINDS else tokens


_LINK_OR_BUTTON = 3  # words


def kind_beside_quote(before: list[Token], after: list[Token]) -> tuple[Kind, list[str]] | None:
    """The kind said before or behind a quoted name, and the other words there; None where what is behind is no kind.

    Of two kinds the one behind counts: the "row “Alice” button" is a button.
    """
    if [token.low for token in before[-2:]] == ["link", "to"]:
        if after:
            return None  # the link to the "Show" page: what the link is called is not said
        before = before[:-1]
    noun_before, words_before = kind_at_end(before)
    noun_after, words_after = kind_at_end(after)
    if after and noun_after is None:
        return None
    noun = noun_after or noun_before
    words = before if noun_after and noun_before else words_before
    qualities = [token.text for token in words if token.low not in ARTICLES] + [token.text for token in words_after]
    return KINDS[noun] if noun is not None else "any", qualities


def without_pointing(phrase: Phrase) -> Phrase:
    """ "the section below" points at what the page shows anyway: the word behind a noun of kind changes nothing."""
    tokens = phrase.tokens
    if len(tokens) > 1 and tokens[-1].text in _POINTING and kind_at_end(tokens[:-1])[0] is not None:
        return phrase[: len(tokens) - 1]
    return phrase


_POINTING = frozenset({"below", "above", "underneath", "shown", "provided", "here"})
_MADE = word_set("written sent posted created added made uploaded")
_SENT = word_set(
    "email emails mail mails message messages post posts comment comments order orders invoice invoices "
    "notification notifications"
)
_LONGEST_NAME = 4  # words of whom something is by


def whose(phrase: Phrase) -> Target | None:
    """ "the order by Ann", "all comments by @bob", "the email from Cid": an entry known by whose it is."""
    ordinal, tokens = _entry_in_front(phrase.tokens)
    if len(tokens) < 3 or not _an_entry(tokens[0]):
        return None
    by = 2 if tokens[1].low in _MADE else 1
    name = phrase[len(phrase) - len(tokens) + by + 1 :]
    if not _links(tokens[by].low, tokens[0].low) or not _names_somebody(name):
        return None
    quoted = name.only_quote
    return Target(
        words=phrase.text, name=quoted or name.text, kind="item", quoted=quoted is not None, ordinal=ordinal or 0
    )


def _entry_in_front(tokens: list[Token]) -> tuple[int | None, list[Token]]:
    """Its position and the words from its noun on."""
    start = 1 if tokens[0].low in ARTICLES else 0
    ordinal = read_ordinal(tokens[start].low) if len(tokens) > start + 3 else None
    return ordinal, tokens[start if ordinal is None else start + 1 :]


def _an_entry(noun: Token) -> bool:
    """Whether there are entries of it: orders, comments; not buttons."""
    kind = KINDS.get(PLURALS.get(noun.low, noun.low), "item")
    return noun.kind == "word" and noun.text.islower() and (kind == "item" or noun.low in _SENT)


def _links(word: str, noun: str) -> bool:
    return word == "by" or (word == "from" and noun in _SENT)


def _names_somebody(name: Phrase) -> bool:
    if not 0 < len(name) <= _LONGEST_NAME or (name.quotes() and len(name) > 1):
        return False
    first = name.tokens[0].text[0]
    return bool(name.quotes()) or first.isupper() or first in "@{"


_MOST = word_set("highest greatest largest biggest most maximum best")
_LEAST = word_set("lowest smallest least fewest minimum worst")
_PRICED = by_words({"highest price": "most expensive, priciest", "lowest price": "least expensive, cheapest"})
_EXTREME = _MOST | _LEAST | {word for words in _PRICED for word in words.split()}
_LONGEST_ATTRIBUTE = 3  # words


def extreme(phrase: Phrase) -> tuple[Phrase, str] | None:
    """ "the row with the highest Total", "the cheapest product": the words before it, and what they have most of."""
    return (_with_the_most(phrase) or _by_price(phrase)) if phrase.has(_EXTREME) else None


def _with_the_most(phrase: Phrase) -> tuple[Phrase, str] | None:
    lows = [token.low for token in phrase.tokens]
    for at in range(1, len(lows) - 2):
        if lows[at] not in ("with", "having"):
            continue
        superlative = at + 2 if lows[at + 1] == "the" else at + 1
        what = phrase[superlative + 1 :]
        way = "highest" if lows[superlative] in _MOST else "lowest" if lows[superlative] in _LEAST else ""
        if way and 0 < len(what) <= _LONGEST_ATTRIBUTE:
            return phrase[:at], f"{way} {what.only_quote or what.text}"
    return None


def _by_price(phrase: Phrase) -> tuple[Phrase, str] | None:
    lows = [token.low for token in phrase.tokens]
    start = 1 if lows[0] in ARTICLES else 0
    for words, quality in _PRICED.items():
        end = start + len(words.split())
        if " ".join(lows[start:end]) == words and len(lows) > end:
            return phrase[end:], quality
    return None


def is_thing(tokens: list[Token]) -> bool:
    """ "search bar", "close button", as in "check the logo, search bar and footer": a noun, though a verb begins it."""
    plain = len(tokens) == _WORDS_OF_A_THING and tokens[-1].text in _THINGS and tokens[0].text.islower()
    return plain and tokens[0].low not in _ASKED_OF_THINGS


_WORDS_OF_A_THING = 2
_THINGS = word_set("button field box bar icon area section")
_ASKED_OF_THINGS = word_set("open select choose use focus clear find check")


def in_capitals(tokens: list[Token]) -> bool:
    """ "Log Out", as in "the menu has Home, Log Out"."""
    return len(tokens) <= _LONGEST_NAME and all(token.text[0].isupper() for token in tokens)


_LONGEST_NAME = 3  # words


def names_a_thing(tokens: list[Token]) -> bool:
    """ "the button “B”", "the checkbox in the row “B”", "the Save button": none of it can be a verb."""
    rest = without_articles(tokens)
    if len(rest) == len(tokens) or not rest:
        return False
    if rest[-1].low in KIND_WORDS and in_capitals(rest[:-1]):
        return len(rest) > 1
    if rest[0].low not in KIND_WORDS:
        return False
    return any(token.kind == "quoted" for token in rest) or (len(rest) > 1 and in_capitals(rest[1:]))
