"""English to a plan: the one door of this room. Deterministic, no I/O: the same words give the same plan."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.steps import Click, Remember, Step, When
from qa_appliance.core.target import Relation
from qa_appliance.english.nouns.pronouns import Pronouns, Unclear, scoped
from qa_appliance.english.sentences.brackets import bracketed
from qa_appliance.english.sentences.clauses import Piece, performs, read_sentence
from qa_appliance.english.sentences.definitions import Definitions
from qa_appliance.english.sentences.forms import nearest
from qa_appliance.english.sentences.heads import STRUCTURAL, Headed, is_bare_condition, read_head, scope_of
from qa_appliance.english.sentences.notes import notes_on
from qa_appliance.english.sentences.phrasebook import Phrasebook, Use
from qa_appliance.english.sentences.tails import alternative, otherwise_at, read_tail
from qa_appliance.english.sentences.text import EXPECTING, Role, Sentence, sentences
from qa_appliance.english.sentences.unread import NO_FORM, why_unread
from qa_appliance.english.verbs.places import switched_frame
from qa_appliance.english.verbs.seek import goes_through
from qa_appliance.english.words.tokens import Phrase, Source
from qa_appliance.english.words.work import OF_A_TEXT, Tangled, Work

_DEEPEST_PHRASE = 10  # phrases within phrases
_MOST_OF_PHRASES = 500  # sentences: phrases within phrases grow by multiplication


def plan_english(description: str, phrases: Iterable[OwnPhrase] = (), *, inside: str = "") -> Plan:
    """The steps a description stands for; every clause is covered by a step or is a gap (decision 8).

    `phrases` are the organization's own. `inside` is the id of the phrase whose sentences are read, when a phrase is
    looked at by itself.
    """
    return read_english(description, phrases, inside=inside)[0]


def read_english(
    description: str, phrases: Iterable[OwnPhrase] = (), *, inside: str = "", allowed: int = OF_A_TEXT
) -> tuple[Plan, int]:
    """The plan, and the units of work that reading it took; `allowed` are how many it may take."""
    work = Work(allowed)
    compiler = _Compiler(Phrasebook(phrases), inside, work)
    steps = compiler.block(bracketed(sentences(Source(description, work))))
    compiler.close()
    gaps = compiler.gaps + compiler.definitions.unused()
    notes = (*compiler.remarks, *notes_on(steps))
    return Plan(steps=tuple(steps), gaps=tuple(sorted(gaps, key=lambda gap: gap.start)), notes=notes), work.spent


class _Compiler:
    def __init__(self, phrasebook: Phrasebook, inside: str, work: Work) -> None:
        self._phrasebook = phrasebook
        self._work = work
        self._open = [inside] if inside else []  # ids of the phrases being read now, the outermost first
        self._said = 0  # sentences of phrases read so far
        self.gaps: list[Gap] = []
        self.definitions = Definitions()
        self._pronouns = Pronouns()
        self._frame: tuple[Relation, ...] = ()
        self._begun = False
        self._through: list[Phrase] = []  # "Navigate through the tree.": how to look for what comes next
        self.remarks: list[str] = []

    def close(self) -> None:
        """A way to look for something that nothing was looked for by is a gap."""
        for phrase in self._through:
            self._gap(phrase, "It does not say what to look for there.")
        self._through.clear()

    def block(self, block: list[Sentence]) -> list[Step]:
        """The steps of sentences in a row; what a sentence opens (its deeper lines) belongs to it."""
        steps: list[Step] = []
        index = 0
        while index < len(block):
            sentence = block[index]
            if self._work.used_up:
                self._tangled(sentence.phrase + block[-1].phrase)
                break
            index += 1
            self._work.next_sentence()
            inner: list[Sentence] = []
            kept = len(self.gaps)
            try:
                if sentence.opens:
                    inner, index = _opened(block, index, sentence)
                elif is_bare_condition(sentence.phrase):
                    inner, index = _opened(block, index, sentence)
                    if inner and inner[0].depth <= sentence.depth:
                        self._gap(sum((each.phrase for each in inner), sentence.phrase), _ENDLESS)
                        continue
                steps = self._following(steps, sentence, inner)
            except Tangled:
                del self.gaps[kept:]
                self._tangled(sentence.phrase + inner[-1].phrase if inner else sentence.phrase)
        return steps

    def _following(self, steps: list[Step], sentence: Sentence, inner: list[Sentence]) -> list[Step]:
        """The steps so far and those of the next sentence, which may be what is done if the last ones are not."""
        other = alternative(sentence.phrase)
        if other is None or not self._unanswered(steps):
            return [*steps, *self.sentence(sentence.phrase, sentence.role, inner)]
        body = self.sentence(other, sentence.role, inner) if other.tokens else self.block(inner)
        return _answered(steps, body)

    def _tangled(self, phrase: Phrase) -> None:
        """What takes more reading than is allowed; neighbours are one gap."""
        start, written = phrase.start, phrase.source.text
        if self._work.used_up and self.gaps and self.gaps[-1].reason == _TANGLED:
            start = self.gaps.pop().start
        self.gaps.append(Gap(text=written[start : phrase.tokens[-1].end], reason=_TANGLED, start=start))

    def sentence(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        """One sentence with the lines it opens."""
        kept = len(self.gaps)
        with self._work.deeper():
            steps = self._sentence(phrase, role, inner)
        if role != "expected" or not any(map(performs, steps)):
            return steps
        del self.gaps[kept:]
        self._gap(phrase, why_unread(phrase, role))
        return []

    def _sentence(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        use = self._phrasebook.find(phrase) if not inner else None
        if use is not None and (use.start, use.stop) == (0, len(phrase)):
            return self._expanded(use, phrase)
        if not inner and goes_through(phrase):
            self._through.append(phrase)
            return []
        if self.definitions.take(phrase) or self._switches_frame(phrase):
            return [] if not inner else self.block(inner)
        headed = read_head(phrase, opens=bool(inner))
        cut = otherwise_at(phrase) if not inner and (headed is None or headed.opening.conditional) else None
        if cut is not None:
            return self._either(*cut, role)
        if headed is not None:
            return self._headed(headed, phrase, role, inner)
        done = self._done_first(phrase, role) if not inner else None
        if done is not None:
            return done
        if phrase.tokens[0].low in _CONDITIONAL:
            self._gap(phrase)
            for sentence in inner:
                self._gap(sentence.phrase, "It depends on a line that no form reads.")
            return []
        if inner:
            filled = self._form(phrase, inner) if role not in EXPECTING else None
            return filled if filled is not None else [*self._clauses(phrase, role), *self.block(inner)]
        cut = _structural_cut(phrase)
        if cut is not None:
            left, right = cut
            return [*self.sentence(left, role, []), *self.sentence(right, role, [])]
        return self._tailed(phrase, role)

    def _headed(self, headed: Headed, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        words = phrase[: len(phrase) - len(headed.rest)]
        if headed.head.arrived and self._begun:
            self.remarks.append(f"“{words.text}” tells where the test is by then; it is not checked.")
            return [*self.sentence(headed.rest, role, []), *self.block(inner)]
        words = words.strip(",", ":", "then")
        opening = [replace(step, sentence=words.text, rule=headed.head.id) for step in headed.opening.steps]
        own = self._all_finished(opening, words)
        if own is None:
            return []
        body = self.sentence(headed.rest, role, []) if headed.rest.tokens else []
        body += self.block(inner)
        return headed.opening.around(own, body) if body else own

    def _done_first(self, phrase: Phrase, role: Role) -> list[Step] | None:
        """ "When I click Save, …", "After clicking Save, …": the action is done, then the rest."""
        tokens = phrase.tokens
        if tokens[0].low not in ("when", "after", "once", "upon", "if", "by") or len(tokens) < 3:
            return None
        use = self._phrasebook.find(phrase[1:])
        if use is not None and use.start == 0:
            return self._clauses(phrase[1:], role)
        said: Role = role if role in EXPECTING else "when"
        pieces = read_sentence(phrase[1:], said, not self._begun)
        first = pieces[0].reading if pieces else None
        if first is None or first.rule.startswith("check."):
            return None
        return [step for piece in pieces for step in self._piece(piece, said)]

    def _tailed(self, phrase: Phrase, role: Role) -> list[Step]:
        tail = read_tail(phrase)
        if tail is None:
            return self._clauses(phrase, role)
        before, around, rule = tail
        kept = len(self.gaps)
        groups = self._groups(before, role)
        steps = [step for group in groups for step in group]
        last = groups[-1] if groups else []
        wrapped = around(tuple(last)) if steps and len(self.gaps) == kept else None
        if wrapped is None:
            del self.gaps[kept:]
            self._gap(phrase)
            return []
        return [
            *steps[: len(steps) - len(last)],
            *(step if step.sentence else replace(step, sentence=phrase.text, rule=rule) for step in wrapped),
        ]

    def _clauses(self, phrase: Phrase, role: Role) -> list[Step]:
        return [step for group in self._groups(phrase, role) for step in group]

    def _groups(self, phrase: Phrase, role: Role) -> list[list[Step]]:
        """The steps of a sentence; those a condition behind it would bear on together are one group."""
        use = self._phrasebook.find(phrase)
        if use is None:
            pieces = read_sentence(phrase, role, not self._begun)
            return [[step] for piece in pieces for step in self._piece(piece, role)]
        before, after = phrase[: use.start].strip(*_JOINTS), phrase[use.stop :].strip(*_JOINTS)
        groups = self._groups(before, role) if before.tokens else []
        groups.append(self._expanded(use, phrase[use.start : use.stop]))
        return [group for group in (*groups, *(self._groups(after, role) if after.tokens else [])) if group]

    def _expanded(self, use: Use, said: Phrase) -> list[Step]:
        """The steps of a phrase's sentences; what is not read of them is a gap of the words that used the phrase."""
        own, kept = use.own, len(self.gaps)
        texts = use.sentences()
        self._said += len(texts)
        wrong = ""
        if own.id in self._open:
            wrong = "uses itself"
        elif len(self._open) >= _DEEPEST_PHRASE:
            wrong = f"lies more than {_DEEPEST_PHRASE} phrases deep"
        elif self._said > _MOST_OF_PHRASES:
            wrong = f"stands for more than {_MOST_OF_PHRASES} sentences"
        if wrong:
            self._gap(said, f"The phrase “{own.pattern}” {wrong}.")
            return []
        self._open.append(own.id)
        steps = self.block(bracketed(sentences(Source("\n".join(texts), self._work))))
        self._open.pop()
        self.gaps[kept:] = [
            replace(
                gap,
                text=said.text,
                start=said.start,
                reason=f"“{gap.text}” of the phrase “{own.pattern}”: {gap.reason}",
            )
            for gap in self.gaps[kept:]
        ]
        return [_from_phrase(step, own) for step in steps]

    def _either(self, phrase: Phrase, otherwise: Phrase, role: Role) -> list[Step]:
        """A sentence with a condition, and what is done if it does not hold."""
        steps = self.sentence(phrase, role, [])
        if self._unanswered(steps):
            return _answered(steps, self.sentence(otherwise, role, []))
        self._gap(otherwise, "It depends on a condition that no form reads.")
        return steps

    def _unanswered(self, steps: list[Step]) -> bool:
        return bool(steps) and isinstance(steps[-1], When) and not steps[-1].otherwise

    def _piece(self, piece: Piece, role: Role) -> list[Step]:
        if piece.reading is None:
            if not self.definitions.take(piece.phrase):
                self._gap(piece.phrase, why_unread(piece.phrase, role))
            return []
        said = [replace(step, sentence=piece.phrase.text, rule=piece.reading.rule) for step in piece.reading.steps]
        return self._all_finished(said, piece.phrase) or []

    def _all_finished(self, steps: list[Step], phrase: Phrase) -> list[Step] | None:
        """None where one of them leans on something that was never named."""
        finished = [self._finished(step, phrase) for step in steps]
        done = [step for step in finished if step is not None]
        return done if len(done) == len(finished) else None

    def _finished(self, step: Step, phrase: Phrase) -> Step | None:
        """A step with its pronouns, scope and made data filled in; a pronoun that stands for nothing is a gap."""
        self._begun = True
        if not (isinstance(step, Click) and step.seek):
            self.close()
        self._through.clear()
        try:
            step = self._pronouns.resolve(step, isinstance(step, Remember) or _mentions(phrase), bool(phrase.quotes()))
        except Unclear as unclear:
            self._gap(phrase, str(unclear))
            return None
        if self._frame:
            step = scoped(step, self._frame)
        return self.definitions.fill(step)

    def _gap(self, phrase: Phrase, reason: str = NO_FORM) -> None:
        own = self._phrasebook.like(phrase.tokens[0].low)
        near = (*own, *nearest(phrase))[:_MOST_NEAREST] if len(self.gaps) < _MOST_ADVISED else ()
        self.gaps.append(Gap(text=phrase.text, reason=reason, nearest=near, start=phrase.start))

    def _form(self, phrase: Phrase, inner: list[Sentence]) -> list[Step] | None:
        """ "Fill in the form:" over lines of label and value."""
        lows = [token.low for token in phrase.tokens]
        if not lows or lows[0] not in ("fill", "enter", "complete", "provide", "input", "type", "set"):
            return None
        pieces = [piece for sentence in inner for piece in read_sentence(sentence.phrase, "", False)]
        rules = [piece.reading.rule if piece.reading is not None else "" for piece in pieces]
        if not all(rule.startswith(("type.", "choose.", "check.box")) for rule in rules):
            return None
        return [step for piece in pieces for step in self._piece(piece, "")]

    def _switches_frame(self, phrase: Phrase) -> bool:
        """ "switch to the frame "Payment"" holds for what follows, until the main page is switched to."""
        frame = switched_frame(phrase)
        if frame is not None:
            self._frame = () if frame == "main" else scope_of(frame) or ()
        return frame is not None


_MOST_NEAREST = 3
_MOST_ADVISED = 60  # gaps: of more, only the words are told
_ENDLESS = "Nothing tells where this condition ends: indent what it bears on, or write “end” below."
_TANGLED = "Too tangled to read. Write one action or one check in a sentence, each on a line of its own."
_JOINTS = (",", "and", "then", "but")


def _answered(steps: list[Step], body: list[Step]) -> list[Step]:
    """With the body as what is done if the last step's condition does not hold."""
    last = steps[-1]
    return [*steps[:-1], replace(last, otherwise=tuple(body))] if isinstance(last, When) and body else steps


def _from_phrase(step: Step, own: OwnPhrase) -> Step:
    """The step with the phrase it came out of; of phrases within phrases the outermost is named."""
    inner = {
        name: tuple(_from_phrase(each, own) for each in getattr(step, name))
        for name in ("steps", "otherwise")
        if getattr(step, name, ())
    }
    return replace(step, phrase=own.pattern, phrase_ids=(own.id, *step.phrase_ids), **inner)


_CONDITIONAL = frozenset(
    {"if", "unless", "until", "when", "whenever", "once", "while", "repeat", "for", "otherwise", "else"}
)
"""Words that make the rest of a sentence depend on what they say: unread, they leave the whole of it unread."""


_PRONOUN_WORDS = frozenset({"it", "them", "this", "those", "these", "same", "one"})


def _mentions(phrase: Phrase) -> bool:
    """Whether a pronoun may be among the words; a "that" stands for something only at the end."""
    return phrase.tokens[-1].low == "that" or phrase.has(_PRONOUN_WORDS)


def _opened(block: list[Sentence], index: int, opener: Sentence) -> tuple[list[Sentence], int]:
    """The sentences a colon at a line's end opens: the deeper lines, else the lines up to the next empty one."""
    start = index
    while index < len(block) and block[index].depth > opener.depth:
        index += 1
    if index > start or opener.depth % 2:
        return block[start:index], index
    line = opener.line
    while index < len(block) and block[index].line - line <= 1:
        line = block[index].line
        index += 1
    return block[start:index], index


def _structural_cut(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """Where a structural word begins behind a conjunction: open /shop, [if "Accept" appears, click it]."""
    tokens = phrase.tokens
    if not phrase.has(STRUCTURAL):
        return None
    for index in range(1, len(tokens) - 1):
        if tokens[index].low not in (",", "and", "then") or tokens[index].kind == "quoted":
            continue
        following = index + 1
        while following < len(tokens) and tokens[following].low in (",", "and", "then"):
            following += 1
        if following >= len(tokens) or tokens[following].low not in STRUCTURAL:
            continue
        if read_head(phrase[following:]) is not None:
            return phrase[:index], phrase[following:]
    return None
