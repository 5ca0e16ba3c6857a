"""Environments of a project: other addresses, with the headers and cookies they need (interfaces, Resources)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read, sent
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN, Address, check_address, check_name
from qa_appliance.api.resources.owned import OwnEnvironment, OwnProject
from qa_appliance.browser.egress.site_headers import OF_THE_CONNECTION
from qa_appliance.certificates.client import GivenClient, read_client, unfit_client
from qa_appliance.certificates.named import pem, read_authorities, unfit_authorities
from qa_appliance.core.errors import Invalid, Issue, NotFound
from qa_appliance.core.steps import MASK
from qa_appliance.steps.base.sign_in.authenticator import is_key
from qa_appliance.store.tables import audit, environments
from qa_appliance.store.tables.environments import Environment
from qa_appliance.threads import Threads

Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Staging"], extra_json_schema=SPOKEN)]
_TOKEN = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_CONTROL = frozenset(map(chr, range(32)))
_NOT_BASIC = {"username": _CONTROL | {":"}, "password": _CONTROL}
_CLIENT = ("pem", "pfx", "passphrase", "origin")
_NO_NAME = frozenset('{}"“”\n\r')
_reading = Threads("client certificates", at_once=2, waiting=20, each=2)
_NO_COOKIE = frozenset(map(chr, range(32))) | {";", chr(127)}


def _check(body: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(body)
    yield from check_address(body)
    headers = body.get("extraHeaders")
    for name, value in headers.items() if isinstance(headers, dict) else ():
        path = ("extraHeaders", name)
        if not name or not set(name) <= _TOKEN:
            yield Issue("invalid_string", path, f"“{name}” is not a header name.")
        elif name.lower() in OF_THE_CONNECTION:
            yield Issue("invalid_string", path, f"{name} belongs to the connection; leave it out.")
        elif isinstance(value, str) and ("\r" in value or "\n" in value):
            yield Issue("invalid_string", path, f"The header {name} must not hold a line break.")
    cookies = body.get("cookies")
    if isinstance(cookies, list):
        yield from _check_cookies(cookies)
    yield from _check_authenticators(body.get("authenticators"))
    yield from _check_certificates(body)
    basic = body.get("basicAuth")
    for name, unfit in _NOT_BASIC.items():
        text = basic.get(name) if isinstance(basic, dict) else None
        if isinstance(text, str) and set(text) & unfit:
            yield Issue("invalid_string", ("basicAuth", name), f"The {name} must not hold that.")


def _check_certificates(body: dict[str, object]) -> Iterator[Issue]:
    """By their shape: what has to be computed is for `_stored`."""
    authorities = body.get("authorities")
    if isinstance(authorities, str) and authorities.strip() and (problem := unfit_authorities(authorities)):
        yield Issue("invalid_string", ("authorities",), problem)
    client = body.get("clientCertificate")
    given = [client.get(name, "") for name in _CLIENT] if isinstance(client, dict) else [None]
    if isinstance(client, dict) and all(isinstance(text, str) for text in given):
        origin = client.get("origin")
        if origin and (any(check_address({"baseUrl": origin})) or not origin.lower().startswith("https://")):
            message = "origin has to be an https address such as https://login.example.com."
            yield Issue("invalid_string", ("clientCertificate", "origin"), message)
        if problem := unfit_client(_client(client)):
            yield Issue("invalid_string", ("clientCertificate", _form_of(client)), problem)


def _client(given: Mapping[str, str]) -> GivenClient:
    return GivenClient(**{name: given.get(name, "") for name in _CLIENT})


def _form_of(given: Mapping[str, str]) -> str:
    return "pfx" if given.get("pfx") else "pem"


async def _stored(values: dict[str, object], caller: Caller) -> dict[str, object]:
    """As it is kept: certificates and key apart, the key in clear under the seal, whatever they came in.

    Raises Invalid where they cannot be read.
    """
    if authorities := values.get("authorities"):
        text = str(authorities).strip()
        try:
            values["authorities"] = pem(await asyncio.to_thread(read_authorities, text)) if text else ""
        except ValueError as error:
            raise Invalid(issues=(Issue("invalid_string", ("authorities",), str(error)),)) from error
    if isinstance(given := values.get("client_certificate"), dict):
        try:
            client = await _reading.do_for(caller.user_id, read_client, _client(given))
        except ValueError as error:
            issue = Issue("invalid_string", ("clientCertificate", _form_of(given)), str(error))
            raise Invalid(issues=(issue,)) from error
        values["client_certificate"] = msgspec.structs.asdict(client)
    return values


def _check_authenticators(keys: object) -> Iterator[Issue]:
    for name, key in keys.items() if isinstance(keys, dict) else ():
        path = ("authenticators", name)
        if not name.strip() or set(name) & _NO_NAME:
            yield Issue("invalid_string", path, f"“{name}” is no name for an authenticator.")
        elif isinstance(key, str) and key != MASK and not is_key(key):
            message = f"The key of “{name}” has to be Base32, or an otpauth://totp address as in its QR code."
            yield Issue("invalid_string", path, message)


def _check_cookies(cookies: list[object]) -> Iterator[Issue]:
    """What a browser would refuse when the run is set up."""
    for index, cookie in enumerate(cookies):
        given = cookie if isinstance(cookie, dict) else {}
        for name in ("name", "value"):
            text = given.get(name)
            if isinstance(text, str) and (set(text) & _NO_COOKIE or (name == "name" and "=" in text)):
                yield Issue("invalid_string", ("cookies", index, name), f"The {name} of a cookie must not hold that.")
        if any(check_address({"baseUrl": given.get("url")})):
            path = ("cookies", index, "url")
            yield Issue("invalid_string", path, "url has to be an address such as https://shop.example.com.")
        expires = given.get("expires")
        if isinstance(expires, int | float) and expires <= 0 and expires != -1:
            path = ("cookies", index, "expires")
            yield Issue("too_small", path, "expires has to be -1 or a positive number of epoch seconds.")


class Cookie(Struct, frozen=True, rename="camel", omit_defaults=True):
    """As Playwright's `add_cookies` takes it; without url and domain it is set for the base URL."""

    name: Annotated[str, Meta(min_length=1, extra_json_schema={"pattern": r"^[^\u0000-\u001f\u007f;=]+$"})]
    value: Annotated[str, Meta(extra_json_schema={"pattern": r"^[^\u0000-\u001f\u007f;]*$"})]
    url: str | UnsetType = UNSET
    domain: str | UnsetType = UNSET
    path: str | UnsetType = UNSET
    expires: float | UnsetType = UNSET
    http_only: bool | UnsetType = UNSET
    secure: bool | UnsetType = UNSET
    same_site: Literal["Lax", "None", "Strict"] | UnsetType = UNSET


Headers = Annotated[
    dict[str, str],
    Meta(
        extra_json_schema={
            "propertyNames": {"pattern": r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},
            "additionalProperties": {"type": "string", "pattern": r"^[^\r\n\u0000]*$"},
        }
    ),
]


Authenticators = Annotated[
    dict[str, str],
    Meta(description="The keys of one-time codes (TOTP): Base32 or an otpauth address, by the authenticator's name"),
]


class BasicAuthBody(Struct, frozen=True):
    """For the server's own question (HTTP Basic), answered at the base URL's origin only."""

    username: Annotated[str, Meta(min_length=1, max_length=200, extra_json_schema={"pattern": r"^[^:\u0000-\u001f]+$"})]
    password: Annotated[str, Meta(min_length=1, max_length=1000, extra_json_schema={"pattern": r"^[^\u0000-\u001f]+$"})]


class ClientCertificateBody(Struct, frozen=True):
    """Shown to one origin when it asks for it: that of the base URL, or the one named. Either `pem` or `pfx`."""

    pem: Annotated[str, Meta(max_length=100_000, description="Certificate, chain and private key")] = ""
    pfx: Annotated[str, Meta(max_length=200_000, description="A PFX (PKCS #12) file in Base64")] = ""
    passphrase: Annotated[str, Meta(max_length=1000)] = ""
    origin: Annotated[str, Meta(max_length=2000)] = ""


Authorities = Annotated[
    str, Meta(max_length=500_000, description="PEM: who signs the site's certificates, beside the public authorities")
]


class EnvironmentBody(Struct, frozen=True, rename="camel"):
    name: Name
    base_url: Address
    extra_headers: Headers = msgspec.field(default_factory=dict)
    cookies: list[Cookie] = msgspec.field(default_factory=list)
    authenticators: Authenticators = msgspec.field(default_factory=dict)
    basic_auth: BasicAuthBody | None = None
    authorities: Authorities = ""
    client_certificate: ClientCertificateBody | None = None

    check = staticmethod(_check)


class EnvironmentChange(Struct, frozen=True, rename="camel"):
    name: Name | UnsetType = UNSET
    base_url: Address | UnsetType = UNSET
    extra_headers: Headers | UnsetType = UNSET
    cookies: list[Cookie] | UnsetType = UNSET
    authenticators: Authenticators | UnsetType = UNSET
    basic_auth: BasicAuthBody | UnsetType | None = UNSET
    authorities: Authorities | UnsetType = UNSET
    client_certificate: ClientCertificateBody | UnsetType | None = UNSET

    check = staticmethod(_check)


class EnvironmentAnswer(Struct, frozen=True):
    environment: Environment


class EnvironmentsAnswer(Struct, frozen=True):
    environments: list[Environment]


@get(
    "/api/projects/{id:str}/environments",
    **about("List environments", "Environments", answer=EnvironmentsAnswer, refuses=(404,)),
)
async def list_environments(project: OwnProject, caller: Caller, services: Services) -> EnvironmentsAnswer:
    """Viewers see which headers and cookies there are, not what is in them. Keys of authenticators nobody sees."""
    listed = await environments.listed(services.db, services.vault, project.id)
    return EnvironmentsAnswer(listed if caller.may.changes else [environments.masked(each) for each in listed])


@post(
    "/api/projects/{id:str}/environments",
    **about(
        "Create an environment",
        "Environments",
        who="dashboard",
        status=201,
        body=EnvironmentBody,
        answer=EnvironmentAnswer,
        refuses=(400, 404),
    ),
)
async def create_environment(
    request: Request, project: OwnProject, caller: Caller, services: Services
) -> EnvironmentAnswer:
    body, now = await read(request, EnvironmentBody), services.clock()
    added = await environments.add(services.db, services.vault, project.id, await _stored(sent(body), caller), now)
    await audit.note(services.db, audit.acting(caller), "environment.created", added.id, now, name=added.name)
    return EnvironmentAnswer(added)


@patch(
    "/api/environments/{id:str}",
    **about(
        "Change an environment",
        "Environments",
        who="dashboard",
        body=EnvironmentChange,
        answer=EnvironmentAnswer,
        refuses=(400, 404),
    ),
)
async def change_environment(
    request: Request, environment: OwnEnvironment, caller: Caller, services: Services
) -> EnvironmentAnswer:
    body = await read(request, EnvironmentChange)
    changed = await environments.change(services.db, services.vault, environment.id, await _stored(sent(body), caller))
    if changed is None:
        raise NotFound("Environment not found")
    await audit.note(
        services.db,
        audit.acting(caller),
        "environment.changed",
        changed.id,
        services.clock(),
        name=changed.name,
        fields=sorted(sent(body)),
    )
    return EnvironmentAnswer(changed)


@delete(
    "/api/environments/{id:str}",
    **about("Remove an environment", "Environments", status=204, who="dashboard", refuses=(404,)),
)
async def remove_environment(environment: OwnEnvironment, caller: Caller, services: Services) -> None:
    await environments.remove(services.db, environment.id)
    await audit.note(services.db, audit.acting(caller), "environment.removed", environment.id, services.clock())
