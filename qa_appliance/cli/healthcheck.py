"""`healthcheck`: asks the server on this machine whether it is alive. Never starts anything."""

from __future__ import annotations

import ipaddress

import click
import httpx

from qa_appliance.cli.options import settings_options
from qa_appliance.core.errors import Unavailable
from qa_appliance.settings import Settings

_SECONDS = 5.0


@click.command(name="healthcheck")
@settings_options("host", "port", "data_dir")
def command(settings: Settings) -> None:
    """Exit code 0 if the server answers, 3 if it does not."""
    url = f"{server_address(settings.host, settings.port)}/healthz"
    try:
        # trust_env off: a proxy of the environment is not on the way to this machine
        response = httpx.get(url, timeout=_SECONDS, trust_env=False)
    except httpx.HTTPError as error:
        raise Unavailable(f"No appliance answers at {url}: {error}.") from error
    if response.status_code != httpx.codes.OK:
        raise Unavailable(f"{url} answers {response.status_code}.")
    click.echo("ok")


def server_address(host: str, port: int) -> str:
    """The address to reach a server by that listens on `host`; a wildcard is reached by loopback."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return f"http://{host}:{port}"
    if ip.is_unspecified:
        ip = ipaddress.ip_address("127.0.0.1" if ip.version == 4 else "::1")
    return f"http://[{ip}]:{port}" if ip.version == 6 else f"http://{ip}:{port}"
