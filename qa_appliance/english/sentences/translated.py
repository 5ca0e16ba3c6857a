"""A sentence that no form reads, by the rows of wordings: the steps of what it stands for in the test language."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from qa_appliance.core.steps import Fill, LogIn, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.parts import changed
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.readings import performs
from qa_appliance.english.words.lexicon import PRONOUNS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import is_secret
from qa_appliance.translate.translate import Translation, translations

_ALIKE = 0.05
"""Two readings that cost as much are both possible: nothing tells which is meant."""
RULE = "translated"


def translated(phrase: Phrase, role: Role) -> list[Step]:
    """Its steps; none where no rows read all of it, or where they read it in two ways.

    Where something is expected nothing is done, and what is given is not checked.
    """
    bare = phrase.strip(",", ".")
    phrase.source.work.spend(len(bare))
    found = translations(bare.tokens)
    if not found:
        return []
    best = [list(_steps(each, bare)) for each in found if each.cost <= found[0].cost + _ALIKE]
    if any(each != best[0] for each in best[1:]):
        return []
    done = [performs(step) for step in best[0]]
    if (role in EXPECTING and any(done)) or (role == "given" and not all(done)):
        return []
    return best[0]


def _steps(translation: Translation, phrase: Phrase) -> Iterator[Step]:
    quotes = {token.value for token in phrase.quotes()}

    def as_written(part: object) -> object | None:
        """A name without quotes in the clause has none, whatever its sentence needs; "it" is no name."""
        if not isinstance(part, Target) or not part.quoted or part.name in quotes:
            return None
        if part.name in PRONOUNS:
            return Target(words=part.name, name=part.name)
        within = changed(part.within, as_written)
        return replace(part, quoted=False, within=within)

    for step in translation.steps:
        yield _masked(replace(changed(step, as_written), sentence=phrase.text, rule=RULE))


def _masked(step: Step) -> Step:
    """What goes into a field for a secret is one."""
    match step:
        case Fill(target=Target(name=name), value=Value(text=text)) if is_secret(name):
            return replace(step, value=Value(text=text, secret=True))
        case LogIn(password=Value(text=text)):
            return replace(step, password=Value(text=text, secret=True))
    return step
