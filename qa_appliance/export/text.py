"""Writes a procedure as a Playwright test (interfaces, export). Secrets become environment variables. Pure."""

from __future__ import annotations

from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Go
from qa_appliance.export import python, typescript
from qa_appliance.export.statements import Comment
from qa_appliance.export.steps import Script


def export(form: str, name: str, base_url: str, plan: Plan) -> str:
    """The whole file; `form` is playwright-ts or playwright-python."""
    script = Script(base_url)
    lines = script.statements(plan.steps)
    lines += [Comment(f"Not understood, so not tested: {gap.text}") for gap in plan.gaps]
    if not (plan.steps and isinstance(plan.steps[0], Go)):
        lines = script.opening() + lines
    write = typescript.write if form == "playwright-ts" else python.write
    return write(name, lines, script.secrets)
