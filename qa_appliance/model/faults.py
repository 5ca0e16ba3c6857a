"""What an answer to a clause must and must not hold. Pure.

A model is believed in nothing that can be told here: what is left out, denied, deleted or elsewhere is a fault. A fault
says what is wrong, and by which sentence it would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urljoin

import msgspec

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target, decides, deletes
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.writing.written import in_words
from qa_appliance.language.tokens import tokenize
from qa_appliance.model.clause import KIND_WORDS, Clause, Hosts, is_own, speaks_of
from qa_appliance.translate.accountant import lost
from qa_appliance.translate.carried import left_out

MOST_STEPS = 12
_MOST_NAMES = 8  # names in a fault
_BRACES = re.compile(r"\{([^{}]*)\}")
_EITHER = re.compile(r"\b(?:or|either|nor|any)\b", re.IGNORECASE)


def fault_of_step(step: s.Step, clause: Clause, base_url: str, hosts: Hosts) -> str:
    """Why a step is not performed, in words the model may read; "" where nothing is wrong with it."""
    if not clause.deletes and any(map(deletes, _done_to(step))):
        return "A sentence deletes or cancels something, which the clause does not ask for."
    if isinstance(step, s.Go) and step.url and not is_own(urljoin(base_url, step.url), hosts):
        return f"A sentence opens {step.url!r}, which is not on the site under test."
    if s.MASK in step.sentence:
        return f"“{step.sentence}” has {s.MASK} in it, which stands for what nobody may see."
    return _weakened(step, clause) or _brought_about(step, clause) or _not_there(step, clause)


def _weakened(step: s.Step, clause: Clause) -> str:
    check = step.check if isinstance(step, s.Assert | s.WaitFor) else None
    if not isinstance(check, c.AnyOf) or _EITHER.search(clause.text):
        return ""
    return "A check holds where one of several things is so, and the clause does not say “or”: check each of them."


def _brought_about(step: s.Step, clause: Clause) -> str:
    if clause.mood != "expected" or _only_looks(step):
        return ""
    return (
        f"The test expects what this clause says, so that nothing is brought about for it, and “{step.sentence}” does."
        " Open what shows it by a link or a tab at most, and check it."
    )


def _not_there(step: s.Step, clause: Clause) -> str:
    """An account or a value nobody gave."""
    if isinstance(step, s.SignIn) and step.account and step.account not in clause.accounts:
        return f"There is no account called “{step.account}”.{_there_are(clause.accounts)}"
    braces = [name for text in _texts(msgspec.to_builtins(step)) for name in _BRACES.findall(text)]
    unknown = next((name for name in braces if name not in clause.names), None)
    if unknown is None:
        return ""
    return f"There is no value called {{{unknown}}}.{_there_are([f'{{{name}}}' for name in clause.names])}"


def _there_are(names: Sequence[str]) -> str:
    return f" There are: {', '.join(names[:_MOST_NAMES])}." if names else " There is none."


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
            stays = isinstance(step, s.Go) and bool(step.url) and urljoin(self.here, step.url) == self.here
            return (isinstance(step, s.Go | s.History) and not stays) or speaks_of(step, self.clause)
        return step.traits.acts


def fault_of_whole(steps: Sequence[s.Step], clause: Clause, here: str) -> str:
    """What all the steps for a clause leave out, where they are to cover it; "" where nothing."""
    whole = Whole(clause, steps, [step.check for step in steps if isinstance(step, s.Assert)], here)
    sentences = [in_words(step) or step.sentence for step in steps]
    if missing := _uncarried(clause, sentences, deeds=not whole.checks):
        return f"The clause speaks of “{missing}”, which no sentence carries: say it as the clause does."
    return next((fault for is_so, fault in _FAULTS if is_so(whole)), "") or _undone(whole, sentences)


def _uncarried(clause: Clause, sentences: Sequence[str], *, deeds: bool) -> str:
    """The first word of the clause that has to stand in the sentences and does not.

    Of a clause that is read already and put to a model since the page refutes that, every word is carried, but those
    for the kind of thing it was taken for.
    """
    tokens = tokenize(clause.text)
    missing = lost(tokens, sentences)
    if missing or not clause.refuted:
        return missing
    named = [token for token in tokens if token.kind == "quoted" or token.low not in KIND_WORDS]
    return left_out(named, sentences, INDEX, deeds=deeds)


def _undone(whole: Whole, sentences: Sequence[str]) -> str:
    """What nothing is done about; a clause whose every word a check carries may be no more than that."""
    if whole.acts or whole.is_so_already or whole.clause.only_checks:
        return ""
    untold = left_out(tokenize(whole.clause.text), sentences, INDEX, deeds=False) if whole.checks else "it"
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
