"""Whether the page shows a text, or an error. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.holding import held_by, holds_more, may_lead_there, part_meant
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.find.texts import closeness, names_a_file
from qa_appliance.browser.look.node import SEAM, Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.evidence.failure import FailureCause
from qa_appliance.core.target import Target
from qa_appliance.core.texts import plain
from qa_appliance.steps.base.answers import Answer, holds_nothing, may_be_gone, not_one, partly_read
from qa_appliance.steps.base.comparisons import IN_CASE_ONLY
from qa_appliance.steps.base.states import struck_only
from qa_appliance.steps.base.whole_words import (
    affirmed_in,
    apart,
    occurs_in,
    part_of,
    reports_failure,
    stands_in,
)
from qa_appliance.steps.messages.troubles import is_hint, troubles
from qa_appliance.steps.records.boards import board_meant

_CROSSED_OUT = "it stands there crossed out only"
Among = Callable[[str, str], bool]

_TYPED = ("input", "textarea")
_MOST_LINES = 400  # that are compared with a text that is not there
_LIKE = 0.5  # of 1, from where on a line is like it


class _Place:
    """Where a text is looked for: the page, or one element of it."""

    def __init__(self, look: Look, within: Node | None) -> None:
        self._look = look
        self.within = within
        there = "in" if within is None or within.role != "heading" else "under"
        self.where = "on the page" if within is None else f"{there} the {called(look, within)}"

    @cached_property
    def nodes(self) -> list[Node]:
        return self._held[0]

    @cached_property
    def text(self) -> str:
        return plain(self._held[1])

    @cached_property
    def _held(self) -> tuple[list[Node], str]:
        if self.within is not None:
            return held_by(self._look, self.within)
        return [n for n in self._look.nodes if n.shown], self._look.text

    @cached_property
    def readings(self) -> tuple[str, ...]:
        """The text, and the same with words closed up that only the page's code parts, and with cells kept apart."""
        raw = self._held[1]
        return self.text, plain(raw.replace(SEAM, "")), plain(apart(raw))

    def lines(self) -> list[str]:
        """What is written there, line by line; of an element also what the innermost in it say, as a row's cells."""
        if self.within is None:
            return self._held[1].split("\n")
        inner = [n for n in self.nodes if n.text[1] and not self._look.children.get(n.index)]
        return [*map(self._look.text_of, inner), *self._held[1].split("\n")]

    def says(self, text: str, among: Among) -> bool:
        return any(among(text, reading) for reading in self.readings)

    def says_in_any_case(self, text: str, among: Among) -> bool:
        return any(among(text.casefold(), reading.casefold()) for reading in self.readings)

    def parted(self, text: str, among: Among) -> tuple[str, ...]:
        """Two lines or cells that the text runs over where it is not all that stands in them; else ().

        What stands in two places next to each other is no text of its own: “New” and “York” in two columns.
        """
        wanted, written = text.casefold(), self._held[1]
        lines = [line for each in written.split("\n") if (line := plain(each))]
        low = [line.casefold() for line in lines]
        closed = [plain(each).casefold() for each in written.replace(SEAM, "").split("\n")] if SEAM in written else []
        if any(among(wanted, line) for line in (*low, *closed)):
            return ()
        if any(not all(line in self._cells for line in run) for run in _whole_runs(wanted, low)):
            return ()
        return next((pair for pair in pairwise(lines) if _runs_over(wanted, *pair)), ())

    @cached_property
    def _cells(self) -> set[str]:
        return {plain(self._look.text_of(n)).casefold() for n in self.nodes if n.role in ("cell", "gridcell")}

    def denial_of(self, text: str) -> str:
        """The line that says it after a "not", or that it failed, where no line says it otherwise; else ""."""
        wanted, every = text.casefold(), [plain(line) for line in self._held[1].split("\n")]
        lines = [line for line in every if stands_in(wanted, line.casefold())]
        return "" if any(self._affirms(wanted, line.casefold()) for line in lines) else "".join(lines[:1])

    def _affirms(self, wanted: str, line: str) -> bool:
        return affirmed_in(wanted, line) and not (self.within is None and reports_failure(wanted, line))

    def only_struck(self, text: str) -> bool:
        """Whether all of it that stands there is crossed out, and something else is not."""
        place = self.within or next((n for n in self._look.nodes), None)
        return place is not None and struck_only(self._look, place, self.nodes, self.text, text)

    def placeholder_with(self, text: str, among: Among) -> Node | None:
        """The empty field whose placeholder holds the text."""
        return next(
            (n for n in self.nodes if n.placeholder and not n.value and among(text, plain(n.placeholder))), None
        )

    def field_with(self, text: str, among: Among) -> Node | None:
        """The field in which the text stands."""
        typed = (n for n in self.nodes if n.value and n.tag in _TYPED)
        return next((n for n in typed if among(text, plain(n.value))), None)

    def partly_read(self) -> Node | None:
        """A field of which only a part could be read."""
        partial = (n for n in self.nodes if "partial" in n.states)
        return next((n for n in partial if self.within is not None or n.tag in _TYPED), None)


def _whole_runs(wanted: str, lines: list[str]) -> Iterator[list[str]]:
    """Lines one after the other that make it up."""
    for at in range(len(lines) - 1):
        run, end = lines[at], at + 1
        while end < len(lines) and wanted.startswith(f"{run} "):
            run, end = f"{run} {lines[end]}", end + 1
        if run == wanted:
            yield lines[at:end]


def _runs_over(wanted: str, line: str, following: str) -> bool:
    """Whether it begins at the end of a line and goes on in the following one."""
    words, line, following = wanted.split(), line.casefold(), following.casefold()
    halves = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return any(
        f" {line}".endswith(f" {head}") and (following.startswith(rest) or rest.startswith(following))
        for head, rest in halves
    )


def text_shown(check: c.TextShown, look: Look) -> Answer:
    """One question for the claim and its denial: the text stands there as whole words, or as `part` of a word."""
    within = board_meant(look, check.scope) if check.scope is not None else None
    if check.scope is not None and within is None:
        leads = may_lead_there(check.scope)
        answer = find(look, check.scope, "text", place=True, called=holds_more if leads else None)
        if isinstance(answer, Miss) and answer.blocked == "hidden" and not check.negated:
            message = f"“{check.text}” is not shown: {answer.reason}, or has nothing in it."
            return Answer(False, message, f"“{check.text}” shown")
        if not isinstance(answer, Match):
            return _denied_of_places(check, check.scope, look, answer) or not_one(check.scope, answer)
        within = part_meant(look, answer.node, check.scope)
        if check.negated and not holds_more(look, within, check.scope):
            return Answer(False, holds_nothing(look, within), check.scope.words, kind="unsupported", node=within)
    return _answer_within(check, look, within)


def _answer_within(check: c.TextShown, look: Look, within: Node | None) -> Answer:
    place = _Place(look, within)
    if check.negated and _SELECTOR.fullmatch(check.text.strip()) and not names_a_file(check.text.strip()):
        return Answer(False, _BUILT.format(text=check.text), f"“{check.text}” not shown", kind="unsupported")
    asked = _asked(check, look, place)
    if check.negated:
        return _denied(check, look, place, asked)
    return asked.answer or _missing(check, look, place)


class _Asked(Struct, frozen=True):
    """The answer to the claim, None where it is plainly not so; `doubt`: where it does not hold, why its denial does
    not either."""

    answer: Answer | None = None
    doubt: str = ""


def _denied(check: c.TextShown, look: Look, place: _Place, asked: _Asked) -> Answer:
    expected = f"“{check.text}” not shown"
    if asked.answer is not None and asked.answer.holds:
        message = f"“{check.text}” is shown {place.where}, although it should not be."
        return Answer(False, message, expected, f"“{check.text}” is shown {place.where}")
    if asked.doubt:
        message = f"That “{check.text}” is not shown {place.where} cannot be told: {asked.doubt}."
        return Answer(False, message, expected, asked.answer.seen if asked.answer is not None else "")
    if unread := place.partly_read():
        return Answer(False, partly_read(look, unread), expected, kind="unsupported", node=unread)
    drawn = any(n.tag == "canvas" for n in place.nodes)
    return Answer(True, expected=expected, note="a picture is drawn there whose words cannot be read" if drawn else "")


_TAGS = "div|span|p|a|ul|ol|li|img|input|button|select|table|tr|td|th|form|section|nav|header|footer|main|label|h[1-6]"
_CLASSES = "error|errors|alert|modal|dialog|total|spinner|loading|loader|toast|success|warning|btn|content|container"
_PART = rf"(?>(?:(?:{_TAGS})?[.#](?:[a-z]\w*[-_][\w-]+|{_CLASSES})|(?:{_TAGS})[.#][a-z][\w-]*)(?![\w-]))"
_SELECTOR = re.compile(
    r"[a-z][\w-]*(?:[.#][\w-]+)*\[[\w-]+(?:[~|^$*]?=[^\]]*)?\].*"  # img[src="b.png"]
    rf"|{_PART}(?:[\s>+~]+(?:{_PART}|(?:{_TAGS})\b))*"  # #total, .error, div.card > span; not notes.txt, #general, .env
    r"|//[\w*].*"
)
_BUILT = "“{text}” tells how the page is built, which no page shows: this denial cannot fail. Say what a person sees."


def _asked(check: c.TextShown, look: Look, place: _Place) -> _Asked:
    wanted, expected = plain(check.text), f"“{check.text}” shown"
    among = occurs_in if check.part else stands_in
    if place.within is not None and place.only_struck(wanted):
        message = f"“{check.text}” is shown {place.where} crossed out only."
        return _Asked(Answer(False, message, expected, "crossed out"), "it is shown, crossed out")
    if denial := place.denial_of(wanted):
        message = f"“{check.text}” is not shown {place.where}; it stands only in “{denial}”."
        return _Asked(Answer(False, message, expected, denial, instead=(denial,)), f"it stands in “{denial}”")
    if (anywhere := place.says_in_any_case(wanted, among)) and (parted := place.parted(wanted, among)):
        stands = f"“{parted[0]}” and “{parted[1]}” stand next to each other, each by itself"
        return _Asked(Answer(False, f"“{check.text}” is not shown {place.where}: {stands}.", expected, stands), stands)
    if place.says(wanted, among):
        return _Asked(Answer(True, expected=expected, note=_CROSSED_OUT if place.only_struck(wanted) else ""))
    if anywhere:
        return _in_other_letters(check, place, wanted, expected)
    if wanted and place.placeholder_with(wanted, among):
        return _Asked(Answer(True, expected=expected, note="it is the placeholder of an empty field"))
    if wanted and (field := place.field_with(wanted, among)):
        name = called(look, field)
        message = f"“{check.text}” stands only as the value of the {name}, not in the text of the page."
        return _Asked(Answer(False, message, expected, f"it stands in the {name}"), f"it stands in the {name}")
    return _Asked()


def _in_other_letters(check: c.TextShown, place: _Place, wanted: str, expected: str) -> _Asked:
    if check.any_case:
        return _Asked(Answer(True, expected=expected, note="differs in case only"))
    seen = _as_written(place.text, wanted)
    message = f"“{check.text}” is not shown {place.where}, but “{seen}” is: {IN_CASE_ONLY}."
    return _Asked(Answer(False, message, expected, seen, instead=(seen,)), f"“{seen}” is shown, and {IN_CASE_ONLY}")


def _as_written(text: str, wanted: str) -> str:
    """The same words in the letters the text has them in."""
    found = re.search(re.escape(wanted), text, re.IGNORECASE)
    return found[0] if found is not None else wanted


def _missing(check: c.TextShown, look: Look, place: _Place) -> Answer:
    """Why it is not shown, as far as can be told: elsewhere, as a part of a word, hidden, or what comes nearest."""
    wanted, expected = plain(check.text), f"“{check.text}” shown"
    message = f"“{check.text}” is not shown {place.where}"
    if place.within is not None and stands_in(wanted.casefold(), plain(look.text).casefold()):
        seen = "elsewhere on the page"
        return Answer(False, f"{message}, but {seen}.", expected, seen, cause="elsewhere")
    hidden = _is_hidden(look, wanted)
    if word := _cut_word(place.text, wanted):
        cause: FailureCause = "hidden" if hidden else ""
        message = f"{message}; it is only a part of “{word}”."
        return Answer(False, message, expected, cause or word, cause=cause, instead=(word,))
    if hidden:
        return Answer(False, f"{message}; it is there but hidden.", expected, "hidden", cause="hidden")
    if nearest := _likest(place.lines(), wanted):
        return Answer(False, f"{message}; the nearest is “{nearest[0]}”.", expected, nearest[0], instead=nearest)
    if place.within is not None and (nearest := _likest(look.text.split("\n"), wanted)):
        message = f"{message}; the nearest elsewhere is “{nearest[0]}”."
        return Answer(False, message, expected, nearest[0], instead=nearest)
    return Answer(False, f"{message}{_headed(look)}.", expected)


def _is_hidden(look: Look, wanted: str) -> bool:
    return any(wanted and wanted in (n.hidden_text or n.name) for n in look.nodes if not n.shown)


def _cut_word(text: str, wanted: str) -> str:
    """The word of the text that it is only a part of, as it is written."""
    word = part_of(wanted.casefold(), text.casefold())
    start = text.casefold().find(word)
    return text[start : start + len(word)]


def _headed(look: Look) -> str:
    heading = next((n for n in look.nodes if n.shown and n.role == "heading" and look.text_of(n)), None)
    return f"; the page is headed “{look.text_of(heading)}”" if heading is not None else ""


def _denied_of_places(check: c.TextShown, scope: Target, look: Look, answer: Miss | Ambiguous) -> Answer | None:
    """That a denial holds of a place that is gone, and of several if none of them says it."""
    wanted, note = plain(check.text).casefold(), ""
    if isinstance(answer, Miss):
        holds, note = may_be_gone(scope), answer.reason
    else:
        inside = [n for n in look.nodes if n.shown and any(n is p or look.inside(n, p) for p in answer.nodes)]
        texts = [*map(look.text_of, answer.nodes), *(words for n in inside for words in (n.placeholder, n.value))]
        holds = not any(stands_in(wanted, plain(words).casefold()) for words in texts)
    return Answer(True, expected=f"“{check.text}” not shown", note=note) if check.negated and holds else None


def _likest(texts: Iterable[str], wanted: str) -> tuple[str, ...]:
    lines = dict.fromkeys(line for text in texts if 0 < len(line := text.strip()) <= 2 * len(wanted) + 40)
    near = sorted(((closeness(wanted, line), line) for line in list(lines)[:_MOST_LINES]), reverse=True)
    return tuple(line for ratio, line in near if ratio > _LIKE)[:3]


def error_shown(check: c.ErrorShown, look: Look) -> Answer:
    return _no_error(check, look) if check.negated else _an_error(check, look)


def _no_error(check: c.ErrorShown, look: Look) -> Answer:
    wanted = plain(check.text).casefold()
    there = (t.text for t in troubles(look))
    shown = next((text for text in there if not wanted or stands_in(wanted, plain(text).casefold())), None)
    if shown is None:
        shown = next((look.text_of(node) for node in _saying_just(look, _EDGES.sub("", wanted))), None)
    if shown is None:
        return Answer(True, expected="no error")
    message = f"An error is shown, although there should be none: “{shown.rstrip('.')}”."
    return Answer(False, message, "no error", shown)


_EDGES = re.compile(r"^\W+|\W+$")  # a picture before a message, the stop behind it


def _saying_just(look: Look, words: str) -> list[Node]:
    shown = (n for n in look.nodes if words and n.shown)
    return [n for n in shown if _EDGES.sub("", plain(look.text_of(n))).casefold() == words]


def _an_error(check: c.ErrorShown, look: Look) -> Answer:
    """Where the page marks none as such, the words have to be all that stands somewhere: no part of a paragraph."""
    shown = [trouble.text for trouble in troubles(look) if trouble.sure]
    wanted, expected = plain(check.text).casefold(), check.text or "an error"
    if any(not wanted or stands_in(wanted, plain(text).casefold()) for text in shown):
        return Answer(True, expected=expected, seen="; ".join(shown))
    saying = _saying_just(look, _EDGES.sub("", wanted))
    if saying and all(is_hint(look, node) for node in saying):
        message = f"“{check.text}” stands on the page as a hint, and no field is marked as wrong."
        return Answer(False, message, expected, "a hint", node=saying[-1])
    if saying:
        return Answer(True, expected=expected, note="the text is shown; the page does not mark it as an error")
    what = f"No error with “{check.text}” is shown" if check.text else "No error is shown"
    seen = "; ".join(shown)
    return Answer(False, f"{what}; shown is “{seen}”." if seen else f"{what}.", expected, seen)
