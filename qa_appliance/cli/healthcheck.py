"""`healthcheck`: asks the server on this machine whether it is alive. Never starts anything."""

from __future__ import annotations

import click
import httpx

from qa_appliance.cli.options import settings_options
from qa_appliance.core.errors import Unavailable
from qa_appliance.settings import Settings, web_address

_SECONDS = 5.0


@click.command(name="healthcheck")
@settings_options("host", "port", "data_dir", "tls_cert", "tls_key", "tls_self_signed")
def command(settings: Settings) -> None:
    """Exit code 0 if the server answers, 3 if it does not."""
    url = f"{web_address(settings.host, settings.port, tls=settings.tls.on)}/healthz"
    try:
        # trust_env off: a proxy of the environment is not on the way to this machine. Whether it lives is asked, not
        # who it is: a certificate for the name people use need not hold for loopback
        response = httpx.get(url, timeout=_SECONDS, trust_env=False, verify=False)  # noqa: S501
    except httpx.HTTPError as error:
        raise Unavailable(f"No appliance answers at {url}: {error}.") from error
    if response.status_code != httpx.codes.OK:
        raise Unavailable(f"{url} answers {response.status_code}.")
    click.echo("ok")
