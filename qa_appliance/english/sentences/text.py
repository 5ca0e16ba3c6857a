"""Lines and sentences: lists, Gherkin keywords, headings and indentation taken off. Nothing here reads a verb."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.sentences import headings
from qa_appliance.english.sentences.asides import without_asides
from qa_appliance.english.sentences.emphasis import read_line
from qa_appliance.english.sentences.headings import Heading, Role
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.auxiliaries import BE, DO, HAVE, MODALS, NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.english.words.parting import parted
from qa_appliance.english.words.slips import with_being
from qa_appliance.language.tokens import Phrase, Source, Token
from qa_appliance.language.word_sets import word_set

JOINTS = (",", "and", "then", "but")


class Sentence(Struct, frozen=True):
    """One sentence. `opens` tells that it ends with a colon at its line's end, so that what follows belongs to it.

    `depth` is the line's indentation (a list item counts one more); `role` is the Gherkin word it stands under;
    `place` is the page it names beside its steps; `titles` tells that it stands where a test's title does: a first
    line, alone, over a list.
    """

    phrase: Phrase
    depth: int
    role: Role
    opens: bool
    line: int
    place: Phrase | None = None
    titles: bool = False


_MARKER = re.compile(
    r"[ \t]*(?:"
    r"(?P<bullet>[-*•–—▪◦‣·+✅☑✔](?=\s)|-(?=(?-i:[A-Z])[a-z]))"
    r"|(?P<number>\(?\d{1,3}(?:\.\d{1,3})*[ \t]?[.)](?=\s)|"
    r"\d{1,2}(?:[.)]|[ \t]?[-–][ \t])(?=(?-i:[A-Z])[a-z])|\d{1,2}[.)](?=(?-i:[a-z]{2,})[ \t])|\(?[a-zA-Z]\)(?=\s)|"
    r"\(?[ivx]{1,4}\)(?=\s)|"
    r"step\s*\d+\s*[:.)–-]+(?=\s)|#\d+[:.)]?(?=\s))"
    r"|(?P<box>\[[ xX]?\](?=\s))"
    r"|(?P<quote>>(?=\s))"
    r")",
    re.IGNORECASE,
)
_LED_TO = frozenset({"->", "=>", "→", "⇒"})
_NARRATIVE = re.compile(r"[ \t]*(?:feature|scenario|background|rule|given|example)\b", re.IGNORECASE)
"""What begins and ends the free text under "Feature:"."""
_STORY = re.compile(r"[ \t]*(?:as an?(?: [\w-]+){1,4}|in order to [^\n,\"“”']+),?[ \t]*(?:\n|$)", re.IGNORECASE)
"""How a story begins, in a line of its own, before the first step: for whom it is, or what for."""
_OF_STORY = re.compile(r"[ \t]*(?:as an? |(?:i want|i'd like|i would like|so that|in order to) )", re.IGNORECASE)
_GHERKIN_BEGINS = re.compile(
    r"^[ \t]*(?:[-*][ \t]+)?(?:Feature:|Scenario|[*_]{0,2}Given:?[*_]{0,2}:?\s|"
    r"When [^,\n]+\n(?:[ \t]+\S.*\n){0,40}[ \t]*(?:And|Then|But)\s)",
    re.MULTILINE,
)
_GHERKIN: dict[str, Role] = {"given": "given", "when": "when", "then": "then"}
_CONTINUATION = re.compile(r"[ \t]*(?:[\"'“„«‘]|(?!(?:given|when|then|and|but)\b)[a-z])(?![^:\n]{0,40}:(?:\s|$))")
"""How the rest of a wrapped sentence begins: quoted or in lower case, and not with a label of its own."""

_HANGING = frozenset({"and", "or", "then", "but", "with", "into", "the", "a", "an", "of", "that"})
"""What no sentence ends with."""


def sentences(source: Source) -> list[Sentence]:
    """Every sentence of a description in order. Titles (Feature, Scenario, # headings) name a test and are left out."""
    text = _Text(source)
    found: list[Sentence] = []
    steps = 0  # how many of the last are those by which a defect is seen
    for line in _lines(source.text):
        for sentence in text.of_line(*line):
            if not text.of_a_defect and steps:
                _without_the_defect(found, steps)
            steps = steps + 1 if text.of_a_defect else 0
            found.append(sentence)
    _without_the_defect(found, steps)
    return found


def _without_the_defect(found: list[Sentence], steps: int) -> None:
    """The last steps to reproduce a defect tell what is seen then, which is not what is to be so."""
    for at in range(len(found) - 1, len(found) - 1 - steps, -1):
        if not _is_seen(found[at].phrase.tokens):
            break
        found[at] = replace(found[at], role="reported")


def _is_seen(tokens: tuple[Token, ...] | list[Token]) -> bool:
    """ "See error", "The list doesn't close", "Notice that nothing happens"."""
    lows = [token.low for token in tokens]
    if lows[0] in _SEEING:
        return True
    somebody = lows[0] in ("i", "you", "we", "user") or (len(lows) > 1 and lows[1] in ("user", "customer"))
    states = any(low in _STATING for low in lows[1:])
    return states and not somebody and lows[0] not in INDEX and tokens[0].kind == "word"


_SEEING = frozenset({"see", "notice", "note", "observe", "observed", "boom"})
_STATING = (BE | NOT_BE | HAVE | NOT_HAVE | DO | NOT_DO | MODALS | NOT_MODALS) | word_set(
    "appears shows displays opens closes fails crashes disappears remains stays happens throws occurs freezes hangs "
    "returns gets breaks jumps flickers overlaps"
)


class _Text:
    """A description read line by line: under which word of Gherkin, or which heading, the next one stands."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._written = source.text
        self._gherkin = _GHERKIN_BEGINS.search(source.text) is not None
        self._kept: Role = ""  # of the lines that follow, unless they tell their own
        self._goes_on: Role = ""  # what a line that begins with "And" goes on with, where no Gherkin is written
        self._narrative = False  # between "Feature:" and what it is followed by
        self._item: tuple[int, Role] | None = None  # of a list, that is a heading: its depth, what was meant before it
        self.of_a_defect = False  # under "Steps to reproduce"
        self._begun = False  # whether a line with words came before
        self._case = headings.is_case(source.text)
        self._card = self._case  # before the first sentence of a text written as a case
        self._ended = False  # behind what was seen once, which such a text ends with
        self._about = False  # where a further case begins, or behind what is expected of one: what it is filed under
        self._report = headings.is_report(source.text)
        self._story = False  # behind a line "As a customer", before the first step
        self._listing = False  # behind a colon at a line's end, up to an empty line: what it says is in the lines

    def of_line(self, number: int, start: int, end: int) -> Iterator[Sentence]:
        line = self._written[start:end].expandtabs(4)
        depth = (len(line) - len(line.lstrip())) * 2
        start, listed = _after_markers(self._written, start, end)
        self._leave_item(depth + listed, self._written[start:end])
        heading = self._heading(start, end, listed=listed)
        if self._is_narrative(start, end):
            return
        role = self._kept if heading is None else self._under(heading, start, end, depth, listed=listed)
        start = start if heading is None else self._behind(heading, end)
        tokens = self._tokens(role, start, end)
        role, tokens = self._without_keyword(role, tokens)
        self._listing = bool(tokens) and (tokens[-1].low == ":" or self._listing)
        title = self._title(tokens) if heading is None else 0
        titles = self._titles(start, end, bool(tokens)) and not listed and heading is None
        if title:
            yield Sentence(Phrase(tokens[:title], self._source), depth + listed, role, False, number, None, True)
            tokens = tokens[title + 1 :]
        for part in parted(tokens):
            part, role = _led_to(part, role)
            opens = part[-1].low == ":" and part[-1] is tokens[-1] and not titles
            kept, place = self._without_asides(part, start)
            if kept:
                self._card = False
                self._about = self._about and role in ("expected", "reported")
                yield Sentence(Phrase(kept, self._source), depth + listed, role, opens, number, place, titles)

    def _without_asides(self, part: list[Token], start: int) -> tuple[list[Token], Phrase | None]:
        """A sentence without the marks at its end and what bears on no step, and the page it names beside its steps."""
        while part and part[-1].low in _TRAILING:
            part = part[:-1]
        kept, place = without_asides(part, self._written[:start])
        return kept, Phrase(place, self._source) if place else None

    def _behind(self, heading: Heading, end: int) -> int:
        """Where the words behind a heading begin: of "Step: 1. Open the page" behind the number."""
        numbered = heading.meaning == "steps" and _SECOND.search(self._written, heading.end, end) is None
        return _after_markers(self._written, heading.end, end)[0] if numbered else heading.end

    def _title(self, tokens: list[Token]) -> int:
        """Where the colon behind a title is, in the first line with words; 0 where there is none."""
        return 0 if self._begun or self._gherkin else headings.entitled(tokens)

    def _leave_item(self, depth: int, line: str) -> None:
        """Behind the item "2. Expected:" and the lines below it, what was meant before is meant again."""
        if self._item is not None and line.strip() and depth <= self._item[0]:
            self._kept, self._item = self._item[1], None

    def _tokens(self, role: Role, start: int, end: int) -> list[Token]:
        """None where a test is said to need nothing before it."""
        if role == "given" and _NOTHING.fullmatch(self._written, start, end):
            return []
        starred = _STARRED.match(self._written, start, end)
        front = read_line(self._written, *starred.span("keyword")) if starred else []
        start = start if starred is None else starred.end()
        tokens = [*front, *with_being(_without_stars(read_line(self._written, start, end)))]
        return _without_when(tokens) if self._begun else tokens

    def _titles(self, start: int, end: int, says: bool) -> bool:
        """Whether a line stands where a title does: the first with words, over a list."""
        first, self._begun = not self._begun, self._begun or says
        return first and _over_a_list(self._written, start, end)

    def _heading(self, start: int, end: int, *, listed: bool) -> Heading | None:
        """What the line, or its beginning, says of how the words behind it are meant; a title has none behind it."""
        text = self._written
        found = self._of_case(start, end, listed=listed) or headings.labelled(text, start, end, listed=listed)
        if found is not None or listed:
            return found or headings.topic(text, start, end)
        found = headings.aside(text, start, end) if self._report or self._case else None
        found = found or self._unmarked(start, end)
        carded = self._card or (self._case and self._kept in ("expected", "reported")) or self._ended
        return headings.of_card(text, start, end) if found is None and carded else found

    def _unmarked(self, start: int, end: int) -> Heading | None:
        text = self._written
        found = headings.underlined(text, start, end) or headings.marked(text, start, end)
        found = found or headings.numbered(text, start, end, coded=self._card)
        return found or headings.bare(text, start, end, listing=self._listing)

    def _of_case(self, start: int, end: int, *, listed: bool) -> Heading | None:
        """In a text written as a case: how it went, or "- **Priority:** high" before its first sentence."""
        found = headings.outcome(self._written, start, end) if self._case and self._begun else None
        found = headings.of_a_case(self._written, start, end) if found is None and self._about else found
        if found is None and listed and self._card:
            found = headings.labelled(self._written, start, end) or headings.of_card(self._written, start, end)
        return found

    def _under(self, heading: Heading, start: int, end: int, depth: int, *, listed: bool) -> Role:
        """How the words behind a heading are meant; where none are, the lines that follow are meant so.

        Those of a heading that is an item of a list as far as they are deeper.
        """
        self._goes_under(heading, start)
        if heading.meaning in ("card", "case", "rule") or (heading.meaning == "steps" and self._gherkin):
            return self._kept
        alone = not self._written[heading.end : end].strip()
        if alone or heading.meaning in ("given", "steps", "title"):
            if listed and self._item is None:
                self._item = depth + 1, self._kept
            self._kept = heading.role
        return heading.role

    def _goes_under(self, heading: Heading, start: int) -> None:
        """What of a case, or of a report, stands behind a heading."""
        self._card = self._card and heading.meaning != "steps"
        beside = heading.meaning in ("card", "case")
        if not beside and heading.meaning != "rule":
            steps = heading.meaning == "steps"
            self.of_a_defect = steps and headings.tells_of_a_defect(self._written, start, heading.end)
        self._about = self._case and (heading.meaning in _AROUND_A_CASE or (self._about and beside))
        self._ended = self._case and (self._ended or heading.meaning == "reported")

    def _is_narrative(self, start: int, end: int) -> bool:
        if self._gherkin and _NARRATIVE.match(self._written, start, end):
            self._narrative = self._written[start:end].lstrip().lower().startswith("feature")
        elif self._gherkin and not self._begun and not self._narrative:
            self._story = self._story or _STORY.match(self._written, start, end) is not None
            return self._story and _OF_STORY.match(self._written, start, end) is not None
        if not self._gherkin:
            self._story = headings.of_a_story(self._written, start, end, self._story)
        return self._narrative or (self._story and not self._gherkin)

    def _without_keyword(self, role: Role, tokens: list[Token]) -> tuple[Role, list[Token]]:
        """Given, When, Then; And and But go on with what was said before."""
        if not tokens:
            return role, tokens
        first = tokens[0].low
        if self._is_keyword(first, tokens):
            role = self._goes_on = _GHERKIN[first]
            self._kept = role if self._gherkin or first != "then" else ""
            rest = tokens[1:]
            return role, rest[1:] if rest and rest[0].low in (",", ":") else rest
        if self._gherkin and first in ("and", "but", "*"):
            return role, tokens[1:]
        if self._goes_on and first in ("and", "but"):
            return self._goes_on, tokens
        self._goes_on = ""
        return role, tokens

    def _is_keyword(self, first: str, tokens: list[Token]) -> bool:
        if first not in _GHERKIN or (first == "given" and len(tokens) < 2):
            return False
        return self._gherkin or first in ("given", "then")


_SECOND = re.compile(r"\b2[.)]\s")
""" "Steps: 1. Click Save 2. …": a list in one line."""
_AROUND_A_CASE = frozenset({"title", "rule", "expected", "reported"})


def _without_when(tokens: list[Token]) -> list[Token]:
    """ "After login, the dashboard is shown", behind other lines: what was done in them."""
    lows = [token.low for token in tokens[:4]]
    if lows[:1] != ["after"] or len(tokens) < _SHORTEST_BEHIND:
        return tokens
    at = 2 if lows[1] in ("the", "successful", "a") else 1
    if at + 1 >= len(lows) or lows[at] not in _DONE_BEFORE:
        return tokens
    return tokens[at + 2 :] if lows[at + 1] == "," else tokens[at + 1 :]


_SHORTEST_BEHIND = 4  # words: after login it opens
_DONE_BEFORE = frozenset({"login", "sign-in", "signup", "sign-up", "registration", "logout", "submission"})
_NOTHING = re.compile(r"\W*(?:none|nothing|n/?a|not applicable)\W*", re.IGNORECASE)
_TRAILING = frozenset({":", ",", ";"})
_STARS = frozenset({"*", "**"})


def _without_stars(tokens: list[Token]) -> list[Token]:
    """*A line in stars*."""
    if tokens and tokens[0].low == "*" and tokens[-1].low == "*":
        return [token for token in tokens if token.low not in _STARS]
    return tokens


def _lines(source: str) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of each line. One that breaks off goes on in a next one that begins no item of a list."""
    start = offset = first = 0
    lines = source.splitlines(keepends=True)
    closed = _CLOSING.search(source) is not None
    for number, line in enumerate(lines):
        offset += len(line)
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if following and not following.isspace() and _goes_on(line, following, closed) and not _MARKER.match(following):
            continue
        yield first, start, offset
        start, first = offset, number + 1


_CLOSING = re.compile(r"^[ \t]*(?:end(?:[ \t]?if)?|fi)[ \t]*[.;]?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_CONDITION = re.compile(r"[ \t]*(?:if|unless)\b.*\bthen\s*$", re.IGNORECASE)


def _goes_on(line: str, following: str, closed: bool) -> bool:
    """`closed`: conditions over several lines are closed by "end", so that "if … then" is a line of its own."""
    last = line.rsplit(None, 1)[-1:]
    if not last or (closed and _CONDITION.match(line)) or _is_title(line):
        return False
    hanging = last[0].lower() in _HANGING and last[0] != "A"  # "enter “x” into A"
    return hanging or (last[0].endswith(",") and _CONTINUATION.match(following) is not None)


def _is_title(line: str) -> bool:
    """ "Scenario: Plan A": whatever it ends with, nothing goes on behind a title."""
    found = headings.labelled(line, 0, len(line)) or headings.marked(line, 0, len(line))
    found = found or headings.bare(line, 0, len(line), listing=False)
    return found is not None and not line[found.end :].strip()


def _led_to(part: list[Token], role: Role) -> tuple[list[Token], Role]:
    """ "Click Save. -> “Saved” is shown", "1. Click Save 2. … Expected result: …": what is expected, within a line."""
    if part[0].text in _LED_TO and len(part) > 1:
        return part[1:], "expected"
    at = next((at for at, token in enumerate(part[:_LONGEST_LABEL]) if token.low == ":"), 0)
    expected = part[0].low == "expected" and 0 < at < len(part) - 1
    return (part[at + 1 :], "expected") if expected else (part, role)


_LONGEST_LABEL = 3  # words: "Expected behavior:"


def _over_a_list(source: str, start: int, end: int) -> bool:
    """Whether a line without a mark at its end, and without quotes, has a list, a case or whole sentences below it."""
    line = source[start:end].strip()
    if headings.OVER_GOING.match(source, end) is not None and line.endswith(":"):
        line = line[:-1]
    if not line or line[-1] in ".!?:;," or _QUOTES.search(line) is not None:
        return False
    below = len(source) - len(source[end:].lstrip())
    stop = source.find("\n", below)
    stop = len(source) if stop < 0 else stop
    if below >= stop or "\n" not in source[start:below]:
        return False
    prose = source[below:stop].rstrip().endswith(".")
    return prose or _MARKER.match(source, below, stop) is not None or _heads(source, below, stop)


_QUOTES = re.compile(r"[\"“”„«»]|(?<!\w)'|://")


def _heads(source: str, start: int, end: int) -> bool:
    found = headings.labelled(source, start, end) or headings.bare(source, start, end, listing=False)
    return found is not None and found.meaning in ("steps", "given")


def _after_markers(source: str, start: int, end: int) -> tuple[int, bool]:
    """Where the words begin, behind bullets, numbers and check boxes of a list."""
    listed = False
    while (marker := _MARKER.match(source, start, end)) and marker.end() < end:
        start, listed = marker.end(), True
    return start, listed


_STARRED = re.compile(r"[ \t]*([*_]{1,2})(?P<keyword>given|when|then|and|but)(?:\1:?|:\1)(?=\s)", re.IGNORECASE)
""" "**When** I click Save"."""
