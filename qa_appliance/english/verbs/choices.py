"""What is chosen behind the noun for what it is chosen of: size M, check-in 1 May 2027; so many stars."""

from __future__ import annotations

import re

from qa_appliance.core.steps import Choose, Step
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.forms import form
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import generated
from qa_appliance.english.words.word_sets import word_set


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


def give_stars(target: Target, count: int) -> Step | None:
    """So many stars to a rating; "it" is the page's only one."""
    if target.kind == "page" or not 0 < count <= 10:
        return None
    if target.words.lower() in ("it", "this"):
        target = Target(words="the rating", name="rating")
    return Choose(options=(f"{count} stars",), target=target)


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
