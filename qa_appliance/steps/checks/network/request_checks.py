"""Checks on the requests of the pages, by all that were made.

That one was sent or answered is told of those since the last deed; that none was, of all since the run began, so that
an earlier one is never taken for it nor passed over.
"""

from __future__ import annotations

from playwright.async_api import Request

from qa_appliance.browser.network.addressed import goes_to, is_operation
from qa_appliance.browser.network.looked import answer_to
from qa_appliance.core import checks as c
from qa_appliance.core.by_names import contains, json_or_text, parsed
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.evidence.base.redact import names_credential
from qa_appliance.language.network import having as put
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
    if answer is not None and (check.every or check.having.times):
        await stage.calm(max(CALM, patience))  # another of them may be answered otherwise, and is one more
    answer = requests_so_far(check, stage)
    if answer.holds and (last := _last(check, stage)) is not None:
        stage.wire.answer = await answer_to(last, patience)
    return answer


def requests_so_far(check: c.Requested, stage: Stage) -> Answer:
    """By what came in so far."""
    events, left_out = stage.recorder.requests_made()
    before, since = events[: stage.requests_before], events[stage.requests_before :]
    wanted = _wanted(check)
    if check.negated:
        return _none(check, _without(events, check, stage)[0], left_out, wanted)
    fitting, others = _without(since, check, stage)
    if not fitting or (others and check.every):
        return _other(others, wanted) if others else _missing(check, before, wanted)
    return _some(check, fitting, wanted)


def _without(
    events: list[NetworkEvent], check: c.Requested, stage: Stage
) -> tuple[list[NetworkEvent], list[tuple[NetworkEvent, str]]]:
    """Those that went there and have what was said of them; the others that went there, each with what they lack."""
    fitting: list[NetworkEvent] = []
    others: list[tuple[NetworkEvent, str]] = []
    for event in events:
        if _fits(event, check):
            lack = _lack(event, check, stage)
            if lack != _ELSE:
                others += [(event, lack)] if lack else []
                fitting += [] if lack else [event]
    return fitting, others


_ELSE = "another operation"


def _lack(event: NetworkEvent, check: c.Requested, stage: Stage) -> str:
    """What a request that went there does not have, as the end of a sentence; "" where it has all of it."""
    having = check.having
    if not (check.operation or having.body or having.header):
        return ""
    request = stage.recorder.request_of(event)
    if request is None:
        return "what it carried is not known"
    if check.operation and not is_operation(check.operation, request.post_data_buffer, request.url):
        return _ELSE
    if having.header and (lack := _header_lacks(having, request.headers)):
        return lack
    if not having.body:
        return ""
    sent = request.post_data_buffer
    if sent is None:
        return "it carried nothing"
    body = parsed(sent, request.headers.get("content-type", ""))
    return contains(json_or_text(having.body), body if body is not None else f"{len(sent)} bytes", names_credential)


def _header_lacks(having: c.Having, headers: dict[str, str]) -> str:
    value = headers.get(having.header.lower())
    if value is None:
        return f"it has no header “{having.header}”"
    if value == having.value:
        return ""
    return f"its header “{having.header}” is {'another one' if names_credential(having.header) else f'“{value}”'}"


def _other(others: list[tuple[NetworkEvent, str]], wanted: str) -> Answer:
    event, lack = others[-1]
    seen = f"{_listed([event])}: {lack}"
    return Answer(False, f"Since the last action there was {seen}; expected {wanted}.", wanted, seen)


def _last(check: c.Requested, stage: Stage) -> Request | None:
    """The last of those that hold."""
    events, _ = stage.recorder.requests_made()
    fitting, _ = _without(events[stage.requests_before :], check, stage)
    good = [event for event in fitting if _came(event, check.status)]
    return stage.recorder.request_of(good[-1]) if good else None


def _some(check: c.Requested, fitting: list[NetworkEvent], wanted: str) -> Answer:
    good = [event for event in fitting if _came(event, check.status)]
    times = check.having.times
    if good and (not check.every or len(good) == len(fitting)) and times in (0, len(good)):
        return Answer(True, f"There was {wanted}.", wanted, _listed(good))
    seen = _listed(fitting)
    often = f", {len(good)} of them" if times and len(good) == len(fitting) else ""
    return Answer(False, f"Since the last action there was {seen}{often}, expected {wanted}.", wanted, seen)


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
    if event.method == "CONNECT" or (check.method and event.method != check.method):
        return False
    return not check.address or goes_to(event.url, check.address)


def _came(event: NetworkEvent, status: int) -> bool:
    if status:
        return event.status == status
    return event.status is not None or event.failure in (None, _GAVE_UP)


def _listed(events: list[NetworkEvent]) -> str:
    lines = [f"{event.method} {event.url} ({event.status or event.failure or 'not answered'})" for event in events]
    more = f"; and {len(lines) - _MOST_NAMED} more" if len(lines) > _MOST_NAMED else ""
    return "; ".join(lines[:_MOST_NAMED]) + more


def _called(check: c.Requested) -> str:
    if check.operation:
        return f"GraphQL operation “{check.operation}”"
    return f"{check.method or 'request'} to {check.address}"


def _wanted(check: c.Requested) -> str:
    answered = f" answered {check.status}" if check.status else ""
    return f"{'no' if check.negated else 'a'} {_called(check)}{answered}{put(check.having)}"
