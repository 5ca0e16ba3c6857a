"""Writes a procedure as a Playwright test (interfaces, export). Secrets become environment variables. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Assert, Go, Step, WaitFor
from qa_appliance.core.test_data.project import NOTHING, ProjectData
from qa_appliance.english.writing.exported import with_digest
from qa_appliance.export import python, typescript
from qa_appliance.export.names import Names
from qa_appliance.export.statements import PAGE, Comment, Compare, Expect, File, Refuses, Statement, call
from qa_appliance.export.steps import Script

Form = Literal["playwright-ts", "playwright-python"]
_CHECKS = Assert | WaitFor
_GUESSED = "No run has found these places; they are made of the words alone, so see each fail once:"
_NO_WORDS = "How the site refuses is not looked at: only that what has to be refused does not come."


class Exported(Struct, frozen=True):
    """A test to be written. `refused`: it passes by the site's refusal. `data`: what it may take for granted; without
    passwords and the texts of secrets, which come from the environment. `rows`: of its table, by the columns' names."""

    name: str
    base_url: str
    plan: Plan
    refused: bool = False
    data: ProjectData = NOTHING
    rows: tuple[dict[str, str], ...] = ()


def export(form: Form, test: Exported) -> str:
    """The whole file."""
    names = Names(test.data, test.rows[0] if test.rows else ())
    script = Script(test.base_url, names)
    steps = test.plan.steps
    opened = bool(steps) and isinstance(steps[0], Go) and bool(steps[0].url)
    lines = [] if opened else script.opening()
    lines += _refused(steps, script) if test.refused else script.statements(steps)
    missing = [*script.missing, *(gap.text for gap in test.plan.gaps)]
    remarks = [*_listed("Not carried over, so not tested:", missing), *_listed(_GUESSED, script.guessed)]
    write, sign = (typescript.write, "//") if form == "playwright-ts" else (python.write, "#")
    rows = [names.row(row, number) for number, row in enumerate(test.rows, 1)]
    text = write(
        File(
            name=test.name,
            statements=[*remarks, *lines],
            given=names.given(),
            rows=rows,
            helpers=script.helpers,
            secrets=names.secrets,
        )
    )
    return text if test.refused else with_digest(sign, text)  # a refusal's checks say the contrary of their sentences


def _listed(heading: str, sentences: list[str]) -> list[Statement]:
    return [Comment(heading), *(Comment(f"- {each}") for each in dict.fromkeys(sentences))] if sentences else []


def _refused(steps: tuple[Step, ...], script: Script) -> list[Statement]:
    """The deeds up to the one that was refused, how the site said so, and that what was to come did not."""
    last = _refused_at(steps)
    deeds, rest = steps[:last], steps[last:]
    if rest and not isinstance(rest[0], _CHECKS):
        deeds, rest = steps[: last + 1], rest[1:]
    lines = script.statements(deeds)
    texts = [way.text for way in steps[last].ways if way.deed == "refused"] if steps else []
    lines.append(Comment("The site refuses:" if texts else _NO_WORDS))
    lines += [Expect(call(call(PAGE, "get_by_text", text), "nth", 0), "to_be_visible") for text in texts]
    checks = script.statements(tuple(step for step in rest if isinstance(step, _CHECKS)))
    return lines + [Refuses(line) if isinstance(line, Expect | Compare) else line for line in checks]


def _refused_at(steps: tuple[Step, ...]) -> int:
    """The step in whose place the site refused; where the run does not know, the last deed."""
    refused = [at for at, step in enumerate(steps) if any(way.deed == "refused" for way in step.ways)]
    deeds = [at for at, step in enumerate(steps) if not isinstance(step, _CHECKS)]
    return (refused[:1] or deeds[-1:] or [0])[0]
