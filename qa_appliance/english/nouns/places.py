"""Prepositions in a noun phrase: where one begins a place, and which place. Reads no target."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from qa_appliance.core.target import Kind, Place, Target
from qa_appliance.english.words.lexicon import (
    ARTICLES,
    COLLECTIVE_KINDS,
    KIND_WORDS,
    KINDS,
    PAGE_WORDS,
    PLACE_HEADS,
    PLACES,
    PLURALS,
    PRONOUNS,
    SIDES,
    WEAK_PLACES,
)
from qa_appliance.language.lexicon import COLOURS, SHADES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_ordinal
from qa_appliance.language.word_sets import phrases, word_set

_LONGEST_PLACE = max(len(words) for words in PLACES)
_COLLECTING = frozenset({"list", "table", "grid"})


class Joint(NamedTuple):
    """A phrase cut at a preposition."""

    head: Phrase
    words: tuple[str, ...]
    place: Place
    rest: Phrase

    @property
    def last(self) -> Token:
        return self.head.tokens[-1]

    @property
    def first(self) -> Token:
        return self.rest.tokens[0]

    @property
    def headed(self) -> bool:
        """Whether what stands before it is clearly a noun: quoted, a kind, a position."""
        last = self.last
        return last.kind == "quoted" or last.low in KIND_WORDS or read_ordinal(last.low) is not None

    @property
    def collects(self) -> bool:
        """ "the table of loans" is called so: what follows is in it, and no element beside it."""
        return self.words == ("of",) and self.last.low in _COLLECTING and self.first.text.islower()


def without_standing(joint: Joint) -> Joint:
    """ "The Save button present in the footer": that it is there says nothing of what it is called."""
    before = joint.head.tokens[-2] if len(joint.head) > 1 else None
    named = before is not None and (before.kind == "quoted" or before.low in KIND_WORDS or joint.last.text in _SEEN)
    return joint._replace(head=joint.head[:-1]) if named and joint.last.text in _STANDING else joint


_SEEN = word_set("displayed shown visible")
_STANDING = word_set("present available displayed shown located found placed situated visible listed provided")


def joints(phrase: Phrase) -> Iterator[Joint]:
    """Where a place may begin, from the left, at each word the longest preposition first."""
    tokens = phrase.tokens
    for index in range(1, len(tokens)):
        if tokens[index].low not in PLACE_HEADS or _begins_a_name(tokens, index):
            continue
        for length in range(min(_LONGEST_PLACE, len(tokens) - index - 1), 0, -1):
            words = tuple(token.low for token in tokens[index : index + length])
            place = PLACES.get(words)
            if place is not None:
                yield Joint(phrase[:index], words, place, phrase[index + length :])


def _begins_a_name(tokens: list[Token], index: int) -> bool:
    """ "The From account dropdown", "in the In progress column": in capitals behind an article."""
    return tokens[index].text[0].isupper() and tokens[index - 1].low in ARTICLES


def begins_a_place(joint: Joint) -> bool:
    """Whether the preposition tells a place and is no part of a name as the "in" of “Sign in”."""
    if len(joint.words) > 1 or joint.words[0] not in WEAK_PLACES:
        return True
    return next((sign.place for sign in SIGNS if joint.words[0] in sign.words and sign.tells(joint)), False)


def counts_on(joint: Joint) -> bool:
    """ "third from last", "the second of the Edit buttons": the preposition belongs to the position."""
    if read_ordinal(joint.last.low) is None:
        return False
    return joint.words == ("of",) or (joint.words[0] in ("from", "to") and joint.first.low in ("last", "the", "bottom"))


_RELATED = word_set("button link icon checkbox price quantity image cell dropdown switch")
_NAMING = word_set("with labelled labeled named called titled saying")
_POINTING = word_set("the my its this")


def _lists(joint: Joint) -> bool:
    return joint.last.low in _COLLECTING and joint.first.text.islower()


def _of_a_day(joint: Joint) -> bool:
    return joint.last.low == "date" and len(joint.rest) == 1 and joint.first.text.islower()


def _for_a_kind(joint: Joint) -> bool:
    known = joint.first.low == "the" and len(joint.rest) > 2 and joint.rest.tokens[1].low in KIND_WORDS
    return known and not joint.headed


def _of_a_deed(joint: Joint) -> bool:
    """ "Add to Cart for “Lamp”": what a button says, and which of the things it is for."""
    head = [token for token in joint.head.tokens if token.low not in ARTICLES]
    called = (
        bool(head)
        and head[0].text[0].isupper()
        and len(head) <= _LONGEST_DEED
        and all(token.kind == "word" for token in head)
    )
    plain = called and joint.last.low not in KIND_WORDS and joint.words == ("for",)
    return joint.first.kind == "quoted" and len(joint.rest) == 1 and plain


_LONGEST_DEED = 3  # words: Add to Cart


def _goes_on_with_a_kind(joint: Joint) -> bool:
    """ "Log In menu button", "sign in form": the word belongs to its verb where no article follows."""
    plain = joint.first.kind == "word" and joint.first.low not in ARTICLES
    return joint.last.low in ("log", "sign") and plain and joint.rest.tokens[-1].low in KIND_WORDS


def _tells_the_name(joint: Joint) -> bool:
    return joint.first.kind == "quoted" and joint.last.low in KIND_WORDS - _RELATED


def _of_a_row(joint: Joint) -> bool:
    """ "the row of Eve", "the row of the taxi" is the row that is called so; "the row of the table" is not."""
    words = joint.rest.tokens
    the_one = words[0].low in ("the", "my") and 1 < len(words) <= _LONGEST_NOUN + 1 and not joint.rest.has(PLACE_HEADS)
    named = the_one or joint.first.text[0].isupper() or words[-1].text[-1].isdigit() or _of_one_called(joint)
    return joint.last.low == "row" and named and not _of_a_kind(joint)


def _between_names(joint: Joint) -> bool:
    """ "Create New under Issues": names in capitals on both sides of a word that is in lower case."""
    return joint.last.text[0].isupper() and joint.first.text[0].isupper() and joint.first.kind == "word"


def _from_somebody(joint: Joint) -> bool:
    """ "the banner from Ann": who sent it, and no place that it stands in."""
    message = KINDS.get(PLURALS.get(joint.last.low, joint.last.low)) in _SENT_BY_SOMEBODY
    return message and joint.first.kind == "word" and joint.first.text[0].isupper() and not _of_a_kind(joint)


_SENT_BY_SOMEBODY: frozenset[Kind | None] = frozenset({"text", "alert"})


def _of_one_called(joint: Joint) -> bool:
    """ "the status of order “1042”": a noun in lower case, and what that one is called."""
    nouns, last = [token for token in joint.rest.tokens[:-1] if token.low not in ARTICLES], joint.rest.tokens[-1]
    plain = all(token.text.isalpha() and token.text.islower() for token in nouns)
    content = joint.last.low in KIND_WORDS - _RELATED - {"row", "menu"}
    beside = last.kind == "quoted" and not content and not _of_a_kind(joint)
    return beside and 0 < len(nouns) <= _LONGEST_NOUN and plain


_LONGEST_NOUN = 2  # words: "purchase order"


def _only_a_kind(joint: Joint) -> bool:
    return joint.first.low in KIND_WORDS and (len(joint.rest) == 1 or joint.rest.tokens[1].low in PLACE_HEADS)


def _in_a_collection(joint: Joint) -> bool:
    noun = PLURALS.get(joint.first.low, joint.first.low)
    headed = joint.headed or (joint.words == ("in",) and joint.first.text in ("grid", "table"))
    return _only_a_kind(joint) and headed and KINDS.get(noun) in COLLECTIVE_KINDS


def _in_what_holds_others(joint: Joint) -> bool:
    """ "View basket in popup", "Settings in menu"; "Log in" and its like keep their word."""
    holding = KINDS.get(joint.first.low) in _HOLDING_KINDS and joint.words == ("in",)
    return holding and _only_a_kind(joint) and joint.last.low not in _WITH_IN


_HOLDING_KINDS: frozenset[Kind] = frozenset({"dialog", "section", "menu", "table", "list"})
_WITH_IN = word_set("sign log check clock plug opt built drop pop zoom cash trade break weigh phone buy dial stay tie")


def _of_a_kind(joint: Joint) -> bool:
    return joint.rest.tokens[-1].low in KIND_WORDS or (len(joint.rest) > 1 and joint.first.low in KIND_WORDS)


def _at_a_side(joint: Joint) -> bool:
    """ "Next at bottom right", "Save at the bottom"; "Always on top" is a label."""
    sides = sides_of(joint.rest, joint.words)
    return bool(sides) and (len(joint.rest) > 1 or joint.words == ("at",))


def points(rest: Phrase) -> bool:
    """ "it", "that one": what was spoken of just before."""
    return " ".join(token.low for token in rest.tokens) in PRONOUNS and not rest.quotes()


class Sign(NamedTuple):
    """What tells whether a preposition that stands in names as well begins a place, with a phrase that shows it."""

    words: frozenset[str]
    tells: Callable[[Joint], bool]
    place: bool
    example: str


SIGNS: tuple[Sign, ...] = (
    Sign(word_set("in"), _goes_on_with_a_kind, False, "Log in menu button"),
    Sign(word_set("by"), _between_names, False, "the Shop by Brand section"),
    Sign(word_set("at in on from"), _at_a_side, True, "Next at bottom right"),
    Sign(word_set("from"), _from_somebody, False, "the banner from Ann"),
    Sign(word_set("under below above beneath"), _between_names, True, "Create New under Issues"),
    Sign(word_set("in on of for inside near"), lambda joint: points(joint.rest), True, "Cancel on that one"),
    Sign(word_set("of for"), _of_a_row, False, "the row of Eve"),
    Sign(word_set("of"), _lists, True, "the list of files in the cart"),
    Sign(word_set("of"), _of_a_day, False, "the date of birth"),
    Sign(word_set("for"), _for_a_kind, True, "Total for the row Alice"),
    Sign(word_set("for"), _of_a_deed, True, 'Add to Cart for "Lamp"'),
    Sign(word_set("for"), lambda joint: not joint.headed, False, "Apply for Membership"),
    Sign(WEAK_PLACES, lambda joint: joint.last.low in _NAMING, False, "the button labelled In progress"),
    Sign(word_set("of for"), _tells_the_name, False, 'the message for "Ann"'),
    Sign(word_set("of for"), _of_one_called, True, 'the status of order "1042"'),
    Sign(WEAK_PLACES, _in_a_collection, True, "the Save button in dialog"),
    Sign(word_set("in"), _in_what_holds_others, True, "View basket in popup"),
    Sign(WEAK_PLACES, _only_a_kind, False, "Sign in button"),
    Sign(WEAK_PLACES, lambda joint: joint.headed or joint.first.kind == "quoted", True, "Save button in Billing"),
    Sign(WEAK_PLACES, _of_a_kind, True, "Save in the Billing form"),
    Sign(
        word_set("in of inside below above near"),
        lambda joint: joint.first.low in _POINTING,
        True,
        "Total in the Summary",
    ),
)
"""The first that tells decides; where none does, the preposition is part of a name."""


_ENDS = word_set("top bottom end beginning start")
_CORNERS = word_set("corner side hand edge right-hand left-hand")
_THE_PAGE = frozenset(
    phrases(
        "the page, this page, screen, the screen, page, the site, the website, the current page, "
        "the app, the application"
    )
)


def on_the_page(rest: Phrase) -> bool:
    """ "on the page" says no more than that it is there."""
    return tuple(token.low for token in rest.tokens) in _THE_PAGE


def end_of_something(rest: Phrase) -> bool:
    """ "at the top of the list": no element is called so."""
    lows = [token.text for token in rest.tokens if token.low not in ARTICLES][:2]
    return len(lows) == 2 and lows[1] == "of" and lows[0] in _ENDS and not sides_of(rest, ("at",))


def end_inside(joint: Joint) -> Joint | None:
    """ "the Save button at the bottom of the form": in it. Of what is listed it would tell which one."""
    rest = joint.rest
    at = next((at for at, token in enumerate(rest.tokens) if token.text == "of"), 0)
    pressed = joint.words == ("at",) and joint.last.text in _PRESSED and end_of_something(rest)
    holds = pressed and at + 1 < len(rest) and rest.tokens[-1].low in _HOLDING
    return joint._replace(words=("in",), place="inside", rest=rest[at + 1 :]) if holds else None


_PRESSED = word_set("button link icon")
_HOLDING = word_set("form dialog dialogue modal popup pop-up page section sidebar panel window card")


def holds_with(joint: Joint) -> bool:
    """ "the list of tags with 0 watches": which of what it holds, or what is said of one, no name tells."""
    if joint.words == ("of",) and len(joint.head) == 1 and joint.last.low == "one":
        return True  # "one of the categories": which, it does not tell
    several = joint.first.text.islower() and joint.first.text.endswith("s") and not joint.rest.quotes()
    return joint.words == ("of",) and joint.last.low in _COLLECTING and several and joint.rest[1:].has(_TELLING_MORE)


_TELLING_MORE = word_set("with without whose having that which")
_LETTERING = (
    "bold, italic, italics, uppercase, upper case, lowercase, lower case, capitals, capital letters, block letters"
)
_LANGUAGES = word_set("English German French Spanish Italian Dutch Portuguese Polish Russian Chinese Japanese Korean")
_MANNERS = frozenset(phrases(_LETTERING)) | {(colour,) for colour in COLOURS}


_MEDIA = phrases(
    "mobile, mobile devices, desktop, tablet, phone, phones, small screens, large screens, any device, all devices, "
    "all pages, every page, any page, hover, load, page load, focus, scroll, submit, success, failure, first visit, "
    "every visit, the first visit, refresh, reload, blur, startup"
)
_EVENTS = word_set("submission reload refresh login logout sign-in load deletion registration purchase saving checkout")
_CENTERED = SIDES | word_set("center centre middle")


def tells_how(joint: Joint) -> bool:
    """ "in bold", "in red", "on mobile", "in dark mode", "after submission": how something looks, where or when it is
    tried, no place on the page and no name.
    """
    last = joint.rest.tokens[-1]
    if joint.words == ("on",):
        shape = next((at for at, token in enumerate(joint.rest.tokens) if token.low == "("), len(joint.rest))
        return tuple(token.text for token in joint.rest.tokens[:shape]) in _MEDIA
    if _tells_when(joint):
        return True
    if joint.words == ("in",) and joint.first.text in COLOURS and len(joint.rest) > 1:
        return joint.rest.tokens[1].low in PLACE_HEADS
    return (
        joint.words == ("in",)
        and last.text.islower()
        and tuple(token.low for token in joint.rest.tokens if token.low not in SHADES) in _MANNERS
    )


def _tells_when(joint: Joint) -> bool:
    """ "After submission", "in dark mode", "in red colour", "at top-center", "in English"."""
    last = joint.rest.tokens[-1]
    if joint.place in ("after", "before"):
        return _bare_words(joint.rest) <= _EVENTS
    if joint.words == ("in",) and len(joint.rest) == 1:
        return joint.first.text in _LANGUAGES
    if joint.words == ("in",) and last.text in ("mode", "view", "color", "colour"):
        return True
    sides = joint.words[0] in ("at", "in") and "-" in last.text and _CENTERED.issuperset(last.low.split("-"))
    return sides and not sides_of(joint.rest, joint.words)


def _bare_words(rest: Phrase) -> frozenset[str]:
    """Its words without articles; of a quote none that is known."""
    return frozenset(token.low or token.value for token in rest.tokens if token.low not in ARTICLES)


def sides_of(rest: Phrase, place: tuple[str, ...]) -> tuple[str, ...]:
    """The sides of the page where it is said to stand: "at the top", "in the upper right corner of the page"."""
    words = [token.low for token in rest.tokens if token.low not in ARTICLES]
    if len(words) > 2 and words[-2] == "of" and words[-1] in PAGE_WORDS:
        words = words[:-2]
    if words and words[-1] in _CORNERS:
        words = words[:-1]
    parts = [part for word in words for part in word.split("-") if part != "hand"]
    only_sides = SIDES.issuperset(parts) and (place[0] in ("at", "in", "on") or (place[0] == "from" and len(parts) > 1))
    return tuple(parts) if only_sides else ()


_PLACE_OF_KIND: dict[Kind, Place] = {
    "row": "row",
    "section": "section",
    "dialog": "dialog",
    "frame": "frame",
    "column": "column",
    "form": "section",
}


def place_inside(kind: Kind) -> Place:
    """Being in something of that kind."""
    return _PLACE_OF_KIND.get(kind, "inside")


_WITHIN = frozenset({"in", "inside", "within"})


def place_at(joint: Joint, other: Target) -> Place:
    """The place a preposition tells, seen from what it leads to: "under" a column is in it."""
    if joint.place == "below" and joint.words == ("under",) and other.kind == "column":
        return "column"
    if joint.place != "inside":
        return joint.place
    if points(joint.rest) and joint.words[0] not in _WITHIN:
        return "near"
    return "near" if other.kind == "any" and joint.words in (("for",), ("of",)) else place_inside(other.kind)
