"""One-time codes of the environment's authenticators: typed while they hold, each but once.

Keys and codes are in no record: a code is hidden before it is typed.
"""

from __future__ import annotations

from collections.abc import Mapping

from qa_appliance.browser.failure import fail
from qa_appliance.core.steps import EnterCode, Value
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.mailed import code_in, the_mail
from qa_appliance.steps.base.sign_in.authenticator import next_code
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.fields import fill_field


async def enter_code(step: EnterCode, stage: Stage, doing: Doing) -> None:
    if step.mailed:
        code = code_in(the_mail(stage.mailbox))
        stage.recorder.hide(code)
        await fill_field(step.target, Value(text=code, secret=True), stage, doing)
        return
    name, key = _chosen(step.authenticator, stage.site.authenticators or {})
    await stage.find(step.target, "fill", doing)  # a field that is slow to come costs a code none of its time
    await fill_field(step.target, await next_code(name, key, stage, doing), stage, doing)


def _chosen(name: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Raises Failed where the environment has none of that name, or several and none is named."""
    fitting = [each for each in known if not name or each.casefold() == name.casefold()]
    if len(fitting) == 1:
        return fitting[0], known[fitting[0]]
    if not known:
        raise fail("unsupported", "The run's environment has no authenticator; give it one with the site's key.")
    there = ", ".join(f"“{each}”" for each in sorted(known))
    if not name:
        raise fail("unsupported", f"The environment has several authenticators: {there}; say of which the code is.")
    raise fail("unsupported", f"The environment has no authenticator “{name}”; it has {there}.")


def _whose(step: EnterCode) -> str:
    return f"the code of {'the mail' if step.mailed else step.authenticator or 'the authenticator'}"


KINDS = (Kind(EnterCode, perform=enter_code, value=_whose),)
