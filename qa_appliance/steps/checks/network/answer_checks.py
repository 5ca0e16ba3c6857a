"""Checks on an answer: on the one to the request that the test sent last, or that a check found last."""

from __future__ import annotations

import asyncio
import json
from typing import NoReturn, assert_never

import jsonschema_rs

from qa_appliance.browser.failure import fail
from qa_appliance.browser.network.looked import Looked, required
from qa_appliance.core import checks as c
from qa_appliance.core.by_names import Place, as_text, at, contains, json_or_text, lacks, none_or_several, same, shown
from qa_appliance.evidence.base.redact import names_credential
from qa_appliance.steps.base.answers import Answer, words_compared
from qa_appliance.steps.base.compare import compare, compare_count
from qa_appliance.steps.base.comparisons import Compared, verb_of
from qa_appliance.steps.base.stage import Stage

_LARGEST_SCHEMA = 1_000_000  # bytes
_SCHEMA_SECONDS = 10.0
_MOST_NAMED = 5


async def answer_is(check: c.AnswerIs, stage: Stage) -> Answer:
    """It is whole, so that it is asked once. Raises Failed."""
    looked = required(stage.wire.answer)
    match check.part:
        case "status":
            seen, wanted = str(looked.status), str(check.count)
            message = f"The answer to {looked.called} has the status {seen}, expected {_not(check)}{wanted}."
            return Answer((looked.status == check.count) != check.negated, message, f"{_not(check)}{wanted}", seen)
        case "time":
            return _in_time(check, looked)
        case "header":
            return _of_header(check, looked)
        case "body":
            return _of_body(check, looked, await looked.body())
        case "value":
            return _of_value(check, looked, await looked.body())
        case "entries":
            return _of_entries(check, looked, await looked.body())
        case "schema":
            return await _by_schema(check, looked, stage)
        case _:
            assert_never(check.part)


def _not(check: c.AnswerIs) -> str:
    return "not " if check.negated else ""


def _in_time(check: c.AnswerIs, looked: Looked) -> Answer:
    seen, wanted = f"{looked.seconds:.2f} s", f"less than {check.seconds:g} s"
    message = f"The answer to {looked.called} took {seen}, expected {wanted}."
    return Answer((looked.seconds < check.seconds) != check.negated, message, wanted, seen)


def _of_header(check: c.AnswerIs, looked: Looked) -> Answer:
    what = f"The header “{check.name}” of the answer to {looked.called}"
    value = looked.headers.get(check.name.lower())
    if value is None:
        return Answer(False, f"{what} is not there.", check.name, "no such header", kind="not_found")
    result = compare(value, check.comparison, check.value, any_case=check.any_case)
    if names_credential(check.name):
        verb = f"{_not(check)}{verb_of(check.comparison)} what was said"
        return Answer(result.answers(check.negated), f"{what} is another one than expected.", verb, "another one")
    return words_compared(what, value, check.comparison, check.value, check.negated, result)


def _of_body(check: c.AnswerIs, looked: Looked, body: object) -> Answer:
    differs = contains(json_or_text(check.value), body, names_credential)
    wanted = f"{'without' if check.negated else 'with'} {check.value}"
    what = f"The answer to {looked.called}"
    if check.negated:
        return Answer(bool(differs), f"{what} has {check.value}, although it should not.", wanted, shown(body))
    return Answer(not differs, f"{what} does not have {check.value}: {differs}.", wanted, differs)


def _of_value(check: c.AnswerIs, looked: Looked, body: object) -> Answer:
    """Of a name that stands nowhere nothing can be told: a denial does not hold either."""
    found = at(check.name, body)
    if problem := none_or_several(check.name, found, body):
        message = f"{problem[:-1]}, in the answer to {looked.called}."
        return Answer(False, message, check.name, kind="ambiguous" if found else "not_found")
    seen = found[0].value
    result = _compared(check, seen)
    what = f"“{found[0].path}” in the answer to {looked.called}"
    if names_credential(check.name):
        return Answer(result.answers(check.negated), f"{what} is another one than expected.", "", "another one")
    return words_compared(what, as_text(seen), check.comparison, check.value, check.negated, result)


def _compared(check: c.AnswerIs, seen: object) -> Compared:
    if isinstance(seen, dict | list):
        wanted = json_or_text(check.value)
        if check.comparison in ("contains", "shows"):
            return Compared(not contains(wanted, seen, names_credential))
        return Compared(check.comparison == "equals" and not lacks(wanted, seen, names_credential))
    if check.comparison == "equals" and not isinstance(seen, str):
        try:
            return Compared(same(json.loads(check.value), seen))
        except ValueError:
            return Compared(False)
    return compare(as_text(seen), check.comparison, check.value, any_case=check.any_case)


def _of_entries(check: c.AnswerIs, looked: Looked, body: object) -> Answer:
    found = at(check.name, body) if check.name else [Place("", body)]
    lists = [place for place in found if isinstance(place.value, list)]
    if len(lists) != 1:
        problem = none_or_several(check.name, lists or found, body) if check.name and found != lists else ""
        problem = problem or (
            f"“{check.name}” in it is no list." if check.name else f"It is no list: {shown(body)}. Say under what name."
        )
        return Answer(False, f"{problem[:-1]}, in the answer to {looked.called}.", check.name, kind="not_found")
    value = lists[0].value
    count = len(value) if isinstance(value, list) else 0
    holds = compare_count(count, check.comparison, check.count)
    verb = verb_of(check.comparison).removeprefix("is").strip()
    wanted = f"{_not(check)}{f'{verb} ' if verb else ''}{check.count}"
    under = f" under “{lists[0].path}”" if check.name else ""
    message = f"The answer to {looked.called} has {count} entries{under}, expected {wanted}."
    return Answer(holds != check.negated, message, wanted, str(count))


async def _by_schema(check: c.AnswerIs, looked: Looked, stage: Stage) -> Answer:
    written = await stage.uploads.content(check.name, _LARGEST_SCHEMA)
    body = await looked.body()
    try:
        async with asyncio.timeout(_SCHEMA_SECONDS):
            wrong = await asyncio.to_thread(_differs, written, body)
    except TimeoutError:
        raise fail("unsupported", f"“{check.name}” takes too long to be applied to the answer.") from None
    except ValueError as error:
        raise fail("unsupported", f"“{check.name}” is no JSON Schema that can be read: {error}.") from error
    what, wanted = f"The answer to {looked.called}", f"{_not(check)}as “{check.name}” says"
    if check.negated:
        return Answer(bool(wrong), f"{what} is as “{check.name}” says, although it should not.", wanted)
    more = f"; and {len(wrong) - _MOST_NAMED} more" if len(wrong) > _MOST_NAMED else ""
    seen = "; ".join(wrong[:_MOST_NAMED]) + more
    return Answer(not wrong, f"{what} is not as “{check.name}” says: {seen}.", wanted, seen)


def _differs(written: bytes, body: object) -> list[str]:
    """Where it does not fit. What a schema refers to elsewhere is not fetched; patterns take linear time."""
    try:
        validator = jsonschema_rs.validator_for(
            json.loads(written), retriever=_nowhere, pattern_options=jsonschema_rs.RegexOptions()
        )
    except (ValueError, RecursionError) as error:
        raise ValueError(str(error).splitlines()[0]) from error
    return [_line_of(error) for error in validator.iter_errors(body)]


def _nowhere(uri: str) -> NoReturn:
    raise ValueError(f"it refers to {uri}, and nothing is fetched for a schema")


def _line_of(error: jsonschema_rs.ValidationError) -> str:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.instance_path).lstrip(".")
    if any(isinstance(part, str) and names_credential(part) for part in error.instance_path):
        return f"“{path}” does not fit"
    return f"“{path}”: {error.message}" if path else error.message
