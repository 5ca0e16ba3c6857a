"""Whether words read as a name describe: how something is done, what it does, what is thought of it. Judges words."""

from __future__ import annotations

import re
from itertools import pairwise

from qa_appliance.english.words.lexicon import KIND_WORDS
from qa_appliance.language.word_sets import word_set

_A_PAIR = 2  # words


def no_label(words: list[str], plain: bool) -> str:
    """The words that no element, page or part of one is called by; "" where it may be called so."""
    found = (
        _goes_on(words),
        _between_bars(words),
        _remark(words),
        _of_the_code(words),
        _how_much(words),
        _unseen(words[-1]),
    )
    return next(filter(None, found), "") or (_in_lower_case(words) if plain and len(words) >= _A_PAIR else "")


def _in_lower_case(words: list[str]) -> str:
    """ "name field completely", "still signed in", "error clears", "images load", "page state": in lower case."""
    first, last = words[0], words[-1]
    if first in _HOW_LONG:
        return first
    if last == "order" and not _DIRECTIONS.isdisjoint(words):
        return last
    if last in _ABSTRACT or last in _DOES or (last in _DO and words[-2].endswith("s")):
        return last
    adverb = last.endswith("ly") and last not in _NO_ADVERBS
    return last if adverb else ""


_HOW_LONG = word_set("still already currently now always")
_DIRECTIONS = word_set("ascending descending alphabetical chronological reverse numerical")
_ABSTRACT = word_set(
    "state behavior behaviour functionality appearance redirection responsiveness usability consistency accuracy "
    "correctness persistence visibility alignment navigability"
)
_DOES = word_set(
    "clears closes persists works disappears expands collapses refreshes remains stays fails succeeds toggles "
    "increments decrements increases decreases reappears becomes happens occurs vanishes crashes freezes"
)
_DO = word_set("load work appear disappear render function")
_NO_ADVERBS = word_set(
    "reply only daily weekly monthly quarterly yearly hourly family early supply apply assembly friendly anomaly "
    "biweekly italy july multiply comply rely fly bully lovely costly likely"
)


def _goes_on(words: list[str]) -> str:
    """ "and content" of "in the list with title and content"."""
    return words[0] if words[0] in ("and", "or") and len(words) >= _A_PAIR else ""


def _between_bars(words: list[str]) -> str:
    """Cells of a table that were read in a row."""
    return next((word for word in words if "|" in word), "")


def _how_much(words: list[str]) -> str:
    """ "Name field completely": behind what is done with."""
    return words[-1] if len(words) > _A_PAIR and words[-1] in _HOW and words[-2] in KIND_WORDS else ""


_HOW = word_set("completely entirely fully properly correctly immediately repeatedly quickly slowly manually")


def _unseen(last: str) -> str:
    """ "in the database", "on API failure", "on your keyboard": nothing that a page holds, nor a part of it."""
    return last if last in _NOT_ON_PAGES else ""


_NOT_ON_PAGES = word_set("database db backend keyboard localstorage sessionstorage failure failures")


def claims(words: list[str], *, typed: bool = False) -> str:
    """ "button removes text", "filters players": what something does, which was to be seen and not to be done."""
    if not words[0].islower():
        return ""
    if typed and len(words) >= _A_PAIR and words[0] in _DOES_TO:
        return words[0]
    return next((after for before, after in pairwise(words) if after in _DOES_TO and before in KIND_WORDS), "")


def claims_to_type(words: list[str]) -> str:
    return claims(words, typed=True)


_DOES_TO = word_set(
    "shows displays opens closes removes returns filters accepts rejects validates updates saves loads redirects leads "
    "navigates appears contains sorts adds deletes resets clears triggers allows prevents persists works populates "
    "hides reveals renders submits sends creates selects toggles switches expands collapses moves keeps"
)


def _remark(words: list[str]) -> str:
    """ "(BLOCKING) the user": what stands in brackets before a name is said of the sentence."""
    closed = words[0].startswith(("(", "[")) and words[0].endswith((")", "]"))
    return words[0] if closed and len(words) >= _A_PAIR and words[0][1:-1].isalpha() else ""


_ATTRIBUTES = ("data-", "aria-", "id=", "class=", "name=", "type=", "role=", "href=", "placeholder=", "title=")


def _of_the_code(words: list[str]) -> str:
    """ "data-testid=submit": how a page is built."""
    return next((word for word in words if "=" in word and word.lower().startswith(_ATTRIBUTES)), "")


def thought_up(words: list[str]) -> str:
    """ "wrong password", "different valid email", "date range 1/1/2027": which value that is, is not told."""
    first, last = words[0], words[-1]
    if last == "else" or first in _POINTING_AWAY:
        return " ".join(words)
    if len(words) >= _A_PAIR and first in _JUDGING and last.lower() in _SORTS_OF_VALUES:
        return first
    return next((word for word in words[:-1] if word in ("range", "period")), "") if words[0].islower() else ""


_POINTING_AWAY = word_set("another different other")
_JUDGING = _POINTING_AWAY | word_set(
    "valid invalid correct incorrect wrong new existing nonexistent non-existent unregistered registered random unique "
    "duplicate weak strong empty blank expired mismatched matching matched malformed short long current your my his "
    "her unknown updated same proper improper bad good"
)
_SORTS_OF_VALUES = word_set(
    "email e-mail mail address password passcode pin code otp name username user login phone number date title url "
    "link value format message description amount price quantity city country text data credentials id account file "
    "image zip postcode age input string character characters card cvv"
)


def no_option(words: list[str]) -> str:
    """ "range", "date", "option": a noun for what is chosen from, and no option."""
    return " ".join(words) if _SORTS_OF_OPTIONS.issuperset(words) else ""


_SORTS_OF_OPTIONS = word_set("range period date dates option options value values language item items entry entries")


def thought_of(words: list[str]) -> str:
    """ "invalid address", "suitable room": what it is like, and neither a text to type nor an option."""
    return words[0] if len(words) >= _A_PAIR and words[0] in _THOUGHT else ""


_THOUGHT = word_set(
    "valid invalid incorrect wrong correct random appropriate suitable desired relevant existing registered dummy fake "
    "unregistered nonexistent malformed unsupported preferred specific certain particular respective corresponding"
)


def judged(words: list[str]) -> str:
    """ "correct summary": what a tester thinks of it."""
    return words[0] if words[0] in JUDGED else ""


JUDGED = word_set("correct incorrect appropriate suitable meaningful proper relevant respective corresponding desired")


def in_which_order(words: list[str]) -> str:
    """ "Orders first": when, or before what, that stands there."""
    return words[-1] if words[0][0].isupper() and words[-1] in _ORDERING else ""


_ORDERING = word_set(
    "first last now twice instead correctly properly successfully immediately persist persists work works"
)


def clause_behind(name: str) -> str:
    """ "zzz, says No patients found": what is told behind a text."""
    found = _TELLING.search(name)
    return "" if found is None else found[1]


_TELLING = re.compile(r", ((?:it )?(?:says|shows|displays|reads|tells|expect|expecting|should|must|see|then)\b)")


def points_elsewhere(words: list[str], plain: bool) -> str:
    """ "the box too", "Subscribe turns it into …", "nothing more", "20 min instead of 15"; "See also" is a label."""
    loose = [word for word in words if word in _LOOSE] if plain or len(words) > _A_PAIR else []
    pairs = zip(words, [*words[1:], ""], strict=True)
    pointing = (word for word, after in pairs if word in _POINTED_AT and (plain or after in _LEADING_ON))
    return next(iter(loose), "") or next(pointing, "")


_POINTED_AT = word_set("it them")
_LOOSE = word_set("too also hers theirs nothing nobody instead anymore meanwhile afterwards")
_LEADING_ON = word_set("in on at of to from by with as for into onto off over under after before")
