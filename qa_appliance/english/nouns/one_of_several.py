"""Whether a clause about several is read as of one of them. Reads nothing itself."""

from __future__ import annotations

from collections.abc import Iterable

from qa_appliance.core.checks import TextIs
from qa_appliance.core.steps import Assert
from qa_appliance.language.tokens import Phrase


def says_several(steps: Iterable[object], phrase: Phrase) -> bool:
    """ "The columns are “A” and “B”", read as of one column that it is the one and the other."""
    exact = [step.check for step in steps if isinstance(step, Assert) and isinstance(step.check, TextIs)]
    values = {(check.target, check.value) for check in exact if check.comparison == "equals" and not check.negated}
    return phrase.has(_ARE) and len(values) > len({target for target, _ in values})


_ARE = frozenset({"are", "were"})
