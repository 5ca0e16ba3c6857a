"""What is chosen behind the noun for what it is chosen of: size M, check-in 1 May 2027; stars; all boxes; an order."""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from qa_appliance.core.numbers import measured
from qa_appliance.core.steps import Choose, Fill, Sort, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.english.checks.attributes import Direction, read_direction
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import generated
from qa_appliance.language.word_sets import word_set


def choose_figure(noun: Phrase, value: Phrase) -> Step | None:
    """ "choose size M", "select check-in 1 May 2027": what is chosen behind the noun for what it is chosen of."""
    lows = [token.low for token in noun.tokens]
    plain = lows[-1] in CHOSEN_OF and len(lows) <= _LONGEST_CHOSEN_OF and noun.text.islower()
    plainly = all(token.kind == "word" and token.low not in PLACE_HEADS | ARTICLES for token in value.tokens)
    if not plain or not plainly or len(value) > _LONGEST_CHOICE or value.tokens[0].low in _NO_CHOICE:
        return None
    field = read_target(noun)
    return None if field is None or field.within else Choose(options=(value.text,), target=field)


CHOSEN_OF = word_set(
    "size color colour language currency country category status priority role type quantity month year check-in "
    "check-out location arrival departure date gender title theme format unit department state region"
)
_LONGEST_CHOSEN_OF = 3  # words
_LONGEST_CHOICE = 4  # words
_NO_CHOICE = word_set("field fields picker dropdown list menu option options box column filter and or is of for")


def choose_as(option: Phrase, place: Target) -> Step | None:
    """ "Pick 12 May as Arrival": the option, then what it is chosen of."""
    if not option.quotes() and option.tokens[-1].text in _PRESSED:
        return None  # "the edit icon for “Lamp”"
    if option.text.lower() in UNTOLD or (len(option) == 1 and option.tokens[0].low in OFFERED_DEEDS):
        return None  # "Submit as Solved", "Save as draft": what a menu offers
    if " as " in place.words:
        return None  # "start as early as possible"
    figure = measured(option.text)
    if figure is not None and not figure.unit.isalpha() and not place.within and place.kind == "any":
        return Fill(target=place, value=Value(text=option.text), chooses=True)  # 12.60 as the amount: typed or chosen
    if option.only_quote is not None and place.quoted and place.kind == "any" and not _names_a_choice(place.words):
        return None  # "select “A” as “B”": which is the field, nothing tells
    return Choose(options=(option_text(option),), target=place)


_PRESSED = word_set("icon button link")
UNTOLD = frozenset({"file", "a file", "document", "a document", "picture", "a picture"})
"""Which one to choose, "select a file for the cover" does not tell."""


def choose_so(field: Phrase, chosen: Phrase) -> Step | None:
    """ "Select the department as Cardiology": the field first, where the words tell that it is one."""
    named = read_target(field)
    plain = named is not None and named.kind in _CHOSEN_FROM and not (named.within or named.ordinal)
    if named is None or not plain or generated(field) is not None or not _is_one_value(chosen):
        return None
    if named.kind == "any" and not _surely_chosen(named, field, chosen):
        return None
    target = replace(named, kind="any") if named.kind == "option" else named
    return Choose(options=(option_text(chosen),), target=target)


def _is_one_value(chosen: Phrase) -> bool:
    if chosen.only_quote is not None or generated(chosen) is not None:
        return True
    return not chosen.quotes() and not chosen.has(PLACE_HEADS)


def _surely_chosen(named: Target, field: Phrase, chosen: Phrase) -> bool:
    """A quote behind a plain noun, a day that is made, a name of several words: "the room as Deluxe Suite".

    "Select blue as Colour" is the other way round.
    """
    if _names_a_choice(chosen.tokens[-1].value) or _names_a_choice(named.name):
        return not _names_a_choice(chosen.tokens[-1].value)
    if (chosen.only_quote is not None and not named.quoted) or generated(chosen) is not None:
        return True
    several = len(chosen) > 1 or len(field) > 1
    return several and _is_noun(field) and all(token.value[0].isupper() for token in chosen.tokens)


_CHOSEN_FROM = frozenset({"any", "option", "dropdown", "field", "list", "calendar"})


def _names_a_choice(name: str) -> bool:
    return name.split()[-1].strip("”\"'").lower() in _CHOOSING


def _is_noun(option: Phrase) -> bool:
    """In lower case."""
    return all(token.kind == "word" and token.text.isalpha() and token.text.islower() for token in option.tokens)


_CHOOSING = CHOSEN_OF | word_set("method option mode plan day time name address setting preference")


def choose_of(noun: Phrase, value: Phrase) -> Step | None:
    """ "Choose a duration of 2 hours": the figure, of what stands before it."""
    lows = [token.low for token in noun.tokens]
    plain = lows[-1] in CHOSEN_OF | _MEASURED and len(lows) <= _LONGEST_CHOSEN_OF and noun.text.islower()
    if not plain or not value.text[0].isdigit() or len(value) > _LONGEST_CHOICE:
        return None
    field = read_target(noun)
    return None if field is None or field.within else Choose(options=(value.text,), target=field)


CHOSEN_SOMEHOW = CHOSEN_OF - {"theme", "format"} | word_set(
    "number name address day time account method amount range element"
)
"""What has to be chosen one way or another: "select gender" does not tell which."""
_MEASURED = word_set("duration term period length interval amount rate capacity limit rating validity runtime")


def choose_day(day: Phrase) -> Step | None:
    made = generated(day)
    return None if made is None or not made.startswith("{today") else Choose(options=(made,))


def choose_as_noun(noun: Phrase, value: Phrase) -> Step | None:
    """ "Select as target account “Savings”": the field between "as" and what is chosen of it."""
    plain = noun.text.islower() and len(noun) <= _LONGEST_CHOSEN_OF
    field = read_target(noun) if plain else None
    if field is None or field.within:
        return None
    field = Target(words=noun.text, name=noun.text) if field.ordinal else field  # the “first execution”
    return Choose(options=(value.only_quote or value.text,), target=field)


SO = form(
    "choose.so",
    'select the country as "Germany"',
    "[the|a|an] {field:value} as [the|a|an] {chosen:anything} // [the|a|an] {field:value} to {chosen:quotephrase}",
    choose_so,
    carries=True,
)
AS = form(
    "choose.as",
    "pick 12 May 2027 as Arrival",
    "{option:value} as|for [the] {place:target}",
    choose_as,
    carries=True,
)
FIGURES = (
    form(
        "choose.as",
        'select as target account "Savings"',
        "as [the] {noun:bare} {value:quotephrase} // as [the] {noun:bare} the {value:figure}",
        choose_as_noun,
        carries=True,
    ),
    form("choose.noun", "choose a duration of 2 hours", "[the|a|an] {noun:bare} of {value:bare}", choose_of),
    form("choose.noun", "choose size M", "[the|a|an] {noun:bare} {value:bare}", choose_figure, carries=True),
    form("choose.day", "choose tomorrow's date", "{day:bare}", choose_day),
)


def give_stars(target: Target, count: int) -> Step | None:
    """So many stars to a rating; "it" is the page's only one."""
    if target.kind == "page" or not 0 < count <= 10:
        return None
    if target.words.lower() in ("it", "this"):
        target = Target(words="the rating", name="rating")
    return Choose(options=(f"{count} stars",), target=target)


def by_its_look(target: Target) -> Step | None:
    """ "Select the dark theme": of the themes the dark one; of "the blue option" nothing tells what offers it."""
    words = target.name.split()
    if len(words) != 1 or not words[0].islower() or target.kind != "any" or target.within:
        return None
    return Choose(options=(" ".join(target.qualities),), target=Target(words=target.name, name=target.name))


def choose_stars(count: int) -> Step | None:
    """So many stars: of the only rating there, or of that in the place said before."""
    return give_stars(Target(words="it", name="it"), count)


def option_text(phrase: Phrase) -> str:
    """What an option is called, without the nouns for what it is."""
    if phrase.only_quote is not None:
        return phrase.only_quote
    made = generated(phrase)
    if made is not None:
        return made
    tokens = phrase.tokens
    if len(tokens) > 1 and tokens[0].text in ("the", "option", "a", "an"):
        return option_text(phrase[1:])
    if len(tokens) > 1 and tokens[-1].low in ("option", "entry", "radio"):
        return option_text(phrase[: len(tokens) - 1])
    return without_noun_of_time(phrase.text)


def without_noun_of_time(name: str) -> str:
    """ "10:30 slot", "9:00 AM appointment": offered by the time alone."""
    found = _TIME_OF.fullmatch(name)
    return found["time"] if found else name


_TIME_OF = re.compile(r"(?P<time>\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?) (?:time ?)?(?:slot|appointment|time)", re.I)


STARS = form(
    "choose.stars",
    'rate "Quality" 4 stars',
    "{target} [with|at|a] {count:number} star|stars [out_of_five|of_five] // {count:number} stars|star to {target}",
    give_stars,
)


_OFFERED = word_set("option item entry suggestion value choice result match name")


def choose_like(
    how: Phrase,
    start: Phrase | None = None,
    end: Phrase | None = None,
    part: Phrase | None = None,
    place: Target | None = None,
) -> Step | None:
    """An option told by how it begins or ends; "an option" leaves open which."""
    lows = [token.low for token in how.tokens]
    if lows[-1] not in _OFFERED or len(lows) > 2:
        return None
    shape = f"*{_inside(part)}*" if part else f"{_inside(start)}*{_inside(end)}"
    return Choose(options=(shape,), target=place, pattern="one" if lows[0] == "the" else "any")


def _inside(quote: Phrase | None) -> str:
    return "" if quote is None else quote.only_quote or ""


def enter_like(
    how: Phrase,
    start: Phrase | None = None,
    end: Phrase | None = None,
    part: Phrase | None = None,
    place: Target | None = None,
) -> Step | None:
    """The same said of typing: a field that suggests; where none is said, the only one."""
    return choose_like(how, start, end, part, place or Target(words="the field", kind="field"))


def like(placed: str) -> str:
    begins, ends = "[that|which] starts|begins|starting|beginning with", "ends|ending with"
    wordings = (
        f"{begins} {{start:quotephrase}} and [that] {ends} {{end:quotephrase}}",
        f"{begins} {{start:quotephrase}}",
        f"[that|which] {ends} {{end:quotephrase}}",
        "[that|which] contains|containing {part:quotephrase}",
    )
    return " // ".join(f"{{how:anything}} {words}{place}" for words in wordings for place in (f" {placed}", ""))


LIKE = 'choose an option that starts with "Ger" from Country'
ENTER_LIKE = form(
    "choose.like",
    'enter an item that starts with "Ger" into Country',
    like("in|into|to|for {place:target}"),
    enter_like,
)


_LONGEST_ORDER = 4  # words of what is sorted by
_LONGEST_WAY = 7  # words of "in reverse alphabetical order", signs included
_A_COLUMN = word_set("column field")
_NO_ORDER = PLACE_HEADS | word_set("and or then , . : to by it this that clicking using filter")
_RANKED: dict[str, bool] = {
    **dict.fromkeys(("lowest", "cheapest", "oldest", "earliest", "ascending"), False),
    **dict.fromkeys(("highest", "newest", "latest", "descending"), True),
}
"""In front of a noun: "by lowest price"; whether the largest come first."""


def sort_by(by: Phrase, things: Phrase | None = None) -> Step | None:
    """The way may stand behind what is sorted by, in front of it as "lowest", or behind what is sorted."""
    name, direction = _split(by)
    things, early = _split(things) if things is not None else (None, None)
    table = _table(things)
    if isinstance(table, str) or not _is_an_order(name) or (direction and early):
        return None
    direction = direction or early
    ranked = _RANKED.get(name.tokens[0].low) if len(name) > 1 and direction is None else None
    if ranked is not None:
        name = name[1:]
    down = direction.down if direction is not None else ranked
    return Sort(by=name.only_quote or name.text, order=_order(down), target=table)


def _order(down: bool | None) -> Literal["", "ascending", "descending"]:
    return "" if down is None else "descending" if down else "ascending"


def _split(by: Phrase) -> tuple[Phrase, Direction | None]:
    """What is sorted by, without its article and "column", and the way behind it."""
    direction = None
    for at in range(max(1, len(by) - _LONGEST_WAY), len(by)):
        if (direction := read_direction(_unmarked(by[at:]))) is not None:
            by = by[:at]
            break
    while len(by) > 1 and (by.tokens[0].low in ARTICLES | {"its", "their"} or by.tokens[0].low in _A_COLUMN):
        by = by[1:]
    while len(by) > 1 and (by.tokens[-1].low in _A_COLUMN or by.tokens[-1].kind == "mark"):
        by = by[: len(by) - 1]
    return by, direction


def _unmarked(phrase: Phrase) -> Phrase:
    """Without a comma or "in", which lead to the way, and without brackets around it."""
    while len(phrase) > 1 and phrase.tokens[0].text in (",", ":", "-", "–"):
        phrase = phrase[1:]
    if len(phrase) > 2 and phrase.tokens[0].text == "(" and phrase.tokens[-1].text == ")":
        phrase = phrase[1 : len(phrase) - 1]
    return phrase


def _is_an_order(name: Phrase) -> bool:
    if name.only_quote is not None:
        return True
    plain = all(token.kind == "word" and token.low not in _NO_ORDER for token in name.tokens)
    return plain and len(name) <= _LONGEST_ORDER


def _table(things: Phrase | None) -> Target | str | None:
    """The table where it has a name; "the products" are what the page lists. A text: it is nothing that is sorted."""
    if things is None:
        return None
    target = read_target(things)
    if target is None or target.within or target.ordinal:
        return things.text
    if target.kind in ("table", "list"):
        return target if target.name and target.kind == "table" else None
    plain = (
        len(things) <= _LONGEST_ORDER and all(token.text.islower() for token in things.tokens) and _is_an_order(things)
    )
    return None if plain and things.tokens[-1].low.endswith("s") else things.text


_THINGS = "[the|all|all_the|these|this|my] [{things:anything}]"
_BY_MEANS = "using|via|with|from|in|through [the] [sort|sorting] dropdown|menu|select|options|control|selector"
SORT = verb(
    "sort, arrange",
    form(
        "sort.by",
        "sort the products by price, low to high",
        f"{_THINGS} by {{by:anything}} {_BY_MEANS} // {_THINGS} by {{by:anything}}",
        sort_by,
    ),
)


def box_by_name(target: Target) -> bool:
    """In quotes or in capitals; what comes to a figure or is pressed is no box: "tick Closed, Amount 5, Save"."""
    name = target.name
    boxed = name[:1].isupper() and "." not in name and name.lower() not in OFFERED_DEEDS
    return target.kind == "any" and bool(name) and (target.quoted or boxed)


OFFERED_DEEDS = word_set(
    "submit save export download print open send mark post publish log sign close add create ok cancel delete"
)
