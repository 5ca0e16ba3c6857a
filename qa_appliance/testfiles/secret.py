"""Passwords in tests as files: `${NAME}` in a sentence is a variable of whoever runs it, if the file calls it a secret.

Only what is typed as a password may be one: everything else that a sentence says stands in the evidence.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from qa_appliance.english.compile import plan_english
from qa_appliance.planning.secret_words import secret_words
from qa_appliance.testfiles.entries import VARIABLE
from qa_appliance.testfiles.faults import Faulty, Spot, faulty
from qa_appliance.testfiles.test import Test, filled


def with_secrets(test: Test, variables: Mapping[str, str]) -> Test:
    """The test as it is run. Raises `Faulty` for a secret that is not given, and for one that would be shown."""
    spots = _spots(test)
    values = {}
    for name, spot in spots.items():
        value = variables.get(name, "")
        if not value.strip() or "\n" in value:
            wrong = "has more than one line" if value.strip() else "is not set"
            raise faulty(spot, f"The variable {name} {wrong}. It is a secret of this file: set it for this command.")
        values[name] = value
    if not values:
        return replace(test, secrets=())
    made = replace(
        test,
        secrets=tuple(values),
        lines=tuple(filled(line, VARIABLE, values) for line in test.lines),
        unfilled=test.lines,
    )
    hidden = secret_words(plan_english(made.description, made.phrases))
    for name, value in values.items():
        if value not in hidden:
            raise _shown(name, spots[name])
    return made


def _spots(test: Test) -> dict[str, Spot]:
    """Of each secret that stands in the test, where it does first."""
    spots: dict[str, Spot] = {}
    for line in test.lines:
        for found in VARIABLE.finditer(line.text):
            if found[1] in test.secrets:
                assert test.file is not None
                spots.setdefault(found[1], Spot(test.file, line.number, line.column(found.start())))
    return spots


def _shown(name: str, spot: Spot) -> Faulty:
    return faulty(
        spot,
        f"${{{name}}} is not typed as a password here, so that it would be shown. Say into which password field it"
        f' goes, as in: enter "${{{name}}}" into "Password". What is no secret goes into data.',
    )
