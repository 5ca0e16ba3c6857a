"""Where somebody is and where a link leads: builders of checks on addresses. Never asks a page."""

from __future__ import annotations

from qa_appliance.core.checks import HOME_PAGE, AddressIs, Check, LinkGoes
from qa_appliance.english.checks.refusals import REFUSALS
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PAGE_WORDS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

_PAGES = word_set("page screen view panel")  # a site is not one of its pages


def goes(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the page redirects to /login" is where somebody is led, "the link leads to /login" what it says."""
    if subject.target is not None and is_pronoun(subject.target):
        return _led_by_it(slots, negated)
    follow = led if subject.topic in _SOMEWHERE else link_goes
    return follow(subject, slots, negated)


def _led_by_it(slots: Slots, negated: bool) -> Check | None:
    """ "It opens the orders page": where somebody is by then, if it is said to be a page."""
    place: Phrase = slots["place"]
    named = place.tokens[-1].low in _PAGES or READERS["address"](place) is not None
    return led(Subject("person", place), slots, negated) if named else None


def link_goes(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """Where a link, a logo or a name in quotes leads; by its address, or as being on that page is told."""
    target = subject.target
    if target is None or subject.topic != "element" or target.kind not in ("link", "image", "any"):
        return None
    if (target.kind == "any" and not target.quoted) or target.qualities:
        return None
    if any(token.low in KIND_WORDS - PAGE_WORDS for token in slots["place"].tokens):
        return None  # a new tab, a dialog: no address
    there = arrived(Subject("address", subject.phrase), slots, negated)
    if not isinstance(there, AddressIs):
        return None
    return LinkGoes(target=target, comparison=there.comparison, value=there.value, negated=negated)


_HOME = word_set("home homepage start landing main front")
_SOMEWHERE = frozenset({"person", "page", "address"})
_LONGEST_NAME = 4  # words


def led(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "redirected to dashboard": where somebody is led is a page, also where nothing says so."""
    return _there(subject, slots, negated, surely=True)


def arrived(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """Being on a page: by its address, or by the words of its name as they stand in addresses."""
    return _there(subject, slots, negated, surely=False)


def _without_somebody(place: Phrase) -> Phrase:
    """ "Redirects the user back to the orders"."""
    lows = [token.low for token in place.tokens[:_LONGEST_NAME]]
    at = lows.index("to") if "to" in lows else 0
    return place[at + 1 :] if at and _LED.issuperset(lows[:at]) else place


_LED = word_set("the user customer visitor me us them him her you back")


def _there(subject: Subject, slots: Slots, negated: bool, *, surely: bool) -> Check | None:
    """`surely`: the words name a page, whether they say so or not."""
    place: Phrase = _without_somebody(slots["place"]).strip("back", "to")  # "redirects back to the orders"
    if subject.topic not in _SOMEWHERE or not place.tokens:
        return None
    address: str | None = READERS["address"](_behind_its_noun(place))
    if address is not None:
        exact = "://" in address or address.startswith("/")
        return AddressIs(comparison="equals" if exact else "contains", value=address, negated=negated)
    words = _page_name(place, surely)
    if words is None:
        return None
    if _HOME.issuperset(words):
        return AddressIs(comparison="matches", value=HOME_PAGE, negated=negated)
    return AddressIs(comparison="shows", value="-".join(words), negated=negated)


def _behind_its_noun(place: Phrase) -> Phrase:
    """ "The URL “/cart”", "the “/cart” page"."""
    if len(place) > 1 and place.tokens[-2].value.startswith("/") and place.tokens[-1].low in _PAGES:
        place = place[: len(place) - 1]
    before = [token.low for token in place.tokens[:-1] if token.low not in ARTICLES]
    return place[len(place) - 1 :] if before in (["url"], ["address"], ["path"]) else place


def _page_name(place: Phrase, surely: bool) -> list[str] | None:
    """The words of a page's name: the orders page · a quoted name · the page "Orders" · the dashboard."""
    if refused(REFUSALS["arrived"], place.tokens):
        return None
    bare = [token for token in place.tokens if token.low not in ARTICLES]
    tokens = _without_page(bare)
    surely = surely or len(tokens) < len(bare) or place.only_quote is not None or place.tokens[0].low in ARTICLES
    words = _words(tokens)
    named = len(words) > 0 and len(tokens) <= _LONGEST_NAME and all(word.replace("-", "").isalnum() for word in words)
    return words if named and surely and not (len(words) == 1 and words[0] in _PARTS | _WHOLES) else None


def _words(tokens: list[Token]) -> list[str]:
    """As they may stand in an address: "Review & Payments" is review-payments."""
    return [word for word in " ".join(token.value.lower() for token in tokens).split() if word != "&"]


_PARTS = word_set("list table menu row dialog dropdown header footer sidebar column section")
"""What is a part of a page: "they are not in the table" says nothing of the address."""


_WHOLES = word_set("application system website site platform")
"""All of what is tested: no page of it."""


def _without_page(tokens: list[Token]) -> list[Token]:
    """Without the noun that says that it is a page: the orders page, the page "Orders", the page Orders; not page 2."""
    if tokens and tokens[-1].low in _PAGES:
        return tokens[:-1]
    named = len(tokens) > 1 and tokens[0].low in _PAGES and (tokens[1].kind == "quoted" or tokens[1].text[0].isupper())
    return tokens[1:] if named else tokens
