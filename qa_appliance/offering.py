"""What a model would do for the clauses of a test that are not understood, before it runs: as words that need no model.

It sees a page only as a run last saw it, so that what depends on what comes next is not offered. Performs nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.find.lint import standing
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.saved import unpacked
from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.plan import Done, Gap, Plan
from qa_appliance.core.steps import Remember
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.model.clause import Clause, mood_of
from qa_appliance.model.gaps import GapPlanner, Scene
from qa_appliance.model.judging import only_judged
from qa_appliance.model.model import Model
from qa_appliance.model.spending import Spending
from qa_appliance.planning.rewording import reworded
from qa_appliance.planning.secret_words import secret_quotes, secret_words, user_names
from qa_appliance.steps.filling import holds_in
from qa_appliance.threads import Threads

Read = Callable[[str], Plan]

_MOST = 6  # clauses at once
_SECONDS = 90.0  # for all of them
_UNSEEN = "The page it would be done on is not known: no run has seen it yet, or where the test stands then is open."
_UNDER = "It stands under “{under}”: what is done there is only seen in a run."
_JUDGED = "Only a run can show what has to be judged."
_LATER = "What comes after its first steps can only be seen in a run."
_UNSAID = "The steps a model has for it cannot be written in its place so that the whole is read the same."
_TOO_MANY = "More clauses are open than are asked about at once."
_TOO_LATE = "There was no time left to ask about it."


class Offer(Struct, frozen=True):
    """A clause as it stands from `start` on in the words, in code points, and what says the same without a model.

    `page` is the one it was planned for, as it was last seen. `reason`: why there is nothing to offer.
    """

    text: str
    start: int
    instead: str = ""
    page: str = ""
    reason: str = ""


class Site(Struct, frozen=True):
    """What is known of the site before a run; `pages` are packed looks by address, the one seen last first."""

    base_url: str
    hosts: frozenset[str]
    pages: Mapping[str, bytes]
    accounts: tuple[str, ...] = ()


class Offering:
    """Of an appliance with a model."""

    def __init__(self, model: Model) -> None:
        self.model = model

    async def offers(
        self, words: str, read: Read, site: Site, spending: Spending, reading: Threads, whom: str
    ) -> list[Offer]:
        """One for each clause that is not understood, in their order; English is read in `reading`, for `whom`.

        Raises nothing for what the model does.
        """
        asks = _Asks(self.model, spending, reading, whom)
        plan = await reading.do_for(whom, read, words)
        redactor = Redactor()
        redactor.spare(user_names(plan))
        for secret in secret_words(plan):
            redactor.hide(secret)
        found = list[Offer]()
        try:
            async with asyncio.timeout(_SECONDS):
                for gap in plan.gaps[:_MOST]:
                    found.append(await _offer(gap, words, plan, read, site, asks, redactor.clean))
        except TimeoutError:
            found += [Offer(gap.text, gap.start, reason=_TOO_LATE) for gap in plan.gaps[len(found) : _MOST]]
        return [*found, *(Offer(gap.text, gap.start, reason=_TOO_MANY) for gap in plan.gaps[_MOST:])]


class _Asks(NamedTuple):
    model: Model
    spending: Spending
    reading: Threads
    whom: str


async def _offer(
    gap: Gap,
    words: str,
    plan: Plan,
    read: Read,
    site: Site,
    asks: _Asks,
    clean: Callable[[str], str],
) -> Offer:
    none = Offer(gap.text, gap.start)
    if gap.under:
        return replace(none, reason=_UNDER.format(under=gap.under))
    if only_judged(Clause(gap.text, mood=mood_of(gap, ""))):
        return replace(none, reason=_JUDGED)
    before, after = plan.steps[: gap.at], plan.steps[gap.at :]
    page = standing(before, after, site.pages, site.base_url)
    if not page:
        return replace(none, reason=_UNSEEN)
    calls = list[ModelCall]()
    planner = GapPlanner(
        asks.model,
        asks.spending,
        calls,
        base_url=site.base_url,
        hosts=site.hosts,
        clean=clean,
        gaps=plan.gaps,
        secret_quotes=secret_quotes,
        held=holds_in,
        words=words,
        accounts=site.accounts,
    )
    proposal = await planner.propose(
        gap,
        [Done(clean(step.sentence), "not done yet") for step in before],
        [clean(step.sentence) for step in after],
        Scene(_as_seen(site, page), {step.name: "" for step in before if isinstance(step, Remember)}),
    )
    shown = urlsplit(f"//{page}").path or "/"
    if not proposal.covered:
        return replace(none, page=shown, reason=proposal.reason or _LATER)
    walked = plan.filled(gap, proposal)
    clauses = (await asks.reading.do_for(asks.whom, reworded, words, walked, read)).clauses
    if not clauses:
        return replace(none, page=shown, reason=_UNSAID)
    return replace(none, page=shown, instead=clauses[0].instead)


def _as_seen(site: Site, page: str) -> Look:
    scheme = urlsplit(site.base_url).scheme
    look = unpacked(site.pages[page])
    return Look(url=urljoin(site.base_url, f"{scheme}://{page}"), title=look.title, text=look.text, nodes=look.nodes)
