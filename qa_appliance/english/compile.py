"""English to a plan: the one door of this room. Deterministic, no I/O: the same words give the same plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.test_data.project import Account
from qa_appliance.english.compiler import Compiler
from qa_appliance.english.layout.laid_out import laid_out
from qa_appliance.english.sentences.advice import OF_ADVICE
from qa_appliance.english.sentences.blocks import bracketed
from qa_appliance.english.sentences.notes import notes_on
from qa_appliance.english.sentences.phrasebook import Given, Phrasebook
from qa_appliance.english.sentences.text import sentences
from qa_appliance.english.verbs.credentials import as_attempts
from qa_appliance.english.verbs.mail import about_the_mail
from qa_appliance.english.words.work import OF_A_TEXT, Work
from qa_appliance.language.tokens import Source


def plan_english(
    description: str,
    phrases: Iterable[OwnPhrase] = (),
    *,
    inside: str = "",
    accounts: Sequence[Account] | None = None,
) -> Plan:
    """The steps a description stands for; every clause is covered by a step or is a gap (decision 8).

    `phrases` are the organization's own. `inside`: the id of the phrase whose own sentences these are. `accounts`: whom
    the project knows, so that a sign-in as anybody else is a gap; None: that is not asked.
    """
    return read_english(description, phrases, inside=inside, accounts=accounts)[0]


def read_english(
    description: str,
    phrases: Iterable[OwnPhrase] = (),
    *,
    inside: str = "",
    allowed: int = OF_A_TEXT,
    accounts: Sequence[Account] | None = None,
) -> tuple[Plan, int]:
    """The plan, and the units of work that reading it took; `allowed` are how many it may take."""
    work = Work(allowed)
    given = Given(Phrasebook(phrases), inside, accounts)
    return _read(description, given, work, Work(OF_ADVICE)), work.spent


def _read(description: str, given: Given, work: Work, advice: Work | None) -> Plan:
    """`advice`: what may be spent on telling what stops the reading of its gaps; None: that is not asked."""
    compiler = Compiler(given, work, only_tried=advice is None)
    laid = laid_out(description)
    steps = as_attempts(about_the_mail(compiler.block(bracketed(sentences(Source(laid.text, work))))))
    compiler.close()
    found = compiler.gaps.ordered(compiler.gaps.found + compiler.definitions.unused(), steps, laid.text)
    if advice is not None:
        found = compiler.gaps.advised(found, lambda clause: _read(clause, given, advice, None))
    gaps = laid.placed(found, compiler.gaps.begun, len(steps))
    notes = (*laid.notes, *compiler.remarks, *notes_on(steps))
    return Plan(tuple(laid.worded(steps)), tuple(sorted(gaps, key=lambda gap: gap.start)), notes)
