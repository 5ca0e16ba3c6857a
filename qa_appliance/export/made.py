"""What a test names by its kind, as constants of an exported one: values and files. Pure."""

from __future__ import annotations

import mimetypes
from datetime import date

from qa_appliance.core.steps import Upload
from qa_appliance.core.target import Fingerprint, Way
from qa_appliance.core.test_data.fields import FieldRules
from qa_appliance.core.test_data.made import Made, MadeKind
from qa_appliance.export.statements import Bytes, Expression, Pairs
from qa_appliance.making.samples import made_file, sample
from qa_appliance.making.texts import candidates
from qa_appliance.making.wanted import CannotMake, Wanted, kind_of

_WHEN_IT_RUNS: dict[MadeKind, str] = {
    "email": "{unique email}",
    "username": "{unique username}",
    "date": "{today}",
    "past date": "{today-30 days}",
    "future date": "{today+30 days}",
}
"""What a site takes once only, and what counts from the day of the run."""
_BEYOND: dict[MadeKind, tuple[str, str]] = {
    "date": ("1800-01-01", "9999-12-31"),
    "time": ("00:00", "23:59"),
    "number": ("-999999", "999999999"),
}
_SEED = 1


def made_text(made: Made) -> str:
    """Of the kind, for no field in particular: what a field says of itself is not in a saved test."""
    if not made.fault and made.kind in _WHEN_IT_RUNS:
        return _WHEN_IT_RUNS[made.kind]
    try:
        return candidates(Wanted(made, FieldRules(), _SEED, _SEED, date.today()))[0]
    except CannotMake:
        return _without_rules(made)


def fitting(way: Way) -> str:
    """For a field of which no more is known than what it is called."""
    called = way.known.fingerprint if way.known is not None else Fingerprint()
    return made_text(Made(kind_of(FieldRules(label=called.label or called.name))))


def _without_rules(made: Made) -> str:
    """Where it takes a field's own rules to break them."""
    match made.fault:
        case "":
            return "Sample"
        case "too short":
            return "a"
        case "too long":
            return "a" * 300
        case "too low" | "too high" | "out of range":
            return _BEYOND.get(made.kind, ("#####", "#####"))[made.fault != "too low"]
    return "#####"


def made_files(step: Upload) -> tuple[Expression, ...]:
    """Each as Playwright takes a file that lies nowhere. Raises CannotMake."""
    return tuple(_file(name, step) for name in step.files or ("file.bin",))


def _file(name: str, step: Upload) -> Expression:
    content = made_file(name, step.pages, step.rows) if step.made else sample(name)
    kept = content[: step.size_bytes] if step.size_bytes else content
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    buffer = Bytes(kept, max(0, step.size_bytes - len(kept)))
    return Pairs((("name", name), ("mimeType", kind), ("buffer", buffer)))
