"""Plans the gaps of one run with a model: asked at the moment a run comes to a gap, about the page in front of it.

What it proposes is done only if the grammar has a sentence for it, so that a tester could have written it; never
performs a step and never judges one.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec

from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.plan import Done, Gap, Judgement, Proposal
from qa_appliance.core.target import deletes
from qa_appliance.english.writing.written import in_words, written
from qa_appliance.model import judging
from qa_appliance.model.answers import Unreadable
from qa_appliance.model.clause import MOST_STEPS, Clause, fault_of_step, fault_of_whole, is_own, speaks_of
from qa_appliance.model.endpoint import ModelFailed
from qa_appliance.model.judging import Opinion, judgement, only_judged, speaks_to_a_model
from qa_appliance.model.language import Answer, schema, worded
from qa_appliance.model.memory import Memory, key_of
from qa_appliance.model.model import Model, Question
from qa_appliance.model.page import shown_page, state_of
from qa_appliance.model.prompts import SYSTEM, Around, question
from qa_appliance.model.spending import Spending

Held = Callable[[c.PageCheck, Look], bool]
"""Whether a check holds of a look."""

_MOST_ROUNDS = 6  # for one clause
_MOST_PAGE = 2_400  # characters
_MOST_AROUND = 4  # sentences on either side
_LONGEST_REASON = 300
_NAMES_OF_SECRETS = re.compile(r"\{secret_\d+\}")

logger = logging.getLogger(__name__)


@dataclass
class _Work:
    """What was done about one clause. `first`: the look before the first of its steps; `state`: of the page then."""

    clause: Clause
    secrets: dict[str, str]
    first: Look
    steps: list[s.Step] = field(default_factory=list)
    rounds: int = 0
    state: str = ""
    last: tuple[str, ...] = ()
    covered: bool = False


class GapPlanner:
    """Of one run. `hosts` are those of the site; `clean` masks what nobody may see. `gaps` are those of its plan as
    they were written, `secret_texts` finds the secrets in one."""

    def __init__(
        self,
        model: Model,
        spending: Spending,
        calls: list[ModelCall],
        *,
        base_url: str,
        hosts: frozenset[str],
        clean: Callable[[str], str],
        gaps: Sequence[Gap],
        secret_texts: Callable[[Gap], list[str]],
        held: Held,
        memory: Memory | None = None,
    ) -> None:
        self.spending = spending
        self.calls = calls
        self._model = model
        self._base_url = base_url
        self._hosts = hosts | {(urlsplit(base_url).hostname or "").casefold()}
        self._clean = clean
        self._gaps = {gap.start: gap for gap in gaps}
        self._secret_texts = secret_texts
        self._held = held
        self._memory = memory or Memory({})
        self._works: dict[tuple[int, str], _Work] = {}
        self._clause = Clause("")

    async def propose(
        self,
        gap: Gap,
        before: Sequence[Done],
        after: Sequence[str],
        look: Look,
        names: frozenset[str],
        picture: Callable[[], Awaitable[bytes | None]] | None = None,
    ) -> Proposal:
        """The next steps for a gap on the page as it is; why there are none is told in `reason`. Raises nothing.

        `picture` takes one of the page, for what has to be judged.
        """
        work = self._works.get((gap.start, gap.text)) or self._begun(gap, look, names)
        self._works[gap.start, gap.text] = work
        self._clause = work.clause
        refusal = self._refusal(gap, work, look)
        if refusal:
            return Proposal(reason=refusal)
        if only_judged(work.clause):
            return await self._judge(gap, work, look, await picture() if picture is not None else None)
        try:
            answer, remembered = await self._answer(gap, work, before, after, look)
        except ModelFailed as problem:
            return Proposal(reason=self._clean(problem.message))
        work.rounds += 1
        steps = [_as_written(step) for step in answer.steps]
        sentences = tuple(step.sentence for step in steps)
        state = state_of(look)
        if steps and sentences == work.last and state == work.state:
            return Proposal(reason="The model proposed the same steps twice, and they changed nothing.")
        work.last, work.state = sentences, state
        work.steps += steps
        work.covered = answer.covered
        return Proposal(
            steps=tuple(_filled(step, work.secrets) for step in steps),
            covered=answer.covered,
            reason="" if answer.covered or steps else self._reason(answer),
            remembered=remembered,
        )

    async def _answer(
        self, gap: Gap, work: _Work, before: Sequence[Done], after: Sequence[str], look: Look
    ) -> tuple[Answer, bool]:
        """With whether it was given in an earlier run, so that nobody was asked. Raises ModelFailed."""
        done = [step.sentence for step in work.steps]
        near = before[-_MOST_AROUND - len(done) :][:_MOST_AROUND]
        shown = (
            self._clean(look.title)[:100],
            self._clean(_path(look.url)),
            shown_page(look, self._clean, work.clause.text, _MOST_PAGE),
        )
        bare = Around([one.sentence for one in near], done, after[:_MOST_AROUND])
        key = key_of(question(work.clause, bare, *shown, mark=""))
        known = self._memory.answer(key, lambda given: self._fault(given, work, look))
        if known is not None:
            return known, True
        around = Around([f"{one.sentence} ({one.result})" for one in near], done, after[:_MOST_AROUND])
        words = question(work.clause, around, *shown, secrets.token_hex(4))
        asked = Question(f"plan “{self._clean(gap.text)}”", SYSTEM, words, schema())
        answer = await self._model.ask(asked, lambda given: self._read(given, work, look), self.spending, self.calls)
        self._memory.keep(key, answer, self._clean)
        return answer, False

    async def _judge(self, gap: Gap, work: _Work, look: Look, picture: bytes | None) -> Proposal:
        if speaks_to_a_model(look):
            return Proposal(reason="The page has orders for a model, so that none is asked to judge it.")
        page = shown_page(look, self._clean, work.clause.text, _MOST_PAGE)
        user = judging.question(work.clause, self._clean(look.title)[:100], page, secrets.token_hex(4))
        purpose = f"judge “{self._clean(gap.text)}”"
        asked = Question(purpose, judging.SYSTEM, user, judging.SCHEMA, picture=picture)
        try:
            found = await self._model.ask(
                asked, lambda given: judgement(msgspec.convert(given, Opinion)), self.spending, self.calls
            )
        except ModelFailed as problem:
            return Proposal(reason=self._clean(problem.message))
        return Proposal(judgement=Judgement(found.holds, self._clean(found.grounds)))

    def rewritten(self) -> list[tuple[str, list[str]]]:
        """Each clause that was covered, with the sentences that say the same to the grammar alone; secrets masked."""
        return [
            (text, [_NAMES_OF_SECRETS.sub(s.MASK, step.sentence) for step in work.steps])
            for (_, text), work in self._works.items()
            if work.covered and work.steps
        ]

    def refuses_page(self, address: str) -> str:
        """Why a step of a model's is not done on a page; "" where it may be."""
        if is_own(address, self._hosts):
            return ""
        host = urlsplit(address).hostname or "no host"
        return f"The page is on {host}: a model's steps are done on the site's own pages only."

    def refuses(self, located: Located) -> str:
        """Why a step of a model's is not done to an element that was found; "" where it may be."""
        node, look = located.node, located.look
        if node.href and not node.href.startswith(("javascript:", "#")) and not is_own(node.href, self._hosts):
            return f"The {located.called} leads away from the site, which no step of a model's does."
        names = (node.name, node.title, look.text_of(node) if node.click or node.role in ("button", "link") else "")
        if not deletes(self._clause.text) and any(map(deletes, names)) and not node.role.endswith("box"):
            return f"The {located.called} deletes or cancels something, which the test does not ask for."
        return ""

    def _begun(self, gap: Gap, look: Look, names: frozenset[str]) -> _Work:
        gap = self._gaps.get(gap.start, gap)
        text, hidden = gap.text, dict[str, str]()
        for secret in self._secret_texts(gap):
            hidden[f"secret_{len(hidden) + 1}"] = secret
            text = text.replace(secret, f"{{secret_{len(hidden)}}}")
        return _Work(Clause(self._clean(text), names | hidden.keys(), gap.expected), hidden, look)

    def _refusal(self, gap: Gap, work: _Work, look: Look) -> str:
        if gap.under:
            return f"It stands under “{gap.under}”: what is done only under a condition is not planned by a model."
        if work.rounds >= _MOST_ROUNDS:
            return f"The model was asked {_MOST_ROUNDS} times and was not done."
        return self.refuses_page(look.url)

    def _read(self, given: object, work: _Work, look: Look) -> Answer:
        answer = msgspec.convert(worded(given), Answer)
        fault = self._fault(answer, work, look)
        if fault:
            raise Unreadable(fault)
        return answer

    def _fault(self, answer: Answer, work: _Work, look: Look) -> str:
        if len(answer.steps) > MOST_STEPS:
            return f"There are {len(answer.steps)} steps; plan at most {MOST_STEPS} at once."
        for step in answer.steps:
            fault = fault_of_step(step, work.clause, self._base_url, self._hosts)
            if fault:
                return fault
            if self._spills(step, work, look):
                return "A secret goes only into a password's field, or one the clause speaks of."
            if written(step) is None:
                return f"A step cannot be said in a sentence: {in_words(step) or msgspec.json.encode(step).decode()}."
        if not answer.covered:
            return ""
        whole = [*work.steps, *answer.steps]
        return fault_of_whole(whole, work.clause) or self._idle_check(whole, work, look)

    def _spills(self, step: s.Step, work: _Work, look: Look) -> bool:
        """Whether a secret of the clause would be typed where it does not belong."""
        if not isinstance(step, s.Fill) or not any(f"{{{name}}}" in step.value.text for name in work.secrets):
            return False
        name = step.target.name if step.target is not None else ""
        meant = [node for node in look.nodes if name in (node.name, node.label, node.placeholder) and node.shown]
        return not speaks_of(c.TextShown(text=name), work.clause) and not (
            meant and all(node.type == "password" for node in meant)
        )

    def _idle_check(self, steps: list[s.Step], work: _Work, look: Look) -> str:
        """Every check that counts either speaks of what the clause does, or did not hold before the clause's steps."""
        for step in steps:
            if not isinstance(step, s.Assert) or speaks_of(step.check, work.clause):
                continue
            if not isinstance(step.check, c.PageCheck) or self._held(step.check, work.first):
                return f"The check “{in_words(step)}” has nothing to do with the clause, and held before its steps."
        return ""

    def _reason(self, answer: Answer) -> str:
        printed = "".join(sign if sign.isprintable() else " " for sign in self._clean(answer.reason))
        reason = " ".join(printed.split())[:_LONGEST_REASON]
        return (
            f"The model could not plan it: {reason}" if reason else "The model could not plan it, and did not say why."
        )


def _as_written(step: s.Step) -> s.Step:
    """As the grammar reads it, so that a model's step is never more than a tester's would be."""
    read = written(step)
    assert read is not None
    return msgspec.structs.replace(read, source="model")


def _filled(step: s.Step, hidden: dict[str, str]) -> s.Step:
    """With the clause's own secrets in their places: what the model wrote down are their names."""
    if not hidden:
        return step
    if isinstance(step, s.Fill):
        return msgspec.structs.replace(step, value=_value(step.value, hidden))
    if isinstance(step, s.LogIn):
        user = _value(step.user, hidden) if step.user else None
        return msgspec.structs.replace(step, user=user, password=_value(step.password, hidden))
    if isinstance(step, s.Assert | s.WaitFor):
        check = msgspec.convert(_with_secrets(msgspec.to_builtins(step.check), hidden), c.Check)
        return msgspec.structs.replace(step, check=check)
    return step


def _with_secrets(value: object, hidden: dict[str, str]) -> object:
    if isinstance(value, str):
        for name, secret in hidden.items():
            value = value.replace(f"{{{name}}}", secret)
        return value
    return {key: _with_secrets(inner, hidden) for key, inner in value.items()} if isinstance(value, dict) else value


def _value(value: s.Value, hidden: dict[str, str]) -> s.Value:
    text = value.text
    for name, secret in hidden.items():
        text = text.replace(f"{{{name}}}", secret)
    return value if text == value.text else s.Value(text, secret=True, literal=True)


def _path(address: str) -> str:
    """Where the page is, without what a query may carry."""
    return urlsplit(address).path or "/"
