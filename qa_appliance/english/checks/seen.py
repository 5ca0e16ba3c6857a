"""The checks that say that something is there: a text, an element, a number of things, an error. Reads no predicate."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.checks import AddressIs, Check, ElementIs, TextIs, TextShown, TitleIs
from qa_appliance.core.target import Kind, Target
from qa_appliance.english.checks.bars import of_the_bar
from qa_appliance.english.checks.counts import counting, counting_in, counts_no_things, none_of
from qa_appliance.english.checks.groups import any_of, one_or_another
from qa_appliance.english.checks.refusals import REFUSALS
from qa_appliance.english.checks.troubles import error_at, error_shown, saying_so, trouble, words_first
from qa_appliance.english.nouns.counted import (
    known_by_a_deed,
    never_called,
    of_a_deed,
    only_described,
    sort_of_things,
    tells,
    tells_a_deed,
)
from qa_appliance.english.nouns.edges import bare, in_an_order, no_longer, wherever
from qa_appliance.english.nouns.names import (
    in_capitals_throughout,
    is_attribute,
    leaves_open,
    names_no_text,
    of_a_session,
    states_something,
    value_of_attribute,
)
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.records import has_gone, is_a_record, one_of_its_sort, several_denied
from qa_appliance.english.nouns.refusals import JUDGING
from qa_appliance.english.nouns.row_values import in_one_row
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import ARTICLES, KINDS, PLACE_HEADS, PLURALS, SIDES
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.tokens import Phrase, tokenize
from qa_appliance.language.values import read_duration, read_number
from qa_appliance.language.word_sets import phrases, word_set

_DENYING = word_set("no not")
_FEWER = word_set("more fewer less")
_LONGEST_TEXT = 4  # words of a text in lower case without quotes


def shown(phrase: Phrase, negated: bool = False, within: Phrase | None = None) -> Check | None:
    """The check that something is visible: "Saved" · the Save button · 3 rows · no error · the message "Saved" in …"""
    phrase = several_denied(_of_a_kind(phrase, negated or within is not None), negated)
    phrase = _without_being_seen(wherever(_figure(no_longer(phrase.strip(",")))))
    whole = phrase if within is None else phrase + within
    if not whole.tokens or _for_a_time(whole) or counts_no_things(whole) or in_an_order(whole):
        return None
    if within is not None and (placed := _in_its_place(phrase, within, negated)) is not None:
        return placed
    return _shown(whole, negated)


def _shown(phrase: Phrase, negated: bool) -> Check | None:
    phrase = saying_so(words_first(phrase))
    if (quantified := _none_or_any(phrase)) is not None:
        return _shown_or_none(*quantified, negated)
    if not negated and (stated := attribute(phrase) or _with_its_attribute(phrase)) is not None:
        return stated
    if (others := one_or_another(phrase)) is not None:
        parts, neither = others
        return None if neither and negated else any_of([shown(part) for part in parts], neither or negated)
    return (
        _title(phrase, negated)
        or _address(phrase, negated)
        or error_shown(phrase, negated)
        or counting_in(phrase, negated)
        or counting(phrase, negated)
        or _thing_shown(phrase, negated)
    )


def attribute(phrase: Phrase, *, quoted: bool = False) -> TextIs | None:
    """ "The status Open", "due date 12 May": what it is, beside its name; a text in quotes may stand anywhere."""
    inner = bare(phrase)
    values = ((inner[:at], inner[at:]) for at in range(1, len(inner)))
    found = next(((noun, value) for noun, value in values if _is_its_value(value, quoted)), None)
    if found is None or not is_attribute(found[0]) or (quoted and found[0].tokens[-1].low in _CALLED):
        return None
    noun, value = found
    if noun.tokens[-1].low in _NUMBERED and value.text.isdecimal():
        return None  # "status 200" is an answer's
    return TextIs(
        target=Target(words=noun.text, name=noun.text), comparison="equals", value=value.only_quote or value.text
    )


def _with_its_attribute(phrase: Phrase) -> Check | None:
    """ "The card “Visa 12” with the status Active": the row or the entry called so shows it."""
    at = next((at for at in range(1, len(phrase) - 2) if phrase.tokens[at].low == "with"), 0)
    value = value_of_attribute(phrase[at + 1 :]) if at else None
    owner = read_target(phrase[:at]) if value is not None else None
    if value is None or owner is None or not owner.quoted or owner.ordinal or owner.kind not in ("any", "row", "item"):
        return None
    kinds: tuple[Kind, ...] = ("row", "item") if owner.kind == "any" else (owner.kind,)
    shows = [TextShown(text=value, scope=replace(owner, kind=kind, qualities=())) for kind in kinds]
    return shows[0] if len(shows) == 1 else any_of(shows)


def _is_its_value(value: Phrase, quoted: bool) -> bool:
    return value.only_quote is not None if quoted else in_capitals_throughout(value)


_NUMBERED = word_set("status state code")
_CALLED = word_set("name title subject code id reference number")


def _in_its_place(phrase: Phrase, within: Phrase, negated: bool) -> Check | None:
    """ "Fern is not shown in Orders": behind a verb "in" is no part of a name."""
    if error_at(phrase):
        return None
    whole, target = read_target(phrase + within), read_target(phrase)
    place = read_target(Phrase([*_ANYTHING, *within.tokens], phrase.source))
    if whole is None or target is None or place is None or not place.within or place.qualities:
        return None
    if whole.within or target.within or target.quoted or target.kind != "any" or (negated and one_of_its_sort(target)):
        return None
    target = replace(target, words=(phrase + within).text, within=place.within)
    there = _quote_shown(replace(target, name=phrase.text), negated) if _begins_like_a_text(phrase) else None
    return there or ElementIs(target=target, state="visible", negated=negated)


_ANYTHING = tokenize('"x"')


def _of_a_kind(phrase: Phrase, negated: bool) -> Phrase:
    """ "Modal closes", "Spinner disappears": a noun with which a sentence begins is no name that could be missing."""
    if len(phrase) != 1:
        return phrase
    only = phrase.tokens[0]
    known = only.low in _COMING_AND_GOING or (negated and only.low in KINDS)
    if not (known and only.text.istitle()):
        return phrase
    return Phrase([replace(only, text=only.low, value=only.low)], phrase.source)


_COMING_AND_GOING = word_set("spinner loader overlay backdrop skeleton placeholder")


def _without_being_seen(phrase: Phrase) -> Phrase:
    """ "no error message displayed", "there are 3 rows shown": that it is seen is what is asked, and no name's end."""
    last = phrase.tokens[-1] if len(phrase) > 1 else None
    seen = last is not None and last.kind == "word" and last.text in _BEING_SEEN and phrase.tokens[-2].text != "not"
    return phrase[: len(phrase) - 1] if seen else phrase


_BEING_SEEN = word_set("displayed shown visible present presented rendered")


def _figure(phrase: Phrase) -> Phrase:
    """ "the number two" is the text “2”."""
    inner = bare(phrase)
    if len(inner) < 2 or inner.tokens[0].low != "number" or inner.tokens[1].kind == "quoted":
        return phrase
    number = read_number(inner[1:2])
    if number is None:
        return phrase
    written = replace(inner.tokens[1], kind="quoted", low="", value=str(number))
    return Phrase([written, *inner.tokens[2:]], phrase.source)


def _for_a_time(phrase: Phrase) -> bool:
    """ "no error within 5 seconds": a time is no place, and of a thing called so a denial would always hold."""
    last = next((at for at in range(len(phrase) - 2, 0, -1) if phrase.tokens[at].low in _TIMED), 0)
    return last > 0 and read_duration(phrase[last + 1 :]) is not None


_TIMED = word_set("in within for after during")


def _shown_or_none(phrase: Phrase, none: bool, negated: bool) -> Check | None:
    """What follows "no" or "any"; trouble that is observed can only be denied."""
    special = trouble(phrase)
    if special is None:
        vague = none != negated and sort_of_things(phrase)
        return None if vague or (none and _of_a_sort(phrase)) else shown(phrase, negated != none)
    return special if none != negated else None


def _of_a_sort(phrase: Phrase) -> bool:
    """ "No Layout shifts": a sort of things, which no page calls so; the text alone would never be there."""
    first, last = phrase.tokens[0], phrase.tokens[-1]
    sort = len(phrase) > 1 and first.kind == last.kind == "word" and first.text[0].isupper()
    return sort and last.text.islower() and last.low.endswith("s") and KINDS.get(PLURALS.get(last.low, "")) is None


def _thing_shown(phrase: Phrase, negated: bool) -> Check | None:
    if nothing_but(phrase) is not None or known_by_a_deed(phrase) or (negated and _cannot_fail(phrase)):
        return None
    lows = tuple(token.low for token in bare(phrase).tokens)
    if lows in _UNSAID or (lows[-2:] == ("page", "title") and not phrase.quotes()) or of_a_session(phrase):
        return None  # "verify the page title": which it should be is not told
    if not negated and not _begins_like_a_text(phrase) and tells_a_deed(phrase):
        return None
    return (none_of(phrase) if negated else None) or _visible(phrase, negated)


def _cannot_fail(phrase: Phrase) -> bool:
    """Whether its denial would hold for want of one that is called so: "no email was sent", "no urgent tasks"."""
    return tells(phrase) or never_called(phrase) or of_a_deed(phrase) or _of_a_part(phrase) or only_described(phrase)


def _of_a_part(phrase: Phrase) -> bool:
    """ "no error at Email", "no Fern in Orders": of what is called so as a whole the denial would always hold."""
    if error_at(phrase) and phrase.tokens[-1].kind != "quoted" and phrase.has(PLACE_HEADS):
        return True
    target = read_target(phrase)
    plain = target is not None and target.kind == "any" and not (target.quoted or target.within)
    tokens = phrase.tokens
    if plain and any(token.text in _TELLING_WHICH for token in tokens[1:-1]):
        return True  # "no task called Pay rent"
    return plain and any(
        token.low in _WHERE and tokens[at + 2].text[0].isupper() for at, token in enumerate(tokens[1:-1])
    )


_TELLING_WHICH = word_set("called named titled labelled labeled saying containing with having whose")
_WHERE = word_set("in on at under inside within below near")


def _none_or_any(phrase: Phrase) -> tuple[Phrase, bool] | None:
    """What stands behind "no", "not any", "any", and whether it is denied; "no more than 3" is a number."""
    lows = [token.low for token in phrase.tokens[:2]]
    if len(lows) < 2 or lows[0] not in _DENYING | {"any"}:
        return None
    if lows[0] in _DENYING and lows[1] in _FEWER:
        return None
    return phrase[2:] if lows == ["not", "any"] else phrase[1:], lows[0] in _DENYING


_ALONE = phrases("nothing but, nothing except, only, just, exactly, precisely, solely")


def nothing_but(phrase: Phrase) -> Phrase | None:
    """What follows "only" and its like; None where no such word begins the phrase."""
    lows = tuple(token.low for token in phrase.tokens)
    length = next((len(words) for words in _ALONE if lows[: len(words)] == words), 0)
    return phrase[length:] if length and len(phrase) > length else None


_PLACEHOLDER = re.compile(r"\{[^{}]+\}")
_LOOKS = QUALITIES | SHADES | SIDES


def _visible(phrase: Phrase, negated: bool) -> Check | None:
    if _names_nothing(phrase):
        return None
    if phrase.only_quote is not None:
        return TextShown(text=phrase.only_quote, negated=negated)
    target = in_one_row(phrase)
    if target is not None:
        return (
            None if negated and len(target.within) > 1 else ElementIs(target=target, state="visible", negated=negated)
        )
    target = read_target(phrase)
    if target is None or not _names_something(target, phrase) or (negated and _judges(target)):
        return None
    if _of_another(target, phrase) or (target.kind == "any" and _BESIDE_A_FIELD.match(target.name)):
        return None
    target = _by_its_noun(target, negated)
    there = ElementIs(target=target, state="visible", negated=negated, closes=negated and has_gone(target, phrase))
    return _text_shown(target, phrase, negated) or there


def _names_nothing(phrase: Phrase) -> bool:
    return refused(REFUSALS["shown"], phrase.tokens) is not None or states_something(phrase) or leaves_open(phrase)


_BESIDE_A_FIELD = re.compile(r"errors? (message )?(under|below|above|beside|near|next to|at) ")
"""No name: of which field an error is only its words tell."""
_TEXTS = frozenset({"any", "text", "alert"})


def _of_another(target: Target, phrase: Phrase) -> bool:
    """ "the tooltip for “Help”": the quote tells what it is of, and is no text that it shows; so does a field's name
    in "the error for the Email field".
    """
    if target.kind not in _TEXTS:
        return not target.quoted and error_at(phrase)
    at = next((at for at, token in enumerate(phrase.tokens) if token.kind == "quoted"), 0)
    return at > 1 and phrase.tokens[at - 1].low == "for" and phrase.tokens[at - 2].low not in _LABELS


_LABELS = word_set("label caption text labels")
"""What these are for they show."""


def _by_its_noun(target: Target, negated: bool) -> Target:
    """ "the user “bob” is listed": by no greeting; "the validation message “Too short”": by its text."""
    if target.kind == "any" and "user" in target.qualities and not negated:
        return replace(target, kind="item", qualities=())
    if target.kind in ("text", "alert") and target.quoted and _SORTS.issuperset(target.qualities):
        return replace(target, qualities=())
    return target


_SORTS = word_set("validation success confirmation warning info information flash inline error")
"""What sort of message it is, which its words tell anyway."""


def _names_something(target: Target, phrase: Phrase) -> bool:
    if target.kind == "page" and (not target.name or phrase.has(_SEVERAL) or _OF_SO_MANY.match(target.name)):
        return False  # "the failing pages" are not where one is
    if not target.quoted and names_no_text(target):
        return False
    lows = [token.low for token in phrase.tokens]
    if lows[0].isdecimal() and target.kind not in ("any", "text") and not target.quoted:
        return False  # "3 broken links": a number of what cannot be counted
    if lows[-1].isdecimal() and "status" in lows:
        return False  # no page shows the status of its answer
    return not _plain(target, phrase) or _begins_like_a_text(phrase) or len(phrase) <= _LONGEST_TEXT


_SEVERAL = word_set("pages screens sites websites")
_OF_SO_MANY = re.compile(r"\d+ of \d+$")  # what stands between its buttons, and no page's name


def _judges(target: Target) -> bool:
    """ "no broken links": of none that is called so."""
    turns = target.kind == "page" and target.name.lower() in _TURNING
    return not target.quoted and (turns or target.name.lower() in JUDGING)


_TURNING = word_set("next previous last first")
"""Which page these are nothing on a page tells: what denies them would have to be a button."""


def _plain(target: Target, phrase: Phrase) -> bool:
    """Words that may be an element's name or a text that stands there."""
    narrowed = target.quoted or target.within or target.ordinal or target.kind != "any"
    return not narrowed and phrase.tokens[0].low not in ARTICLES


def _begins_like_a_text(phrase: Phrase) -> bool:
    first = phrase.tokens[0].text[0]
    return first.isupper() or first == "{"


def _text_shown(target: Target, phrase: Phrase, negated: bool) -> Check | None:
    """Where a text is meant, not an element: a quote, "the price {price}", words that begin like one."""
    last = phrase.tokens[-1].text
    if _PLACEHOLDER.fullmatch(last) and target.kind in ("any", "text") and not target.within:
        return TextShown(text=last, negated=negated)
    if target.quoted:
        return _quote_shown(target, negated)
    if _plain(target, phrase) and _begins_like_a_text(phrase) and not is_a_record(phrase):
        return TextShown(text=target.words, negated=negated)
    if target.kind == "text" and target.name and phrase.tokens[0].low in ("text", "text:"):
        return TextShown(text=target.name, negated=negated)
    return None


def _quote_shown(target: Target, negated: bool) -> Check | None:
    """The quote as a text, there or in one place; with a position, a colour or a side more is said than that."""
    if target.kind not in ("any", "text", "alert") or target.ordinal or not _LOOKS.isdisjoint(target.qualities):
        return None
    if not target.within:
        return TextShown(text=target.name, negated=negated)
    place = target.within[0]
    inside = len(target.within) == 1 and place.place in ("section", "dialog", "frame", "inside", "row")
    there = TextShown(text=target.name, scope=place.target, negated=negated) if inside else None
    return of_the_bar(target, negated) or there


_TITLES = phrases(
    "title, page title, browser title, tab title, window title, document title, browser tab title, title of the page"
)
_UNSAID = frozenset({*_TITLES, *phrases("url, page url, current url, address, web address, path")})


def _title(phrase: Phrase, negated: bool) -> Check | None:
    """The page title "Shop": the document's title, not a text anywhere."""
    tokens = bare(phrase).tokens
    if tokens[-1].kind != "quoted" or tuple(token.low for token in tokens[:-1]) not in _TITLES:
        return None
    return TitleIs(comparison="equals", value=tokens[-1].value, negated=negated)


def _address(phrase: Phrase, negated: bool) -> Check | None:
    """ "expect the URL /done": where somebody is."""
    tokens = bare(phrase).tokens
    if len(tokens) != 2 or tokens[0].low not in ("url", "address", "path"):
        return None
    address = READERS["address"](phrase[len(phrase) - 1 :])
    return None if address is None else AddressIs(comparison="equals", value=address, negated=negated)
