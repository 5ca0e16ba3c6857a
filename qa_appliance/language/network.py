"""What is said of requests and of answers to them, written and read back: bodies, headers, how often. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qa_appliance.core.checks import AnswerIs, Having, Requested
from qa_appliance.core.steps import (
    Answering,
    Asked,
    Assert,
    Given,
    LetThrough,
    Line,
    RememberAnswer,
    Step,
    Surroundings,
    Turns,
    WaitFor,
)
from qa_appliance.language.parsing import Found, ordinal, quoted
from qa_appliance.language.words import Unsayable, amount, duration, position
from qa_appliance.language.words import quoted as quote

_OFTEN = {1: "once", 2: "twice"}
_OFTEN_READ = re.compile(r" exactly (?:(once)|(twice)|(\d+) times)")
_HEADER = re.compile(r" with the header ")
_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"')
_TURNS = re.compile(r'["{}\[\]]')


_DEEDS = (RememberAnswer, Answering, LetThrough, Line)


ALLOWED = ("camera", "microphone", "notifications", "clipboard", "location")
"""What a site asks leave for."""
LOOKS = ("in dark mode", "in light mode", "with reduced motion", "with full motion", "in print", "on the screen")


def is_of_the_network(step: Step) -> bool:
    """Whether it is about requests and answers, or what surrounds pages, and about no page."""
    if isinstance(step, Assert | WaitFor):
        return isinstance(step.check, AnswerIs | Requested)
    if isinstance(step, Surroundings):
        return step.move in ("allow", "deny", "look", "language", "zone")
    return isinstance(step, _DEEDS)


def may_be_of_a_page(step: Step) -> bool:
    """Whether its words, "the response contains “hello”", could as well tell of what a page shows."""
    match step:
        case RememberAnswer() | Assert(check=AnswerIs(part="value" | "entries")):
            return True
        case Assert(check=AnswerIs(part="body", value=value)):
            return value[:1] not in ("{", "[")
    return False


def body(text: str) -> str:
    """{"name": "x"} and [1, 2] as they are, any other text in quotes."""
    return text if "\n" not in text and list(_literal(text, 0)) == [(text, len(text))] else quote(text)


def read_body(text: str, at: int) -> Iterator[Found]:
    yield from _literal(text, at)
    yield from quoted(text, at)


def _literal(text: str, at: int) -> Iterator[tuple[str, int]]:
    """An object or a list, up to the mark that closes it; what stands in quotes closes nothing."""
    if text[at : at + 1] not in ("{", "["):
        return
    depth, here = 0, at
    while (found := _TURNS.search(text, here)) is not None:
        here = found.end()
        if found[0] == '"':
            inside = _IN_QUOTES.match(text, found.start())
            if inside is None:
                return
            here = inside.end()
            continue
        depth += 1 if found[0] in "{[" else -1
        if depth == 0:
            yield text[at:here], here
            return


def literal(text: str) -> str:
    """A number, true, false and null as they are, else a body."""
    return text if _LITERAL.fullmatch(text) else body(text)


_LITERAL = re.compile(r"-?\d+(?:\.\d+)?|true|false|null")


def having(what: Having) -> str:
    """ " with {"item": "Lamp"} with the header "X-Client" set to "web" exactly once"."""
    words = f" with {body(what.body)}" if what.body else ""
    if what.header:
        words += f" with the header {quote(what.header)} set to {quote(what.value)}"
    return words + (f" exactly {often(what.times)}" if what.times else "")


def read_having(text: str, at: int) -> Iterator[Found]:
    for sent, end in (*_sent(text, at), ("", at)):
        for header, value, stop in (*_header(text, end), ("", "", end)):
            found = _OFTEN_READ.match(text, stop)
            if found is not None:
                yield Having(sent, header, value, _times(found)), found.end()
            yield Having(sent, header, value), stop


def _sent(text: str, at: int) -> Iterator[tuple[str, int]]:
    if text.startswith(" with ", at):
        for value, end in read_body(text, at + len(" with ")):
            yield str(value), end


def _header(text: str, at: int) -> Iterator[tuple[str, str, int]]:
    found = _HEADER.match(text, at)
    for name, end in quoted(text, found.end()) if found is not None else ():
        if text.startswith(" set to ", end):
            for value, stop in quoted(text, end + len(" set to ")):
                yield name, value, stop


def often(times: int) -> str:
    """ "once", "twice", "3 times"."""
    if times < 1:
        raise Unsayable("How often is a number from one on.")
    return _OFTEN.get(times) or amount(times, "time")


def _times(found: re.Match[str]) -> int:
    return 1 if found[1] else 2 if found[2] else int(found[3])


def entries(count: int) -> str:
    return f"{count} entr{'y' if count == 1 else 'ies'}"


def read_entries(text: str, at: int) -> Iterator[Found]:
    found = re.compile(r"(\d+) entr(?:y|ies)").match(text, at)
    if found is not None:
        yield int(found[1]), found.end()


_ASKED = re.compile(r"(?:([A-Z]+) )?((?:https?://|/)\S+|/|[\w*-]+(?:\.[\w*-]+)+(?::\d+)?(?:/\S*)?)")
_OPERATION = "the GraphQL operation "
_STATUS = re.compile(r"status (\d{3})")
_LATE = re.compile(r" after (\d+(?:\.\d+)?) seconds?")
_SO_OFTEN = re.compile(r" (?:(once)|(twice)|(\d+) times)")
_FROM = " from the "
_ON = " time on"
_ONLY_IF = " only if the body contains "


def asked(what: Asked) -> str:
    """ "GET /api/price", "*.ads.example", "the GraphQL operation “Price”"."""
    if what.operation:
        return _OPERATION + quote(what.operation)
    words = f"{what.method} {what.address}".strip()
    if _ASKED.fullmatch(words) is None:
        raise Unsayable("Which requests are meant is said by an address without blanks.")
    return words


def read_asked(text: str, at: int) -> Iterator[Found]:
    if text.startswith(_OPERATION, at):
        for name, end in quoted(text, at + len(_OPERATION)):
            yield Asked(operation=name), end
    elif (found := _ASKED.match(text, at)) is not None:
        yield Asked(found[1] or "", found[2]), found.end()


def given(what: Given) -> str:
    """ "status 500", "{"price": 5}", "the file “price.json”", "“<b>no</b>” as HTML", "status 409 and {"no": 1}"."""
    status = f"status {what.status}" if what.status else ""
    if what.file:
        held = f"the file {quote(what.file)}"
    elif what.kind == "event":
        held = f"the event {body(what.body)}"
    else:
        held = body(what.body) if what.body else ""
    held += " as HTML" if what.kind == "html" else ""
    if not (status or held):
        raise Unsayable("What is answered is said.")
    return " and ".join(filter(None, (status, held)))


def read_given(text: str, at: int) -> Iterator[Found]:
    found = _STATUS.match(text, at)
    if found is None:
        yield from _held(text, at, 0)
        return
    if text.startswith(" and ", found.end()):
        yield from _held(text, found.end() + len(" and "), int(found[1]))
    yield Given(status=int(found[1])), found.end()


def _held(text: str, at: int, status: int) -> Iterator[Found]:
    if text.startswith("the file ", at):
        for name, end in quoted(text, at + len("the file ")):
            yield Given(status, file=name), end
    if text.startswith("the event ", at):
        for written, end in read_body(text, at + len("the event ")):
            yield Given(status, body=str(written), kind="event"), end
    for written, end in read_body(text, at):
        if text.startswith(" as HTML", end):
            yield Given(status, body=str(written), kind="html"), end + len(" as HTML")
        yield Given(status, body=str(written)), end


def turns(what: Turns) -> str:
    """ " after 3 seconds twice from the second time on only if the body contains {"item": "Lamp"}"."""
    words = f" after {duration(what.seconds)}" if what.seconds else ""
    words += f" {often(what.times)}" if what.times else ""
    words += f"{_FROM}{position(what.first)}{_ON}" if what.first > 1 else ""
    return words + (f"{_ONLY_IF}{body(what.sends)}" if what.sends else "")


def read_turns(text: str, at: int) -> Iterator[Found]:
    """All that stands there."""
    seconds, times, first = 0.0, 0, 1
    if (found := _LATE.match(text, at)) is not None:
        seconds, at = float(found[1]), found.end()
    if (found := _SO_OFTEN.match(text, at)) is not None:
        times, at = _times(found), found.end()
    if text.startswith(_FROM, at):
        for number, end in ordinal(text, at + len(_FROM)):
            if text.startswith(_ON, end):
                first, at = number, end + len(_ON)
                break
    if text.startswith(_ONLY_IF, at):
        for written, end in read_body(text, at + len(_ONLY_IF)):
            yield Turns(seconds, times, first, str(written)), end
    else:
        yield Turns(seconds, times, first), at
