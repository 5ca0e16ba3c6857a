"""English to steps, sentence by sentence: what reading one leaves for the next is kept here."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.steps import Step
from qa_appliance.core.target import Relation
from qa_appliance.english.accounted import unaccounted
from qa_appliance.english.accounts import ACTING, acting, is_so_already
from qa_appliance.english.each_of import MOST, NOT_USED, TOO_MANY, EachOf, each_of, filled
from qa_appliance.english.finishing import Finishing
from qa_appliance.english.nouns.pronouns import Pronouns
from qa_appliance.english.rereading import Rereading
from qa_appliance.english.sentences.asides import (
    SEEN_BEHIND,
    asks_to_see,
    behind_a_purpose,
    introduces,
    only_observes,
    tells_a_story,
)
from qa_appliance.english.sentences.blocks import announced, bracketed, filling, listed, opened, points_below, same_line
from qa_appliance.english.sentences.clauses import Piece, clicked_last, read_sentence
from qa_appliance.english.sentences.definitions import Definitions
from qa_appliance.english.sentences.gaps import ENDLESS, Gaps
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.heads import CONDITIONAL, Headed, is_bare_condition, read_head, structural_cut
from qa_appliance.english.sentences.inversions import as_at_first, criterion, deed_first, deed_last, says_who_does_it
from qa_appliance.english.sentences.leads import standing
from qa_appliance.english.sentences.notes import AIMED, ARRIVED, REPORTED, only_tells
from qa_appliance.english.sentences.outcomes import led_by_a_click, stated_outcome
from qa_appliance.english.sentences.phrasebook import Given, OpenPhrases, Use, from_phrase
from qa_appliance.english.sentences.questions import asked, is_open
from qa_appliance.english.sentences.readings import performs, refers_back
from qa_appliance.english.sentences.tails import alternative, answered, otherwise_at, read_tail, repeated, unanswered
from qa_appliance.english.sentences.text import JOINTS, Sentence, sentences
from qa_appliance.english.sentences.unread import (
    ROW,
    looks_in_a_label,
    why_left_out,
    why_unread,
)
from qa_appliance.english.translated import translated
from qa_appliance.english.verbs.seek import goes_through
from qa_appliance.english.words.work import Tangled, Work
from qa_appliance.language.tokens import Phrase, Source


class Compiler(Finishing, Rereading):
    """Reads sentences in order; `gaps`, `remarks` and `definitions` are what a text leaves beside its steps."""

    def __init__(self, given: Given, work: Work, *, only_tried: bool) -> None:
        self._phrasebook = given.phrasebook
        self._accounts = given.accounts
        self._work = work
        self._open = OpenPhrases(given.inside)
        self.gaps: Gaps = Gaps(given.phrasebook.like, only_tried=only_tried)
        self._gap = self.gaps.add
        self.definitions = Definitions()
        self._pronouns = Pronouns(self.gaps.found)
        self._frame: tuple[Relation, ...] = ()
        self._begun = self._heard = False
        self._by_clause = False  # whether clauses that no form reads are read by the rows of wordings
        self._last: Step | None = None
        self._through: list[Phrase] = []  # "Navigate through the tree.": how to look for what comes next
        self.remarks: list[str] = []

    def block(self, block: list[Sentence]) -> list[Step]:
        """The steps of sentences in a row; what a sentence opens (its deeper lines) belongs to it."""
        steps: list[Step] = []
        index = 0
        while index < len(block):
            sentence = block[index]
            if self._work.outermost:
                self.gaps.begin(sentence.phrase.start, len(steps))
            if self._work.used_up:
                self.gaps.tangled(sentence.phrase + block[-1].phrase, on=True)
                break
            index += 1
            self._work.next_sentence()
            inner: list[Sentence] = []
            kept = len(self.gaps.found)
            try:
                steps, sentence = self._acted(steps, sentence)
                if not sentence.phrase.tokens:
                    continue
                if (each := each_of(sentence.phrase)) is not None:
                    below = sentence.opens or sentence.titles
                    inner, index = (opened if below else same_line)(block, index, sentence)
                    steps = [*steps, *self._done_for_each(each, sentence.phrase, inner)]
                    continue
                if sentence.opens:
                    inner, index = opened(block, index, sentence)
                elif is_bare_condition(sentence.phrase):
                    inner, index = opened(block, index, sentence)
                    if inner and inner[0].depth <= sentence.depth:
                        self._gap(sum((each.phrase for each in inner), sentence.phrase), ENDLESS)
                        continue
                steps = self._following(steps, sentence, inner)
            except Tangled:
                self.gaps.forget(kept)
                whole = sentence.phrase + inner[-1].phrase if inner else sentence.phrase
                self.gaps.tangled(whole, on=self._work.used_up)
        return steps

    def _following(self, steps: list[Step], sentence: Sentence, inner: list[Sentence]) -> list[Step]:
        """The steps so far and those of the next sentence, which may be what is done if the last ones are not."""
        if sentence.place is not None:
            self._tell(ARRIVED.format(place=sentence.place.text))
        first = not (self._begun or steps or inner or self.gaps.found)
        if tells_a_story(sentence.phrase) or (first and only_tells(sentence)):
            self._tell(AIMED.format(words=sentence.phrase.text))
            return steps
        if not inner and sentence.role not in EXPECTING and (again := repeated(sentence.phrase, steps)):
            return [*steps, *again]
        other = alternative(sentence.phrase)
        if other is None or not unanswered(steps):
            return [*steps, *self.sentence(sentence.phrase, sentence.role, inner)]
        with self.gaps.under(sentence.phrase):
            body = self.sentence(other, sentence.role, inner) if other.tokens else self.block(inner)
        return answered(steps, body)

    def _acted(self, steps: list[Step], sentence: Sentence) -> tuple[list[Step], Sentence]:
        """With the sign-in of who does the sentence, unless that is who is signed in, and the rest of it."""
        by = acting(sentence.phrase, self._accounts)
        if by is None:
            return steps, sentence
        rest = replace(sentence, phrase=by.rest)
        if is_so_already(by.step, steps, self._accounts):
            return steps, rest
        own = self._each_finished([replace(by.step, sentence=by.words.text, rule=ACTING)], by.words)
        return [*steps, *(own or [])], rest

    def sentence(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        """One sentence with the lines it opens."""
        if role == "reported":
            self._tell(REPORTED)
            return []
        kept, before = len(self.gaps.found), self._state()
        if (
            not inner
            and self._phrasebook.find(phrase) is None
            and (first := self._read_first(phrase, role)) is not None
        ):
            return first
        with self._work.deeper():
            steps = self._sentence(phrase, role, inner)
        if not inner and self._phrasebook.find(phrase) is None:
            steps = self._read_again(phrase, role, before, steps, kept)
        if role != "expected" or not any(map(performs, steps)) or says_who_does_it(phrase):
            return steps
        self.gaps.forget(kept)
        return self._gap(phrase, why_unread(phrase, role)) or []

    def _sentence(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        if (whole := self._whole(phrase, inner)) is not None:
            return whole
        headed = read_head(phrase, opens=bool(inner))
        depends = not inner and (headed is None or headed.opening.conditional)
        if depends and (cut := otherwise_at(phrase)) is not None:
            return self._either(*cut, role)
        if headed is not None:
            return self._headed(headed, phrase, role, inner)
        return self._with_lines(phrase, role, inner) if inner else self._alone(phrase, role)

    def _whole(self, phrase: Phrase, inner: list[Sentence]) -> list[Step] | None:
        """A phrase of the organization's own, or what tells how the sentences behind it are meant; else None."""
        if not inner:
            use = self._phrasebook.find(phrase)
            if use is not None and (use.start, use.stop) == (0, len(phrase)):
                return self._expanded(use, phrase)
            if only_observes(phrase) or (not self._begun and introduces(phrase)):
                return []
            if goes_through(phrase):
                self._through = [*self._through, phrase]
                return []
        tells = self.definitions.take(phrase) or self._switches_frame(phrase)
        return self.block(inner) if tells else None

    def _with_lines(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        """A sentence without a head over the lines it opens."""
        if phrase.tokens[0].low in CONDITIONAL:
            return self._unread_with_lines(phrase, inner)
        if (below := announced(phrase, inner)) is not None:
            return self.block(below)
        fields = filling(phrase, inner) if role != "expected" else None
        filled = None if fields is None else [step for piece in fields for step in self._piece(piece, "")]
        filled = self._listed(phrase, role, inner) if filled is None else filled
        if filled is None and points_below(phrase):
            return self._unread_with_lines(phrase, inner)
        return filled if filled is not None else [*self._clauses(phrase, role), *self.block(inner)]

    def _unread_with_lines(self, phrase: Phrase, inner: list[Sentence]) -> list[Step]:
        self._gap(phrase)
        for sentence in inner:
            self._gap(sentence.phrase, "It depends on a line that no form reads.", under=phrase)
        return []

    def _listed(self, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step] | None:
        """ "The menu shows:" over lines of names: that it shows each of them."""
        named = listed(phrase, inner)
        if not named or not all(map(self._checks, named)):
            return None
        return [step for each in named for step in self._clauses(each, role)]

    def _alone(self, phrase: Phrase, role: Role) -> list[Step]:
        """A sentence without a head that opens nothing."""
        if role not in EXPECTING and (at := behind_a_purpose(phrase)):
            if asks_to_see(phrase[:at]):
                return self._gap(phrase, SEEN_BEHIND) or []
            self._tell(AIMED.format(words=phrase[:at].text))
            return self.sentence(phrase[at + 1 :], role, [])
        turned = deed_last(phrase) or deed_first(phrase)
        done = self._done_first(phrase, role) if turned is None else self._done_last(turned, role)
        if done is not None:
            return as_at_first(phrase, done)
        if phrase.tokens[0].low in (*CONDITIONAL, ROW) or is_open(phrase):
            self._gap(phrase, why_unread(phrase, role))
            return []
        steps = self._with_outcome(phrase, role) or self._asked(phrase) or self._begins_at(phrase, role)
        if steps is not None:
            return steps
        cut = structural_cut(phrase)
        if cut is None:
            return self._tailed(phrase, role)
        left, right = cut
        return [*self.sentence(left, role, []), *self.sentence(right, role, [])]

    def _with_outcome(self, phrase: Phrase, role: Role) -> list[Step] | None:
        """ "click A -> B is shown": a deed, and what is to be checked behind it."""
        stated = stated_outcome(phrase)
        if stated is not None:
            return [*self.sentence(stated[0], role, []), *self.sentence(stated[1], "expected", [])]
        if (led := led_by_a_click(phrase)) is None:
            return None
        again = clicked_last(led[0], self._last)
        done = [] if again else self.sentence(led[0], role if role == "expected" else "when", [])
        return [*done, *self.sentence(led[1], "expected", [])]

    def _asked(self, phrase: Phrase) -> list[Step] | None:
        """ "Is X shown?": that it is."""
        statement = next((statement for statement in asked(phrase) if self._checks(statement)), None)
        if statement is None:
            return None
        return [replace(step, sentence=phrase.text) for step in self._clauses(statement, "expected")]

    def _begins_at(self, phrase: Phrase, role: Role) -> list[Step] | None:
        """ "On the login page", alone and before anything was done: that page is opened."""
        place = phrase if self._begun or role in EXPECTING else standing(phrase, given=role == "given")
        headed = read_head(place, opens=True) if not self._begun and place.tokens[0].low in ("on", "at") else None
        if headed is None or not headed.head.arrived or headed.rest.tokens:
            return None
        return self._headed(headed, phrase, role, [])

    def _checks(self, phrase: Phrase) -> bool:
        """Whether all of a sentence is read, as checks."""
        readings = [piece.reading for piece in read_sentence(phrase, "expected", not self._begun)]
        return all(reading is not None and reading.checks for reading in readings)

    def _headed(self, headed: Headed, phrase: Phrase, role: Role, inner: list[Sentence]) -> list[Step]:
        words = phrase[: len(phrase) - len(headed.rest)].strip(",", ":", "then")
        if headed.head.arrived and self._begun:
            self._tell(ARRIVED.format(place=words.text))
            return [*self.sentence(headed.rest, role, []), *self.block(inner)]
        opening = [replace(step, sentence=words.text, rule=headed.head.id) for step in headed.opening.steps]
        own = self._each_finished(opening, words)
        if own is None:
            return []
        with self.gaps.under(words if headed.opening.encloses else None):
            body = [*(self.sentence(headed.rest, role, []) if headed.rest.tokens else []), *self.block(inner)]
        around = self._pronouns.pointed(headed.opening.around(own, body), words) if body else own
        if around is None:
            self._gap(words, "It could stand for nothing that was named before.")
        elif around and (lost := unaccounted(around, words)):
            return self._gap(words, why_left_out(words, lost)) or []
        elif (label := next(filter(None, map(looks_in_a_label, around)), None)) is not None:
            return self._gap(phrase, label) or []
        return around or []

    def _done_first(self, phrase: Phrase, role: Role) -> list[Step] | None:
        """ "When I click Save, …", "After clicking Save, …": the action is done, then the rest."""
        tokens = phrase.tokens
        if tokens[0].low not in ("when", "after", "once", "upon", "if", "by") or len(tokens) < 3:
            return None
        use = self._phrasebook.find(phrase[1:])
        if use is not None and use.start == 0:
            return self._clauses(phrase[1:], role)
        phrase, role = criterion(phrase, role)
        leading: Role = role if role in EXPECTING else "when"
        pieces = read_sentence(phrase[1:], leading, not self._begun)
        first = pieces[0].reading if pieces else None
        if first is None or first.checks:
            return self._referring_back(phrase, role) if first is None and role in EXPECTING else None
        last = self._last
        done = [step for piece in pieces for step in self._piece(piece, leading)]
        return done[1:] if refers_back(phrase, last, done) else done

    def _done_last(self, turned: Phrase, role: Role) -> list[Step] | None:
        """ "“Saved” is shown after clicking Save": the click, unless it was done just before."""
        return self._referring_back(turned, role) if role in EXPECTING else self._done_first(turned, role)

    def _referring_back(self, phrase: Phrase, role: Role) -> list[Step] | None:
        """ "Expected: after clicking Save, …": of what was done last, and what is to be checked behind it."""
        piece = next(iter(read_sentence(phrase[1:], "when", False)), None)
        if piece is None or piece.reading is None or len(piece.reading.steps) > 1:
            return None
        if not refers_back(phrase, self._last, piece.reading.steps):
            return None
        rest = phrase[1 + len(piece.phrase) :].strip(*JOINTS)
        return self.sentence(rest, role, []) if rest.tokens else None

    def _tailed(self, phrase: Phrase, role: Role) -> list[Step]:
        tail = read_tail(phrase)
        if tail is None:
            return self._clauses(phrase, role)
        before, around, rule = tail
        kept = len(self.gaps.found)
        groups = self._groups(before, role)
        steps = [step for group in groups for step in group]
        last = groups[-1] if groups else []
        wrapped = around(tuple(last)) if steps and len(self.gaps.found) == kept else None
        if wrapped is None:
            self.gaps.forget(kept)
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
        before, after = (
            phrase[: use.start].strip(*JOINTS),
            phrase[use.stop :].strip(*JOINTS),
        )
        groups = self._groups(before, role) if before.tokens else []
        groups.append(self._expanded(use, phrase[use.start : use.stop]))
        return [group for group in (*groups, *(self._groups(after, role) if after.tokens else [])) if group]

    def _expanded(self, use: Use, wording: Phrase) -> list[Step]:
        """The steps of a phrase's sentences; what is not read of them is a gap of the words that used the phrase."""
        own, kept = use.own, len(self.gaps.found)
        texts = use.sentences()
        if refused := self._open.refusal(own, len(texts)):
            self._gap(wording, refused)
            return []
        with self._open.within(own):
            steps = self.block(bracketed(sentences(Source("\n".join(texts), self._work))))
        self.gaps.of_phrase(kept, own.pattern, wording)
        return [from_phrase(step, own) for step in steps]

    def _done_for_each(self, each: EachOf, phrase: Phrase, inner: list[Sentence]) -> list[Step]:
        """The sentences behind it for one text after the other; what is not read of them is a gap, once."""
        whole = phrase + inner[-1].phrase if inner else phrase
        written = phrase.source.text[each.begins : whole.tokens[-1].end]
        kept, steps = len(self.gaps.found), list[Step]()
        if len(each.texts) > MOST:
            return self._gap(each.words, TOO_MANY) or []
        for text in each.texts:
            if (body := filled(written, text)) is None:
                return self._gap(whole, NOT_USED) or []
            with self._work.deeper():
                done = self.block(bracketed(sentences(Source(body, self._work))))
            if len(self.gaps.found) > kept:
                self.gaps.of_each(kept, whole)
                return []
            steps += done
        return steps

    def _either(self, phrase: Phrase, otherwise: Phrase, role: Role) -> list[Step]:
        """A sentence with a condition, and what is done if it does not hold."""
        steps = self.sentence(phrase, role, [])
        with self.gaps.under(otherwise):
            if unanswered(steps):
                return answered(steps, self.sentence(otherwise, role, []))
            self._gap(otherwise, "It depends on a condition that no form reads.")
        return steps

    def _piece(self, piece: Piece, role: Role) -> list[Step]:
        if (first := self._read_first(piece.phrase, role)) is not None:
            return first
        if piece.reading is None:
            if self.definitions.take(piece.phrase):
                return []
            steps, found = translated(piece.phrase, role) if self._by_clause else [], len(self.gaps.found)
            done = self._all_finished(steps, piece.phrase) if steps else None
            if not done and not any(gap.missing for gap in self.gaps.found[found:]):
                self.gaps.unread(piece.phrase, role)
            return done or []
        steps = [replace(step, sentence=piece.phrase.text, rule=piece.reading.rule) for step in piece.reading.steps]
        return self._all_finished(steps, piece.phrase) or []
