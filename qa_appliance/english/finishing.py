"""Steps that a clause is read as, finished: what they lean on is filled in, and what loses a word is a gap."""

from __future__ import annotations

from collections.abc import Sequence

from qa_appliance.core.steps import Click, Http, Remember, Step
from qa_appliance.core.target import Relation
from qa_appliance.core.test_data.project import Account
from qa_appliance.english.accounted import unaccounted
from qa_appliance.english.accounts import lacking, meant
from qa_appliance.english.nouns.mentions import mentioned
from qa_appliance.english.nouns.one_of_several import says_several
from qa_appliance.english.nouns.pronouns import Pronouns, Unclear
from qa_appliance.english.nouns.scopes import scoped
from qa_appliance.english.rereading import Found
from qa_appliance.english.sentences.definitions import Definitions
from qa_appliance.english.sentences.readings import performs
from qa_appliance.english.sentences.unread import (
    ONE_OF_SEVERAL,
    sure,
    well_named,
    why_left_out,
)
from qa_appliance.english.statements.behind import scope_of
from qa_appliance.english.translated import RULE as TRANSLATED
from qa_appliance.english.translated import single_readings, with_other_readings
from qa_appliance.english.verbs.places import switched_frame
from qa_appliance.language.network import is_of_the_network
from qa_appliance.language.tokens import Phrase


class Finishing:
    """What sentences before left: what they named, what they defined, and in which frame the next are done."""

    gaps: Found
    definitions: Definitions
    _accounts: Sequence[Account] | None
    _pronouns: Pronouns
    _frame: tuple[Relation, ...]
    remarks: list[str]
    _begun: bool
    _heard: bool  # whether a request was spoken of: an answer is one to it then
    _last: Step | None
    _through: list[Phrase]

    def _tell(self, remark: str) -> None:
        self.remarks = self.remarks if remark in self.remarks else [*self.remarks, remark]

    def close(self) -> None:
        """A way to look for something that nothing was looked for by is a gap."""
        for phrase in self._through:
            self.gaps.add(phrase, "It does not say what to look for there.")
        self._through = []

    def _all_finished(self, steps: list[Step], phrase: Phrase) -> list[Step] | None:
        """None where words of the clause are left out, or one of them cannot be done as it stands."""
        if steps and steps[0].rule != TRANSLATED and (lost := unaccounted(steps, phrase)):
            self.gaps.add(phrase, why_left_out(phrase, lost))
            return None
        if says_several(steps, phrase):
            self.gaps.add(phrase, ONE_OF_SEVERAL)
            return None
        return self._each_finished(steps, phrase)

    def _each_finished(self, steps: list[Step], phrase: Phrase) -> list[Step] | None:
        """None where one of them leans on something that was never named, or takes for a name what is none."""
        done = [step for each in steps if (step := self._finished(each, phrase)) is not None]
        return done if len(done) == len(steps) else None

    def _finished(self, step: Step, phrase: Phrase) -> Step | None:
        """A step with its pronouns, scope and made data filled in; a pronoun that stands for nothing is a gap."""
        self._begun = True
        if not (isinstance(step, Click) and step.seek):
            self.close()
        self._through = []
        try:
            of_it, step = isinstance(step, Remember) or mentioned(phrase), well_named(step, phrase)
            step = sure(self._pronouns.resolve(step, of_it, bool(phrase.quotes())))
        except Unclear as unclear:
            self.gaps.add(phrase, str(unclear))
            return None
        step = meant(step, single_readings(phrase), self._accounts)
        if (lack := lacking(step, self._accounts)) is not None:
            self.gaps.without_account(phrase, lack.reason, lack.nearest)
            return None
        step = with_other_readings(step, phrase)
        done = self.definitions.fill(scoped(step, self._frame) if self._frame else step)
        self._last = done if performs(done) else self._last
        self._heard = self._heard or isinstance(done, Http) or is_of_the_network(done)
        return done

    def _switches_frame(self, phrase: Phrase) -> bool:
        """ "switch to the frame "Payment"" holds for what follows, until the main page is switched to."""
        frame = switched_frame(phrase)
        self._frame = self._frame if frame is None else () if frame == "main" else scope_of(frame) or ()
        return frame is not None
