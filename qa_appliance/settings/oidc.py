"""The settings of sign-in by a provider. A file of their own, as they are more than other groups have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

from qa_appliance.hosts import is_loopback
from qa_appliance.settings.base import Address, Group, Secret, YesOrNo, says

_Text = Annotated[str, Meta(min_length=1, max_length=200)]
ROLE_RULE = r"^(?s:(?P<group>.+?)=(?P<role>owner|admin|member|viewer)(?::(?P<organization>.+))?)$"


class Oidc(Group, frozen=True):
    """A company's own directory, asked by OpenID Connect; beside the appliance's own accounts, never instead."""

    title = "Sign-in by a provider (OpenID Connect)"

    issuer: (
        Annotated[Address, says("Who signs people in: the provider's issuer. Takes a public URL and a client id, too.")]
        | None
    ) = None
    name: Annotated[
        str, Meta(min_length=1, max_length=60, description="a short name"), says("What the button says after “with”.")
    ] = "single sign-on"
    client_id: Annotated[_Text, Meta(description="a name"), says("What the provider calls the appliance.")] | None = (
        None
    )
    client_secret_file: (
        Annotated[
            Path,
            Meta(description="a file"),
            says("A file with the client's secret in its first line; none for a public client."),
        ]
        | None
    ) = None
    client_secret: Annotated[Secret, Meta(description="a secret"), says("The client's secret itself.")] | None = None
    scopes: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^[!#-\[\]-~]+$", max_length=200)], ...],
        Meta(description="names, openid among them"),
        says("What the provider is asked for."),
    ] = ("openid", "profile", "email")
    groups_claim: Annotated[
        _Text, Meta(description="a name, or a path such as realm_access.roles"), says("Where a person's groups stand.")
    ] = "groups"
    roles: Annotated[
        tuple[Annotated[str, Meta(pattern=ROLE_RULE, max_length=500)], ...],
        Meta(description="GROUP=ROLE or GROUP=ROLE:ORGANIZATION, the group * for everybody"),
        says("Which groups have which role (owner, admin, member, viewer), renewed at each sign-in."),
    ] = ()
    create: Annotated[YesOrNo, says("Create an account for people without one, where a group gives a role.")] = False
    email_domains: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^[^@\s]+\.[^@\s]+$", max_length=200)], ...],
        Meta(description="domains such as example.com"),
        says("Let in only whose verified e-mail address is of one of these."),
    ] = ()
    emails_verified: Annotated[
        YesOrNo, says("E-mail addresses are verified where the provider does not say whether they are.")
    ] = False
    link_by_email: Annotated[
        YesOrNo, says("Who has an account with the same verified e-mail address signs in to that one.")
    ] = False


def unheard(url: str) -> bool:
    """Whether nobody on the way reads or changes what goes to this address: https, or this machine itself."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme == "https":
        return bool(host)
    return parts.scheme == "http" and (host == "localhost" or is_loopback(host))
