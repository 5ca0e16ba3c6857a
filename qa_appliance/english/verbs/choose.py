"""Choices: select, check, uncheck, toggle. What "check" and "select" mean is decided by what follows them."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.steps import Choose, Click, SelectText, SetChecked, Step, Upload
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.positions import option_position, points_nowhere
from qa_appliance.english.verbs.check import (
    CHECK_FORMS,
    CHECK_NOUN,
    CHECKED,
    check,
    check_each,
    mark_done,
    mark_undone,
    tick,
    toggle,
    turn_off,
    turn_on,
    uncheck_each,
    untick,
)
from qa_appliance.english.verbs.choices import (
    AS,
    CHOSEN_SOMEHOW,
    FIGURES,
    LIKE,
    SO,
    SORT,
    STARS,
    UNTOLD,
    by_its_look,
    choose_like,
    choose_stars,
    like,
    option_text,
    without_noun_of_time,
)
from qa_appliance.english.verbs.go import click_path
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import NUMBERS
from qa_appliance.language.word_sets import word_set

_ANY_ONE = word_set("a an any some one")
_CLICKED = word_set("tab row item link button image icon menuitem cell treeitem column heading section")


def choose_from(option: Phrase, place: Target) -> Step | None:
    """An option from something that offers it, by its words or its position."""
    words = [] if option.quotes() else [token.low for token in option.tokens]
    if points_nowhere(words) or _names_no_option(option, words, place):
        return None
    position = option_position(words)
    chosen = _chosen((f"#{position}" if position else option_text(_behind_its_noun(option, place)),), place)
    return replace(chosen, pattern="place") if chosen is not None and position else chosen


def _behind_its_noun(option: Phrase, place: Target) -> Phrase:
    """ "Size M from the Size list" is M."""
    again = len(option) > 1 and not option.quotes() and option.tokens[0].low == place.name.lower()
    return option[1:] if again else option


def _names_no_option(option: Phrase, words: list[str], place: Target) -> bool:
    """ "pick up on 1 June", "select a file for the cover", "select the radio with value “A”"."""
    if not words:
        return option.text.lower() in UNTOLD
    plain = option.text.islower()
    left_open = words[0] in ("a", "an") or (place.qualities and place.quoted)
    moved = words[0] == "up" or (words[0] == "out" and words[1:2] != ["of"])
    untold = option.text.lower() in UNTOLD or option.tokens[-1].text in _NO_OPTION
    return bool(plain and left_open) or moved or untold


_NO_OPTION = word_set("button link tab icon buttons checkboxes options boxes")  # pressed, or several unnamed


def choose_several_from(listed: tuple[Phrase, ...], place: Target) -> Step | None:
    options = _options(listed)
    return None if options is None else _chosen(options, place)


def _chosen(options: tuple[str, ...], place: Target) -> Choose | None:
    if place.kind in ("page", "heading", "button", "link") and not place.name:
        return None
    if place.kind == "any" and place.name == "spinner":
        place = replace(place, name="", kind="spinner")
    return Choose(options=options, target=place)


def _options(listed: tuple[Phrase, ...]) -> tuple[str, ...] | None:
    plain = all(part.only_quote is not None for part in listed) or _plain_list(listed)
    if not plain or any(part.tokens[0].text in ("up", "out") for part in listed):
        return None
    return tuple(option_text(part) for part in listed)


def _plain_list(parts: tuple[Phrase, ...]) -> bool:
    """A, B and C: short names; two joined by "and" may be one name ("Terms and Conditions"), with a comma they are two.

    A single word in lower case among capitals is no name: "Germany, continue".
    """
    if len(parts) == 2:
        between = parts[0].source.text[parts[0].tokens[-1].end : parts[1].start]
        if between.strip() != "," or parts[0].text[0].islower() != parts[1].text[0].islower():
            return False
        if all(part.text.istitle() for part in parts):
            return False  # "Paris, France" may be one as well
    return all(len(part) < 4 and (len(part) < 2 or not part.text[0].islower()) for part in parts)


def choose(target: Target) -> Step | None:
    """Without a place: a check box, a tab or a row by its kind, else an option by its words."""
    if _left_open(target) or (target.name in _NO_OPTIONS and not target.quoted and not target.ordinal):
        return None
    if target.kind in CHECKED:
        return SetChecked(target=target)
    if target.kind in _CLICKED:
        return None if _one_to_upload(target) else Click(target=target)
    if target.words.lower() == "it" or (target.ordinal and target.kind != "option"):
        return Click(target=target)
    if target.kind in ("any", "option"):
        return _option_of(target)
    return SelectText(target=target) if target.kind == "text" and target.name else None


def choose_for(target: Target, purpose: Phrase) -> Step | None:
    """ "Select the product “Lamp” to view its details": what is to be seen then is asked of nobody."""
    plainly = target.quoted and not purpose.quotes() and purpose.tokens[0].low in _SEEN_THEN
    return choose(target) if plainly else None


_SEEN_THEN = word_set("view see open show")


def _one_to_upload(target: Target) -> bool:
    """ "Pick a small text file": which one, no page tells."""
    return target.kind in ("treeitem", "image") and not target.quoted and target.words.split()[0].lower() in _ANY_ONE


def _option_of(target: Target) -> Step | None:
    """An option by its words or its place in the list, of anything or of what is named."""
    if target.qualities and not target.quoted:
        return by_its_look(target)
    if _says_only_of_what(target):
        return None
    named = target.name if target.quoted else without_noun_of_time(target.name)
    if target.name and not target.within:
        return Choose(options=(named,))
    if target.kind == "option" and target.ordinal:
        return Click(target=target)
    if target.name and len(target.within) == 1:
        return Choose(options=(named,), target=target.within[0].target)
    return None


def _says_only_of_what(target: Target) -> bool:
    """ "select gender", "choose people.csv", "pick your account": which one is not told, or which file it is."""
    if target.quoted or target.within or target.ordinal or not target.name:
        return False
    *before, last = target.name.split()
    named = target.name.islower() and last.isalpha()
    return (named and (last in CHOSEN_SOMEHOW or (not before and target.words.split()[0] in _OWN))) or _is_file(last)


_FILE = re.compile(r"[^\s.].*\.(?:csv|pdf|docx?|xlsx?|txt|png|jpe?g|gif|zip|json|xml|mp[34])", re.IGNORECASE)


def _is_file(name: str) -> bool:
    """ "people.csv", which may be chosen to be uploaded as well as in a list."""
    return _FILE.fullmatch(name) is not None


_OWN = word_set("my your his her their our")
_NO_OPTIONS = word_set("one up out")
_VAGUE = word_set("any some multiple several various different another other")


def _left_open(target: Target) -> bool:
    """ "choose any size", "pick a random country": which one is for the tester to say."""
    words = target.words.lower().split()
    vague = words[0] in _VAGUE or "random" in words[:2] or points_nowhere(words[:3])
    vague = vague or _says_how_many([word for word in words if word != "the"])
    vague = vague or words[0] in ("as", "for") or (words[0] in _ANY_ONE and ("with" in words or target.name.islower()))
    vague = vague or (target.name[:1].islower() and "to" in words[1:])  # "the version to restore"
    return vague and not target.quoted and target.kind in ("any", "option")


def _says_how_many(words: list[str]) -> bool:
    """ "The two newest revisions": which they are, no option says."""
    return len(words) > 1 and words[0] in NUMBERS and words[0].isalpha() and words[-1].endswith("s")


def choose_labelled(noun: Phrase, value: Phrase) -> Step | None:
    """ "Select leave type: “Annual leave”": what is chosen of, and what."""
    plain = noun.text.islower() and len(noun) <= _LONGEST_LABEL
    field = read_target(noun) if plain else None
    if field is None or field.within or value.only_quote is None:
        return None
    return Choose(options=(value.only_quote,), target=Target(words=noun.text, name=noun.text))


_LONGEST_LABEL = 3  # words


def choose_several(listed: tuple[Phrase, ...]) -> Step | None:
    options = _options(listed)
    return None if options is None else Choose(options=options)


def choose_named(option: Phrase) -> Step:
    """A quoted option with the noun for its kind behind it."""
    return Choose(options=(option_text(option),))


def choose_example(value: Phrase) -> Step:
    """What is given as an example is chosen: any would do."""
    return Choose(options=(option_text(value),))


EXAMPLE = "a|an|any|some {~noun:anything} <example> // a|an|any|some {~noun:anything} such_as {value:quotephrase}"


def select_text(target: Target) -> Step:
    return SelectText(target=target)


def choose_file(file: str, target: Target | None = None) -> Step | None:
    if " " in file and "." not in file:
        return None  # "select a file for the cover": which one
    return Upload(target=target, files=(file,))


VERBS = (
    verb(
        "select, choose, pick, opt for",
        form("click.path", "select File > New", "{path}", click_path),
        form(
            "text.select",
            'select the text "Hello"',
            "[all] [of] [the] text [of|in] {target} // all [of] [the] text in {target}",
            select_text,
        ),
        form(
            "files.choose",
            'choose the file "cv.pdf" for Attachment',
            "[the|a] file [named|called] {file:words} for|in|under|as {target} // "
            "[the|a] file [named|called] {file:words}",
            choose_file,
        ),
        form("choose.example", 'select a size (e.g. "M")', EXAMPLE, choose_example),
        SO,
        form("choose.like", LIKE, like("from|in|under|out_of {place:target}"), choose_like),
        form(
            "choose.from",
            'select "Germany" from Country',
            "[the|option|value] [option|value|entry|date|day|time] {option:value} from|out_of {place:target}",
            choose_from,
            carries=True,
        ),
        form(
            "choose.from",
            'choose in the Country list the value "Germany"',
            "in|from|out_of {place:placed} [the] [option|value|entry|item] {option:quotephrase}",
            choose_from,
        ),
        form(
            "choose.from",
            'select "A" and "B" from Toppings',
            "[the] [options|values] {listed} from|in|under {place:target}",
            choose_several_from,
        ),
        form(
            "choose.from",
            "choose Express under Shipping",
            "[the|option|value] [option|value|entry] {option:value} "
            "under|in|for|inside|within|on|with|using|by {place:placed}",
            choose_from,
            carries=True,
        ),
        AS,
        form("choose.several", 'select "A", "B" and "C"', "[the] [options|values] {listed}", choose_several),
        form("choose.stars", "choose 4 stars", "{count:number} star|stars", choose_stars),
        form("choose.noun", 'choose the size: "M"', "[the|a|an] {noun:bare} : {value:quotephrase}", choose_labelled),
        *FIGURES,
        form("choose.option", 'select "Cardiology" department', "{option:quotephrase} {~noun:kindred}", choose_named),
        form("choose.option", "choose Express", "{target}", choose),
        form("choose.purpose", 'select "Lamp" to view its details', "{target} [in_order] to {purpose}", choose_for),
    ),
    verb(
        "check, mark",
        *CHECK_FORMS,
        form("check.each", 'check "News" and "Offers"', "<the_boxes_of> {targets} [as_checked]", check_each),
        form(
            "check.done",
            'mark "Buy milk" as completed',
            "{what:target} as [being] done|completed|complete|finished",
            mark_done,
        ),
        form(
            "check.undone",
            'mark "Buy milk" as not done',
            "{what:target} as [being] not_done|not_completed|not_complete|incomplete|undone|unfinished",
            mark_undone,
        ),
        form("check.box", 'check the "Terms" checkbox', "[{~off:off}] {target} [as_checked]", check),
        *CHECK_NOUN,
    ),
    verb(
        "tick",
        form("check.each", 'tick "News" and "Offers"', "<the_boxes_of> {targets}", check_each),
        form("check.box", 'tick the "Terms" checkbox', "[{~off:off}] {target}", tick),
    ),
    verb(
        "uncheck, untick, deselect, unselect, unmark",
        form("uncheck.each", 'uncheck "News" and "Offers"', "<the_boxes_of> {targets}", uncheck_each),
        form("uncheck.box", 'uncheck "Newsletter"', "{target}", untick),
    ),
    verb("rate", STARS),
    SORT,
    verb(
        "toggle, flip",
        form("check.on", 'turn "Notifications" on', "{target} [back] on", turn_on),
        form("check.off", 'turn "Notifications" off', "{target} [back] off", turn_off),
        form("toggle.box", 'toggle "Dark mode"', "{target}", toggle),
    ),
    verb(
        "turn on, switch on, enable, activate the switch",
        form("check.on", 'turn on "Notifications"', "{target}", turn_on),
    ),
    verb(
        "turn off, switch off, disable",
        form("check.off", 'turn off "Notifications"', "{target}", turn_off),
    ),
)
