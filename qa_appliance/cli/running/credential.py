"""The API key for somebody's appliance: from a file or the environment, never from an argument."""

from __future__ import annotations

import os
from pathlib import Path

import click

from qa_appliance.cli.configuration import read_secret
from qa_appliance.core.errors import Invalid

api_key_option = click.option(
    "--api-key-file", type=click.Path(path_type=Path), metavar="FILE", help="Holds the API key for --server."
)


def read_api_key(file: Path | None) -> str:
    """Raises `Invalid` where there is none."""
    key = read_secret(file) if file else os.environ.get("QA_APPLIANCE_API_KEY", "").strip()
    if not key:
        raise Invalid("--server needs an API key: --api-key-file FILE, or QA_APPLIANCE_API_KEY in the environment.")
    return key
