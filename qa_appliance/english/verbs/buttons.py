"""Deeds called by the button that does them: save, submit, apply. Where no such button is, the step fails."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.core.steps import Click, Step
from qa_appliance.core.target import Target
from qa_appliance.english.verbs.data import REMEMBER
from qa_appliance.english.wording.forms import form, verb


def _press(name: str) -> Callable[[], Step]:
    def press() -> Step:
        return Click(target=Target(words=f"the “{name}” button", name=name, kind="button"))

    return press


VERBS = (
    verb("save", REMEMBER, form("click.save", "save the changes", "<what_was_entered>", _press("Save"))),
    verb("submit", form("click.submit", "submit the form", "<what_was_entered>", _press("Submit"))),
    verb("apply", form("click.apply", "apply the changes", "<what_was_entered>", _press("Apply"))),
)
