"""Whether what was read as a name, without quotes, holds words of the sentence around it. Judges names as words."""

from __future__ import annotations

from collections.abc import Callable, Container
from itertools import pairwise
from typing import Literal

from qa_appliance.english.nouns.described import (
    JUDGED,
    claims,
    claims_to_type,
    clause_behind,
    in_which_order,
    judged,
    no_label,
    no_option,
    points_elsewhere,
    thought_of,
    thought_up,
)
from qa_appliance.english.nouns.figures import (
    Name,
    counts,
    extreme,
    label_and_figure,
    lasts,
    led_on,
    number_in,
    so_many,
)
from qa_appliance.english.words.auxiliaries import BE, DO, HAVE, MODALS, NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.english.words.lexicon import KIND_WORDS, SIDES
from qa_appliance.language.values import NUMBERS
from qa_appliance.language.word_sets import word_set

Use = Literal["element", "noun", "of a kind", "page", "typed", "labelled", "shown", "chosen", "held"]
"""What the name is of: an element, one with an article before its name, one of a kind that is said, a page to open, a
text to type or look for, one behind a label, a text that has to be there, or to be chosen, or in something.
"""


def swallowed(name: str, use: Use, verbs: Container[str]) -> str:
    """The words that stand in no name, the first that are found; "" where it may well be one. `verbs` may begin it."""
    words = [word for written in name.split() if (word := written.strip(",.;:!?\"'“”…"))]
    if not words:
        return ""
    if len(words) == 1:
        return words[0] if words[0] in _ALONE.get(use, ()) else ""
    first = words[0].lower()
    known = frozenset(word for word in words if word.lower() in verbs)
    acts = use != "noun" and (words[0] in known or first in _ALSO_ACTS)
    read = Name(words, words[0][0].islower(), acts, known)
    return next(filter(None, (sign(read) for sign in _SIGNS[use])), "") or _left_open(name) or clause_behind(name)


_ALSO_ACTS = word_set(
    "thank thanks forgot forget got try keep stay remember remind notify about follow love buy learn explore start "
    "continue proceed"
)
_INTERROGATIVES = word_set("what how why where who when which whose")


def _left_open(name: str) -> str:
    """A bracket that was opened or closed outside the name, or a quote."""
    if f" {name}".count(" '") > f"{name} ".count("' "):
        return "'"
    return next((pair for pair in ("()", "[]") if name.count(pair[0]) != name.count(pair[1])), "")


_ARTICLES = word_set("the a an")
_NO_BEGINNING = word_set(
    "in on at of to from by with as for into onto off over under after before through during between across without "
    "or and but nor that is are was were be been has have it its they them me us such either both so than then because "
    "while"
)


def _begins(name: Name) -> str:
    """ "in the middle", "at top of center", "as jumbo in main thread"; "on hold" is what something may be called."""
    words = name.words
    if (words[0] in _JOINED_LOUDLY or words[0] == "their") and len(words) > 1:
        return words[0]
    joined = words[0] in _NO_BEGINNING and len(words) > 1 and (len(words) > _WORDS_OF_A_STATE or words[1] in _ARTICLES)
    return words[0] if joined else ""


_WORDS_OF_A_STATE = 2  # on hold
_JOINED_LOUDLY = frozenset({"AND", "OR", "BUT"})
_NO_END = word_set("the a an and or that which is are was were")
_NO_PLAIN_END = word_set("but nor to of for from with by as into onto than who be if when such its their")
_WITH_A_PARTICLE = word_set("log sign check turn switch opt add plug zoom fill put carry all built clock")


def _ends(name: Name) -> str:
    """ "GIF uploads to the", "configuration modal on"; "stay signed in" may be a label, and so may "assigned to"."""
    words, last = name.words, name.words[-1]
    if len(words) < _WORDS_OF_A_PHRASE:
        return last if len(words) > 1 and last in _NO_END else ""
    particle = words[-2].lower() in _WITH_A_PARTICLE or words[-2].endswith("ed")
    if last in _POINTED and words[-2] in KIND_WORDS:
        return last
    torn = last in _NO_END or (name.plain and last in _NO_PLAIN_END) or (last in ("in", "on") and not particle)
    return last if torn else ""


_WORDS_OF_A_PHRASE = 3
_POINTED = word_set("click tap hover")
""" "The form opens on save button click"."""
_FINITE = BE | HAVE | DO | MODALS | NOT_BE | NOT_DO | NOT_HAVE | NOT_MODALS
_STATING = word_set("is are was were has have does did")
_SPEAKS = _INTERROGATIVES | word_set("i i'm this my we you it the")


def _from_somebody(name: Name) -> str:
    """ "banner from Ann": whose it is; "Message from Ann" is a text."""
    pairs = pairwise(name.words[1:])
    whose = (after for word, after in pairs if word == "from" and after[0].isupper())
    return next((f"from {after}" for after in whose), "") if name.plain and not name.acts else ""


def _states(name: Name) -> str:
    """ "long usernames are not cut off"; what begins with a capital and asks or speaks for somebody may be a label."""
    if name.words[0].lower() in _INTERROGATIVES:
        return ""
    stating = _FINITE if name.plain else _STATING
    speaks = not name.plain and name.words[0].lower() in _SPEAKS
    return "" if speaks else next((word for word in name.words[1:] if word in stating), "")


_TELLING = word_set(
    "that which whose where who when while until because whether if makes brings gives lets causes vanishes"
)
_PERSONS = word_set("you we they he she it them you're they're we're it's you've")


def _tells_more(name: Name) -> str:
    """ "the icon that has the badge"; "What is new where you live" may be a label."""
    asks = name.words[0].lower() in _INTERROGATIVES
    return "" if asks else next((word for word in name.words[1:] if word in _TELLING), "")


def _of_somebody(name: Name) -> str:
    """ "restriction you want to edit"; "tell us more" is a label."""
    may_be = not name.plain or name.acts or name.words[0] in _INTERROGATIVES or len(name.words) < _WORDS_OF_A_PHRASE
    return "" if may_be else next((word for word in name.words[1:] if word in _PERSONS), "")


_CORNERED = SIDES | {"corner"}
_MEANS = word_set("using via containing regarding respectively during e.g i.e")


def _means(name: Name) -> str:
    """ "video using the arrows", "app such as Jira"; "While using the app" is a label."""
    words = name.words
    if words[0] == "While":
        return ""
    such = "such as" if "such as" in " ".join(words) else ""
    return next((word for word in words[1:] if word in _MEANS), such)


def _elsewhere(name: Name) -> str:
    """ "code from step 1", "top right corner Profile"."""
    for word, after in pairwise(name.words):
        if len(name.words) > _WORDS_OF_A_STATE and after in _CORNERED and word in SIDES:
            return word
        if len(name.words) > _WORDS_OF_A_STATE and word == "step" and after.isdecimal() and word != name.words[0]:
            return word
    return ""


_MAY_BE_DONE = word_set("how ready click tap easy free able back")
_ALSO_DONE = word_set("stop ensure make see find allow create display show view reveal purchase tell return extract")


def _what_for(name: Name) -> str:
    """ "channel header to see channel", "PDF to open Preview"; "Drag to reorder" and "how to order" are labels."""
    if name.acts:
        return ""
    words = name.words
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        done = after in name.verbs or after in _ALSO_DONE or (name.plain and after[0].isupper())
        if word == "to" and done and before.lower() not in _MAY_BE_DONE:
            return f"to {after}"
    return ""


def _goes_on(name: Name) -> str:
    """ "products page and filter", "text and scroll": something else is done; "save and close" is a label."""
    if not name.plain or name.acts:
        return ""
    deeds = (after for word, after in pairwise(name.words) if word == "and" and _is_done(name, after))
    return next((f"and {after}" for after in deeds), "")


def _is_done(name: Name, word: str) -> bool:
    return word in _DEEDS | _ALSO_DONE or (word in name.verbs and word == name.words[-1])


def _no_page(name: Name) -> str:
    """ "3 tabs with cats", "purchase the best one", "Orders or Invoices", "the panel with known passwords"."""
    first, *behind = name.words
    if first.isdecimal() or first in _SEVERAL:
        return first
    if name.plain and first not in _ARTICLES and behind and behind[0] in _ARTICLES:
        return f"{first} {behind[0]}"
    return next((word for word in behind if word in _NOT_OF_PAGES), "")


def _moved(name: Name) -> str:
    """ "dark In the settings": words of a place that was said first."""
    pairs = pairwise(name.words[1:])
    return next(
        (word for word, after in pairs if word.lower() in _PLACING and word[0].isupper() and after in _ARTICLES), ""
    )


_PLACING = word_set("in on at under within inside for")


_SEVERAL = word_set("multiple several two three four five")
_NOT_OF_PAGES = word_set("or with without after before by on")


def _articled(name: Name) -> str:
    """ "name of any user in a public channel": behind a noun in lower case; "add a comment" is a label."""
    if not name.plain or name.acts:
        return ""
    return next((f"{word} {after}" for word, after in pairwise(name.words[1:]) if word in _ARTICLES), "")


_LONGEST_PLAIN = 6  # words in a row that begin in lower case: no label, but a text may be longer


def _too_long(name: Name) -> str:
    long = name.plain and len(name.words) > _LONGEST_PLAIN
    return " ".join(name.words[_LONGEST_PLAIN:]) if long else ""


_DEEDS = word_set("press click tap hit tick untick hover scroll")


def _done_instead(name: Name) -> str:
    """ "press Enter" is no text to type, "tick Billing address" nothing that is equal to something."""
    first, *behind = name.words
    return first if first in _DEEDS and behind and behind[0][0].isupper() else ""


def _value_of_field(name: Name) -> str:
    """ "text in the input field: Hello": where, and what."""
    return next((word for word in name.words[1:] if word in _FIELDS), "") if "in" in name.words else ""


_FIELDS = word_set("field box input textbox")


def _with(name: Name) -> str:
    """ "retention page with TODAY" text: something that is there, and what it comes with."""
    return "with" if name.plain and not name.acts and "with" in name.words[1:] else ""


def _describes(name: Name) -> str:
    """ "sample values", "test data": what is to be thought of, and no text to type."""
    last = name.words[-1]
    described = last.lower() in _THOUGHT_OF or (name.plain and last in _OF_FIELDS)
    return last if described else ""


_THOUGHT_OF = word_set("values data details information credentials")
_OF_FIELDS = word_set("title name address number username password keyword term query code amount date")
""" "Enter the job title in the search field": of what it is one, and not which."""


def _only_kinds(name: Name) -> str:
    """ "type into the email input field": no text to type."""
    return " ".join(name.words) if name.plain and all(word in KIND_WORDS for word in name.words) else ""


_Sign = Callable[[Name], str]


def _of_plain(sign: Callable[[list[str], bool], str]) -> _Sign:
    return lambda name: sign(name.words, name.plain)


_no_label, _points_elsewhere = _of_plain(no_label), _of_plain(points_elsewhere)


def _of(sign: Callable[[list[str]], str]) -> _Sign:
    return lambda name: sign(name.words)


_judged, _thought_of, _in_which_order = _of(judged), _of(thought_of), _of(in_which_order)
_thought_up, _no_option = _of(thought_up), _of(no_option)
_claims, _claims_it = _of(claims), _of(claims_to_type)
_OF_ALL: tuple[_Sign, ...] = (
    _points_elsewhere,
    _begins,
    _tells_more,
    _means,
    _elsewhere,
    _ends,
    _done_instead,
    _goes_on,
    _moved,
)
_OF_ELEMENTS: tuple[_Sign, ...] = (
    *_OF_ALL,
    _no_label,
    _judged,
    _claims,
    counts,
    lasts,
    _with,
    _from_somebody,
    _of_somebody,
    _states,
    _what_for,
    _articled,
    _too_long,
)
_OF_TEXTS: tuple[_Sign, ...] = (
    *_OF_ALL,
    _in_which_order,
    _from_somebody,
    _of_somebody,
    _what_for,
    _articled,
    number_in,
    _too_long,
)
_SIGNS: dict[Use, tuple[_Sign, ...]] = {
    "element": _OF_ELEMENTS,
    "noun": _OF_ELEMENTS,
    "of a kind": _OF_ELEMENTS,
    "page": (*_OF_ALL, _no_label, _of_somebody, _states, _what_for, _no_page),
    "typed": (*_OF_ALL, _only_kinds, _thought_of, _describes, _value_of_field, _thought_up, _claims_it),
    "labelled": (_thought_up, _points_elsewhere),
    "shown": (*_OF_TEXTS, _judged),
    "chosen": (*_OF_TEXTS, _thought_of, extreme, so_many, _thought_up, _no_option),
    "held": (*_OF_TEXTS, _judged, _describes, led_on, so_many, label_and_figure),
}


_ENDS = word_set("bottom top")
_POINTING = word_set("it them this that these those him her us both")
_AWAY = word_set("another different other")
_NO_OPTION = _AWAY | word_set("range period language option value")
_UNSEEN = word_set("database db backend keyboard")
_ALONE: dict[Use, frozenset[str]] = {
    "element": _ENDS | _POINTED | _UNSEEN | {"Success"},
    "noun": _ENDS | _UNSEEN,
    "of a kind": JUDGED | NUMBERS.keys() | word_set("broken missing multiple several various many few different"),
    "typed": _AWAY,
    "chosen": _NO_OPTION,
    "held": _POINTING,
}
"""No name by themselves: "the third option from the bottom", "the list contains it", "broken images", "another"."""
