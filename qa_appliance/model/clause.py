"""What a clause asks for, as far as code can tell. Pure."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.core import steps as s
from qa_appliance.core.plan import Gap
from qa_appliance.core.target import deletes
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.writing.written import in_words
from qa_appliance.language.nouns import NOUNS
from qa_appliance.language.tokens import tokenize

Hosts = frozenset[str]
Mood = Literal["", "given", "deed", "check", "expected"]
"""`given`: what the test presupposes, which is brought about unless it is so; `expected`: what it says has to be seen
after its deeds, so that nothing is brought about; `check`: it tells what is so; `deed`: it is done. "": its words do
not tell."""

_EXPECTS = re.compile(
    r"\b(?:verify|verifies|validate|ensure|make sure|confirm that|assert|expect|expected|should|must"
    r"|see (?:that|if|whether)|check (?:that|if|whether|for)"
    r"|(?:is|are) (?:\w+ )?(?:shown|visible|displayed|announced|correct|listed|gone)"
    r"|appears?|shows|displays|contains|succeeds|works)\b"
    r"|^check\b(?!.*\b(?:box|checkbox)\b)",
    re.IGNORECASE,
)
_EXPECTS_ONLY = re.compile(
    r"(?:then|and|now|also|finally|the|i|we|you|please|user|to|\W)*+"
    r"(?:verify|validate|ensure|make sure|confirm that|assert|expect|check|see|should"
    r"|confirm (?:an? |the )?(?:successful|unsuccessful|correct|proper|failed))\b",
    re.IGNORECASE,
)
_STATES = re.compile(  # a sentence about something that is not the one who tests, or about what that one is not
    r"(?:then|and|now|also|finally|\W)*+(?:(?:i am|i'm|we are|(?:the )?user is) not\b|(?:has|is|are|was|were)\b"
    r"|(?:the|a|an|there|it|this|no|all|every|each|my|your|one)\b"
    r"(?! (?:\w+ )?(?:user|tester|customer|visitor|admin|person|client|guest|member)\b))",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|no|never|none|nothing|without|cannot|n't|gone|absent|disappears?|hidden)\b|n't\b", re.I)
_WORD = re.compile(r"[^\W_]{3,}")
COMMON = frozenset(
    [
        "the",
        "and",
        "that",
        "with",
        "for",
        "from",
        "into",
        "then",
        "not",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "its",
        "this",
        "there",
        "page",
        "site",
        "user",
        "should",
        "shown",
        "visible",
        "displayed",
        "verify",
        "check",
        "ensure",
        "make",
        "sure",
        "see",
        "confirm",
        "appears",
        "show",
        "shows",
        "contain",
        "contains",
        "text",
        "some",
        "any",
        "all",
        "can",
        "will",
        "able",
        "correctly",
        "properly",
        "successfully",
        "valid",
        "new",
        "list",
        "item",
        "button",
        "link",
        "field",
    ]
)
KIND_WORDS = frozenset(word for noun in NOUNS.values() for word in noun.split()) | {
    "value",
    "number",
    "than",
    "least",
    "most",
}
"""Words every sentence of a kind has: that two have them tells nothing."""
_STEM = 5  # letters in which two forms of a word are the same
_ENDING = re.compile(r"(?:([bgmnprt])\1)?(?:ed|ing|(?<!s)s)$")  # "logged", "signed"


class Clause(Struct, frozen=True):
    """`text` has placeholders for its secrets; `names` may stand in braces, each with its text where it may be told.

    `sentence`: the whole one it is a part of, as it was written; `under`: the words it stands under, which code keeps
    around its steps. `refuted`: what it was read as, and what is not there of that. `accounts`: who can sign in.
    """

    text: str
    names: dict[str, str] = {}
    mood: Mood = ""
    sentence: str = ""
    under: str = ""
    refuted: str = ""
    accounts: tuple[str, ...] = ()
    also: str = ""  # the deed before it, which it may have to repeat

    @property
    def deletes(self) -> bool:
        """Whether it asks for something to be deleted or cancelled."""
        return deletes(self.text) or deletes(self.also)

    @property
    def checks(self) -> bool:
        """Whether something is to be seen."""
        return self.only_checks or (self.mood not in ("given", "deed") and _EXPECTS.search(self.text) is not None)

    @property
    def only_checks(self) -> bool:
        return self.mood in ("check", "expected")

    @property
    def denies(self) -> bool:
        return _DENIES.search(self.text) is not None

    @property
    def literals(self) -> list[str]:
        """What is quoted."""
        return [token.value for token in tokenize(self.text) if token.kind == "quoted" and token.value.strip()]


def mood_of(gap: Gap, lead: str) -> Mood:
    """`lead`: what stands before it in its sentence. What goes on after a check is one, unless it begins as a deed."""
    if gap.expected:
        return "expected"
    if gap.given:
        return "given"
    if any(form.match(gap.text) for form in (_EXPECTS_ONLY, _STATES)):
        return "check"
    goes_on = lead and (_EXPECTS_ONLY.match(lead) or _STATES.match(lead))
    return "check" if goes_on and not _begins_as_a_deed(gap.text) else ""


def _begins_as_a_deed(text: str) -> bool:
    first = next((token.low for token in tokenize(text) if token.low not in _JOINTS), "")
    return first in INDEX


def speaks_of(step: s.Step, clause: Clause) -> bool:
    """Whether a step and its clause have a word or a quote in common."""
    words = in_words(step) or step.sentence
    return bool(_stems(words) & _stems(clause.text)) or any(one in words for one in clause.literals)


def is_own(address: str, hosts: Hosts) -> bool:
    """Whether an address is a page of the site; what Python and browsers read differently is not."""
    if any(sign in address for sign in "\\@\t\r\n "):
        return False
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and (parts.hostname or "").casefold() in hosts


def _stems(text: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return {_ENDING.sub(r"\1", word)[:_STEM] for word in words if word not in COMMON | KIND_WORDS}


_JOINTS = frozenset({"and", "then", "also", "next", ",", "-", "or"})
