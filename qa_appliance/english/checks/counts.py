"""Checks that count: a number of things, and how it is compared. Reads no predicate."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, Comparison, CountIs, ElementIs, State, TextIs, TextShown
from qa_appliance.core.target import RECORDS, Kind, Target
from qa_appliance.english.nouns.counted import read_counted
from qa_appliance.english.nouns.edges import in_an_order, without_articles
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.words.lexicon import ARTICLES, PLURALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import NUMBERS, read_number
from qa_appliance.language.word_sets import phrases, word_set

_BOUND_WORDS: dict[Comparison, str] = {
    "at_least": "at least, no fewer than, no less than, not less than, a minimum of, minimum",
    "at_most": "at most, no more than, not more than, up to, a maximum of",
    "more": "more than, greater than, over",
    "less": "less than, fewer than, under",
    "equals": "exactly, only, just, a total of",
}
_BOUNDS: tuple[tuple[tuple[str, ...], Comparison], ...] = tuple(
    (words, comparison) for comparison, line in _BOUND_WORDS.items() for words in phrases(line)
)


def bound(phrase: Phrase) -> tuple[Comparison, Phrase]:
    """The comparison said in front of a number, "equals" where none is: at least 2 · no more than five."""
    lows = tuple(token.low for token in phrase.tokens)
    for words, comparison in _BOUNDS:
        if lows[: len(words)] == words and len(lows) > len(words):
            return comparison, phrase[len(words) :]
    return "equals", phrase


def bound_first(phrase: Phrase) -> Phrase:
    """With a bound that is said behind its number in front of it: "3 or more rows", "3 rows or more"."""
    tokens = phrase.tokens
    for at in range(1, len(tokens) - 1):
        words = _BEHIND.get(tokens[at + 1].low, ()) if tokens[at].low == "or" else ()
        number = _number_before(phrase, at) if words else None
        if number is None or (number and tokens[number - 1].low in _BOUND_ENDS):
            continue
        bound_words = [replace(tokens[number], kind="word", text=word, low=word, value=word) for word in words]
        return Phrase([*tokens[:number], *bound_words, *tokens[number:at], *tokens[at + 2 :]], phrase.source)
    return phrase


def _number_before(phrase: Phrase, at: int) -> int | None:
    """Where the number stands of which the words at `at` are said: right before them, or with its noun between."""
    tokens = phrase.tokens
    if read_number(phrase[at - 1 : at]) is not None:
        return at - 1
    closed = at + 2 == len(tokens) or tokens[at + 2].low in _GOES_ON
    for start in range(at - 2, max(at - 5, -1), -1):
        if not closed or tokens[start + 1].kind != "word":
            return None
        if read_number(phrase[start : start + 1]) is not None:
            return start
    return None


_BEHIND = {"more": ("at", "least"), "fewer": ("at", "most"), "less": ("at", "most")}
_BOUND_ENDS = word_set("than least most exactly")
_GOES_ON = word_set("are is was were appear appears exist exists show in on remain stay")


def counting(phrase: Phrase, negated: bool, within: Target | None = None) -> Check | None:
    """A number of things: 3 rows · at least two results in the list."""
    comparison, rest = bound(phrase)
    left = len(rest) > 2 and rest.tokens[-1].text in _LEFT
    if left:
        rest = rest[: len(rest) - 1]  # exactly one row left
    number, target = read_counted(rest, unread=_may_be_marked(within)) or (None, None)
    target = _as_entry(target)
    if number is None or target is None:
        return None
    if in_an_order(rest) or (not target.within and rest.tokens[-1].low.isdecimal()):
        return None
    if target.name.lower() in _MEASURES and not target.within and comparison == "equals":
        return TextShown(text=rest.text, scope=within, negated=negated)  # "only 19 days are left" is what the page says
    if within is not None:
        target = inside(target, within)
    return CountIs(target=target, comparison=comparison, count=number, negated=negated, left=left)


def _as_entry(target: Target | None) -> Target | None:
    """ "One “Lamp” in the list" is one of its entries; how a quoted text is counted anywhere else, nobody says."""
    if target is None or not target.quoted or target.kind != "any":
        return target
    kind = next((ENTRIES[place.target.kind] for place in target.within if place.target.kind in ENTRIES), None)
    return None if kind is None else replace(target, kind=kind)


ENTRIES: dict[Kind, Kind] = {"list": "item", "table": "row"}


def some_records(phrase: Phrase) -> CountIs | None:
    """ "Tasks" [are shown], "there are" [tasks in the list]: one at least, which no heading is that says so. "The
    tasks" are a part of the page as well."""
    definite = not phrase.tokens or phrase.tokens[0].low in ARTICLES
    counted = None if definite or phrase.quotes() else read_counted(phrase)
    if counted is None or counted[0] is not None or counted[1].kind != "item" or counted[1].qualities:
        return None
    noun = counted[1].name.lower()
    singular = f"{noun[:-3]}y" if noun.endswith("ies") else noun.removesuffix("s")
    some = singular in RECORDS and singular != noun
    return CountIs(target=counted[1], comparison="at_least", count=1) if some else None


def counts_no_things(phrase: Phrase) -> bool:
    """ "No. 17: …" counts what is told, and denies nothing; "one page" a look always shows."""
    lows = [token.low for token in phrase.tokens[:3]]
    pages = lows[1:] in (["page"], ["pages"]) and lows[0] in NUMBERS and not phrase.quotes()
    return pages or (len(lows) > 1 and lows[0] == "no" and (lows[1] == "." or (lows[1].isdecimal() and ":" in lows)))


def _may_be_marked(within: Target | None) -> bool:
    """Where things may be marked as unread: on the page, or told by the number on an icon."""
    return within is None or within.kind == "icon"


_LEFT = word_set("left remaining")
_MEASURES = word_set(
    "second seconds minute minutes hour hours day days week weeks month months year years sec secs min mins hr hrs ms "
    "b kb mb gb tb kib mib gib byte bytes g kg mg km m cm mm mi ft lb lbs oz l ml px pt kwh "
    "eur usd gbp chf jpy inr cad aud euro euros dollar dollars percent"
)
"""What a figure is of: a page writes it, and nobody counts it."""


def counting_in(phrase: Phrase, negated: bool) -> Check | None:
    """What holds a number of things: a table with 3 rows · a list of two products."""
    at = next((i for i, token in enumerate(phrase.tokens) if token.low in _HOLDING), 0)
    if at == 0 or at + 1 == len(phrase) or read_number(bound(phrase[at + 1 :])[1][:1]) is None:
        return None
    holder = read_target(phrase[:at])
    if holder is None or holder.kind not in _HOLDERS:
        return None
    return counting(phrase[at + 1 :], negated, holder)


_HOLDING = word_set("with of containing having holding")
_HOLDERS = frozenset({"list", "table", "section", "dialog", "menu", "form"})


def none_of(phrase: Phrase) -> Check | None:
    """Several things denied are counted: "no products in the cart" is a count of 0."""
    counted = read_counted(phrase)
    if counted is None or counted[1].kind not in ("row", "item") or counted[1].quoted:
        return None
    named = counted[1].name.lower()
    plural = any(token.low in PLURALS or token.low == named for token in phrase.tokens)
    plural = plural and any(token.low.endswith("s") for token in phrase.tokens)
    return CountIs(target=counted[1], comparison="equals", count=0) if plural else None


def some_of(phrase: Phrase) -> CountIs | None:
    """ "exactly 2 rows": the number of them; of "the 2 rows" something else is said."""
    _, rest = bound(phrase)
    plural = any(token.low in PLURALS for token in rest.tokens[1:])
    if len(rest) < 2 or read_number(rest[:1]) is None or rest.quotes() or not (plural or len(rest) < len(phrase)):
        return None
    number = counting(phrase, False)
    return number if isinstance(number, CountIs) and number.target.kind in _ALIKE else None


_ALIKE = frozenset({"row", "item", "button", "checkbox", "link", "field", "option", "radio", "switch", "tab"})


def narrowed(number: CountIs, check: ElementIs | TextIs, rest: Phrase) -> CountIs | None:
    """The number of those of which the check holds, where a name or a quality says as much."""
    target = number.target
    if isinstance(check, TextIs):
        contained = check.comparison in ("contains", "shows") and rest.tokens[-1].kind == "quoted"
        fits = contained and target.kind in ("row", "item") and not target.name
        return replace(number, target=replace(target, name=check.value, quoted=True)) if fits else None
    quality = _QUALITIES.get((check.state, check.negated))
    return None if quality is None else replace(number, target=replace(target, qualities=(*target.qualities, quality)))


_QUALITIES: dict[tuple[State, bool], str] = {
    ("selected", False): "selected",
    ("checked", False): "checked",
    ("checked", True): "unchecked",
    ("enabled", False): "enabled",
    ("enabled", True): "disabled",
    ("required", False): "required",
}


def inside(target: Target, scope: Target) -> Target:
    """The target within another, by what that other is."""
    return replace(target, words=f"{target.words} in {scope.words}", within=(*target.within, *relation_inside(scope)))


def counter_figure(target: Target | None, counted: Phrase, negated: bool) -> TextIs | None:
    """ "The cart badge shows 2 items", "the bell icon": it tells how many there are, and holds none of them."""
    if target is None or not (target.kind == "icon" or target.words.lower().endswith((" badge", " counter"))):
        return None
    figure = counted.tokens[0].value
    plain = len(counted) <= _LONGEST_COUNTED and all(token.kind == "word" for token in counted.tokens[1:])
    own = plain and figure.isdecimal() and not target.within and counted.tokens[-1].text not in _LEFT
    return TextIs(target=target, comparison="shows", value=figure, negated=negated) if own else None


_LONGEST_COUNTED = 3  # words


def figure_of(content: Phrase) -> Phrase:
    """ "The number 2", "the count “5”": the figure; "the number of items" tells none."""
    inner = Phrase(without_articles(content.tokens), content.source)
    if len(inner) != _NOUN_AND_FIGURE or inner.tokens[0].text not in _FIGURES:
        return content
    figure = inner[1:]
    return figure if figure.only_quote is not None or figure.tokens[0].value.isdecimal() else content


_NOUN_AND_FIGURE = 2  # words
_FIGURES = word_set("number count figure")
