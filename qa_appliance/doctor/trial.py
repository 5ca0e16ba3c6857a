"""Tries a browser before it is taken into use: started as for a run, and driven."""

from __future__ import annotations

import tempfile
from pathlib import Path

from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.trial import try_page
from qa_appliance.core.run import Site


async def try_out(choice: BrowserChoice) -> None:
    """Raises Unavailable with what it cannot do. Takes seconds."""
    with tempfile.TemporaryDirectory(prefix="qa-appliance-trial-") as folder:
        async with (
            Pool.open(choice, slots=1, data_dir=Path(folder)) as pool,
            pool.session(Site("about:blank")) as session,
        ):
            await try_page(session.page)
