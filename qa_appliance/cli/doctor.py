"""`doctor`: what this machine offers for browser tests, and what to do about what is amiss. Repairs nothing."""

from __future__ import annotations

import asyncio

import click

from qa_appliance.cli.exits import IMPOSSIBLE, PASSED
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.table import print_json
from qa_appliance.core.clock import utc_now
from qa_appliance.doctor.examine import examine
from qa_appliance.settings import Settings

_CONCERNED = (
    *("backup", "proxy"),
    *("host", "port", "data_dir", "browser_path", "browser_faults", "browser_endpoint", "egress_host", "authorities"),
    *("llm_base_url", "llm_model", "llm_api_key_file", "llm_file", "llm_file_megabytes"),
)


@click.command(name="doctor")
@settings_options(*_CONCERNED)
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
def command(settings: Settings, as_json: bool) -> int:
    """Check browser, sandbox, fonts, database, disk, clock, network and port.

    Exit code 0 if tests can run here, 3 if not.
    """
    checks = asyncio.run(examine(settings, utc_now()))
    able = all(check.state != "failed" for check in checks)
    if as_json:
        print_json({"ok": able, "checks": checks})
    else:
        for check in checks:
            click.echo(f"{check.state:7} {check.name}: {check.detail}")
            if check.advice:
                click.echo(f"        → {check.advice}")
    return PASSED if able else IMPOSSIBLE
