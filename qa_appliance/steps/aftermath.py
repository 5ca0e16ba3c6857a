"""What a deed led to: the answer of the page it opened, dialogs nobody spoke of, tabs. Never looks for an element."""

from __future__ import annotations

from http import HTTPStatus

from qa_appliance.browser.failure import fail
from qa_appliance.core.steps import Assert, Choose, Click, Fill, LogIn, Press, Search, SetChecked, SignIn, Step, WaitFor
from qa_appliance.steps.base.stage import Doing, Stage

_DEEDS = Click | Choose | Fill | Press | SetChecked | LogIn | SignIn | Search
_NOT_ANSWERED = "as no step says how to answer"


class Aftermath:
    """What came while one step was at work: made before the step, asked after it."""

    def __init__(self, step: Step, stage: Stage) -> None:
        self._step = step
        self._stage = stage
        self._mark = stage.recorder.mark()
        self._spoken = len(stage.dialogs.spoken)

    def tell(self, doing: Doing) -> None:
        """Notes dialogs that were answered unasked."""
        for spoken in self._stage.dialogs.spoken[self._spoken :]:
            if spoken.asked or spoken.kind == "beforeunload":
                continue
            if spoken.kind == "alert":
                doing.note(f"the page said “{spoken.text}”")
            else:
                doing.note(f"the page asked “{spoken.text}”; that was declined, {_NOT_ANSWERED}")

    def judge(self) -> None:
        """Raises Failed (page_error) where a deed led to a page that the server could not make (5xx)."""
        if not isinstance(self._step, _DEEDS):
            return
        here = self._stage.recorder.clean(self._stage.page.url.partition("#")[0])
        for event in self._stage.recorder.network_since(self._mark):
            status = event.status or 0
            if event.resource_type == "document" and status >= 500 and event.url.partition("#")[0] == here:
                answer = f"{status} {_phrase(status)}".rstrip()
                message = f"The page this led to, {here}, answered {answer}."
                raise fail("page_error", message, expected="a page", seen=answer, status=status)

    def tell_of_failure(self, doing: Doing) -> None:
        """Where a check failed beside a tab that nobody went to, says so."""
        pages = self._stage.session.context.pages
        if isinstance(self._step, Assert | WaitFor) and pages and pages[-1] is not self._stage.page:
            doing.note("another tab is open; “switch to the new tab” goes there")


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
