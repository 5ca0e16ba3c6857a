"""Every setting of the appliance with its default, and where its value comes from.

A flag wins over the environment, the environment over `config.toml` in the data directory, that over the default.
Read by cli and app only and passed on as arguments; never a global.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import msgspec
import platformdirs
from msgspec import Meta, Struct

from qa_appliance.core.errors import Invalid, Issue

ENVIRONMENT_PREFIX = "QA_APPLIANCE_"

Count = Annotated[int, Meta(ge=1, le=1_000_000, description="a whole number from 1 to 1000000")]
Seconds = Annotated[float, Meta(gt=0, le=604_800, description="a number of seconds, more than 0, at most 604800")]
Minutes = Annotated[int, Meta(ge=5, le=120, description="a whole number of minutes from 5 to 120")]
YesOrNo = Annotated[bool, Meta(description="true or false")]
Address = Annotated[
    str, Meta(pattern=r"^https?://[^\s/]+\S*$", description="an address such as https://qa.example.com")
]


class Network(str):
    """An IP address or a range of them, checked."""

    __slots__ = ()


class _Group(Struct, frozen=True, kw_only=True, rename="camel"):
    pass


class Limits(_Group, frozen=True):
    """Contract section 8."""

    api_global_per_minute: Count = 600  # per client address
    trigger_per_minute: Count = 30  # per user
    active_per_minute: Count = 120  # per user
    plan_per_minute: Count = 180  # per user: texts that are read, not run
    auth_failures_per_15_minutes: Count = 5  # per client address; of passwords also per account


class Line(_Group, frozen=True):
    """How long a run waits for a browser before it is cancelled (contract section 3)."""

    front_wait_seconds: Seconds = 180  # since it reached the front
    total_wait_seconds: Seconds = 600  # since it was accepted


class Runs(_Group, frozen=True):
    heartbeat_seconds: Seconds = 60
    stale_seconds: Seconds = 180  # a run whose last heartbeat is older is cancelled
    default_duration_minutes: Minutes = 10  # the cap where neither trigger nor procedure names one
    stop_grace_seconds: Annotated[float, Meta(ge=0, le=86_400, description="a number of seconds up to 86400")] = 10
    """What runs at work get to finish when the appliance is stopped."""


class Steps(_Group, frozen=True):
    patience_seconds: Seconds = 10  # how long a step looks for its target, and a check for its truth


class Evidence(_Group, frozen=True):
    """What is recorded beside the steps; parts can be left out on a weak machine or for sites that are confidential."""

    video: YesOrNo = True
    trace: YesOrNo = True
    screenshots: YesOrNo = True
    network: YesOrNo = True
    console: YesOrNo = True
    accessibility: YesOrNo = True
    performance: YesOrNo = True
    downloads: YesOrNo = True
    visual: YesOrNo = True
    texts: YesOrNo = True  # of the pages, to tell what changed since the last passed run


class Retention(_Group, frozen=True):
    """What is kept of ended runs, for each organization; beyond it the oldest are deleted once a day."""

    days: Count = 365
    runs: Count = 100_000
    megabytes: Annotated[int, Meta(ge=10, le=1_000_000_000, description="a whole number of megabytes, at least 10")] = (
        100_000
    )


class Files(_Group, frozen=True):
    """What may be stored with a project, for its tests to upload."""

    megabytes: Annotated[int, Meta(ge=1, le=45, description="a whole number of megabytes from 1 to 45")] = 25
    """Of one file. A browser takes no more at once than the upper bound."""
    per_project: Count = 200
    total_megabytes: Count = 500  # of all files of a project


class Tls(_Group, frozen=True):
    cert: Annotated[Path, Meta(description="a file in PEM form")] | None = None
    key: Annotated[Path, Meta(description="a file in PEM form")] | None = None
    self_signed: YesOrNo = False

    @property
    def on(self) -> bool:
        return self.self_signed or self.cert is not None


class Settings(_Group, frozen=True):
    host: Annotated[str, Meta(min_length=1, description="a host name or an address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="a port from 0 to 65535; 0 takes a free one")] = 8700
    data_dir: Annotated[Path, Meta(description="a folder")] = msgspec.field(
        default_factory=lambda: platformdirs.user_data_path("qa-appliance")
    )
    browsers: Annotated[
        int, Meta(ge=1, le=256, description="how many tests run at the same time, a whole number from 1 to 256")
    ] = msgspec.field(default_factory=lambda: max(1, (os.cpu_count() or 1) // 2))
    browser_path: Annotated[Path, Meta(description="the executable of Chrome, Chromium or Edge")] | None = None
    browser_endpoint: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^(ws|wss|http|https)://[^\s/]+\S*$")], ...],
        Meta(description="ws://host:3000/ (Playwright) or http://host:9222 (CDP), with #slots=4 or #cdp where needed"),
    ] = ()
    egress_host: Annotated[str, Meta(pattern=r"^[\w.:-]+$", description="a host name or an address")] | None = None
    """What browsers elsewhere call this machine, where that is not the address it reaches them from."""
    allow: Annotated[tuple[str, ...], Meta(description="hosts, *.domain, address ranges, loopback, private or *")] = ()
    trusted_proxies: Annotated[
        tuple[Network, ...],
        Meta(description="addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For counts"),
    ] = ()
    upgrade_url: Address | None = None  # where a 402 sends people; None: the appliance's own plan page
    public_url: Address | None = None  # how people reach the appliance, where that differs from host and port
    no_demo_shop: YesOrNo = False  # do not lend the demo shop to people who want to try tests on it
    tls: Tls = Tls()
    limits: Limits = Limits()
    queue: Line = Line()
    runs: Runs = Runs()
    steps: Steps = Steps()
    evidence: Evidence = Evidence()
    retention: Retention = Retention()
    files: Files = Files()


class Leaf(Struct, frozen=True):
    """One setting: `path` are the field names that lead to it."""

    path: tuple[str, ...]
    key: str  # as in config.toml: limits.apiGlobalPerMinute
    type: Any
    allowed: str
    several: bool

    @property
    def variable(self) -> str:
        return ENVIRONMENT_PREFIX + "_".join(self.path).upper()

    @property
    def flag(self) -> str:
        return "--" + "-".join(self.path).replace("_", "-")


class _Given(Struct, frozen=True):
    value: Any
    origin: str  # "flag --port", "QA_APPLIANCE_PORT", "port in /srv/qa/config.toml"


def leaves(group: type[Struct] = Settings, path: tuple[str, ...] = (), key: str = "") -> Iterator[Leaf]:
    """Every single setting, groups flattened, in the order they are written above."""
    for field in msgspec.structs.fields(group):
        here, name = (*path, field.name), key + field.encode_name
        if isinstance(field.type, type) and issubclass(field.type, Struct):
            yield from leaves(field.type, here, name + ".")
        else:
            several = any(get_origin(part) is tuple for part in (field.type, *get_args(field.type)))
            yield Leaf(here, name, field.type, _allowed(field.type), several)


def read_settings(
    flags: Mapping[tuple[str, ...], Any] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """Settings from all four places. Raises Invalid whose message names every wrong value, its origin and the rule.

    `flags` by path, for instance {("port",): "8700"}; None and empty tuples are flags that were not given.
    """
    flags, environment = flags or {}, os.environ if environment is None else environment
    known = {leaf.path: leaf for leaf in leaves()}
    given: dict[tuple[str, ...], _Given] = {}
    for leaf in known.values():
        if text := environment.get(leaf.variable, ""):
            value = [part.strip() for part in text.split(",") if part.strip()] if leaf.several else text
            given[leaf.path] = _Given(value, leaf.variable)
        if flags.get(leaf.path) not in (None, ()):
            given[leaf.path] = _Given(flags[leaf.path], f"flag {leaf.flag}")
    issues: list[Issue] = []
    folder = _decode(Path, given[("data_dir",)].value) if ("data_dir",) in given else Settings().data_dir
    for path, found in _config(folder / "config.toml", issues).items():
        given.setdefault(path, found)
    values = {path: _convert(known[path], found, issues) for path, found in given.items()}
    if not issues:
        settings: Settings = _build(Settings, (), values)
        issues += _contradictions(settings)
        if not issues:
            return settings
    raise Invalid("Some settings are wrong:\n" + "\n".join(f"  {issue.message}" for issue in issues), tuple(issues))


def _config(file: Path, issues: list[Issue]) -> dict[tuple[str, ...], _Given]:
    try:
        tables = tomllib.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        issues.append(Issue("custom", (), f"{file} cannot be read: {error}"))
        return {}
    by_key = {leaf.key: leaf for leaf in leaves() if leaf.path != ("data_dir",)}
    given: dict[tuple[str, ...], _Given] = {}
    for key, value in _flatten(tables, {key.split(".")[0] for key in by_key if "." in key}):
        if key in by_key:
            given[by_key[key].path] = _Given(value, f"{key} in {file}")
        else:
            nearest = difflib.get_close_matches(key, by_key, 1, 0)[0]
            message = f"{file} has an unknown key {key}; did you mean {nearest}?"
            issues.append(Issue("custom", tuple(key.split(".")), message))
    return given


def _flatten(tables: dict[str, Any], groups: set[str]) -> Iterator[tuple[str, Any]]:
    for key, value in tables.items():
        if isinstance(value, dict) and (key in groups or value):
            yield from ((f"{key}.{inner}", content) for inner, content in value.items())
        else:
            yield key, value


def _convert(leaf: Leaf, given: _Given, issues: list[Issue]) -> Any:
    try:
        # only a file has types of its own; flags and the environment are texts
        return msgspec.convert(given.value, leaf.type, strict=False, dec_hook=_decode)
    except msgspec.ValidationError:
        message = f"{given.origin} is {given.value!r}; allowed is {leaf.allowed}"
        issues.append(Issue("custom", leaf.path, message))
        return None


def _decode(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str | Path):
        return Path(value).expanduser().absolute()
    if kind is Network and isinstance(value, str):
        ipaddress.ip_network(value, strict=False)  # its ValueError becomes a ValidationError
        return Network(value)
    raise msgspec.ValidationError(f"not a {kind.__name__}")


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


def _allowed(kind: Any) -> str:
    """The words of the rule: those of the annotation itself, or of the one that may also be absent."""
    for part in (kind, *get_args(kind)):
        for meta in getattr(part, "__metadata__", ()):
            if isinstance(meta, Meta) and meta.description:
                return meta.description
    raise TypeError(f"the setting of type {kind} does not say what is allowed")


def _build(group: type[Any], path: tuple[str, ...], values: Mapping[tuple[str, ...], Any]) -> Any:
    arguments: dict[str, Any] = {}
    for field in msgspec.structs.fields(group):
        here = (*path, field.name)
        if isinstance(field.type, type) and issubclass(field.type, Struct):
            arguments[field.name] = _build(field.type, here, values)
        elif here in values:
            arguments[field.name] = values[here]
    return group(**arguments)


def web_address(host: str, port: int, *, tls: bool = False) -> str:
    """How a browser on this machine reaches a server that listens there; a wildcard is reached by loopback."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"{'https' if tls else 'http'}://{f'[{reachable}]' if ':' in reachable else reachable}:{port}"
