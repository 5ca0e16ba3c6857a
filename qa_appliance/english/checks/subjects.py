"""What a check is about, and the checks that say something is there. Never the predicate."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from qa_appliance.core.checks import Check, Comparison, CountIs, ElementIs, ErrorShown, NoEvents, TextShown, TitleIs
from qa_appliance.core.target import Target
from qa_appliance.english.checks.either import any_of
from qa_appliance.english.checks.groups import one_or_another
from qa_appliance.english.nouns.counted import never_called, read_counted, tells
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.nouns.refusals import JUDGING
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS, PLURALS, QUALITIES, SHADES, SIDES
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.word_sets import word_set

Topic = Literal["page", "person", "title", "address", "count", "value", "console", "download", "element"]


class Subject(Struct, frozen=True):
    topic: Topic
    phrase: Phrase
    target: Target | None = None


_TOPIC_WORDS: dict[Topic, str] = {
    "page": "page, screen, website, site, system, app, application, current page, page content, content, web page, "
    "webpage",
    "person": "i, user, we, he, she, they, customer, visitor, you, tester, shopper, browser",
    "title": "title, page title, title of the page, page's title, browser title, tab title, document title, "
    "window title",
    "address": "url, address, page url, current url, url of the page, page address, browser url, web address, "
    "address bar, path, location, page's url, address of the page, browser address",
    "console": "console, browser console, javascript console, js console",
    "download": "download, downloaded file, file, last download, file name of the download, downloaded document",
}
_TOPICS: dict[str, Topic] = {words: topic for topic, listed in _TOPIC_WORDS.items() for words in listed.split(", ")}
_COUNTING = (("number", "of"), ("count", "of"), ("amount", "of"), ("total", "number", "of"))
_VALUE_OF = (("value", "of"), ("value", "in"), ("content", "of"), ("text", "in"), ("text", "of"), ("contents", "of"))
_ERRORS = frozenset({"error", "errors"})
_CONSOLE = word_set("console javascript js")
_NETWORK = word_set("network request requests http api")
_ACCESS = word_set("accessibility a11y wcag axe")
_TROUBLE = word_set("error errors problem problems issue issues violation violations warning warnings failure failures")
_IMPACTS = word_set("minor moderate serious critical")


def bare(phrase: Phrase) -> Phrase:
    """Without articles in front."""
    start = 0
    while start < len(phrase) - 1 and phrase.tokens[start].low in ARTICLES:
        start += 1
    return phrase[start:]


_ANY_LONGER = (["anymore"], ["any", "more"], ["any", "longer"])


def no_longer(phrase: Phrase) -> Phrase:
    """Without "anymore", "any more", "any longer" at its end: they say that it was so before, and name nothing."""
    for size in (1, 2):
        ends = phrase.tokens[len(phrase) - size :]
        if len(phrase) > size and [token.low for token in ends if token.kind == "word"] in _ANY_LONGER:
            return phrase[: len(phrase) - size]
    return phrase


_HELPING = word_set("does do did is are was were has have had should must can will not")


def read_subject(phrase: Phrase) -> Subject | None:
    phrase = phrase.strip(",", "that")
    if not phrase.tokens:
        return None
    inner = bare(phrase)
    lows = tuple(token.low for token in inner.tokens)
    if lows in (("nothing",), ("no",)):
        return None
    if lows[:1] == ("not",) or all(token.text in _HELPING for token in inner.tokens):
        return None  # "… and does not show": its subject stands before
    if phrase.tokens[-1].text in _HELPING | {"cannot", "can't", "won't", "doesn't", "isn't"}:
        return None  # "the modal cannot | be closed" is cut in the wrong place
    if phrase.tokens[0].low in PLACE_HEADS and len(phrase) > 1 and phrase.tokens[1].low in ARTICLES:
        return None  # "in the popup that appears": a place, no subject
    topic = _TOPICS.get(" ".join(lows))
    if topic == "title" and lows == ("title",) and phrase.tokens[0].text == "Title":
        topic = None
    if topic is not None:
        return Subject(topic, phrase)
    for words in _COUNTING:
        if lows[: len(words)] == words:
            counted = read_counted(inner[len(words) :])
            return Subject("count", phrase, counted[1]) if counted else None
    for words in _VALUE_OF:
        if lows[: len(words)] == words and len(lows) > len(words):
            target = read_target(inner[len(words) :])
            if target is None:
                return None
            return Subject("value" if words[0] == "value" else "element", phrase, target)
    target = read_target(phrase)
    return None if target is None else Subject("element", phrase, target)


def shown(phrase: Phrase, negated: bool = False, within: Phrase | None = None) -> Check | None:
    """The check that something is visible: "Saved" · the Save button · 3 rows · no error · the message "Saved" in …"""
    phrase = no_longer(phrase.strip(","))
    if within is not None:
        phrase = phrase + within
    tokens = phrase.tokens
    if not tokens:
        return None
    lows = [token.low for token in tokens]
    bounded = lows[0] in ("no", "not") and lows[1:2] in (["more"], ["fewer"], ["less"])
    if lows[0] in ("no", "any", "not") and len(tokens) > 1 and not bounded:
        flipped = lows[0] in ("no", "not")
        rest = phrase[2:] if lows[:2] == ["not", "any"] else phrase[1:]
        special = trouble(rest)
        if special is not None:
            return special if flipped != negated else None
        return shown(rest, negated != flipped)
    if (others := one_or_another(phrase)) is not None:
        parts, none_of = others
        return None if none_of and negated else any_of([shown(part) for part in parts], none_of or negated)
    if title := _title(phrase, negated):
        return title
    if error := _error(phrase, negated):
        return error
    if counted_check := counting(phrase, negated):
        return counted_check
    if nothing_but(phrase) is not None:
        return None
    if negated and (tells(phrase) or never_called(phrase)):
        return None  # "no email was sent": of none that is called so
    if negated and (none := _none_of(phrase)):
        return none
    return _visible(phrase, negated)


_ALONE = (["only"], ["just"], ["exactly"], ["precisely"], ["solely"])


def nothing_but(phrase: Phrase) -> Phrase | None:
    """What follows "only" and its like; None where no such word begins the phrase."""
    lows = [token.low for token in phrase.tokens]
    length = 2 if lows[:2] in (["nothing", "but"], ["nothing", "except"]) else lows[:1] in _ALONE
    return phrase[length:] if length and len(phrase) > length else None


def _none_of(phrase: Phrase) -> Check | None:
    """Several things denied are counted: "no products in the cart" is a count of 0."""
    counted = read_counted(phrase)
    if counted is None or counted[1].kind not in ("row", "item") or counted[1].quoted:
        return None
    plural = any(token.low in PLURALS or token.low == counted[1].name.lower() for token in phrase.tokens)
    plural = plural and any(token.low.endswith("s") for token in phrase.tokens)
    return CountIs(target=counted[1], comparison="equals", count=0) if plural else None


_PLACEHOLDER = re.compile(r"\{[^{}]+\}")
_VAGUE = frozenset({"many", "few", "several", "enough", "lots", "plenty", "most"})


def _visible(phrase: Phrase, negated: bool) -> Check | None:
    lows = [token.low for token in phrase.tokens]
    if not _VAGUE.isdisjoint(lows[:2]) or phrase.tokens[0].text == "more":
        return None
    only = phrase.only_quote
    if only is not None:
        return TextShown(text=only, negated=negated)
    target = read_target(phrase)
    if target is None or (not target.quoted and target.name.replace(".", "").isdecimal()):
        return None
    if negated and not target.quoted and target.name.lower() in JUDGING:
        return None  # "no broken links": of none that is called so
    if _PLACEHOLDER.fullmatch(phrase.tokens[-1].text) and target.kind in ("any", "text") and not target.within:
        return TextShown(text=phrase.tokens[-1].text, negated=negated)  # "the price {price}"
    if lows[-1].isdecimal() and "status" in lows:
        return None
    if target.kind == "page" and not target.name:
        return None
    seen = not (QUALITIES | SHADES | SIDES).isdisjoint(target.qualities)  # "the green “Saved”": more is said
    if target.quoted and target.kind in ("any", "text", "alert") and not target.ordinal and not seen:
        if not target.within:
            return TextShown(text=target.name, negated=negated)
        if len(target.within) == 1 and target.within[0].place in ("section", "dialog", "frame", "inside", "row"):
            return TextShown(text=target.name, scope=target.within[0].target, negated=negated)
    if (
        target.kind == "any"
        and not target.quoted
        and not target.within
        and not target.ordinal
        and lows[0] not in ARTICLES
    ):
        if phrase.tokens[0].text[0].isupper() or phrase.tokens[0].text[0] == "{":
            return TextShown(text=target.words, negated=negated)
        if len(phrase) > 4:
            return None
    if target.kind == "text" and target.name and not target.quoted and lows[0] in ("text", "text:"):
        return TextShown(text=target.name, negated=negated)
    return ElementIs(target=target, state="visible", negated=negated)


_TITLES = (["title"], ["page", "title"], ["browser", "title"], ["tab", "title"], ["window", "title"])


def _title(phrase: Phrase, negated: bool) -> Check | None:
    """The page title "Shop": the document's title, not a text anywhere."""
    inner = bare(phrase)
    if inner.tokens[-1].kind != "quoted" or [token.low for token in inner.tokens[:-1]] not in _TITLES:
        return None
    return TitleIs(comparison="equals", value=inner.tokens[-1].value, negated=negated)


def _error(phrase: Phrase, negated: bool) -> Check | None:
    inner = bare(phrase)
    lows = [token.low for token in inner.tokens]
    at = next((index for index, low in enumerate(lows) if low in _ERRORS), None)
    if at is None or not _OBSERVED.isdisjoint(lows):
        return None
    named, told = [*lows[at + 1 :], "", ""][:2]
    end, told = (at + 2, told) if named in _OF_ERRORS else (at + 1, named)
    if told in INDICATING and not negated:
        last = inner.tokens[-1]
        return ErrorShown(text=last.value if last.kind == "quoted" else "")
    if lows[-1] in _NOT_ERRORS:
        return None
    if quotes := inner.quotes():
        alone = len(quotes) == 1 and inner.tokens[-1].kind == "quoted"
        return ErrorShown(text=quotes[0].value, negated=negated) if alone else None
    if end == len(lows):
        return ErrorShown(text=" ".join(low for low in lows[:at] if low not in _ANY_ERROR), negated=negated)
    following = inner[end + 1 :]
    return ErrorShown(text=following.text, negated=negated) if told in SAYING and following.tokens else None


_OBSERVED = _CONSOLE | _NETWORK
_OF_ERRORS = word_set("message messages text alert banner")
_NOT_ERRORS = word_set("page button link tab log icon code")
_ANY_ERROR = word_set("validation form input field some visible one any")
SAYING = word_set("saying reading about stating that containing")
"""What follows are the words of a message."""
INDICATING = word_set("indicating telling informing explaining notifying because")
"""What follows is what a message is about, in words of the tester's own: which error it is stays open."""


_AROUND_TROUBLE = word_set("page the console in on this found observed browser")


def trouble(phrase: Phrase) -> Check | None:
    """Kinds of trouble that are observed, not seen: console errors · failed requests · serious accessibility issues."""
    inner = bare(phrase)
    lows = [token.low for token in inner.tokens]
    words = set(lows)
    while len(lows) > 1 and lows[-1] in _AROUND_TROUBLE:
        lows = lows[:-1]
    words = (words & {"console"}) | set(lows)
    impact = next((low for low in lows if low in _IMPACTS), "serious")
    plain = words - _IMPACTS - {"or", "any", "worse"}
    if plain & _CONSOLE and plain & _TROUBLE and plain <= _CONSOLE | _TROUBLE | {"browser"}:
        return NoEvents(kind="console_error")
    if words <= {
        "failed",
        "failing",
        "network",
        "requests",
        "request",
        "broken",
        "http",
        "api",
        "calls",
    } | _TROUBLE and (words & {"failed", "failing", "network"} and len(words) > 1):
        return NoEvents(kind="failed_request")
    if plain & _ACCESS and plain & _TROUBLE and plain <= _ACCESS | _TROUBLE:
        return NoEvents(kind="accessibility", impact=impact)
    return None


_BOUNDS: tuple[tuple[tuple[str, ...], Comparison], ...] = (
    (("at", "least"), "at_least"), (("no", "fewer", "than"), "at_least"), (("no", "less", "than"), "at_least"),
    (("not", "less", "than"), "at_least"), (("a", "minimum", "of"), "at_least"), (("minimum",), "at_least"),
    (("at", "most"), "at_most"), (("no", "more", "than"), "at_most"), (("up", "to"), "at_most"),
    (("not", "more", "than"), "at_most"), (("a", "maximum", "of"), "at_most"),
    (("more", "than"), "more"), (("over",), "more"), (("greater", "than"), "more"),
    (("less", "than"), "less"), (("fewer", "than"), "less"), (("under",), "less"),
    (("exactly",), "equals"), (("only",), "equals"), (("just",), "equals"), (("a", "total", "of"), "equals"),
)  # fmt: skip


def bound(phrase: Phrase) -> tuple[Comparison, Phrase]:
    """The comparison said in front of a number, "equals" where none is: at least 2 · no more than five."""
    lows = tuple(token.low for token in phrase.tokens)
    for words, comparison in _BOUNDS:
        if lows[: len(words)] == words and len(lows) > len(words):
            return comparison, phrase[len(words) :]
    return "equals", phrase


def counting(phrase: Phrase, negated: bool, within: Target | None = None) -> Check | None:
    """A number of things: 3 rows · at least two results in the list."""
    comparison, rest = bound(phrase)
    counted = read_counted(rest)
    if counted is None:
        return None
    number, target = counted
    if number is None:
        return None
    if target.quoted and target.kind == "any":
        return None
    last = rest.tokens[-1].low
    if not target.within and last.isdecimal():
        return None
    if within is not None:
        target = inside(target, within)
    return CountIs(target=target, comparison=comparison, count=number, negated=negated)


def inside(target: Target, scope: Target) -> Target:
    """The target within another, by what that other is."""
    return Target(
        words=f"{target.words} in {scope.words}", name=target.name, kind=target.kind, quoted=target.quoted,
        ordinal=target.ordinal, qualities=target.qualities, within=(*target.within, *relation_inside(scope)),
    )  # fmt: skip
