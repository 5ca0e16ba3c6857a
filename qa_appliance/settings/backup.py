"""The settings of backups, and of the bucket that holds copies of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from qa_appliance.settings.base import Count, Group, Secret, says


class Bucket(Group, frozen=True):
    """Where each backup is copied to, once it was made and read back in its folder."""

    title = "Backups in a bucket"

    endpoint: (
        Annotated[
            str,
            Meta(
                pattern=r"^https?://[^\s/@?#]+/?$",
                description="an address such as https://s3.eu-central-1.amazonaws.com",
            ),
            says("An S3-compatible service that gets a copy of each backup. Takes a folder for them, too."),
        ]
        | None
    ) = None
    name: (
        Annotated[
            str,
            Meta(pattern=r"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$", description="the name of a bucket"),
            says("Which of its buckets."),
        ]
        | None
    ) = None
    prefix: Annotated[
        str,
        Meta(
            pattern=r"^([A-Za-z0-9!_.*'()-]+(/[A-Za-z0-9!_.*'()-]+)*/?)?$",
            max_length=200,
            description="names with slashes between",
        ),
        says("What the names there begin with: one of its own for each appliance."),
    ] = ""
    region: (
        Annotated[
            str,
            Meta(pattern=r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", description="a name such as eu-central-1"),
            says("The bucket's region; without it the service is asked."),
        ]
        | None
    ) = None
    access_key: (
        Annotated[
            str,
            Meta(pattern=r"^\S+$", max_length=200, description="a name"),
            says("Who signs in there: the id of a key."),
        ]
        | None
    ) = None
    secret_key_file: (
        Annotated[Path, Meta(description="a file"), says("A file with the secret key in its first line.")] | None
    ) = None
    secret_key: Annotated[Secret, Meta(description="a secret key"), says("The secret key itself.")] | None = None
    keep: Annotated[Count, says("How many copies are kept there; the oldest go.")] = 7


class Backup(Group, frozen=True):
    """Backups by themselves, as `qa-appliance backup` writes them."""

    title = "Backups"

    to: (
        Annotated[
            Path,
            Meta(description="a folder, on another disk at best"),
            says("Keep backups in this folder by itself; without it none is made."),
        ]
        | None
    ) = None
    hours: Annotated[
        int, Meta(ge=1, le=8760, description="a whole number of hours up to 8760"), says("How often one is made.")
    ] = 24
    keep: Annotated[Count, says("How many are kept; the oldest go.")] = 7
    bucket: Bucket = Bucket()
