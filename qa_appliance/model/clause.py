"""What a clause asks for, as far as code can tell, and what an answer to it must and must not hold. Pure.

A model is believed in nothing that can be told here: what is left out, denied, deleted or elsewhere is a fault. A fault
says what is wrong, and by which sentence it would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple
from urllib.parse import urljoin, urlsplit

import msgspec
from msgspec import Struct

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Gap
from qa_appliance.core.target import Target, decides, deletes
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.writing.written import in_words
from qa_appliance.language.nouns import NOUNS
from qa_appliance.language.tokens import tokenize
from qa_appliance.translate.accountant import lost
from qa_appliance.translate.carried import left_out

Hosts = frozenset[str]
Mood = Literal["", "given", "deed", "check", "expected"]
"""`given`: what the test presupposes, which is brought about unless it is so; `expected`: what it says has to be seen
after its deeds, so that nothing is brought about; `check`: it tells what is so. "": its words do not tell."""

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
_SAID = frozenset(word for noun in NOUNS.values() for word in noun.split()) | {
    "value",
    "number",
    "than",
    "least",
    "most",
}
"""Words every sentence of a kind has: that two have them tells nothing."""
_STEM = 5  # letters in which two forms of a word are the same
_ENDING = re.compile(r"(?:([bgmnprt])\1)?(?:ed|ing|(?<!s)s)$")  # "logged", "signed"
MOST_STEPS = 12
_MOST_TOLD = 8  # names in a fault


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
        return self.only_checks or (self.mood != "given" and _EXPECTS.search(self.text) is not None)

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


def fault_of_step(step: s.Step, clause: Clause, base_url: str, hosts: Hosts) -> str:
    """Why a step is not performed, in words the model may read; "" where nothing is wrong with it."""
    texts = list(_texts(msgspec.to_builtins(step)))
    if not clause.deletes and any(map(deletes, _done_to(step))):
        return "A sentence deletes or cancels something, which the clause does not ask for."
    if isinstance(step, s.Go) and step.url and not is_own(urljoin(base_url, step.url), hosts):
        return f"A sentence opens {step.url!r}, which is not on the site under test."
    if isinstance(step, s.SignIn) and step.account and step.account not in clause.accounts:
        return f"There is no account called “{step.account}”.{_there_are(clause.accounts)}"
    if isinstance(step, s.Assert | s.WaitFor) and isinstance(step.check, c.AnyOf) and not _EITHER.search(clause.text):
        return "A check holds where one of several things is so, and the clause does not say “or”: check each of them."
    if clause.mood == "expected" and not _only_looks(step):
        return (
            f"The test expects what this clause says, so that nothing is brought about for it, and “{step.sentence}”"
            " does. Open what shows it by a link or a tab at most, and check it."
        )
    for text in texts:
        unknown = [name for name in _BRACES.findall(text) if name not in clause.names]
        if unknown:
            return f"There is no value called {{{unknown[0]}}}.{_there_are([f'{{{name}}}' for name in clause.names])}"
    return ""


def _there_are(names: Sequence[str]) -> str:
    return f" There are: {', '.join(names[:_MOST_TOLD])}." if names else " There is none."


def _done_to(step: s.Step) -> list[str]:
    """What a deed names: not the place where it is done, nor a text that is typed."""
    if not isinstance(step, s.Click | s.Choose | s.SetChecked | s.Press | s.Drag | s.Dialog):
        return []
    target = getattr(step, "target", None)
    names = [target.name] if isinstance(target, Target) else []
    return [*names, *(step.options if isinstance(step, s.Choose) else ())]


def _only_looks(step: s.Step) -> bool:
    """Whether it shows what is there already, and changes nothing that a test would have to see."""
    if not step.traits.performs or isinstance(step, s.Go | s.History | s.Scroll | s.Hover):
        return True
    target = getattr(step, "target", None)
    if not isinstance(step, s.Click) or not isinstance(target, Target):
        return False
    return target.kind in ("link", "tab", "menuitem", "treeitem") and not decides(target.name)


class Whole(NamedTuple):
    """All steps for a clause, and the checks among them; `here`: where the page is."""

    clause: Clause
    steps: Sequence[s.Step]
    checks: list[c.Check]
    here: str

    @property
    def acts(self) -> bool:
        """Whether a step does something about the clause: one that only looks does where the clause speaks of it."""
        return any(map(self._does, self.steps))

    @property
    def is_so_already(self) -> bool:
        """Whether what the test presupposes is proven, or that the page is where the clause leads."""
        at = all(isinstance(one, c.AddressIs | c.TitleIs) and not one.negated for one in self.checks)
        return bool(self.checks) and (self.clause.mood == "given" or at)

    def _does(self, step: s.Step) -> bool:
        if isinstance(step, s.Go | s.History | s.Scroll | s.Hover | s.SelectText | s.AcceptCookies):
            stays = (
                isinstance(step, s.Go) and step.url and urlsplit(urljoin(self.here, step.url)) == urlsplit(self.here)
            )
            return (isinstance(step, s.Go | s.History) and not stays) or speaks_of(step, self.clause)
        return step.traits.acts


def fault_of_whole(steps: Sequence[s.Step], clause: Clause, here: str) -> str:
    """What all the steps for a clause leave out, where they are to cover it; "" where nothing.

    Of a clause that is read already and put to a model since the page refutes that, every word is carried, but those
    for the kind of thing it was taken for.
    """
    whole = Whole(clause, steps, [step.check for step in steps if isinstance(step, s.Assert)], here)
    tokens, sentences = tokenize(clause.text), [in_words(step) or step.sentence for step in steps]
    missing = lost(tokens, sentences)
    if not missing and clause.refuted:
        named = [token for token in tokens if token.kind == "quoted" or token.low not in _SAID]
        missing = left_out(named, sentences, INDEX, deeds=not whole.checks)
    if missing:
        return f"The clause speaks of “{missing}”, which no sentence carries: say it as the clause does."
    fault = next((fault for is_so, fault in _FAULTS if is_so(whole)), "")
    if fault or whole.acts or whole.is_so_already or clause.only_checks:
        return fault
    untold = left_out(tokens, sentences, INDEX, deeds=False) if whole.checks else "it"
    return f"Nothing is done about “{untold}”: {_NOTHING_DONE}" if untold else ""


_NOTHING_DONE = (
    "the clause asks for something to be done, and no sentence does anything for it. If it is so already, check that"
    " the page is where the clause leads."
)
_FAULTS: tuple[tuple[Callable[[Whole], bool], str], ...] = (
    (
        lambda whole: whole.clause.checks and not whole.checks,
        "The clause says what has to be seen, and no sentence checks anything: add “verify that …”.",
    ),
    (
        lambda whole: whole.clause.only_checks and whole.clause.denies and not any(map(c.denies, whole.checks)),
        "The clause denies something, and no check does: add one that says “is not”.",
    ),
    (
        lambda whole: whole.clause.only_checks and not whole.clause.denies and all(map(c.denies, whole.checks)),
        "The clause denies nothing, and all checks do: check what is there if it is so.",
    ),
)


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
    return {_ENDING.sub(r"\1", word)[:_STEM] for word in words if word not in COMMON | _SAID}


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


_WRITTEN = frozenset({"name", "text", "value", "options", "url", "item", "by", "keys", "account"})
_JOINTS = frozenset({"and", "then", "also", "next", ",", "-", "or"})
_EITHER = re.compile(r"\b(?:or|either|nor|any)\b", re.IGNORECASE)
