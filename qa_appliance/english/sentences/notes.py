"""Notes on a test itself: one that cannot fail is told so, and so is what is its title or its aim and no step of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeGuard

from qa_appliance.core.steps import Assert, Click, ForEach, Http, Repeat, Step, WaitFor, When
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.sentences.clauses import read_sentence
from qa_appliance.english.sentences.headings import OVER_GOING
from qa_appliance.english.sentences.text import Sentence
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

ARRIVED = "“{place}” tells where the test is by then; it is not checked."
AIMED = "“{words}” tells what the test is about; it is neither done nor checked."
CALLED = "“{name}” is read as the name of a button, which is clicked: no form reads it otherwise."
REPORTED = "What stands under “Actual result” and the like tells what was seen once; it is neither done nor checked."


Weakness = Literal["unchecked", "unchecked_end", "conditional"]
"""Why a test cannot fail: nothing is checked; nothing after the last action; nothing but under a condition."""

WEAKNESSES: dict[Weakness, str] = {
    "unchecked": "Nothing is checked in this test: it passes whatever the page answers.",
    "unchecked_end": "Nothing is checked after the last action: its outcome cannot make this test fail.",
    "conditional": "Everything that is checked stands under a condition: the test passes when it does not hold.",
}


def notes_on(steps: Iterable[Step], judged_at: Sequence[int] = ()) -> tuple[str, ...]:
    """Sentences for the tester."""
    steps = tuple(steps)
    called = tuple(CALLED.format(name=step.target.name) for step in steps if _is_called(step))
    return (*called, *(WEAKNESSES[weakness] for weakness in weaknesses(steps, judged_at)))


def _is_called(step: Step) -> TypeGuard[Click]:
    return isinstance(step, Click) and step.rule == "click.called"


def weaknesses(steps: Iterable[Step], judged_at: Sequence[int] = ()) -> tuple[Weakness, ...]:
    """In the order in which they are told. `judged_at`: before which steps something was judged, which is a check."""
    steps = tuple(steps)
    kinds = [kind for at, step in enumerate(steps) for kind in (*["check"] * judged_at.count(at), *_kinds(step))]
    kinds += ["check"] * judged_at.count(len(steps))
    if not kinds:
        return ()
    if "check" not in kinds:
        return ("unchecked",)
    found: list[Weakness] = []
    last_check = len(kinds) - 1 - kinds[::-1].index("check")
    if "act" in kinds[last_check + 1 :]:
        found.append("unchecked_end")
    own = [kind for step in steps for kind in _own(step)]
    if any(isinstance(step, When) for step in steps) and "check" not in own and not judged_at:
        found.append("conditional")
    return tuple(found)


def _own(step: Step) -> list[str]:
    return [] if isinstance(step, When) else _kinds(step)


def _kinds(step: Step) -> list[str]:
    if isinstance(step, Assert | WaitFor):
        return ["check"]
    if isinstance(step, Http):
        return ["check"]
    if isinstance(step, When):
        return [kind for inner in (*step.steps, *step.otherwise) for kind in _kinds(inner)]
    if isinstance(step, Repeat | ForEach):
        return [kind for inner in step.steps for kind in _kinds(inner)]
    return ["act"] if step.traits.acts else ["look"]


def only_tells(sentence: Sentence) -> bool:
    """Whether a first sentence that no form reads is a title, or what the test is for."""
    phrase = sentence.phrase
    if not sentence.role and _FILED.match(phrase.source.text, phrase.start) is not None:
        return True
    if sentence.titles and _is_title(sentence):
        return True
    wishes = _wishes(phrase)
    if not (wishes or _is_about(sentence)):
        return False
    readings = [piece.reading for piece in read_sentence(phrase, sentence.role, True)]
    if wishes and _is_followed(phrase):  # "I want to see my orders" is no check of the page that comes first
        return all(reading is None or reading.checks for reading in readings)
    return all(reading is None for reading in readings)


def _is_title(sentence: Sentence) -> bool:
    return _stands_over_steps(sentence) or _names_what_is_done(sentence.phrase) or _names_a_task(sentence)


def _stands_over_steps(sentence: Sentence) -> bool:
    """Before a page is opened nothing is done: "Rename a project: open /projects", "Edit the profile" over a list that
    begins so. Before other steps, behind a colon, what no form reads is a title.
    """
    phrase = sentence.phrase
    behind = phrase.source.text[phrase.tokens[-1].end :]
    first = phrase.tokens[0]
    if _GOES.match(behind) is not None:
        return True
    if OVER_GOING.match(behind.removeprefix(":")) is not None and "\n" in behind[:_NEAR]:
        return first.text[0].isupper() and first.low not in _STEPS and not phrase.quotes()
    if not behind.lstrip().startswith(":"):
        return False
    return all(piece.reading is None for piece in read_sentence(phrase, sentence.role, True))


_NEAR = 4  # characters
_GOES = re.compile(r"[ \t]*:[ \t]*(?:open|go|visit|navigate|browse|log|sign)\b", re.IGNORECASE)
_FILED = re.compile(
    r"(?:(?:requirement|ticket|issue|story|jira|bug|req|test(?: case)?)(?: (?:id|no\.?|key)| from [^:\n]{1,40})?|id)"
    r":[ \t]*(?:#?[a-z]{0,10}-?\d+|\"[^\"\n]*\"|“[^”\n]*”)[ \t]*\n\s*"
    r"(?:(?:[-*•]|\d+[.)])\s*)?(?:given )?(?:i )?(?:open|go to|visit|navigate to|browse to|am on)\s+"
    r"(?:[\"“']?(?:/|https?:)|the (?:\w+ ){1,3}page\b)",
    re.IGNORECASE,
)
"""Under which number or ticket a test is filed, over the step that opens a page: typed there, it would be gone."""


def _is_about(sentence: Sentence) -> bool:
    phrase = sentence.phrase
    aims = _aims(phrase) and (sentence.titles or not phrase.has(_UNABLE))
    return aims or (sentence.titles and (_names_a_test(phrase) or _names_an_ability(phrase)))


def _names_an_ability(phrase: Phrase) -> bool:
    """ "User should not be able to pay twice", over a list: what its steps show."""
    words = " ".join(token.low for token in phrase.tokens)
    return _OUGHT_TO_BE_ABLE.match(words) is not None and not phrase.quotes()


_OUGHT_TO_BE_ABLE = re.compile(
    r"(?:(?:verify|check|ensure) (?:that )?)?(?:(?:the|a|an) )?"
    r"(?:users?|customers?|guests?|visitors?|admins?|members?) "
    r"(?:should (?:not )?be able to|can(?:not)?|should(?: not)? can) "
)


def _aims(phrase: Phrase) -> bool:
    """ "Make sure that guests can order": what a test is for, said first. That they cannot is one only as a title."""
    lows = [token.low for token in phrase.tokens]
    if phrase.quotes() or len(lows) < _SHORTEST_AIM:
        return False
    wanted = lows[0] in ("we", "i") and lows[1:3] == ["want", "to"] and "sure" in lows[3:6]
    return (lows[0] in _ASKING or wanted) and "that" in lows[:6] and _of_an_ability(phrase, lows)


def _wishes(phrase: Phrase) -> bool:
    """ "As a landlord I want to add a flat": what a test is for, said first."""
    lows = [token.low for token in phrase.tokens]
    if phrase.quotes() or len(lows) < _SHORTEST_AIM or lows[0] != "as":
        return False
    wants = (at for at, low in enumerate(lows) if low in ("i", "we") and at > 1)
    return any(lows[at + 1 : at + 2] in (["want"], ["need"], ["wish"]) for at in wants)


def _of_an_ability(phrase: Phrase, lows: list[str]) -> bool:
    """What can be done, which the sentences that follow show; of a thing that cannot the first page may tell."""
    denied = not _UNABLE.isdisjoint(lows) and _ANYBODY.isdisjoint(lows)
    return _is_followed(phrase) and not denied and not _ABLE.isdisjoint(lows)


def _is_followed(phrase: Phrase) -> bool:
    return any(map(str.isalpha, phrase.source.text[phrase.tokens[-1].end :]))


_SHORTEST_AIM = 5  # words
_ASKING = word_set("verify check ensure make test confirm")
_ABLE = word_set("can can't cannot able")
_UNABLE = word_set("can't cannot not")
_ANYBODY = word_set("user users guest guests customer customers visitor visitors member members nobody")


def _names_what_is_done(phrase: Phrase) -> bool:
    """ "Forum: report a post", over a list: no field is filled with what somebody does."""
    lows = [token.low for token in phrase.tokens]
    at = lows.index(":") if ":" in lows else 0
    return (
        bool(at) and lows[at + 2 : at + 3] in (["a"], ["an"], ["the"]) and not phrase.quotes() and lows[0] not in INDEX
    )


def _names_a_task(sentence: Sentence) -> bool:
    """ "Cancel an appointment", "Moving cards around", "Board: filters and labels", alone on its line.

    Over a numbered list no line without a number is a step; elsewhere such words are a title where no form reads them.
    """
    phrase = sentence.phrase
    words = [token for token in phrase.tokens if token.low not in _JOINTS]
    behind = phrase.source.text[phrase.tokens[-1].end :]
    if _ALONE.match(behind) is None or not 1 < len(words) <= _LONGEST_TITLE or not _is_general(words):
        return False
    after_colon = phrase.text.partition(":")[2].strip()
    if after_colon:
        return after_colon.islower() and not _LISTING.isdisjoint(after_colon.split())
    readings = [piece.reading for piece in read_sentence(phrase, sentence.role, True)]
    if any(reading is not None and reading.checks for reading in readings):
        return False
    numbered = phrase.has(_ANY_ONE) and _OVER_NUMBERS.match(behind) is not None
    return numbered or None in readings


def _is_general(words: list[Token]) -> bool:
    """Whether they speak of no step, and claim nothing: a gerund may have a statement's verb behind it."""
    first = words[0].low
    plain = all(token.kind == "word" and token.text.replace("-", "").isalpha() for token in words)
    stated = any(token.low in STARTERS for token in words) and not first.endswith("ing")
    certain = any(token.low in _CERTAIN for token in words)
    return plain and words[0].text[0].isupper() and not (stated or certain) and first not in _STEPS


_LONGEST_TITLE = 10  # words
_ALONE = re.compile(r"[ \t]*\n(?:[ \t]*\n|[ \t]*(?:[-*•]|\d+[.)])\s)")
_OVER_NUMBERS = re.compile(r"(?=[^\S\n]*+\n)\s*+1[.)]\s")
_CERTAIN = word_set("the this that these those my our your its his her their")
_LISTING = frozenset({"and", "or"})
_ANY_ONE = frozenset({"a", "an"})
_JOINTS = frozenset({":", ",", "-", "–"})
_STEPS = word_set(
    "log login sign signin go goto visit navigate browse start launch wait click tap press hit enter type fill select "
    "choose pick tick untick check uncheck verify ensure make see expect given when then be am as use with scroll "
    "hover upload set close accept reload refresh run repeat if for while once after before until unless remember clear"
)
"""Words with which a step begins, understood or not: what is left out of it would have been done."""

_CLAIMING = word_set("that if whether")
_KINDS_OF_TEST = word_set("test tests scenario flow path")


def _speaks_of_testing(phrase: Phrase) -> bool:
    """ "Test the login", "Checkout flow"; not "test that …", which claims something."""
    begins = phrase.tokens[0].low in ("test", "testing") and not phrase.has(_CLAIMING)
    return begins or phrase.tokens[-1].low in _KINDS_OF_TEST


def _names_a_test(phrase: Phrase) -> bool:
    """Words that are no deed and no statement: "Hotel booking – happy path", "Kanban board: moving a card"."""
    tokens = phrase.tokens
    low = tokens[0].low
    deed = low in INDEX or (len(tokens) > 1 and tokens[1].low in ARTICLES)
    stated = any(token.low in STARTERS for token in tokens)
    addressed = any("/" in token.value and len(token.value) > 1 for token in tokens)
    colon = next((at for at, token in enumerate(tokens) if token.low == ":"), 0)
    if colon and not (len(tokens) > colon + 2 and tokens[colon + 1].low.endswith("ing")):
        return False  # "Environment: staging"
    return not addressed and (_speaks_of_testing(phrase) or not (deed or stated))
