"""Where somebody is and where a link leads: builders of checks on addresses. Never asks a page."""

from __future__ import annotations

from qa_appliance.core.checks import HOME_PAGE, AddressIs, Check, LinkGoes
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.word_sets import word_set

_PAGES = frozenset({"page", "screen", "site", "website", "view"})


def goes(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the page redirects to /login" is where somebody is led, "the link leads to /login" what it says."""
    follow = led if subject.topic in ("person", "page", "address") else link_goes
    return follow(subject, slots, negated)


def link_goes(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """Where a link, a logo or a name in quotes leads; by its address, or as being on that page is told."""
    target = subject.target
    if target is None or subject.topic != "element" or target.kind not in ("link", "image", "any"):
        return None
    if (target.kind == "any" and not target.quoted) or target.qualities:
        return None
    if any(token.low in KIND_WORDS - _PAGES for token in slots["place"].tokens):
        return None  # a new tab, a dialog: no address
    there = arrived(Subject("address", subject.phrase), slots, negated)
    if not isinstance(there, AddressIs):
        return None
    return LinkGoes(target=target, comparison=there.comparison, value=there.value, negated=negated)


_HOME = frozenset({"home", "homepage", "start", "landing", "main", "front"})


_POINTING = word_set("same this current right correct wrong other different next previous new")
"""They say which page by another one, or by what is thought of it: no part of an address."""
_TELLING_WHEN = word_set("after before when while if with without until again because by via from and or once in")


def led(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "redirected to dashboard": where somebody is led is a page, also where nothing says so."""
    return _there(subject, slots, negated, bare=True)


def arrived(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """Being on a page: by its address, or by the words of its name as they stand in addresses."""
    return _there(subject, slots, negated, bare=False)


def _there(subject: Subject, slots: Slots, negated: bool, *, bare: bool) -> Check | None:
    place: Phrase = slots["place"]
    address = READERS["address"](place)
    if subject.topic not in ("person", "page", "address"):
        return None
    if address is not None:
        exact = "://" in address or address.startswith("/")
        return AddressIs(comparison="equals" if exact else "contains", value=address, negated=negated)
    words = [token.value.lower() for token in place.tokens if token.low not in ARTICLES]
    if place.only_quote is None and not _TELLING_WHEN.isdisjoint(words):
        return None
    paged = bool(words) and words[-1] in ("page", "screen", "view")
    words = words[:-1] if paged else words
    if not words or len(words) > 4 or not all(word.replace("-", "").isalnum() for word in " ".join(words).split()):
        return None
    if words[0] == "page" and len(words) > 1 and place.tokens[-1].kind == "quoted":
        words, paged = words[1:], True
    if not _POINTING.isdisjoint(words) and place.only_quote is None:
        return None
    if set(words) <= _HOME or words == ["home", "page"]:
        return AddressIs(comparison="matches", value=HOME_PAGE, negated=negated)
    if not (bare or paged or place.tokens[0].low in ARTICLES or place.only_quote is not None):
        return None
    return AddressIs(comparison="shows", value="-".join(" ".join(words).split()), negated=negated)
