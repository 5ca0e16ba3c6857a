"""Pointer and keys: click, press, hover, drag, scroll, select text."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from qa_appliance.core.steps import Click, ForEach, Hover, Press, Repeat, Scroll, Step
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.counted import as_collection
from qa_appliance.english.nouns.phrase import any_one, by_its_words
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.verbs.go import click_path
from qa_appliance.english.verbs.seek import PLACE_FIRST, SEEK_THROUGH
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import ARTICLES, PLURALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import may_be_a_name, read_key
from qa_appliance.language.word_sets import by_words, word_set

Direction = Literal["up", "down", "left", "right", "top", "bottom"]


def click(target: Target) -> Step | None:
    """ "click edit “A”" is the edit button of what is called so."""
    one = by_its_words(any_one(target))
    if one.kind == "any" and not one.quoted and one.name.islower() and one.words.lower().startswith(("a ", "an ")):
        return None  # "click a seat": which one, it does not say, and no element is called so
    if one.quoted and one.kind == "any" and len(one.qualities) == 1 and one.qualities[0] in _ACTS:
        beside = replace(one, words=f"“{one.name}”", qualities=(), within=())
        act = one.qualities[0]
        one = Target(words=one.words, name=act, within=(Relation("row", beside), *one.within))
    return _clicked(one, Click(target=one))


_ACTS = word_set("edit delete view remove")


def _clicked(target: Target, step: Step) -> Step | None:
    vague = not target.name and (target.kind == "page" or target.words.split()[-1].lower() in PLURALS)
    return None if vague else step


def click_on_each(target: Target, each: Target) -> Step:
    return ForEach(target=as_collection(each), steps=(Click(target=target),))


def expand(target: Target) -> Step | None:
    return _folded(any_one(target), "collapsed")


def collapse(target: Target) -> Step | None:
    return _folded(any_one(target), "expanded")


def _folded(target: Target, now: Literal["collapsed", "expanded"]) -> Step | None:
    """ "expand the section": the one that is folded; a name says by itself which is meant."""
    if not target.quoted and "to" in target.words.lower().split():
        return None
    if target.kind == "section" and not target.name:
        target = replace(target, qualities=(*target.qualities, now))
    after: Literal["collapsed", "expanded"] = "expanded" if now == "collapsed" else "collapsed"
    return _clicked(target, Click(target=target, until=after))


def double(target: Target) -> Step:
    return Click(target=target, count=2)


def right(target: Target) -> Step:
    return Click(target=target, button="right")


def middle(target: Target) -> Step:
    return Click(target=target, button="middle")


def click_times(target: Target, times: int) -> Step | None:
    if times < 1:
        return None
    return Click(target=target) if times == 1 else Repeat(steps=(Click(target=target),), times=times)


def press_key(key: Phrase, target: Target | None = None) -> Step | None:
    name = _key(key, sure=False)
    if target is not None and target.name.lower() == "keyboard":
        target = None
    return None if name is None else Press(keys=(name,), target=target)


def press_named_key(key: Phrase) -> Step | None:
    name = _key(key, sure=True)
    return None if name is None else Press(keys=(name,))


def press_times(key: Phrase, times: int, named: Phrase | None = None) -> Step | None:
    name = _key(key, sure=named is not None)
    return None if name is None or not 0 < times <= 100 else Press(keys=(name,) * times)


def press_several(keys: tuple[Phrase, ...]) -> Step | None:
    names = [_key(part, sure=False) for part in keys]
    found = tuple(name for name in names if name is not None)
    return Press(keys=found) if len(found) == len(names) else None


_AFTER_KEYS = frozenset({"and", "then", "in", "on", "to", "until", "when", "for", "so"})


def press_button(target: Target) -> Step | None:
    """ "press Delete" may be the key or a button: it is read only when the sentence tells which."""
    first, _, rest = target.words.partition(" ")
    if rest and not target.quoted and read_key(first.strip(",")) and rest.split()[0] in _AFTER_KEYS:
        return None
    if (
        target.kind == "any"
        and not target.within
        and not target.ordinal
        and not target.quoted
        and may_be_a_name(target.words)
    ):
        return None
    return click(target)


def _key(phrase: Phrase, *, sure: bool) -> str | None:
    tokens = phrase.tokens[1:] if phrase.tokens[0].low == "the" else phrase.tokens
    bare = Phrase(tokens, phrase.source)
    return read_key(bare.only_quote or bare.text, sure=sure) if tokens else None


def hover(target: Target) -> Step:
    return Hover(target=target)


def scroll_to(target: Target) -> Step | None:
    if target.kind == "page" and not target.name:
        return None
    return Scroll(direction="to", target=target)


_WAYS: dict[str, Direction] = {way: way for way in get_args(Direction)} | by_words(
    {"up": "upwards", "down": "downwards", "top": "start, beginning", "bottom": "end"}
)


def scroll_way(way: Phrase, target: Target | None = None) -> Step | None:
    direction = _WAYS.get(way.tokens[0].low) if len(way) == 1 else None
    if target is not None and target.kind == "page" and not target.name:
        target = None
    return None if direction is None else Scroll(direction=direction, target=target)


_TIMED = form("click.times", 'click "Next" 3 times', "[on] {target} {times} [in_a_row]", click_times)


def click_for(target: Target, purpose: Phrase) -> Step | None:
    """A purpose said behind a clear target asks for nothing more; behind a bare name it has to be clear itself."""
    words = [token.low for token in purpose.tokens]
    if target.kind in _ONE_OF_MANY and not (target.name or target.ordinal or target.within):
        return None  # "the toggle to enable the banner": its name is told by what it is for
    whole = len(words) == 1 or words[1] in _WHOLE or words[:2] in _GOING_ON
    clear = (
        (whole and words[0] in _PURPOSES and target.name.lower() != "how") or is_pronoun(target) or bool(target.within)
    )
    return click(target) if target.quoted or target.kind != "any" or clear else None


_ONE_OF_MANY = word_set("button switch link icon checkbox")
FINISHING = word_set(
    "submit send save confirm finish cancel complete proceed continue create search apply begin add login open view "
    "edit close expand"
)
"""What something is pressed for in a word: "press Enter to search"."""
_PURPOSES = FINISHING | word_set(
    "close dismiss open view see navigate go return download upload export import create add delete remove edit show "
    "hide display reveal expand collapse enable disable filter sort apply generate share reset refresh load update "
    "change access select choose publish register start stop"
)
PURPOSE = form("click.purpose", 'click "Submit" to send the form', "[on] {target} [in_order] to {purpose}", click_for)
_WHOLE = ARTICLES | {"all", "every", "more", "it", "them"}
_GOING_ON = [words.split() for words in ("navigate to", "go to", "go back", "proceed to", "return to")]


VERBS = (
    verb(
        "click, tap, left-click, left click, click on, tap on, activate, follow, dismiss by clicking, single-click, "
        "make click, make a click, do click, do a click, perform a click, give click",
        *(_TIMED, PLACE_FIRST),
        form("click.path", "click File > New", "[on] {path}", click_path),
        PURPOSE,
        form("click.expand", 'click to expand "Details"', "to expand|unfold {target}", expand),
        form(
            "click.on-each",
            'click "Like" on all posts by "Ann"',
            "[on] {target} on|in|for|of|under all|every|each|all_of|each_of [the] {each:collection}",
            click_on_each,
        ),
        form("click.target", 'click "Sign in"', "[there] [on|onto|at|in|into|inside|over|upon] {target}", click),
    ),
    verb(
        "double-click, double click, doubleclick, double-tap, double tap, dblclick",
        form("click.double", 'double-click the row "Alice"', "[on] {target}", double),
    ),
    verb(
        "right-click, right click, rightclick, context-click, context click",
        form("click.right", 'right-click the file "report.pdf"', "[on] {target}", right),
    ),
    verb(
        "expand, unfold",
        SEEK_THROUGH,
        form("click.expand", 'expand "Details"', "{target}", expand),
    ),
    verb("collapse, fold", form("click.collapse", 'collapse "Details"', "{target}", collapse)),
    verb("middle-click, middle click", form("click.middle", 'middle-click "Terms"', "[on] {target}", middle)),
    verb(
        "press, hit, push, strike",
        form("keys.press", "press Enter", "{key:anything}", press_key),
        form(
            "keys.purpose",
            "press Enter to send the form",
            "[the] {key:anything} [key] [in_order] to {~purpose}",
            press_key,
        ),
        form(
            "keys.named",
            "press the Delete key",
            "[the] {key:anything} key|button_on_the_keyboard [combination|on_the_keyboard|on_keyboard|on_your_keyboard|"
            "of_the_keyboard] // "
            "[the] key|keys|shortcut|combination {key:anything}",
            press_named_key,
        ),
        form("keys.times", "press Tab 3 times", "{key:anything} {times} [in_a_row|consecutively]", press_times),
        form(
            "keys.times",
            "press the Delete key twice",
            "[the] {key:anything} {named:keyword} {times} [in_a_row|consecutively]",
            press_times,
        ),
        form(
            "keys.on",
            'press Enter in the "Search" field',
            "[the] {key:anything} [key] in|on|inside|within {target}",
            press_key,
        ),
        form("keys.several", "press Tab and Enter", "{keys:listed}", press_several),
        _TIMED,
        PURPOSE,
        form("click.target", 'press the "Save" button', "[on] {target}", press_button),
    ),
    verb(
        "hover, mouse over, mouseover, hover over, point, move the mouse, move the cursor, move the pointer, move your "
        "mouse, move mouse, move cursor, move pointer, move your cursor, move the mouse cursor, hover on, "
        "move the mouse pointer, hold the mouse",
        form(
            "hover.target",
            'hover over "Products"',
            "the|your mouse|cursor|pointer over|on|to {target} // [with_the_mouse] [over|on|at|to|above|onto] {target}",
            hover,
        ),
    ),
    verb(
        "scroll, swipe",
        form(
            "scroll.some",
            "scroll down a bit",
            "[the] [page] {way:bare} [by] [about] [a|one|another|half_a|half_of_a] bit|little|chunk|page|screen|"
            "viewport|further // [the] [page] {way:bare} [by|about] {~far:number} pixels|px // "
            "[the] [page] {way:bare} [by|about] {~far:pixels}",
            scroll_way,
        ),
        form(
            "scroll.end",
            "scroll to the bottom of the page",
            "[down|up|all_the_way|all_the_way_down|all_the_way_up] to [the|very] [very] {way:anything} "
            "[of_the_page|of_page]",
            scroll_way,
        ),
        form(
            "scroll.inside",
            'scroll down inside the list "Results"',
            "{way:anything} inside|in|within|on {target} // "
            "[to] [the] {way:anything} of|in|inside {target} // "
            "{target} [to_the|to] {way:anything}",
            scroll_way,
        ),
        form(
            "scroll.to",
            'scroll to "Contact"',
            "[the_page|page] [down|up] to|until|till [you_see|I_see] {target} [into_view|is_visible|is_in_view|"
            "is_shown|comes_into_view] // "
            "{target} into [the] view",
            scroll_to,
        ),
    ),
)
