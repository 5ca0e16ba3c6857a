"""Waiting: for a time, for the page, for something to come or go."""

from __future__ import annotations

from qa_appliance.core.checks import Check, ElementIs
from qa_appliance.core.steps import Step, WaitFor, WaitLoad, WaitTime
from qa_appliance.core.target import Target
from qa_appliance.english.checks.addresses import led
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.statements.read import CheckRead
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase

_LOADING = frozenset({"page", "site", "website", "screen", "app", "application", "everything", "new page", "next page"})


def wait_time(seconds: float) -> Step:
    return WaitTime(seconds=seconds)


def wait_for_what_ends(seconds: float, what: Phrase) -> Step | None:
    """ "Wait 2 seconds for the registration to succeed": what no page tells is given that time."""
    return WaitTime(seconds=seconds) if what.text.islower() and shown(what) is not None else None


def wait_seconds(number: int) -> Step | None:
    return WaitTime(seconds=number) if 0 < number <= _LONGEST_BARE else None


_LONGEST_BARE = 120
"""Of a number without its unit: seconds, not the milliseconds that more may be."""


def wait_check(check: Check, seconds: float = 0.0) -> Step:
    return WaitFor(check=check, seconds=seconds)


def wait_all(statement: CheckRead) -> tuple[Step, ...] | None:
    """ "Wait until A and B are gone": each of them."""
    several = len(statement.checks) > 1
    return tuple(WaitFor(check=check) for check in statement.checks) if several else None


def wait_load(seconds: float = 0.0) -> Step:
    return WaitLoad(seconds=seconds)


def wait_some() -> Step:
    return WaitTime(seconds=SOME_SECONDS)


SOME_SECONDS = 3.0
"""Seconds of "a few seconds"."""


def wait_page(page: Target) -> Step | None:
    """A page by its name, a list or another part: that it has come."""
    if page.kind == "page" and not page.name:
        return WaitLoad()
    return WaitFor(check=ElementIs(target=page, state="visible")) if page.kind in _COMING else None


_COMING = frozenset({"page", "list", "table", "section", "form", "dialog", "menu", "calendar", "item", "row"})


def wait_arrived(place: Phrase) -> Step | None:
    check = led(Subject("person", place), {"place": place}, False)
    return None if check is None else WaitFor(check=check)


def wait_shown(thing: Phrase, seconds: float = 0.0) -> Step | None:
    return _wait(thing, shown(thing), seconds)


def wait_loaded(thing: Phrase, seconds: float = 0.0) -> Step | None:
    """ "wait for the chart to load": it has come; of "the images" no page tells that all of them have."""
    several = not thing.quotes() and thing.tokens[-1].text.islower() and thing.tokens[-1].text.endswith("s")
    return None if several else wait_shown(thing, seconds)


def wait_gone(thing: Phrase, seconds: float = 0.0) -> Step | None:
    return _wait(thing, shown(thing, True), seconds)


def _wait(thing: Phrase, check: Check | None, seconds: float) -> Step | None:
    words = [token.low for token in thing.tokens]
    if words and words[0] == "the" and " ".join(words[1:]) in _LOADING:
        return None
    if refused(REFUSALS["waited for"], thing.tokens):
        return None
    if check is None or (words[0] in ("a", "an") and len(words) == 2 and words[1] in ("moment", "bit", "while")):
        return None
    return WaitFor(check=check, seconds=seconds)


VERBS = (
    verb("wait, sleep, hold on", form("wait.load", "wait", "[for]", wait_load)),  # a bare "Pause" is a button's name
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
            wait_some,
        ),
        form("wait.time", "wait 3 seconds", "[for] [about|around|another|at_least] {seconds:duration}", wait_time),
        form("wait.time", "sleep 3", "{number}", wait_seconds),
        form(
            "wait.load",
            "wait for the page to load",
            "[<at_most>] [{seconds:duration}] for|until|till <the_page> <to_load> // "
            "[<at_most>] [{seconds:duration}] until|till|that [that] <the_page> <is_loaded> // "
            "for|until <the_page> <to_load> [,] [for] <at_most> {seconds:duration} // "
            "[<at_most>] [{seconds:duration}] until|till [the] loading|page_load|page_loading is|has|was [been] done|"
            "finished|complete|completed|over|ended // "
            "for [the] loading|page_load to_finish|to_complete|to_end|to_be_done",
            wait_load,
        ),
        form(
            "wait.load",
            "wait for network idle",
            "[for] [the] network_idle|idle_network|network_to_settle // "
            "for|until [the|all] [pending] ajax|network [call|calls|request|requests] to_finish|to_complete|to_be_done",
            wait_load,
        ),
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
            "for|until|till {page:target} <to_load> [completely|fully] // "
            "until|till {page:target} has|have|is|are [been] loaded|ready // "
            "until|till {page:target} loads|load [completely|fully]",
            wait_page,
        ),
        form(
            "wait.gone",
            'wait up to 20 seconds for "Loading" to disappear',
            "[for] <at_most> {seconds:duration} for {thing:anything} <to_disappear> // "
            "[for] {seconds:duration} for {thing:anything} <to_disappear>",
            wait_gone,
        ),
        form(
            "wait.until",
            'wait up to 20 seconds until "Saved" appears',
            "[for] [<at_most>] {seconds:duration} until|till|for [that] {check}",
            wait_check,
        ),
        form(
            "wait.shown",
            'wait up to 20 seconds for "Saved"',
            "[for] <at_most> {seconds:duration} for {thing:anything} [<to_appear>] // "
            "for {thing:anything} [<to_appear>] [for] <at_most> {seconds:duration} // "
            "[for] {seconds:duration} for {thing:anything} [<to_appear>]",
            wait_shown,
        ),
        form(
            "wait.until",
            'wait until "Saved" appears',
            "until|till|for {check} [for] <at_most> {seconds:duration} // until|till|for|that [that] {check}",
            wait_check,
        ),
        form("wait.until", 'wait until "A" and "B" are gone', "until|till [that] {statement}", wait_all),
        form("wait.gone", 'wait for "Loading" to disappear', "for {thing:anything} <to_disappear>", wait_gone),
        form(
            "wait.shown",
            'wait for "Saved" to appear',
            "for|on {thing:anything} [<to_appear>]",
            wait_shown,
        ),
        form(
            "wait.shown",
            "wait for the chart to load",
            "for {thing:anything} <to_load> // for {thing:anything} <to_load> [for] <at_most> {seconds:duration} // "
            "[for] {seconds:duration} for {thing:anything} <to_load>",
            wait_loaded,
        ),
        form(
            "wait.time",
            "wait 2 seconds for the registration to succeed",
            "[for] {seconds:duration} for {what:bare} to {~ends:few}",
            wait_for_what_ends,
        ),
    ),
)
