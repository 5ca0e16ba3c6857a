"""Deeds called by the button that does them: save, submit, apply. Where no such button is, the step fails."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.core.steps import Click, Step
from qa_appliance.core.target import Target
from qa_appliance.english.verbs.data import REMEMBER
from qa_appliance.english.wording.forms import Form, form, verb
from qa_appliance.english.words.tokens import Phrase


def _press(name: str) -> Callable[[], Step]:
    def press() -> Step:
        return Click(target=Target(words=f"the “{name}” button", name=name, kind="button"))

    return press


def _press_called(name: str) -> Callable[[Phrase], Step | None]:
    """ "Save Changes", both in capitals: that is what the button says."""

    def press(rest: Phrase) -> Step | None:
        named = rest.strip("and", "&")
        if not 0 < len(named) <= _LONGEST_REST or not all(token.text[0].isupper() for token in named.tokens):
            return None
        called = f"{name} {rest.text}"
        return Click(target=Target(words=called, name=called, kind="button"))

    return press


_LONGEST_REST = 2  # words


def _named(name: str) -> Form:
    return form(f"click.{name.lower()}", f"{name} Changes", "{rest:bare}", _press_called(name))


VERBS = (
    verb(
        "save", REMEMBER, _named("Save"), form("click.save", "save the changes", "<what_was_entered>", _press("Save"))
    ),
    verb("submit", _named("Submit"), form("click.submit", "submit the form", "<what_was_entered>", _press("Submit"))),
    verb("apply", _named("Apply"), form("click.apply", "apply the changes", "<what_was_entered>", _press("Apply"))),
)
