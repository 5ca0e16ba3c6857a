"""Waiting: for a time, for the page, for something to come or go."""

from __future__ import annotations

from qa_appliance.core.checks import Check
from qa_appliance.core.steps import Step, WaitFor, WaitLoad, WaitTime
from qa_appliance.english.checks.addresses import led
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.wording.frames import Slots, form, verb
from qa_appliance.english.words.tokens import Phrase

_LOADING = frozenset({"page", "site", "website", "screen", "app", "application", "everything", "new page", "next page"})


def wait_time(slots: Slots) -> Step:
    return WaitTime(seconds=slots["seconds"])


def wait_check(slots: Slots) -> Step:
    return WaitFor(check=slots["check"], seconds=slots.get("seconds", 0.0))


def wait_load(slots: Slots) -> Step:
    return WaitLoad(seconds=slots.get("seconds", 0.0))


def wait_page(slots: Slots) -> Step | None:
    """A page by its name: which one came is for what follows to tell, so that no name has to stand in an address."""
    return WaitLoad() if slots["page"].kind == "page" else None


def wait_arrived(slots: Slots) -> Step | None:
    place: Phrase = slots["place"]
    check = led(Subject("person", place), {"place": place}, False)
    return None if check is None else WaitFor(check=check, seconds=slots.get("seconds", 0.0))


def wait_shown(slots: Slots) -> Step | None:
    return _wait(shown(slots["thing"]), slots)


def wait_gone(slots: Slots) -> Step | None:
    return _wait(shown(slots["thing"], True), slots)


def _wait(check: Check | None, slots: Slots) -> Step | None:
    thing: Phrase = slots["thing"]
    words = [token.low for token in thing.tokens]
    if words and words[0] == "the" and " ".join(words[1:]) in _LOADING:
        return None
    if any(token.text == "to" for token in thing.tokens):
        return None
    if check is None or (words[0] in ("a", "an") and len(words) == 2 and words[1] in ("moment", "bit", "while")):
        return None
    return WaitFor(check=check, seconds=slots.get("seconds", 0.0))


_LIMIT = "up_to|at_most|max|maximum|a_maximum_of|no_more_than|no_longer_than"
_PAGE = "[the|this|new|next] [new|next] page|site|website|screen|app|application|network|everything"
_LOADED = (
    "to_load|to_be_loaded|to_finish_loading|to_load_completely|to_be_ready|to_be_idle|to_be_fully_loaded|load|loading"
)
_IS_LOADED = "is_loaded|has_loaded|loads|is_fully_loaded|finishes_loading|has_finished_loading|is_ready|is_idle"
_COME = (
    "to_appear|to_be_visible|to_be_shown|to_be_displayed|to_show|to_show_up|to_be_present|to_come_up|"
    "to_pop_up|to_open|to_exist|to_become_visible|to_be_there"
)
_GO = (
    "to_disappear|to_vanish|to_be_hidden|to_go_away|to_be_gone|to_close|to_not_be_visible|"
    "not_to_be_visible|to_be_removed|"
    "to_become_hidden|to_be_invisible"
)

VERBS = (
    verb(
        "wait, pause, sleep, hold on",
        form(
            "wait.load",
            "wait a moment",
            "[for] [a] moment|bit|while|little|little_while|short_time // for_some_time|some_time",
            wait_load,
        ),
        form(
            "wait.time",
            "wait a few seconds",
            "[for] a_few|few|some|several|a_couple_of|a_couple seconds",
            lambda _: WaitTime(seconds=3),
        ),
        form("wait.time", "wait 3 seconds", "[for] [about|around|another|at_least] {seconds:duration}", wait_time),
        form(
            "wait.load",
            "wait for the page to load",
            f"[{_LIMIT}] [{{seconds:duration}}] for|until|till {_PAGE} {_LOADED} // "
            f"[{_LIMIT}] [{{seconds:duration}}] until|till {_PAGE} {_IS_LOADED} // "
            f"for|until {_PAGE} {_LOADED} for {_LIMIT} {{seconds:duration}}",
            wait_load,
        ),
        form("wait.load", "wait", "[for] [the] [network_idle|idle_network|network_to_settle]", wait_load),
        form(
            "wait.arrived",
            "wait for the redirect to the orders page",
            "for [the|a] redirect|redirection to {place:anything} // "
            "to_be redirected|taken|led|sent|brought to {place:anything}",
            wait_arrived,
        ),
        form(
            "wait.load",
            "wait for the login page to load",
            f"for|until|till {{page:target}} {_LOADED} [completely|fully]",
            wait_page,
        ),
        form(
            "wait.gone",
            'wait up to 20 seconds for "Loading" to disappear',
            f"[for] {_LIMIT} {{seconds:duration}} for {{thing:anything}} {_GO} // "
            f"[for] {{seconds:duration}} for {{thing:anything}} {_GO}",
            wait_gone,
        ),
        form(
            "wait.until",
            'wait up to 20 seconds until "Saved" appears',
            f"[for] [{_LIMIT}] {{seconds:duration}} until|till|for [that] {{check}}",
            wait_check,
        ),
        form(
            "wait.shown",
            'wait up to 20 seconds for "Saved"',
            f"[for] {_LIMIT} {{seconds:duration}} for {{thing:anything}} [{_COME}] // "
            f"for {{thing:anything}} [{_COME}] [for] {_LIMIT} {{seconds:duration}} // "
            f"[for] {{seconds:duration}} for {{thing:anything}} [{_COME}]",
            wait_shown,
        ),
        form(
            "wait.until",
            'wait until "Saved" appears',
            f"until|till|for {{check}} [for] {_LIMIT} {{seconds:duration}} // until|till|for|that [that] {{check}}",
            wait_check,
        ),
        form("wait.gone", 'wait for "Loading" to disappear', f"for {{thing:anything}} {_GO}", wait_gone),
        form("wait.shown", 'wait for "Saved" to appear', f"for|on {{thing:anything}} [{_COME}]", wait_shown),
    ),
)
