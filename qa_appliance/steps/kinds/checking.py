"""Checks, waited for: asked again and again until they hold or the patience is over.

A positive check holds as soon as one look shows it. One that holds of a page on which nothing has come yet ("is not
shown", "is empty", "0 rows") has to hold in looks over at least half a second during which no request was in flight;
requests that the last deed led to are waited for ten seconds at most, others two. What is asked of all there is waits
until the page no longer says that it loads (checks/loading.py). What needs more than a look at the page is asked in
run_checks.py.
"""

from __future__ import annotations

import asyncio
import math
import time

import msgspec

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.take import Watch
from qa_appliance.core import checks as c
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.lasting import Held, Watched, concerns, text_of, watched
from qa_appliance.core.steps import Assert, Choose, Fill, FillRequired, WaitFor
from qa_appliance.core.target import Target, Way
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.compare import compare_count
from qa_appliance.steps.base.drawing import typed_by
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.placeholders import never_given
from qa_appliance.steps.base.silence import Silence, last_deed
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.words import target_of_check, value_of_check
from qa_appliance.steps.checks.changes import with_before
from qa_appliance.steps.checks.in_place import place_of
from qa_appliance.steps.checks.listed import stands_in_entries
from qa_appliance.steps.checks.loading import asks_of_all, still_says
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.steps.checks.page_names import same_view
from qa_appliance.steps.checks.read_from import box_read, way_of_check
from qa_appliance.steps.checks.run_checks import ask_run
from qa_appliance.steps.checks.seen import as_seen
from qa_appliance.steps.checks.text_is import spoken_is
from qa_appliance.steps.kinds.never_seen import never_seen, never_there
from qa_appliance.steps.kinds.new_messages import as_new
from qa_appliance.steps.kinds.out_of_sight import may_be_out_of_sight, of_all_of_it

CALM_BEFORE_NO = 0.5  # seconds a negated check has to hold
REQUESTS_AT_MOST = 2.0  # seconds for which requests in flight keep a negated check from counting
ANSWERS_AT_MOST = 10.0  # the same for what the last deed asked for: its answer may be the very thing that is denied
_DIALOGS = frozenset({"alert", "dialog"})
_WAITED = 10.0  # seconds, where the step says none
_SCROLLS = 0.5  # seconds after which a list is scrolled to look for what is not in sight
_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 0.25


async def check(step: Assert, stage: Stage, doing: Doing) -> None:
    await assert_holds(step.check, stage, doing, stage.patience, early=True)
    if message := await never_seen(scoped(step.check, stage), stage, ask_page):
        raise Failed(Failure(kind="unsupported", message=message))


async def wait_for(step: WaitFor, stage: Stage, doing: Doing) -> None:
    await assert_holds(step.check, stage, doing, step.seconds or max(stage.patience, _WAITED))
    if message := await never_there(scoped(step.check, stage), stage):
        raise Failed(Failure(kind="unsupported", message=message))


async def assert_holds(wanted: c.Check, stage: Stage, doing: Doing, patience: float, *, early: bool = False) -> None:
    """Raises Failed with what was seen last; `early`: as soon as it is certain."""
    if c.denies(wanted) and (name := never_given(wanted)):
        raise Failed(Failure(kind="unsupported", message=_NEVER_GIVEN.format(name=name)))
    wanted = scoped(wanted, stage)
    stage.held[:] = [h for h in stage.held if h.scopes != stage.scopes or not concerns(h.check, wanted)]
    when = watched(wanted)
    waiting = stage.waiting(patience, early=early)
    answer, look = await ask_with_look(wanted, stage, waiting, watch=when != "never")
    waiting.tell(doing.details, doing.note, failed=not answer.holds)
    answer = _never_open(wanted, answer, stage) or answer
    box = box_read(wanted, answer, look)
    if answer.found is not None:
        doing.found = msgspec.structs.replace(answer.found, box=box or answer.found.box)
    if not answer.holds:
        failure = Failure(
            kind=answer.kind,
            cause=answer.cause,
            message=answer.message,
            expected=answer.expected,
            seen=answer.seen,
            instead=answer.instead,
            candidates=answer.candidates,
            places=answer.places,
        )
        raise Failed(failure)
    _tell(answer, doing)
    await _watch(when, wanted, look, stage)
    picture = stage.recorder.checked(stage.page, box)
    way, _ = await asyncio.gather(_way(wanted, answer, look, stage), picture)
    if way is not None:
        stage.ways.append(way)


def _tell(answer: Answer, doing: Doing) -> None:
    """What there is to say of a check that holds."""
    for note in filter(None, (answer.note, answer.found.partly if answer.found is not None else "")):
        doing.note(note)


def _never_open(wanted: c.Check, answer: Answer, stage: Stage) -> Answer | None:
    """What a check says to have closed, although it was not there before; None of every other check."""
    if not (answer.holds and isinstance(wanted, c.ElementIs) and wanted.closes and stage.index in stage.never_open):
        return None
    return Answer(False, _NEVER_OPEN.format(words=wanted.target.words), kind="unsupported")


_NEVER_OPEN = (
    "Nothing was found as “{words}” before the step this check follows, so that it closed or went cannot be told. "
    "Say in quotes what stands in it: “…” is not shown."
)
_NEVER_GIVEN = "Nothing was remembered as {{{name}}} before, so this denial cannot fail. Remember it earlier."


async def ask_patiently(wanted: c.Check, stage: Stage, patience: float, *, watch: bool = False) -> Answer:
    """The first answer that holds, else the last one when the time is up. `watch` what changes from then on.

    Inside "for each" ask what `scoped` makes of the check.
    """
    return (await ask_with_look(wanted, stage, stage.waiting(patience, early=False), watch=watch))[0]


async def _watch(when: Watched, wanted: c.Check, look: Look | None, stage: Stage) -> None:
    held = Held(stage.index, wanted, time.monotonic(), stage.page.url, stage.scopes)
    if when == "always" or (when == "by_place" and look is not None and await _has_place(held, look, stage)):
        stage.held.append(held)


async def _has_place(held: Held, look: Look, stage: Stage) -> bool:
    """Whether what is merely shown is watched: by its place, unless only entries of a list show it."""
    wanted = held.check
    anywhere = isinstance(wanted, c.TextShown) and wanted.scope is None
    if anywhere and await asyncio.to_thread(stands_in_entries, text_of(wanted), look):
        return True
    typed = _typed(stage)
    held.place = await asyncio.to_thread(place_of, text_of(wanted), look, stage.before, typed)
    return held.place is not None


def _typed(stage: Stage) -> tuple[str, ...]:
    """What the steps before this one have put into fields."""
    done = (
        index for index, step in enumerate(stage.steps[: stage.index]) if isinstance(step, Fill | Choose | FillRequired)
    )
    return tuple(value.text for index in done for value in typed_by(stage, index))


async def ask_with_look(
    wanted: c.Check, stage: Stage, waiting: Silence, *, watch: bool = False
) -> tuple[Answer, Look | None]:
    """The answer, with the look that gave it."""
    if isinstance(wanted, c.RunCheck):
        return await ask_run(wanted, stage, max(0.0, waiting.ends - time.monotonic())), None
    answer, look = await _ask_patiently(wanted, stage, waiting, watch=watch)
    if look is None:
        return answer, look

    async def ask(check: c.PageCheck, look: Look) -> Answer:
        return await _answer_of(check, look, stage)

    return await of_all_of_it(wanted, answer, look, stage, ask)


async def _ask_patiently(
    wanted: c.PageCheck, stage: Stage, waiting: Silence, *, watch: bool
) -> tuple[Answer, Look | None]:
    """Of what the page has rendered."""
    began = time.monotonic()
    pause = _FIRST_PAUSE
    held_since = math.inf
    nothing_passes = _holds_of_none(wanted)
    deed = last_deed(stage.steps, stage.index)
    answer = Answer(False, "The page did not show anything until the step's time was up.", kind="timeout")
    look: Look | None = None
    stood = ""
    while True:
        asked = time.monotonic()
        seen = await _asked_of_a_look(wanted, stage, waiting.ends, watch=watch)
        if seen is not None:
            (answer, look), now = seen, time.monotonic()
            stood = answer.message if answer.cause == "stood_before" else stood
            if answer.holds and not nothing_passes:
                return answer, look
            calm = answer.holds and not _busy(stage, deed, now - began)
            waiting.no_longer_than(await asyncio.to_thread(_until_scrolled, wanted, answer, look, now))
            held_since = min(held_since, now) if calm else math.inf
            if now - held_since >= CALM_BEFORE_NO:
                return answer, look
        # A large page takes long to be looked at: what comes meanwhile is seen by the next look only.
        over = await waiting.over(asked, look if seen is not None and not answer.holds else None)
        if over and not answer.holds:
            return _after_what_stood(answer, stood), look
        await asyncio.sleep(pause)
        pause = min(pause * 1.4, _LONGEST_PAUSE)


def _after_what_stood(answer: Answer, stood: str) -> Answer:
    """Of a message from before that is gone by now, also that it was there."""
    if not stood or answer.holds or answer.cause == "stood_before":
        return answer
    return msgspec.structs.replace(answer, message=f"{answer.message} {stood}")


def _until_scrolled(wanted: c.PageCheck, answer: Answer, look: Look, now: float) -> float:
    """How long it is waited for what may only be out of sight."""
    return now + _SCROLLS if not answer.holds and may_be_out_of_sight(wanted, look) else math.inf


async def _asked_of_a_look(
    wanted: c.PageCheck, stage: Stage, ends: float, *, watch: bool
) -> tuple[Answer, Look] | None:
    """None where the page did not let itself be looked at."""
    watching: Watch = "" if not watch else "on" if stage.watching else "anew"
    look = await look_patiently(stage.page, _target_of(wanted), ends, watch=watching)
    if look is None:
        return None
    stage.recorder.note_text(look.text)
    stage.saw(look)
    return await _answer_of(wanted, look, stage), look


async def _answer_of(wanted: c.PageCheck, look: Look, stage: Stage) -> Answer:
    if look.url.startswith(_NO_PAGE):
        return Answer(False, _NOT_OPENED, seen="the browser's own error page", kind="page_error")
    answer = await asyncio.to_thread(ask_page, wanted, look)  # tens of ms on a large page
    answer = _of_the_whole(await as_seen(answer, wanted, look, ask_page), wanted, look)
    answer = same_view(answer, wanted, look, stage.before) or answer
    if answer.holds and not c.denies(wanted):
        answer = await as_new(answer, wanted, look, stage, ask_page)
    if (answer.holds or not c.denies(wanted)) and (says := await asyncio.to_thread(still_says, wanted, look)):
        answer = _not_loaded(answer, says)
    return _of_dialog(wanted, answer, stage) or answer


_NO_PAGE = "chrome-error:"
_NOT_OPENED = (
    "This cannot be told: the page that the steps led to could not be opened, and the browser shows its own error page."
)


async def _way(wanted: c.Check, answer: Answer, look: Look | None, stage: Stage) -> Way | None:
    if look is None or stage.ways_saved:
        return None
    return await way_of_check(wanted, answer, look, stage.page)


def _not_loaded(answer: Answer, says: str) -> Answer:
    """A page that still loads what is asked about has not answered yet."""
    if not answer.holds:
        return msgspec.structs.replace(answer, message=f"{answer.message} The page still {says}.")
    message = f"This cannot be told while the page is still loading: it {says}."
    return msgspec.structs.replace(answer, holds=False, message=message, seen="still loading", kind="timeout", note="")


def _of_the_whole(answer: Answer, wanted: c.PageCheck, look: Look) -> Answer:
    """A look that does not show all proves that something is there, never how many there are or that none is."""
    if not look.unseen or (answer.holds and not asks_of_all(wanted)):
        return answer
    claim = "This cannot be told of the whole page" if answer.holds else answer.message.removesuffix(".")
    message = f"{claim}; {look.unseen}."
    return msgspec.structs.replace(
        answer, holds=False, message=message, kind="unsupported" if answer.holds else answer.kind
    )


def _holds_of_none(check: c.Check) -> bool:
    """Whether a page on which nothing has come yet would pass it."""
    if isinstance(check, c.CountIs):
        return compare_count(0, check.comparison, check.count) != check.negated
    return c.denies(check) or (isinstance(check, c.ElementIs) and check.state == "empty")


def _busy(stage: Stage, deed: int, seconds: float) -> bool:
    if stage.recorder.pending_requests() == 0:
        return False
    return seconds < REQUESTS_AT_MOST or (seconds < ANSWERS_AT_MOST and stage.recorder.pending_since(deed) > 0)


async def ask_once(wanted: c.Check, stage: Stage, patience: float) -> bool:
    """For conditions: whether it comes to hold within a short patience."""
    return (await ask_patiently(scoped(wanted, stage), stage, patience)).holds


_OF_THE_BROWSER = frozenset({"javascript", "js", "browser", "native"})


def _of_dialog(wanted: c.PageCheck, answer: Answer, stage: Stage) -> Answer | None:
    """Of the browser's own dialog that came with the last deed: it is gone, but what it said is kept.

    A message of the page may be meant as well: what is claimed may be said by either, and what is denied by neither.
    One that a step answered is not shown any more.
    """
    spoken = stage.dialogs.last_spoken()
    if spoken is None or not isinstance(wanted, c.TextIs | c.ElementIs) or wanted.target.kind not in _DIALOGS:
        return None
    if (wanted.target.name and fold(wanted.target.name) not in _OF_THE_BROWSER) or wanted.target.within:
        return None
    if isinstance(wanted, c.TextIs):
        return _by_either(spoken_is(spoken.kind, spoken.text, wanted), answer, denied=c.denies(wanted))
    over = stage.dialogs.is_answered(spoken)
    if wanted.state != "visible" or wanted.closes or answer.holds != wanted.negated or over:
        return None
    message = f"The {spoken.kind} “{spoken.text}” came, although none should have." if wanted.negated else ""
    return Answer(not wanted.negated, message, seen=f"the {spoken.kind} “{spoken.text}”")


def _by_either(heard: Answer, seen: Answer, *, denied: bool) -> Answer | None:
    """What the browser's dialog answers, where it decides beside what the page does; else None."""
    if denied:
        return heard if not heard.holds or seen.kind == "not_found" else None
    return heard if heard.holds or not seen.holds else None


def _target_of(wanted: c.Check) -> Target | None:
    target = getattr(wanted, "target", None) or getattr(wanted, "scope", None)
    return target if isinstance(target, Target) else None


def scoped(wanted: c.Check, stage: Stage) -> c.Check:
    """Inside "for each" a check is about the element at hand; what changed is told from what stood there before.

    Raises Failed where that is not known.
    """
    if not stage.scopes and not isinstance(wanted, c.ChangedBy):
        return wanted
    match wanted:
        case c.TextShown():
            scope = stage.scoped(wanted.scope) if wanted.scope is not None else stage.scopes[-1].target
            return msgspec.structs.replace(wanted, scope=scope)
        case c.OnlyShown():
            scope = stage.scoped(wanted.scope) if wanted.scope is not None else stage.scopes[-1].target
            return msgspec.structs.replace(wanted, scope=scope)
        case c.AnyOf():
            return msgspec.structs.replace(wanted, checks=tuple(scoped(check, stage) for check in wanted.checks))
        case c.ChangedBy(since=""):
            here = msgspec.structs.replace(wanted, target=stage.scoped(wanted.target))
            known = with_before(here, stage.before, stage.page.url, ask_page, quiet=stage.before_quiet)
            if isinstance(known, str):
                raise Failed(Failure(kind="unsupported", message=known))
            return known
        case c.ElementIs() | c.ValueIs() | c.TextIs() | c.CountIs() | c.ListSorted() | c.LinkGoes() | c.EachIs():
            return msgspec.structs.replace(wanted, target=stage.scoped(wanted.target))
    return wanted


def _target(step: Assert | WaitFor) -> str | None:
    return target_of_check(step.check)


def _value(step: Assert | WaitFor) -> str | None:
    return value_of_check(step.check)


KINDS = (
    Kind(Assert, perform=check, target=_target, value=_value),
    Kind(WaitFor, perform=wait_for, target=_target, value=_value),
)
