"""Plans the gaps of one run with a model: asked at the moment a run comes to a gap, about the page in front of it.

What it proposes are sentences, done only if the grammar reads them, so that a tester could have written them; never
performs a step and never judges one.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.plan import Done, Gap, Judgement, Proposal
from qa_appliance.core.target import deletes
from qa_appliance.english.writing.written import in_words
from qa_appliance.language.tokens import Token
from qa_appliance.model import judging
from qa_appliance.model.answers import Unreadable
from qa_appliance.model.clause import Clause, Mood, is_own, mood_of, speaks_of
from qa_appliance.model.endpoint import ModelFailed
from qa_appliance.model.faults import MOST_STEPS, fault_of_step, fault_of_whole
from qa_appliance.model.judging import Opinion, judgement, only_judged, speaks_to_a_model
from qa_appliance.model.language import SCHEMA, Answer, steps_of
from qa_appliance.model.memory import Memory, key_of
from qa_appliance.model.model import Model, Question
from qa_appliance.model.page import shown_page, state_of
from qa_appliance.model.prompts import Around, question, system
from qa_appliance.model.sentence import around
from qa_appliance.model.spending import Spending

Held = Callable[[c.PageCheck, Look], bool]
"""Whether a check holds of a look."""

_MOST_PAGE = 9_000  # characters
_MOST_AROUND = 6  # sentences on either side
_LONGEST_REASON = 300
_LONGEST_VALUE = 80  # characters of a value that is told with its name
_LONGEST_ADDRESS = 200
_NAMES_OF_SECRETS = re.compile(r"\{secret_\d+\}")

logger = logging.getLogger(__name__)


class Scene(Struct, frozen=True):
    """Where a run stands: its page, how that was `earlier`, before the last deed; the texts of `names`, "" of secrets.

    `dialog`: what the page asked with the last deed, and how it was answered. `refuted`: of a clause that is read, what
    it was read as and what of that is not there. `kept`: what it stands under is put around its steps, all at once.
    """

    look: Look
    names: Mapping[str, str] = {}
    earlier: Look | None = None
    dialog: str = ""
    refuted: str = ""
    mood: Mood = ""  # of what is refuted
    last: str = ""  # the sentence of the last deed
    kept: bool = False


@dataclass
class _Work:
    """What was done about one clause. `first`: the look before the first of its steps; `state`: of the page then."""

    clause: Clause
    secrets: dict[str, str]
    first: Look
    steps: list[s.Step] = field(default_factory=list)
    state: str = ""
    last: tuple[str, ...] = ()
    covered: bool = False


class GapPlanner:
    """Of one run. `hosts` are those of the site; `clean` masks what nobody may see. `gaps` are those of its plan as
    they were written, in `words`; `secret_quotes` finds the secrets among what one quotes. `accounts`: who can sign in.
    """

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
        secret_quotes: Callable[[str], Sequence[Token]],
        held: Held,
        words: str = "",
        accounts: Sequence[str] = (),
        memory: Memory | None = None,
    ) -> None:
        self.spending = spending
        self.calls = calls
        self._model = model
        self._base_url = base_url
        self._hosts = hosts | {(urlsplit(base_url).hostname or "").casefold()}
        self._clean = clean
        self._gaps = {gap.start: gap for gap in gaps}
        self._secret_quotes = secret_quotes
        self._held = held
        self._words, self._accounts = words, tuple(accounts)
        self._memory = memory or Memory({})
        self._works: dict[tuple[int, str], _Work] = {}
        self._clause = Clause("")

    async def propose(
        self,
        gap: Gap,
        before: Sequence[Done],
        after: Sequence[str],
        scene: Scene,
        picture: Callable[[], Awaitable[bytes | None]] | None = None,
    ) -> Proposal:
        """The next steps for a gap on the page as it is; why there are none is told in `reason`. Raises nothing.

        `picture` takes one of the page, for what has to be judged.
        """
        look = scene.look
        work = self._works.get((gap.start, gap.text)) or self._begun(gap, scene)
        self._works[gap.start, gap.text] = work
        self._clause = work.clause
        refusal = self.refuses_page(look.url)
        if refusal:
            return Proposal(reason=refusal)
        if only_judged(work.clause):
            return await self._judge(gap, work, look, await picture() if picture is not None else None)
        try:
            answer, remembered = await self._answer(gap, work, before, after, scene)
        except ModelFailed as problem:
            return Proposal(reason=self._clean(problem.message))
        steps = _steps(answer)
        sentences = tuple(step.sentence for step in steps)
        state = await asyncio.to_thread(state_of, look)
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
        self, gap: Gap, work: _Work, before: Sequence[Done], after: Sequence[str], scene: Scene
    ) -> tuple[Answer, bool]:
        """With whether it was given in an earlier run, so that nobody was asked. Raises ModelFailed."""
        look = scene.look
        done = [step.sentence for step in work.steps]
        past = [one for one in _once(before) if one.sentence not in done and one.sentence != work.clause.text]
        near = past[-_MOST_AROUND:]
        to_come = [text for text in dict.fromkeys(after) if text not in work.clause.sentence][:_MOST_AROUND]
        shown = (
            self._clean(look.title)[:100],
            self._clean(_place(look.url)),
            await asyncio.to_thread(
                shown_page, look, self._clean, f"{work.clause.text} {work.clause.sentence}", _MOST_PAGE, scene.earlier
            ),
        )
        asked = [scene.dialog] if scene.dialog else []
        bare = Around([one.sentence for one in near] + asked, done, to_come)
        unvalued = msgspec.structs.replace(work.clause, names=dict.fromkeys(work.clause.names, ""))
        key = key_of(question(unvalued, bare, *shown, mark=""))
        known = self._memory.answer(key, lambda given: self._fault(given, work, scene))
        if known is not None:
            return known, True
        around = Around([f"{one.sentence} ({one.result})" for one in near] + asked, done, to_come)
        words = question(work.clause, around, *shown, secrets.token_hex(4))
        asking = Question(f"plan “{self._clean(gap.text)}”", system(), words, SCHEMA)
        with self.spending.about(f"{gap.start} {gap.text}"):
            answer = await self._model.ask(
                asking, lambda given: self._read(given, work, scene), self.spending, self.calls
            )
        self._memory.keep(key, answer, self._clean)
        return answer, False

    async def _judge(self, gap: Gap, work: _Work, look: Look, picture: bytes | None) -> Proposal:
        if speaks_to_a_model(look):
            return Proposal(reason="The page has orders for a model, so that none is asked to judge it.")
        page = await asyncio.to_thread(shown_page, look, self._clean, work.clause.text, _MOST_PAGE)
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
        if not self._clause.deletes and any(map(deletes, names)) and not node.role.endswith("box"):
            return f"The {located.called} deletes or cancels something, which the test does not ask for."
        return ""

    def _begun(self, gap: Gap, scene: Scene) -> _Work:
        gap = self._gaps.get(gap.start, gap)
        text, hidden, at = "", dict[str, str](), 0
        for quote in self._secret_quotes(gap.text):
            hidden[f"secret_{len(hidden) + 1}"] = quote.value
            text += f'{gap.text[at : quote.start]}"{{secret_{len(hidden)}}}"'
            at = quote.end
        text = self._clean(text + gap.text[at:])
        before, behind = around(self._words, gap.start, gap.text)
        whole = f"{self._clean(before)}⟦{text}⟧{self._clean(behind)}".strip() if before or behind else ""
        names = {name: "" if self._clean(text) != text else text[:_LONGEST_VALUE] for name, text in scene.names.items()}
        clause = Clause(
            text,
            names | dict.fromkeys(hidden, ""),
            scene.mood or mood_of(gap, before.strip()),
            whole,
            gap.under,
            self._clean(scene.refuted),
            self._accounts,
            also=self._clean(scene.last) if scene.dialog else "",
        )
        return _Work(clause, hidden, scene.look)

    def _read(self, given: object, work: _Work, scene: Scene) -> Answer:
        answer = msgspec.convert(given, Answer)
        fault = self._fault(answer, work, scene)
        if fault:
            raise Unreadable(fault)
        return answer

    def _fault(self, answer: Answer, work: _Work, scene: Scene) -> str:
        if len(answer.sentences) > MOST_STEPS:
            return f"There are {len(answer.sentences)} sentences; plan at most {MOST_STEPS} at once."
        try:
            steps = _steps(answer)
        except Unreadable as fault:
            return str(fault)
        for step in steps:
            fault_of_one = fault_of_step(step, work.clause, self._base_url, self._hosts)
            if fault_of_one:
                return fault_of_one
            if self._spills(step, work, scene.look):
                return "A secret goes only into a password's field, or one the clause speaks of."
        if not answer.covered:
            at_once = scene.kept or bool(scene.refuted)
            return "It has to be covered at once, by these sentences alone." if at_once and steps else ""
        whole = [*work.steps, *steps]
        fault_of_all = fault_of_whole(whole, work.clause, scene.look.url)
        return fault_of_all or ("" if scene.refuted else self._idle_check(whole, work))

    def _spills(self, step: s.Step, work: _Work, look: Look) -> bool:
        """Whether a secret of the clause would be typed, or told, where it does not belong."""
        held = [f"{{{name}}}" for name in work.secrets if f"{{{name}}}" in step.sentence]
        if not held or isinstance(step, s.LogIn | s.Assert | s.WaitFor):
            return False
        if not isinstance(step, s.Fill):
            return True
        name = step.target.name if step.target is not None else ""
        meant = [node for node in look.nodes if name in (node.name, node.label, node.placeholder) and node.shown]
        spoken = speaks_of(s.Assert(check=c.TextShown(text=name)), work.clause)
        return not spoken and not (meant and all(node.type == "password" for node in meant))

    def _idle_check(self, steps: list[s.Step], work: _Work) -> str:
        """Every check that counts either speaks of what the clause does, or did not hold before the clause's steps."""
        for step in steps:
            if not isinstance(step, s.Assert) or speaks_of(step, work.clause):
                continue
            if not isinstance(step.check, c.PageCheck) or self._held(step.check, work.first):
                return (
                    f"The check “{in_words(step)}” has nothing to do with the clause, and held before its steps: check"
                    " what the clause says, in its words."
                )
        return ""

    def _reason(self, answer: Answer) -> str:
        printed = "".join(sign if sign.isprintable() else " " for sign in self._clean(answer.reason))
        reason = " ".join(printed.split())[:_LONGEST_REASON]
        return (
            f"The model could not plan it: {reason}" if reason else "The model could not plan it, and did not say why."
        )


def _steps(answer: Answer) -> list[s.Step]:
    """Raises Unreadable."""
    return [step for sentence in answer.sentences for step in steps_of(sentence)]


def _once(before: Sequence[Done]) -> list[Done]:
    """Without what was told right before."""
    return [one for at, one in enumerate(before) if at == 0 or before[at - 1] != one]


def _filled(step: s.Step, hidden: dict[str, str]) -> s.Step:
    """With the clause's own secrets in their places: what the model wrote down are their names."""
    return _put(step, hidden) if hidden else step  # type: ignore[return-value]


def _put(part: object, hidden: dict[str, str]) -> object:
    match part:
        case s.Value():
            text = _with(part.text, hidden)
            return part if text == part.text else s.Value(text, secret=True, literal=True)
        case str():
            return _with(part, hidden)
        case tuple():
            return tuple(_put(each, hidden) for each in part)
        case Struct():
            names = [name for name in part.__struct_fields__ if name not in ("sentence", "reads_as")]
            return msgspec.structs.replace(part, **{name: _put(getattr(part, name), hidden) for name in names})
    return part


def _with(text: str, hidden: dict[str, str]) -> str:
    for name, secret in hidden.items():
        text = text.replace(f"{{{name}}}", secret)
    return text


def _place(address: str) -> str:
    """Where the page is: what of the address is behind its host."""
    parts = urlsplit(address)
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path or '/'}{query}{f'#{parts.fragment}' if parts.fragment else ''}"[:_LONGEST_ADDRESS]
