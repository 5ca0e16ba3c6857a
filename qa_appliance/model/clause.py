"""What a clause asks for, as far as code can tell, and what an answer to it must and must not hold. Pure.

A model is believed in nothing that can be told here: what is left out, denied, deleted or elsewhere is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import msgspec
from msgspec import Struct

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import deletes
from qa_appliance.language.tokens import tokenize

Hosts = frozenset[str]

_EXPECTS = re.compile(
    r"\b(?:verify|verifies|validate|ensure|make sure|confirm that|assert|expect|expected|should|must"
    r"|see (?:that|if|whether)|check (?:that|if|whether|for)"
    r"|(?:is|are) (?:\w+ )?(?:shown|visible|displayed|announced|correct|there|listed|gone)"
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
_COUNTED = re.compile(r"\d+(?:[.,]\d+)*(?!\s*(?:s|sec|seconds?|ms|minutes?|min|times?|st|nd|rd|th)\b)(?![\w.,]*\d)")
_WORD = re.compile(r"[^\W_]{3,}")
_BRACES = re.compile(r"\{([^{}]*)\}")
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
_STEM = 5  # letters in which two forms of a word are the same
_ENDING = re.compile(r"(?:([bgmnprt])\1)?(?:ed|ing|(?<!s)s)$")  # "logged", "signed"
MOST_STEPS = 12


class Clause(Struct, frozen=True):
    """`text` has placeholders for its secrets; `names` may stand in braces; `only_checks`: nothing is to be done."""

    text: str
    names: frozenset[str] = frozenset()
    expected: bool = False

    @property
    def checks(self) -> bool:
        return self.only_checks or _EXPECTS.search(self.text) is not None

    @property
    def only_checks(self) -> bool:
        return self.expected or any(form.match(self.text) for form in (_EXPECTS_ONLY, _STATES))

    @property
    def denies(self) -> bool:
        return _DENIES.search(self.text) is not None

    @property
    def literals(self) -> list[str]:
        """What is quoted, and numbers outside of quotes."""
        tokens = tokenize(self.text)
        quoted = [token.value for token in tokens if token.kind == "quoted" and token.value.strip()]
        rest = self.text
        for text in quoted:
            rest = rest.replace(text, " ")
        return [*quoted, *_COUNTED.findall(rest)]


def fault_of_step(step: s.Step, clause: Clause, base_url: str, hosts: Hosts) -> str:
    """Why a step is not performed, in words the model may read; "" where nothing is wrong with it."""
    texts = list(_texts(msgspec.to_builtins(step)))
    if not deletes(clause.text) and any(map(deletes, texts)) and step.traits.performs:
        return "A step deletes or cancels something, which the clause does not ask for."
    if isinstance(step, s.Go) and not is_own(urljoin(base_url, step.url), hosts):
        return f"A step opens {step.url!r}, which is not on the site under test."
    for text in texts:
        unknown = [name for name in _BRACES.findall(text) if name not in clause.names]
        if unknown:
            return f"There is no value called {{{unknown[0]}}}."
    return ""


def fault_of_whole(steps: list[s.Step], clause: Clause) -> str:
    """What all the steps for a clause leave out, where they are to cover it; "" where nothing."""
    whole = Whole(clause, steps, [step.check for step in steps if isinstance(step, s.Assert)])
    written = "\n".join(text for step in steps for text in _texts(msgspec.to_builtins(step))).casefold()
    missing = next((one for one in clause.literals if one.casefold() not in written), None)
    if missing is not None:
        return f"The clause speaks of “{missing}”, which no step does."
    return next((fault for is_so, fault in _FAULTS if is_so(whole)), "")


class Whole(NamedTuple):
    """All steps for a clause, and the checks among them."""

    clause: Clause
    steps: list[s.Step]
    checks: list[c.Check]

    @property
    def acts(self) -> bool:
        return any(step.traits.acts or isinstance(step, s.Go | s.History) for step in self.steps)


_FAULTS: tuple[tuple[Callable[[Whole], bool], str], ...] = (
    (
        lambda whole: whole.clause.checks and not whole.checks,
        "The clause is about what has to be seen, and no step checks anything.",
    ),
    (
        lambda whole: whole.clause.only_checks and whole.clause.denies and not any(map(c.denies, whole.checks)),
        "The clause denies something, and no check does.",
    ),
    (
        lambda whole: whole.clause.only_checks and not whole.clause.denies and all(map(c.denies, whole.checks)),
        "The clause denies nothing, and all checks do.",
    ),
    (
        lambda whole: not whole.clause.only_checks and not whole.acts,
        "The clause asks for something to be done, and no step does anything.",
    ),
)


def speaks_of(check: c.Check, clause: Clause) -> bool:
    """Whether a check and its clause have a word or a number in common."""
    texts = " ".join(_texts(msgspec.to_builtins(check)))
    return bool(_stems(texts) & _stems(clause.text)) or any(one in texts for one in clause.literals)


def is_own(address: str, hosts: Hosts) -> bool:
    """Whether an address is a page of the site; what Python and browsers read differently is not."""
    if any(sign in address for sign in "\\@\t\r\n "):
        return False
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and (parts.hostname or "").casefold() in hosts


def _stems(text: str) -> set[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return {_ENDING.sub(r"\1", word)[:_STEM] for word in words if word not in COMMON}


def _texts(value: object, key: str = "") -> Iterator[str]:
    """All that is written in a step, but the names of kinds, places and the like."""
    if isinstance(value, str):
        if key in _WRITTEN:
            yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, key)
    elif isinstance(value, int) and key == "count":
        yield str(value)


_WRITTEN = frozenset({"name", "text", "value", "options", "url", "item", "by", "keys"})
