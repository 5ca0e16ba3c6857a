"""Opens a stage: a fresh browser context behind an egress proxy of its own, watched by a recorder."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.intercept import interception
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.egress.site_headers import site_headers
from qa_appliance.browser.egress.untrusted import why_untrusted
from qa_appliance.browser.network.places import with_surroundings
from qa_appliance.browser.process.browsers import Browsers
from qa_appliance.core.errors import SetupFailed, Unavailable
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest
from qa_appliance.evidence.observed.network import Barrier
from qa_appliance.evidence.recorder import Recorder
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.surroundings import is_by_the_clock, take_clock

_LONGEST_SEED = 9  # digits
_SEEDS = 1_000_000


def _seed_of(request: RunRequest) -> int:
    """The project's own, in its variable `seed`, or one of the run's id."""
    own = request.project_data.variables.get("seed", "")
    if own.isdecimal() and len(own) <= _LONGEST_SEED:
        return int(own)
    return zlib.crc32((own or request.id).encode()) % _SEEDS


@asynccontextmanager
async def open_stage(
    request: RunRequest,
    plan: Plan,
    recorder: Recorder,
    *,
    pool: Browsers,
    guard: Guard,
    patience: float,
    certain: bool = True,
) -> AsyncIterator[Stage]:
    """Until the end of the block. What opens the site is hidden from the recorder's evidence. Raises `SetupFailed`."""
    site = with_surroundings(request.site, plan.steps)
    recorder.hide_sent(site)

    def not_connected(decision: Decision) -> None:
        barrier: Barrier = "unreachable" if decision.cause == "unreachable" else "blocked"
        recorder.note_no_connection(f"{decision.host}:{decision.port}", barrier, decision.reason)

    async with AsyncExitStack() as stack:
        guard = guard.for_run(site.base_url)
        try:
            inside = await asyncio.to_thread(interception, pool.seal, site)
            way_out = EgressProxy.open(
                guard,
                on_decision=not_connected,
                listen=await stack.enter_async_context(pool.egress(site)),
                site_headers=site_headers(site),
                interception=inside,
            )
            proxy = await stack.enter_async_context(way_out)
            session = await stack.enter_async_context(pool.session(site, proxy.server))
        except Unavailable as problem:
            raise SetupFailed(problem.message) from problem
        await stack.enter_async_context(recorder.recording(session.context))
        stage = Stage(
            session,
            recorder,
            site,
            patience=patience,
            certain=certain,
            steps=plan.steps,
            baselines=request.baselines,
            files=request.files,
            project_data=request.project_data,
            seed=_seed_of(request),
        )
        stage.untrusted = partial(why_untrusted, guard, inside=inside)
        stack.push_async_callback(stage.uploads.close)
        stack.push_async_callback(stage.wire.close)
        if is_by_the_clock(plan.steps):
            await take_clock(stage)
        yield stage
