"""Checks on the requests of the pages, by all that were made.

That one was sent or answered is told of those since the last deed; that none was, of all since the run began, so that
an earlier one is never taken for it nor passed over.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from qa_appliance.core import checks as c
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import CALM, Stage

_MOST_NAMED = 5
_BEFORE_NO = 0.5  # seconds a denial has to hold: what a deed asked for may be heard of a little later
_GAVE_UP = "net::ERR_ABORTED"  # the page itself; what was sent by then has been sent


async def requested(check: c.Requested, stage: Stage, patience: float) -> Answer:
    """That one was sent is waited for; a denial is told once what the last deed asked for is answered."""

    async def answered(holds: bool) -> Answer | None:
        answer = requests_so_far(check, stage)
        return answer if answer.holds == holds else None

    if check.negated:
        await stage.calm(max(CALM, patience))
        return await until(lambda: answered(False), _BEFORE_NO) or requests_so_far(check, stage)
    answer = await until(lambda: answered(True), patience)
    if answer is not None and check.every:
        await stage.calm(max(CALM, patience))  # another of them may be answered otherwise
    return requests_so_far(check, stage)


def requests_so_far(check: c.Requested, stage: Stage) -> Answer:
    """By what came in so far."""
    events, left_out = stage.recorder.requests_made()
    before, since = events[: stage.requests_before], events[stage.requests_before :]
    wanted = _wanted(check)
    if check.negated:
        return _none(check, [event for event in events if _fits(event, check)], left_out, wanted)
    fitting = [event for event in since if _fits(event, check)]
    return _some(check, fitting, wanted) if fitting else _missing(check, before, wanted)


def _some(check: c.Requested, fitting: list[NetworkEvent], wanted: str) -> Answer:
    good = [event for event in fitting if _came(event, check.status)]
    if good and (not check.every or len(good) == len(fitting)):
        return Answer(True, f"There was {wanted}.", wanted, _listed(good))
    seen = _listed(fitting)
    return Answer(False, f"Since the last action there was {seen}, expected {wanted}.", wanted, seen)


def _missing(check: c.Requested, before: list[NetworkEvent], wanted: str) -> Answer:
    earlier = [event for event in before if _fits(event, check)]
    message = f"Since the last action there was no {_called(check)}"
    if earlier:
        step = earlier[-1].step_index
        message += f"; one was sent before it{'' if step is None else f', in step {step + 1}'}"
    return Answer(False, f"{message}.", wanted, "none")


def _none(check: c.Requested, fitting: list[NetworkEvent], left_out: int, wanted: str) -> Answer:
    if left_out:
        message = f"It cannot be told: the pages made {left_out} more requests than are watched."
        return Answer(False, message, wanted, kind="unsupported")
    found = [event for event in fitting if not check.status or event.status == check.status]
    if found:
        return Answer(False, f"There was {_listed(found)}, expected {wanted}.", wanted, _listed(found))
    open_ = [event for event in fitting if event.status is None and event.failure is None]
    if check.status and open_:
        return Answer(False, f"There was {_listed(open_)}, expected {wanted}.", wanted, _listed(open_))
    return Answer(True, f"There was {wanted}.", wanted, "none")


def _fits(event: NetworkEvent, check: c.Requested) -> bool:
    """A path is compared with the path, a host with the host, an address with both; `*` stands for anything."""
    if event.method == "CONNECT" or (check.method and event.method != check.method):
        return False
    place, wanted = urlsplit(event.url), check.address
    if "://" not in wanted and not wanted.startswith("/"):
        wanted = f"{place.scheme}://{wanted}"
    asked = urlsplit(wanted)
    if asked.netloc and asked.netloc.lower() not in (place.netloc.lower(), (place.hostname or "").lower()):
        return False
    if asked.netloc and asked.path in ("", "/") and not check.address.endswith("/"):
        return True  # anything there
    query = not asked.query or asked.query == place.query
    return query and fnmatchcase(place.path.rstrip("/"), _pattern(asked.path.rstrip("/")))


def _pattern(path: str) -> str:
    """Only the star is special."""
    return path.replace("[", "[[]").replace("?", "[?]")


def _came(event: NetworkEvent, status: int) -> bool:
    if status:
        return event.status == status
    return event.status is not None or event.failure in (None, _GAVE_UP)


def _listed(events: list[NetworkEvent]) -> str:
    lines = [f"{event.method} {event.url} ({event.status or event.failure or 'not answered'})" for event in events]
    more = f"; and {len(lines) - _MOST_NAMED} more" if len(lines) > _MOST_NAMED else ""
    return "; ".join(lines[:_MOST_NAMED]) + more


def _called(check: c.Requested) -> str:
    return f"{check.method or 'request'} to {check.address}"


def _wanted(check: c.Requested) -> str:
    answered = f" answered {check.status}" if check.status else ""
    return f"{'no' if check.negated else 'a'} {_called(check)}{answered}"
