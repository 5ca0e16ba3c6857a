"""Headings, titles and labels: lines, or their beginnings, that say how other lines are meant. None is ever done."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.language.tokens import Token
from qa_appliance.language.word_sets import word_set

Role = Literal["", "given", "when", "then", "expected", "reported"]
EXPECTING: frozenset[Role] = frozenset({"then", "expected"})
"""Behind "Then", or under a heading such as "Expected result": what is said there is to be checked."""

Meaning = Literal["title", "rule", "card", "case", "steps", "given", "expected", "criteria", "reported"]
"""A title names a test; a rule parts lines; a card (Priority: high) tells of the test; what is told is not checked.
Criteria say what is to be so, and may say by which deed: "Clicking Save opens the dialog".

The number of a case (Test 3: click "A") stands before its steps.
"""


class Heading(Struct, frozen=True):
    """What a line, or the beginning of one, says of what follows; `end` is where the words behind it begin."""

    meaning: Meaning
    end: int

    @property
    def role(self) -> Role:
        if self.meaning == "criteria":
            return "then"
        return self.meaning if self.meaning in ("given", "expected", "reported") else ""


_CASE = r"(?:tc|ts|test|test ?case|scenario)"
_REPORT = r"(?:bug|defect|user story|requirement)"
_CODE = re.compile(r"[ \t]*[*_\[]*[A-Z]{2,}(?:[-_][A-Z0-9]+)*[-_]\d+[\]*_:]*\s*")
"""What a case is filed under, alone in its line, before its first sentence: RPF-M-01."""
_MEANINGS: dict[Meaning, re.Pattern[str]] = {
    "title": re.compile(
        rf"feature|scenario (?:outline|template)|background|rule|{_CASE}(?: (?:name|title|id|no|number|description))?"
        r"|(?:test )?(?:objective|goal|purpose|summary)|(?:bug|defect)(?: report| title)?|user story|regression"
        r"|business rules?|context|rationale|motivation|check ?list|problem|smoke test|sanity(?: check)?"
    ),
    "steps": re.compile(
        r"repro|(?:steps? )?to recreate"
        r"|(?:test |reproduction |repro |test case )?steps?(?: (?:to|for) (?:reproduce|execute|perform|follow)"
        r"(?: the (?:issue|bug|problem|behaviou?r))?)?|(?:how )?to reproduce|(?:test )?procedure"
        r"|(?:test )?(?:clean|tear)[ -]?(?:up|down)|(?:test )?step \d{1,3}|test execution|actions?"
    ),
    "given": re.compile(
        r"(?:test )?(?:pre ?)?cond(?:ition)?s?|(?:test )?pre ?req(?:uisite)?s?|pre|(?:initial|starting) state"
        r"|(?:test )?set[ -]?up"
    ),
    "expected": re.compile(
        r"expected(?: \w+){0,2}|(?:expected )?(?:results?|outcomes?)(?: \d{1,3})?|er|assertions?"
        r"|verifications?|post ?conditions?|expectations?"
        r"|(?:what )?(?:should|must) (?:be|happen|have happened)|(?:what|things) to (?:check|verify)"
    ),
    "criteria": re.compile(
        r"(?:acceptance|pass|success) criteri(?:a|on)(?: \d{1,2})?|acs?|acceptance tests?|definition of done"
    ),
    "reported": re.compile(
        r"actual|(?:actual|current|observed) (?:results?|behaviou?rs?|outcomes?)|what (?:happens|happened)(?: instead)?"
    ),
}
_BARE = re.compile(
    r"steps|step \d{1,3}|(?:clean|tear) ?(?:up|down)|set ?up|pre ?conditions?|pre ?requisites?|post ?conditions?"
    r"|expected|actual"
    r"|(?:expected|actual|current|observed) (?:test )?(?:results?|outcomes?|behaviou?rs?)"
    r"|(?:test|reproduction|initial|starting|acceptance|steps|to) .+"
)
"""Headings that need no mark; "Results" alone may be a name on the page."""
_CARD = re.compile(
    r"(?:(?:bug|defect|issue|ticket|story|requirement|case|test(?: case)?)[ -]?)?(?:id|no|number|key)"
    r"|issue|bug|title|name|description|modules?|components?|suite|author|(?:created|reviewed|designed|executed) by"
    r"|(?:test )?(?:type|level|priority|severity|designer|author)|areas?|features?"
    r"|justification|workaround|impact|evidence|tags?|labels?|version|(?:test )?date"
    r"|(?:test |execution |automation )?status|jira|requirements?|references?|category|environment|browser|device"
    r"|os|platform|build|release|sprint|reporter|assignee|reproducib(?:le|ility)|frequency|estimate(?:d time)?|owner"
)
PICTURES = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\uFE0F\u200D]+[ \t]*")
"""Drawn before headings: 👣 Steps."""
_LABEL = re.compile(
    rf"[ \t]*[*_\[]*(?:{PICTURES.pattern})?(?P<words>[^\W\d_](?:[\w #./-]{{0,40}}\w)?)[\]*_]*[ \t]*"
    r"(?P<mark>:[*_]*|[-–—](?=\s))"
)
_MARKED = re.compile(r"[ \t]*(?:#{1,6}\s|={3,}|-{3,}|\*{3,}|@\w|```|#\s*language|//(?!\S+[./])|<!--)", re.IGNORECASE)
_ARROW = re.compile(r"[ \t]*(?:→|⇒|->|=>)[ \t]*(?=\w|[\"“'])")
"""What a line before it led to."""
_DRESS = " \t\r\n#*_=[]:"
_JOINTS = re.compile(r"[\s_/.#-]+")
_LONGEST = 60  # characters
_NUMBERED = re.compile(
    rf"[ \t]*[*_\[]*(?i:{_CASE}[-_ #.]*(?:[a-z]{{1,6}}[-_])?\d+(?:[-_.]\d+)*)[\]*_]*"
    r"(?:[ \t]*[:.)–—-][^\"“”'\n]*|[ \t]+[A-Z](?!.*\b(?:is|are|was|has|should|must|shows?|contains?|appears?)\b)"
    r"[^\"“”'\n]*|[ \t]*)$"
    rf"|(?<!\n)(?i:{_REPORT}[ #-]*\d+)[ \t]*:[^\"“”'\n]*$",
    re.MULTILINE,
)
"""TC-01 Log in · [TC_7]: The search should find · Test 3. "Test 3 is shown" is a check."""
_WRITTEN_AS_CASE = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?[#*_\[]*[ \t]*(?:(?:test )?steps?\b|steps to|pre-? ?(?:condition|requisite)|"
    r"test ?case|tc[-_ ]?\d|(?:how )?to reproduce|test data:)",
    re.IGNORECASE | re.MULTILINE,
)

_WRITTEN_AS_REPORT = re.compile(
    r"^[\W_]*(?:describe the bug|bug description|(?:steps )?to reproduce)\b", re.IGNORECASE | re.MULTILINE
)


_NUMBER_OF_CASE = re.compile(r"test ?(?:case)? ?\d+")
_CRITERION = re.compile(r"ac ?\d+")
_CRITERION_TITLED = re.compile(
    r"[ \t]*\*\*(?:AC|US|TC|UC|FR)[-_ ]?\d+(?:\.\d+)*:?[ \t][^*\n]{1,60}\*\*[ \t]*[-–—:][ \t]+"
)
""" "**AC2: Sorting** - the list is sorted": what a criterion is about."""
_FILED_UNDER = re.compile(r"[A-Z]{2,}(?:[-_][A-Z0-9]+)*[-_]\d+(?:\.\d+)*")
""" "**HP-024**: the Save button is disabled": what a point is filed under; a field where a value follows."""
_ASKING = frozenset({"verify", "expect", "assert", "observe"})
"""Before a colon, with what is expected in the same line: "Verify: redirected to /login"."""


def is_case(text: str) -> bool:
    """Whether a text is written as a test case is: with a card, preconditions, steps, what is expected."""
    return _WRITTEN_AS_CASE.search(text) is not None


def tells_of_a_defect(text: str, start: int, end: int) -> bool:
    """Whether a heading is "Steps to reproduce" of a report that says elsewhere what was expected."""
    return _REPRODUCED.search(text, start, end) is not None and _EXPECTS.search(text) is not None


_REPRODUCED = re.compile(r"\b(?:repro(?:duce|duction)?|recreate)\b", re.IGNORECASE)
_EXPECTS = re.compile(r"^[\W_]*(?:what was )?expect(?:ed|ation)\b", re.IGNORECASE | re.MULTILINE)


def is_report(text: str) -> bool:
    """Whether a text is written as a report of a bug is: with what is wrong, or what was expected, beside its steps."""
    return _WRITTEN_AS_REPORT.search(text) is not None


def marked(text: str, start: int, end: int) -> Heading | None:
    """A heading of Markdown, a rule, a tag."""
    if _MARKED.match(text, start, end) is None:
        return None
    titled = text[start:end].lstrip().startswith("#")
    label = labelled(text, start + text[start:end].rindex("# ") + 2, end) if "# " in text[start:end] else None
    steps = label is not None and (label.meaning == "steps" or label.role != "")
    if titled and label is not None and steps and text[label.end : end].strip():
        return label  # "## Steps: 1. Click Save"
    return Heading((_meaning(text[start:end]) or "title") if titled else "rule", end)


def labelled(text: str, start: int, end: int, *, listed: bool = False) -> Heading | None:
    """A label with a mark behind it: "Expected result: …", "**Steps:**", "[Actual result] - …", "→ …"."""
    if (marked_so := _behind_its_mark(text, start, end)) is not None:
        return marked_so
    found = _LABEL.match(text, start, end)
    if found is None:
        return None
    words = found["words"]
    if text[found.end() : end].strip() and _counts(words, text[found.end() : end].strip(), listed, found[0]):
        return Heading("case", found.end())
    if found["mark"][0] == ":" and _plain(words) in _ASKING and text[found.end() : end].strip("*_ \t\n"):
        return Heading("expected", found.end())
    meaning = _meaning(words)
    if meaning is None or (found["mark"][0] != ":" and meaning not in ("given", "expected", "criteria", "reported")):
        return None
    if meaning == "title" and (ends := _AFTER_A_TITLE.search(text, found.end(), end)) and not text[end:].strip():
        return Heading("case", ends.end())  # "Goal: to buy a card. Open /cards, …", and nothing else is there
    return Heading(meaning, end if meaning == "title" else found.end())


_AFTER_A_TITLE = re.compile(r"[.!?][ \t]+(?=[A-Z])")


def _behind_its_mark(text: str, start: int, end: int) -> Heading | None:
    """Behind an arrow, or behind the number and the title of a criterion."""
    if (arrow := _ARROW.match(text, start, end)) is not None:
        return Heading("expected", arrow.end())
    titled = _CRITERION_TITLED.match(text, start, end)
    return None if titled is None else Heading("case", titled.end())


def _counts(words: str, behind: str, listed: bool, written: str) -> bool:
    """Whether it is the number of a case, or the code under which a point of a list is filed."""
    if listed and _NUMBER_OF_CASE.fullmatch(_plain(words)):
        return True
    coded = _FILED_UNDER.fullmatch(words) is not None and (listed or written.lstrip()[0] in "*_")
    return _CRITERION.fullmatch(_plain(words)) is not None or (coded and " " in behind)


def bare(text: str, start: int, end: int, *, listing: bool) -> Heading | None:
    """A line that is a heading by its words alone; `listing`: it may as well be one of the names of a list."""
    if end - start > _LONGEST:
        return None
    words = _plain(text[start:end])
    starred = _STARRED.fullmatch(text, start, end) is not None and _meaning(words) is not None
    if not starred and (_BARE.fullmatch(words) is None or (listing and " " not in words)):
        return None
    meaning = _meaning(words)
    return None if meaning in (None, "title") else Heading(meaning, end)


def aside(text: str, start: int, end: int) -> Heading | None:
    """A heading of a report's template, under which nothing is done or checked; only in such a report."""
    dressed = _STARRED.fullmatch(text, start, end) or text[start:end].lstrip().startswith("#")
    return Heading("reported", end) if dressed and _ASIDE.fullmatch(_plain(text[start:end])) else None


def outcome(text: str, start: int, end: int) -> Heading | None:
    """How a case went when somebody carried it out: "## Status" over "✅ Pass", "**Status:** Not executed"."""
    found = _WENT.match(text, start)
    return Heading("reported", end) if found is not None and found.end() >= end else None


_WENT = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]*|\*\*|__)(?:(?:test |execution )?(?:status|result)|verdict)[*_: \t]*(?:\n\s*)?"
    r"(?:[-*•][ \t]+)?[^\w\n]*(?:(?:test )?pass(?:ed)?|fail(?:ed)?|not (?:yet )?(?:executed|run|tested|started)"
    r"|blocked|untested|skipped|pending|in progress|draft)\b[^\n]{0,40}(?:\n|$)"
    r"|[ \t]*(?:(?:test |execution )?(?:status|result)|verdict):"
    r"[ \t]*(?:pass|fail)(?:ed)?[ \t]*/[ \t]*(?:pass|fail)(?:ed)?[ \t]*(?:\n|$)",
    re.IGNORECASE,
)


_ASIDE = re.compile(
    r"describe the bug|bug description|screenshots?(?: / videos?)?|additional (?:context|information)"
    r"|(?:desktop|smartphone) \(please complete the following information\)"
    r"|(?:bug |issue |test )?summary|(?:test |bug )?(?:severity|priority)(?: / (?:severity|priority))?"
    r"|(?:test )?environment(?: details)?|attachments?|workarounds?|(?:business |user )?impact"
    r"|(?:possible |root )?cause|suggested fix|evidence(?: required)?|frequency|reproducib(?:le|ility)"
)
_STARRED = re.compile(r"\s*(\*\*|__)[^*_\n]+\1\s*")
""" "**Result**", alone in its line."""


def numbered(text: str, start: int, end: int, *, coded: bool) -> Heading | None:
    """The number of a case and what it is called; it must have no quotes, and more must follow that is no such line.

    `coded`: a code alone in its line may be one; elsewhere it may be a name on the page.
    """
    code = coded and _CODE.fullmatch(text, start, end) is not None
    if not code and _NUMBERED.match(text, start, end) is None:
        return None
    following = text[end:].lstrip()
    if not following or _NUMBERED.match(following, 0, (following + "\n").index("\n")):
        return None
    return Heading("title", end)


def topic(text: str, start: int, end: int) -> Heading | None:
    """ "**Theme switch**: Change …", an item of a list: what it is about, before a sentence that begins with a verb.

    Before a value it is a field ("**Email**: a@b.c"); what limits or denies is no topic.
    """
    found = _TOPIC.match(text, start, end)
    if found is None:
        return _over_lines(text, start, end, listed=True)
    if not _LIMITED.isdisjoint(found["words"].lower().split()):
        return None
    verb = found["verb"]
    return Heading("case", found.end("mark")) if verb[0].isupper() and verb.lower() in INDEX else None


_TOPIC = re.compile(
    r"[ \t]*(?P<stars>\*\*|__)(?P<words>[^*_\n:]{1,50}?)(?P<mark>:(?P=stars)|(?P=stars)[ \t]*:)"
    r"(?=[ \t]+(?P<verb>[A-Za-z]+)[ \t]+\S)"
)
_LIMITED = word_set("no not never none if unless when without only except optional skip don't do and or")


def _over_lines(text: str, start: int, end: int, *, listed: bool) -> Heading | None:
    """ "2. **Logout**" over deeper items, "**Search Test:**" over lines: what these are about, and no deed.

    A deed said in full, and what is claimed, is done and checked.
    """
    words = _plain(text[start:end]).split()
    if _STARRED.fullmatch(text, start, end) is None or not 0 < len(words) <= _LONGEST_TOPIC:
        return None
    below = text[end:].lstrip("\n")
    deeper = _DEEPER.match(below) is not None if listed else ":" in text[start:end] and below.strip() != ""
    test = words[-1] in _OF_TESTS
    named = test or (len(words) == 1 and words[0] in _DEEDS) or (listed and words[0] not in INDEX)
    claims = _QUOTED.search(text, start, end) is not None or not _CLAIMING.isdisjoint(words)
    return Heading("case", end) if deeper and named and not claims and _meaning(text[start:end]) is None else None


_LONGEST_TOPIC = 6  # words
_DEEPER = re.compile(r"[ \t]+(?:[-*•✅☑✔]|\d{1,2}[.)])[ \t]")
_OF_TESTS = word_set("test tests testing flow scenario case cases functionality checks verification")
_DEEDS = word_set("login logout search checkout filter sort register signup registration create edit delete navigation")
_CLAIMING = _LIMITED | word_set(
    "is are was were should must can will has have shows displays opens closes appears contains works visible shown "
    "displayed enabled disabled hidden checked selected present verify expect expected check ensure for each if"
)


def of_a_story(text: str, start: int, end: int, within: bool) -> bool:
    """ "As a buyer", "I want to see my orders", "So that …", each in a line of its own: for whom something is made."""
    if within and (not text[start:end].strip() or _GOES_ON.match(text, start, end)):
        return True
    return _STORY.match(text, start, end) is not None and _GOES_ON.match(text[end:].lstrip()) is not None


_STORY = re.compile(r"[ \t>*_-]*as an?\b[*_: \t]+(?:[\w-]+[ \t,*_]*){1,6}$", re.IGNORECASE | re.MULTILINE)
_GOES_ON = re.compile(
    r"[ \t>*_-]*(?:i want|i need|i'd like|i would like|i wish|so that|so i can|in order to)\b", re.IGNORECASE
)


def underlined(text: str, start: int, end: int) -> Heading | None:
    """A title: nothing directly above it, a drawn line directly below it, and words directly below that."""
    apart = not text[:start].rstrip(" \t\\").removesuffix("\n").rpartition("\n")[2].strip(" \t\\")
    drawn = _UNDERLINE.match(text, end) is not None and not _QUOTED.search(text, start, end)
    title = apart and drawn and text[start:end].strip() != ""
    return Heading("title", end) if title else _over_lines(text, start, end, listed=False)


_UNDERLINE = re.compile(r"[ \t\\]*(?:[—–_=‾-]\\?){5,}[ \t\\]*\n(?=[ \t]*\S)")
_QUOTED = re.compile(r"[\"“”]")


def of_card(text: str, start: int, end: int) -> Heading | None:
    """A line of a case's card; only where no sentence stands before it."""
    found = _LABEL.match(text, start, end)
    if found is None or found["mark"][0] != ":" or _CARD.fullmatch(_plain(found["words"])) is None:
        return None
    return Heading("card", end)


def of_a_case(text: str, start: int, end: int) -> Heading | None:
    """ "**Priority:** Medium" before the steps of a further case, or behind what is expected of one."""
    found = _BOLD_CARD.match(text, start, end)
    known = found is not None and _CARD.fullmatch(_plain(found["words"])) is not None
    return Heading("card", end) if known and found is not None and _plain(found["words"]) not in _ON_PAGES else None


_BOLD_CARD = re.compile(r"[ \t]*(?P<stars>\*\*|__)(?P<words>[^*_\n:]{2,30})(?::(?P=stars)|(?P=stars)[ \t]*:)[ \t]*\S")
_ON_PAGES = word_set("name title description key number no version date reference owner")
""" "**Title:** Summer" may as well be what is entered."""


def _plain(written: str) -> str:
    return _JOINTS.sub(" ", PICTURES.sub("", written).strip(_DRESS)).strip().lower()


def _meaning(written: str) -> Meaning | None:
    words = _plain(written)
    return next((meaning for meaning, pattern in _MEANINGS.items() if pattern.fullmatch(words)), None)


OVER_GOING = re.compile(
    r"\s*+(?:[-*•]|\(?\d{1,2}[.)])\s++(?:(?:given|when)\s++)?(?:(?:i|the user|user)\s++)?"
    r"(?:opens?|go(?:es)?|visits?|navigates?|browses?|log(?:s|in)?|signs?)\b",
    re.IGNORECASE,
)
"""A list that begins with going to a page: what stands before it is done nowhere."""


def entitled(tokens: list[Token]) -> int:
    """ "Rename a project: open /projects, …", said first: where the colon behind a test's title is; 0 for none."""
    at = next((at for at, token in enumerate(tokens[:_LONGEST_TITLE]) if token.low == ":"), 0)
    if not at or at + 2 >= len(tokens) or tokens[0].low in _NO_TITLES:
        return 0
    plain = all(token.kind == "word" and token.text.replace("-", "").isalpha() for token in tokens[:at])
    following = tokens[at + 1]
    goes = following.kind == "word" and following.low in _GOING
    deed = at > 1 and following.text in _BY_HAND and tokens[0].low not in INDEX
    return at if plain and tokens[0].text[0].isupper() and (goes or deed) else 0


_LONGEST_TITLE = 9  # words, with the colon
_GOING = frozenset({"open", "go", "visit", "navigate", "browse", "log", "sign"})
_BY_HAND = frozenset({"click", "enter", "type", "fill", "select", "choose", "press"})
_NO_TITLES = word_set(
    "in on at as for if when while with under within after before once unless until then from user users admin "
    "administrator customer guest note step steps given expected result results precondition preconditions setup the "
    "it this that first second finally next now please optional or and title name description summary id"
)
