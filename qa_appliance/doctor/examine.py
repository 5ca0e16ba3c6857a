"""Everything the doctor looks at, in the order it is told."""

from __future__ import annotations

import asyncio
from datetime import datetime

from qa_appliance.doctor.browsers import check_browser, check_endpoints
from qa_appliance.doctor.check import Check
from qa_appliance.doctor.data import check_backups, check_copies, check_database, check_sqlite
from qa_appliance.doctor.libraries import check_libraries, read_pinned
from qa_appliance.doctor.machine import check_clock, check_data_dir, check_disk, check_port
from qa_appliance.doctor.model import check_model
from qa_appliance.doctor.network import check_authorities, check_dns, check_proxy
from qa_appliance.settings import Settings


async def examine(settings: Settings, now: datetime, *, serving: bool = False) -> list[Check]:
    """Takes seconds, most of them for starting a browser. `serving`: it is the server itself that asks."""
    if settings.browser_endpoint:
        browsers = check_endpoints(
            settings.browser_endpoint, settings.browsers, settings.egress_host, settings.browser_faults, now.date()
        )
    else:
        browsers = check_browser(settings.browser_path, settings.browser_faults, now.date())
    elsewhere = bool(settings.browser_endpoint)
    authorities, found = await asyncio.to_thread(check_authorities, settings.authorities, now, elsewhere=elsewhere)
    rest = await asyncio.to_thread(_rest, settings, now, serving, authorities)
    proxy = await check_proxy(settings.proxy, authorities)
    return [
        *await browsers,
        *rest,
        proxy,
        found,
        *await check_model(settings.llm, authorities, settings.data_dir),
    ]


def _rest(settings: Settings, now: datetime, serving: bool, authorities: str) -> list[Check]:
    return [
        check_libraries(read_pinned().on, now.date()),
        check_sqlite(),
        check_database(settings.data_dir, now),
        check_data_dir(settings.data_dir),
        check_disk(settings.data_dir),
        check_backups(settings.backup, settings.data_dir, now),
        *check_copies(settings, authorities, now),
        check_clock(),
        check_dns(),
        check_port(settings.host, settings.port, serving=serving),
    ]
