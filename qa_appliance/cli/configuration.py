"""Where the values of settings come from.

A flag wins over the environment, the environment over `config.toml` in the data directory, that over the default.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.steps import MASK
from qa_appliance.settings import Llm, Proxy, Settings
from qa_appliance.settings.backup import Backup
from qa_appliance.settings.base import Group, Network, Secret
from qa_appliance.settings.oidc import Oidc, unheard
from qa_appliance.settings_index import Keys, Leaf, leaves

_G = TypeVar("_G", bound=Group)


class _Given(Struct, frozen=True):
    value: object
    origin: str  # "flag --port", "QA_APPLIANCE_PORT", "port in /srv/qa/config.toml"


def read_settings(
    flags: Mapping[Keys, object] | None = None,
    environment: Mapping[str, str] | None = None,
    defaults: Mapping[Keys, object] | None = None,
) -> Settings:
    """Settings from all four places. Raises Invalid whose message names every wrong value, its origin and the rule.

    `flags` by path, for instance {("port",): "8700"}; None and empty tuples are flags that were not given. `defaults`
    are those of a command that has its own.
    """
    given = _environment(os.environ if environment is None else environment) | _flags(flags or {})
    issues: list[Issue] = []
    own = {path: _Given(value, "the default") for path, value in (defaults or {}).items()}
    given = own | _config(_folder(given) / "config.toml", issues) | given
    known = {leaf.path: leaf for leaf in leaves()}
    values = {path: _convert(known[path], found, issues) for path, found in given.items()}
    if not issues:
        settings = _build(Settings, (), values)
        issues += _contradictions(settings)
        if not issues:
            return _with_secrets(settings)
    raise Invalid("Some settings are wrong:\n" + "\n".join(f"  {issue.message}" for issue in issues), tuple(issues))


def _environment(variables: Mapping[str, str]) -> dict[Keys, _Given]:
    given: dict[Keys, _Given] = {}
    for leaf in leaves():
        if text := variables.get(leaf.variable, ""):
            value = [part.strip() for part in text.split(",") if part.strip()] if leaf.several else text
            given[leaf.path] = _Given(value, leaf.variable)
    return given


def _flags(values: Mapping[Keys, object]) -> dict[Keys, _Given]:
    return {
        leaf.path: _Given(values[leaf.path], f"flag {leaf.flag}")
        for leaf in leaves()
        if values.get(leaf.path) not in (None, ())
    }


def _folder(given: Mapping[Keys, _Given]) -> Path:
    """The data directory, in which the file of settings lies."""
    named = given.get(("data_dir",))
    return Settings().data_dir if named is None else _path(named.value)


def _config(file: Path, issues: list[Issue]) -> dict[Keys, _Given]:
    try:
        tables = tomllib.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        issues.append(Issue("custom", (), f"{file} cannot be read: {error}"))
        return {}
    by_key = {leaf.key: leaf for leaf in leaves() if leaf.path != ("data_dir",) and not leaf.secret}
    given: dict[Keys, _Given] = {}
    for key, value in _flatten(tables, {each[: dot.start()] for each in by_key for dot in re.finditer(r"\.", each)}):
        if key in by_key:
            given[by_key[key].path] = _Given(value, f"{key} in {file}")
        else:
            nearest = difflib.get_close_matches(key, by_key, 1, 0)[0]
            message = f"{file} has an unknown key {key}; did you mean {nearest}?"
            issues.append(Issue("custom", tuple(key.split(".")), message))
    return given


def _flatten(tables: dict[str, object], groups: set[str], above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in tables.items():
        if isinstance(value, dict) and (above + key in groups or value):
            yield from _flatten(value, groups, f"{above}{key}.")
        else:
            yield above + key, value


def _convert(leaf: Leaf, given: _Given, issues: list[Issue]) -> object:
    try:
        # only a file has types of its own; flags and the environment are texts
        value: object = msgspec.convert(given.value, type=leaf.type, strict=False, dec_hook=_decode)
        return value
    except msgspec.ValidationError:
        message = f"{given.origin} is {MASK if leaf.secret else repr(given.value)}; allowed is {leaf.allowed}"
        issues.append(Issue("custom", leaf.path, message))
        return None


def _decode(kind: type, value: object) -> object:
    if kind is Path:
        return _path(value)
    if kind is Network and isinstance(value, str):
        ipaddress.ip_network(value, strict=False)  # its ValueError becomes a ValidationError
        return Network(value)
    if kind is Secret and isinstance(value, str):
        return Secret(value)
    raise msgspec.ValidationError(f"not a {kind.__name__}")


def _with_secrets(settings: Settings) -> Settings:
    """With the secrets that stand in files of their own. Raises Invalid that never shows what is in one."""
    llm, proxy = settings.llm, settings.proxy
    if llm.api_key_file:
        keys = tuple(Secret(read_secret(file)) for file in llm.api_key_file)
        llm = msgspec.structs.replace(llm, api_key=keys)
    if proxy.password_file is not None:
        proxy = msgspec.structs.replace(proxy, password=Secret(read_secret(proxy.password_file)))
    oidc = settings.oidc
    if oidc.client_secret_file is not None:
        oidc = msgspec.structs.replace(oidc, client_secret=Secret(read_secret(oidc.client_secret_file)))
    backup, bucket = settings.backup, settings.backup.bucket
    if bucket.secret_key_file is not None:
        bucket = msgspec.structs.replace(bucket, secret_key=Secret(read_secret(bucket.secret_key_file)))
        backup = msgspec.structs.replace(backup, bucket=bucket)
    return msgspec.structs.replace(settings, llm=llm, proxy=proxy, oidc=oidc, backup=backup)


def read_secret(file: Path) -> str:
    """The first line of a file that holds a secret. Raises Invalid that never shows what is in it."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise Invalid(f"{file} cannot be read: {reason}.") from error
    if not lines or not lines[0].strip():
        raise Invalid(f"{file} is empty; its first line has to be the secret.")
    return lines[0].strip()


def _path(value: object) -> Path:
    if not isinstance(value, str | Path):
        raise msgspec.ValidationError("not a path")
    return Path(value).expanduser().absolute()


def _contradictions(settings: Settings) -> Iterator[Issue]:
    if settings.runs.heartbeat_seconds >= settings.runs.stale_seconds:
        message = "runs.staleSeconds has to be more than runs.heartbeatSeconds, or every run would count as dead"
        yield Issue("custom", ("runs", "stale_seconds"), message)
    if (settings.tls.cert is None) != (settings.tls.key is None):
        yield Issue("custom", ("tls",), "tls.cert and tls.key go together: give both, or neither")
    if settings.browser_path is not None and settings.browser_endpoint:
        message = "browserPath and browserEndpoint exclude each other: tests run here or elsewhere; leave one out"
        yield Issue("custom", ("browser_endpoint",), message)
    if settings.tls.self_signed and settings.tls.cert is not None:
        yield Issue("custom", ("tls",), "tls.selfSigned and tls.cert exclude each other: leave one out")
    yield from _of_a_model(settings.llm)
    yield from _of_a_proxy(settings.proxy)
    yield from _of_a_provider(settings.oidc, settings.public_url)
    yield from _of_a_bucket(settings.backup)


def _of_a_proxy(proxy: Proxy) -> Iterator[Issue]:
    passwords = sum(each is not None for each in (proxy.password_file, proxy.password))
    if proxy.url is None and proxy.pac is None and (proxy.user or passwords):
        yield Issue("custom", ("proxy",), "proxy.user and its password say nothing without proxy.url or proxy.pac")
    if proxy.pac is not None and proxy.url is not None:
        yield Issue("custom", ("proxy",), "proxy.url and proxy.pac exclude each other: leave one out")
    if proxy.pac is not None and proxy.bypass != Proxy().bypass:
        message = "proxy.bypass belongs to proxy.url: the script of proxy.pac says itself what is reached directly"
        yield Issue("custom", ("proxy", "bypass"), message)
    if (proxy.user is None) != (not passwords):
        yield Issue("custom", ("proxy", "user"), "proxy.user and its password go together: give both, or neither")
    if passwords > 1:
        message = "proxy.passwordFile and QA_APPLIANCE_PROXY_PASSWORD exclude each other: leave one out"
        yield Issue("custom", ("proxy", "password_file"), message)


def _of_a_bucket(backup: Backup) -> Iterator[Issue]:
    bucket = backup.bucket
    named = (bucket.endpoint, bucket.name, bucket.access_key, bucket.secret_key_file or bucket.secret_key)
    if any(each is not None for each in named) and None in named:
        message = (
            "backup.bucket.endpoint, backup.bucket.name, backup.bucket.accessKey and its secret key go together: "
            "give all of them, or none"
        )
        yield Issue("custom", ("backup", "bucket"), message)
    if bucket.secret_key_file is not None and bucket.secret_key is not None:
        message = (
            "backup.bucket.secretKeyFile and QA_APPLIANCE_BACKUP_BUCKET_SECRET_KEY exclude each other: leave one out"
        )
        yield Issue("custom", ("backup", "bucket", "secret_key_file"), message)
    if bucket.endpoint is not None and not unheard(bucket.endpoint):
        message = "backup.bucket.endpoint has to be https (http on this machine only): a backup holds the secret"
        yield Issue("custom", ("backup", "bucket", "endpoint"), message)


def _of_a_provider(oidc: Oidc, public_url: str | None) -> Iterator[Issue]:
    if (oidc.issuer is None) != (oidc.client_id is None):
        yield Issue("custom", ("oidc",), "oidc.issuer and oidc.clientId go together: give both, or neither")
    if oidc.issuer is not None and public_url is None:
        message = "oidc.issuer takes publicUrl, too: the provider sends people back to that address and to no other"
        yield Issue("custom", ("public_url",), message)
    if oidc.issuer is not None and not _for_an_issuer(oidc.issuer):
        message = "oidc.issuer has to be an https address (http on this machine only) without user, query and fragment"
        yield Issue("custom", ("oidc", "issuer"), message)
    if oidc.client_secret_file is not None and oidc.client_secret is not None:
        message = "oidc.clientSecretFile and QA_APPLIANCE_OIDC_CLIENT_SECRET exclude each other: leave one out"
        yield Issue("custom", ("oidc", "client_secret_file"), message)
    if "openid" not in oidc.scopes:
        yield Issue("custom", ("oidc", "scopes"), "oidc.scopes has to name openid")
    if oidc.create and not oidc.roles:
        message = "oidc.create says nothing without oidc.roles: an account is made only with the role a group gives"
        yield Issue("custom", ("oidc", "create"), message)


def _for_an_issuer(url: str) -> bool:
    parts = urlsplit(url)
    return unheard(url) and "@" not in parts.netloc and not parts.query and not parts.fragment


def _of_a_model(llm: Llm) -> Iterator[Issue]:
    endpoints = len(llm.base_url)
    if bool(endpoints) != bool(llm.model):
        yield Issue("custom", ("llm",), "llm.baseUrl and llm.model go together: give both, or neither")
    elif endpoints and len(llm.model) not in (1, endpoints):
        message = (
            f"llm.model names {len(llm.model)} models for {endpoints} endpoints: name one for all, or one for each"
        )
        yield Issue("custom", ("llm", "model"), message)
    if llm.api_key_file and llm.api_key:
        message = "llm.apiKeyFile and QA_APPLIANCE_LLM_API_KEY exclude each other: leave one out"
        yield Issue("custom", ("llm", "api_key_file"), message)
    if max(len(llm.api_key_file), len(llm.api_key)) > endpoints:
        yield Issue("custom", ("llm", "api_key_file"), "There are more keys than endpoints (llm.baseUrl)")
    for url in llm.base_url:
        if "@" in urlsplit(url).netloc:
            message = "llm.baseUrl holds a password; give the key by llm.apiKeyFile or QA_APPLIANCE_LLM_API_KEY"
            yield Issue("custom", ("llm", "base_url"), message)


def _build(group: type[_G], path: Keys, values: Mapping[Keys, object]) -> _G:
    arguments: dict[str, object] = {}
    for field in msgspec.structs.fields(group):
        here = (*path, field.name)
        if isinstance(field.type, type) and issubclass(field.type, Group):
            arguments[field.name] = _build(field.type, here, values)
        elif here in values:
            arguments[field.name] = values[here]
    return group(**arguments)
