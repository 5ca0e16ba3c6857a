"""Pointer and keys: click, press, hover, drag, scroll, select text, clipboard."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from qa_appliance.core.steps import Click, Clipboard, ForEach, Hover, Press, Repeat, Scroll, SelectText, Step
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.counted import as_collection
from qa_appliance.english.nouns.phrase import any_one
from qa_appliance.english.verbs.go import click_path
from qa_appliance.english.verbs.seek import SEEK_THROUGH
from qa_appliance.english.wording.frames import Slots, form, verb
from qa_appliance.english.words.lexicon import ARTICLES, PLURALS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import may_be_a_name, read_key


def click(slots: Slots) -> Step | None:
    target = any_one(slots["target"])
    return _clicked(target, Click(target=target))


def _clicked(target: Target, step: Step) -> Step | None:
    vague = not target.name and (target.kind == "page" or target.words.split()[-1].lower() in PLURALS)
    return None if vague else step


def click_each(slots: Slots) -> tuple[Step, ...] | None:
    targets: tuple[Target, ...] = slots["targets"]
    if not all(target.quoted for target in targets):
        return None
    return tuple(Click(target=target) for target in targets)


def click_on_each(slots: Slots) -> Step:
    return ForEach(target=as_collection(slots["each"]), steps=(Click(target=slots["target"]),))


def expand(slots: Slots) -> Step | None:
    return _folded(slots, "collapsed")


def collapse(slots: Slots) -> Step | None:
    return _folded(slots, "expanded")


def _folded(slots: Slots, now: Literal["collapsed", "expanded"]) -> Step | None:
    """ "expand the section": the one that is folded; a name says by itself which is meant."""
    target: Target = any_one(slots["target"])
    if not target.quoted and "to" in target.words.lower().split():
        return None
    if target.kind == "section" and not target.name:
        target = replace(target, qualities=(*target.qualities, now))
    after: Literal["collapsed", "expanded"] = "expanded" if now == "collapsed" else "collapsed"
    return _clicked(target, Click(target=target, until=after))


def double(slots: Slots) -> Step:
    return Click(target=slots["target"], count=2)


def right(slots: Slots) -> Step:
    return Click(target=slots["target"], button="right")


def middle(slots: Slots) -> Step:
    return Click(target=slots["target"], button="middle")


def click_times(slots: Slots) -> Step | None:
    times: int = slots["times"]
    if times < 1:
        return None
    return Click(target=slots["target"]) if times == 1 else Repeat(steps=(Click(target=slots["target"]),), times=times)


def click_held(slots: Slots) -> Step | None:
    held = {"Control": "Control", "Shift": "Shift", "Alt": "Alt", "Meta": "Meta", "ControlOrMeta": "ControlOrMeta"}
    key = read_key(slots["key"].text, sure=True)
    return Click(target=slots["target"], modifiers=(held[key],)) if key in held else None  # type: ignore[arg-type]


def press_key(slots: Slots) -> Step | None:
    key = _key(slots["key"], sure=False)
    return None if key is None else Press(keys=(key,), target=slots.get("target"))


def press_named_key(slots: Slots) -> Step | None:
    key = _key(slots["key"], sure=True)
    return None if key is None else Press(keys=(key,), target=slots.get("target"))


def press_times(slots: Slots) -> Step | None:
    key, times = _key(slots["key"], sure="named" in slots), slots["times"]
    return None if key is None or not 0 < times <= 100 else Press(keys=(key,) * times, target=slots.get("target"))


def press_several(slots: Slots) -> Step | None:
    keys = [_key(part, sure=False) for part in slots["keys"]]
    found = tuple(key for key in keys if key is not None)
    return Press(keys=found) if len(found) == len(keys) else None


_AFTER_KEYS = frozenset({"and", "then", "in", "on", "to", "until", "when", "for", "so"})


def press_button(slots: Slots) -> Step | None:
    """ "press Delete" may be the key or a button: it is read only when the sentence tells which."""
    target: Target = slots["target"]
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
    return click(slots)


def _key(phrase: Phrase, *, sure: bool) -> str | None:
    tokens = phrase.tokens[1:] if phrase.tokens[0].low == "the" else phrase.tokens
    if not tokens:
        return None
    bare = Phrase(tokens, phrase.source)
    return read_key(bare.only_quote or bare.text, sure=sure)


def scroll_to(slots: Slots) -> Step | None:
    target: Target = slots["target"]
    if target.kind == "page" and not target.name:
        return None
    return Scroll(direction="to", target=target)


_WAYS = {
    "up": "up",
    "upwards": "up",
    "down": "down",
    "downwards": "down",
    "left": "left",
    "right": "right",
    "top": "top",
    "bottom": "bottom",
    "end": "bottom",
    "start": "top",
    "beginning": "top",
}


def scroll_way(slots: Slots) -> Step | None:
    way = _WAYS.get(slots["way"].tokens[-1].low) if len(slots["way"]) == 1 else None
    target: Target | None = slots.get("target")
    if target is not None and target.kind == "page" and not target.name:
        target = None
    return None if way is None else Scroll(direction=way, target=target)  # type: ignore[arg-type]


def select_text(slots: Slots) -> Step:
    return SelectText(target=slots["target"])


def copy(slots: Slots) -> Step:
    return Clipboard(move="copy", target=slots.get("target"))


def cut(slots: Slots) -> Step:
    return Clipboard(move="cut", target=slots.get("target"))


def paste(slots: Slots) -> Step:
    return Clipboard(move="paste", target=slots.get("target"))


_TIMED = form("click.times", 'click "Next" 3 times', "[on] {target} {times} [in_a_row]", click_times)


def click_for(slots: Slots) -> Step | None:
    """A purpose said behind a clear target asks for nothing more; behind a bare name it has to be clear itself."""
    target: Target = slots["target"]
    words = [token.low for token in slots["purpose"].tokens]
    clear = words[0] in _PURPOSES and words[1] in ARTICLES
    return click(slots) if target.quoted or target.kind != "any" or clear else None


_PURPOSES = frozenset({"close", "dismiss", "submit", "send", "save", "confirm", "finish", "cancel", "complete"})


VERBS = (
    verb(
        "click, tap, left-click, left click, click on, tap on, activate, follow, dismiss by clicking, single-click",
        form(
            "click.button",
            'right click on "Report"',
            "with [the] right [mouse] [button] on {target} // [on] {target} with|using the|your right [mouse] button",
            right,
        ),
        _TIMED,
        form(
            "click.held",
            'click "Report" while holding Shift',
            "[on] {target} while|with holding|pressing|holding_down {key:anything} // "
            "[on] {target} with {key:anything} held|pressed [down]",
            click_held,
        ),
        form("click.path", "click File > New", "[on] {path}", click_path),
        form(
            "click.purpose",
            'click "Submit" to send the form',
            "[on] {target} [in_order] to {purpose:purpose}",
            click_for,
        ),
        form("click.each", 'click "A", "B" and "C"', "[on] {targets}", click_each),
        form(
            "click.on-each",
            'click "Like" on all posts by "Ann"',
            "[on] {target} on|in|for|of|under all|every|each|all_of|each_of [the] {each:collection}",
            click_on_each,
        ),
        form("click.target", 'click "Sign in"', "[on|onto|at] {target}", click),
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
            "[the] {key:anything} [key] [in_order] to {purpose:purpose}",
            press_key,
        ),
        form(
            "keys.named",
            "press the Delete key",
            "[the] {key:anything} key|button_on_the_keyboard [combination|on_the_keyboard] // "
            "[the] key|keys|shortcut|combination {key:anything}",
            press_named_key,
        ),
        form("keys.times", "press Tab 3 times", "{key:anything} {times}", press_times),
        form("keys.times", "press the Delete key twice", "[the] {key:anything} {named:keyword} {times}", press_times),
        form(
            "keys.on",
            'press Enter in the "Search" field',
            "[the] {key:anything} [key] in|on|inside|within {target}",
            press_key,
        ),
        form("keys.several", "press Tab and Enter", "{keys:listed}", press_several),
        _TIMED,
        form("click.each", 'press "A" and "B"', "[on] {targets}", click_each),
        form("click.target", 'press the "Save" button', "[on] {target}", press_button),
    ),
    verb(
        "hover, mouse over, mouseover, hover over, point, move the mouse, move the cursor, move the "
        "pointer, hover on, hold the mouse",
        form(
            "hover.target",
            'hover over "Products"',
            "the|your mouse|cursor|pointer over|on|to {target} // [with_the_mouse] [over|on|at|to|above|onto] {target}",
            lambda slots: Hover(target=slots["target"]),
        ),
    ),
    verb(
        "scroll, swipe",
        form("scroll.way", "scroll down", "[the] [page] {way:anything}", scroll_way),
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
            "{target} [to_the] {way:anything}",
            scroll_way,
        ),
        form(
            "scroll.to",
            'scroll to "Contact"',
            "[down|up] to|until|till [you_see|I_see] {target} [into_view|is_visible|is_in_view|is_shown|"
            "comes_into_view] // "
            "{target} into [the] view",
            scroll_to,
        ),
    ),
    verb(
        "highlight",
        form("text.select", 'highlight the text "Hello"', "[the] [text] [of|in] {target}", select_text),
    ),
    verb(
        "copy",
        form(
            "clipboard.copy",
            "copy the selected text",
            "[the] [selection|selected_text|text|it] [to_the_clipboard]",
            copy,
        ),
        form(
            "clipboard.copy-from",
            'copy the text of "Coupon"',
            "[the] [text|content|contents|value] [of|from|in] {target} [to_the_clipboard]",
            copy,
        ),
    ),
    verb(
        "cut",
        form("clipboard.cut", "cut the selected text", "[the] [selection|selected_text|text|it]", cut),
        form(
            "clipboard.cut-from",
            "cut the text of the Name field",
            "[the] [text|content|value] [of|from|in] {target}",
            cut,
        ),
    ),
    verb(
        "paste",
        form("clipboard.paste", "paste the text", "[the] [clipboard|text|it|copied_text|clipboard_content]", paste),
        form(
            "clipboard.paste-into",
            "paste it into the Name field",
            "[the|it] [clipboard|text|it|copied_text|copied_value|content] [of_the_clipboard] "
            "into|in|to|inside {target}",
            paste,
        ),
    ),
)
