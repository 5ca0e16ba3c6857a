"""What is laid out over lines and cells (tables, outlines, doc strings) told as plain lines, and where each came from.

A text without any of it is left as it is. What stands in a cell or a doc string is never taken for a sentence of its
own unless its column says that it is one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.plan import Gap
from qa_appliance.core.steps import Step
from qa_appliance.english.layout.data import HEADING, with_data
from qa_appliance.english.layout.escapes import without_escapes
from qa_appliance.english.layout.lines import Line, Lines, lines_of
from qa_appliance.english.layout.scenarios import expanded, tests_in
from qa_appliance.english.layout.tables import fills, without_tables
from qa_appliance.language.tokens import LINE_BREAK

_LAID_OUT = re.compile(
    r"^[ \t]*(?:\||\"\"\"|'''|```\w|(?:examples?|scenarios?|background)\b[^\n]*:)|\S[ ]*[\t|]|^" + HEADING, re.I | re.M
)
_FENCES = ('"""', "'''", "```")
_SEVERAL_LINES = "A text of several lines is read only where it is entered: write it in one line, in quotes."
_NO_PLACE = "It does not say where this text belongs: end the line before it with a colon."
_SEVERAL = (
    "This text holds {count} tests. They are done one after another in one browser: what one leaves behind, the next "
    "one finds. A test of its own for each tells more."
)


class Laid(Struct, frozen=True):
    """The plain text; `placed` tells where in the description a gap of it is."""

    text: str
    written: str
    lines: tuple[Line, ...] = ()
    begins: tuple[int, ...] = ()  # of the lines, in the plain text
    gaps: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()

    def placed(self, gaps: list[Gap], begun: Sequence[tuple[int, int]], steps: int) -> list[Gap]:
        """Gaps with their words and places in the description, each once, those of the layout among them.

        `begun`: where each sentence of the plain text begins, and how many of all its `steps` come before it. Those of
        the sentences before a gap of the layout come before the gap.
        """
        if not self.lines and not self.gaps:
            return gaps
        starts = [(self._start(start), before) for start, before in begun]
        own = [
            replace(gap, at=next((before for start, before in starts if start > gap.start), steps)) for gap in self.gaps
        ]
        found = {(gap.start, gap.text): gap for gap in [*map(self._placed, reversed(gaps)), *reversed(own)]}
        return list(reversed(found.values()))

    def worded(self, steps: list[Step]) -> list[Step]:
        """Steps of a table's rows with the words of the row."""
        rows = {line.text.strip(): self.written[line.start : line.end] for line in self.lines if line.of_table}
        if not rows:
            return steps
        return [
            replace(step, sentence=rows.get(step.sentence, step.sentence).replace(LINE_BREAK, "\n")) for step in steps
        ]

    def _placed(self, gap: Gap) -> Gap:
        line = self.lines[self._line(gap.start)]
        start = self._start(gap.start)
        if self.written.startswith(gap.text, start):
            return replace(gap, start=start)
        words = self.written[line.start : self._end_of_table(gap) or line.end]
        start = line.start + len(words) - len(words.lstrip())
        return replace(
            gap, text=words.strip(), start=start, reason=f"“{gap.text}”: {gap.reason}".replace(LINE_BREAK, " ")
        )

    def _end_of_table(self, gap: Gap) -> int:
        """Where a table ends that is one gap from this one's line on; 0 where it is none."""
        rows = takewhile(lambda line: line.text.lstrip().startswith("|"), self.lines[self._line(gap.start) :])
        return max((line.end for line in rows), default=0) if gap.text.startswith("|") else 0

    def _line(self, place: int) -> int:
        return max(bisect_right(self.begins, place) - 1, 0)

    def _start(self, place: int) -> int:
        """Where in the description a place of the plain text is."""
        nth = self._line(place)
        line = self.lines[nth]
        return line.start + max(place - self.begins[nth] - len(line.prefix), 0)


def laid_out(description: str) -> Laid:
    """A description with its layout told as plain lines."""
    written = without_escapes(description)
    if _LAID_OUT.search(written) is None:
        return Laid(written, description)
    count = tests_in(written)
    notes = (_SEVERAL.format(count=count),) if count > 1 else ()
    found = with_data(without_tables(_without_doc_strings(expanded(Lines(lines_of(written))))))
    lines = tuple(found.lines)
    begins: list[int] = []
    at = 0
    for line in lines:
        begins.append(at)
        at += len(line.prefix) + len(line.text) + 1
    text = "\n".join(line.prefix + line.text for line in lines)
    return Laid(text, description, lines, tuple(begins), tuple(found.gaps), notes)


def _without_doc_strings(given: Lines) -> Lines:
    """ "I fill in Comment with:" over a doc string: with its text in quotes. What is seen is told in one line."""
    done = Lines([], given.gaps)
    lines = given.lines
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        opener = next((each for each in reversed(done.lines) if each.text.strip()), None)
        if _CODE.match(line.text):
            index = _behind_code(lines, index, done)
            continue
        fence = _fence(line.text, opener)
        if not fence:
            done.lines.append(line)
            continue
        inside: list[Line] = []
        while index < len(lines) and not lines[index].text.strip().startswith(fence):
            inside.append(lines[index])
            index += 1
        last = lines[index] if index < len(lines) else (inside or [line])[-1]
        index += 1
        _take(done, opener, _without_margin(inside), line, last)
    return done


_CODE = re.compile(
    r"[ \t]*```(?:js|javascript|jsx?|tsx?|typescript|py|python|sql|bash|sh|shell|json|yaml|yml|java|php|html"
    r"|css|powershell)"
    r"[ \t]*$",
    re.IGNORECASE,
)
_IS_CODE = "This is code and no English: say what is done on the page."


def _behind_code(lines: list[Line], index: int, done: Lines) -> int:
    """Where a block of code ends that a test holds; as a whole it is a gap."""
    first = lines[index - 1]
    end = next((at for at in range(index, len(lines)) if lines[at].text.strip().startswith("```")), len(lines))
    done.gap(first.text.strip(), _IS_CODE, first.start + len(first.indent))
    return end + 1


def _fence(text: str, opener: Line | None) -> str:
    """What a doc string is closed by; "```" may as well stand around a whole test."""
    fence = next((fence for fence in _FENCES if text.strip().startswith(fence)), "")
    opened = opener is not None and opener.text.rstrip().endswith(":")
    return "" if fence == "```" and not opened else fence


def _without_margin(lines: list[Line]) -> list[Line]:
    """Without the empty lines at both ends."""
    filled = [at for at, line in enumerate(lines) if line.text.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _take(done: Lines, opener: Line | None, inside: list[Line], first: Line, last: Line) -> None:
    several = len(inside) > 1 and (opener is None or fills(opener) is None)
    if opener is None or not opener.text.rstrip().endswith(":") or not inside or several:
        start = first if opener is None else opener
        if opener is not None:
            del done.lines[len(done.lines) - 1 - done.lines[::-1].index(opener) :]
        reason = _SEVERAL_LINES if len(inside) > 1 else _NO_PLACE
        done.gap(start.text.strip(), reason, start.start + len(start.text) - len(start.text.lstrip()))
        return
    margin = min(len(line.indent) for line in inside if line.text.strip())
    text = LINE_BREAK.join(line.text[margin:].rstrip() for line in inside)
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    del done.lines[len(done.lines) - 1 - done.lines[::-1].index(opener) :]
    done.lines.append(Line(f'{opener.text.rstrip()[:-1].rstrip()} "{text}"', opener.start, last.end, of_table=True))
