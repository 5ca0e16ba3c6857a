"""Every setting of the appliance with its default and its rule. Passed on as arguments; never a global."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from qa_appliance.core.evidence.kinds import OF_OPERATORS
from qa_appliance.core.run import Patience
from qa_appliance.settings.backup import Backup
from qa_appliance.settings.base import Address, Count, Group, Minutes, Network, PemFiles, Seconds, Secret, YesOrNo, says
from qa_appliance.settings.observing import Log, Traces
from qa_appliance.settings.oidc import Oidc


class Limits(Group, frozen=True):
    """Contract section 8."""

    title = "Limits"

    api_global_per_minute: Annotated[Count, says("Requests per minute to /api from one address.")] = 600
    trigger_per_minute: Annotated[Count, says("Runs one user may start per minute.")] = 30
    active_per_minute: Annotated[Count, says("Times per minute one user may ask what is going on.")] = 120
    plan_per_minute: Annotated[Count, says("Texts one user may have read per minute without running them.")] = 180
    auth_failures_per_15_minutes: Annotated[
        Count, says("Refused credentials from one address in 15 minutes; of passwords also for one account.")
    ] = 5


class Line(Group, frozen=True):
    """How long a run waits for a browser before it is cancelled (contract section 3)."""

    title = "Waiting in line"

    front_wait_seconds: Annotated[Seconds, says("How long a run waits for a browser once it is first in line.")] = 180
    total_wait_seconds: Annotated[Seconds, says("How long a run waits in line in all.")] = 600


class Runs(Group, frozen=True):
    title = "Runs"

    heartbeat_seconds: Annotated[Seconds, says("How often a run gives a sign of life.")] = 60
    stale_seconds: Annotated[Seconds, says("A run that was silent longer is cancelled.")] = 180
    default_duration_minutes: Annotated[
        Minutes, says("The cap of a run where neither its trigger nor its procedure names one.")
    ] = 10
    stop_grace_seconds: Annotated[
        float,
        Meta(ge=0, le=86_400, description="a number of seconds up to 86400"),
        says("What runs at work get to finish when the appliance is stopped."),
    ] = 10


class Steps(Group, frozen=True):
    title = "Steps"

    patience_seconds: Annotated[Seconds, says("How long a step looks for its target, and a check for its truth.")] = 10


class Studio(Group, frozen=True):
    title = "Writing on the live page"

    session_minutes: Annotated[Minutes, says("How long a session on the live page lasts at most.")] = 30
    left_seconds: Annotated[
        Seconds, says("How long one whose tab is gone waits for it, holding its browser, before it is closed.")
    ] = 30


_Switches = msgspec.defstruct(
    "_Switches",
    [(kind.name, Annotated[YesOrNo, says(kind.says)], kind.default) for kind in OF_OPERATORS],
    bases=(Group,),
    frozen=True,
    rename="camel",
)


class Evidence(_Switches):  # type: ignore[misc, valid-type]  # its fields come from the table of kinds
    """What is recorded beside the steps; parts can be left out on a weak machine or for sites that are confidential."""

    title = "Evidence"


class Retention(Group, frozen=True):
    """What is kept of ended runs, and of who changed what, for each organization; beyond it the oldest are deleted."""

    title = "Retention"

    days: Annotated[Count, says("How long ended runs are kept.")] = 365
    runs: Annotated[Count, says("How many ended runs are kept of an organization.")] = 100_000
    megabytes: Annotated[
        int,
        Meta(ge=10, le=1_000_000_000, description="a whole number of megabytes, at least 10"),
        says("How much the artifacts of an organization's ended runs take."),
    ] = 100_000
    minutes: Annotated[
        int,
        Meta(ge=5, le=10_080, description="a whole number of minutes from 5 to 10080"),
        says("How often what is kept no longer is deleted."),
    ] = 1440
    audit_days: Annotated[Count, says("How long it is kept who changed what; without it for ever.")] | None = None


class Files(Group, frozen=True):
    """What may be stored with a project, for its tests to upload."""

    title = "Stored files"

    megabytes: Annotated[
        int,
        Meta(ge=1, le=45, description="a whole number of megabytes from 1 to 45"),
        says("How large one file may be; a browser takes no more than 45 at once."),
    ] = 25
    per_project: Annotated[Count, says("How many files a project keeps.")] = 200
    total_megabytes: Annotated[Count, says("How much all files of a project take.")] = 500


Cents = Annotated[float, Meta(ge=0, le=1_000_000, description="a number of cents, 0 where the price is unknown")]


class Llm(Group, frozen=True):
    """Endpoints in order of preference; what is said of the first also holds for the others, where they have no own."""

    title = "Language model"

    base_url: Annotated[
        tuple[Address, ...],
        Meta(description="addresses such as http://127.0.0.1:11434/v1"),
        says("An OpenAI-compatible endpoint that plans what is not understood; several in order of preference."),
    ] = ()
    model: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...],
        Meta(description="the name of a model; one for all endpoints, or one for each in their order"),
        says("What the endpoint calls the model."),
    ] = ()
    file: (
        Annotated[
            Path,
            Meta(description="a model's file in the GGUF format of llama.cpp"),
            says("A model that is served here, asked where no endpoint answers; `install-model` puts one in place."),
        ]
        | None
    ) = None
    file_megabytes: Annotated[Count, says("How much memory that model's process may take, its file among it.")] = 16_000
    api_key_file: Annotated[
        tuple[Path, ...],
        Meta(description="files with the key in their first line, one for each endpoint in their order"),
        says("Where the endpoint's key stands. A key is sent to its own endpoint only."),
    ] = ()
    api_key: Annotated[
        tuple[Secret, ...],
        Meta(description="keys, one for each endpoint in their order"),
        says("The endpoint's key itself."),
    ] = ()
    price_in: Annotated[Cents, says("Cents per million tokens sent.")] = 0
    price_out: Annotated[Cents, says("Cents per million tokens answered.")] = 0
    timeout_seconds: Annotated[Seconds, says("How long one answer may take, tries included.")] = 90
    calls_per_run: Annotated[Count, says("How often one run may ask.")] = 40
    calls_per_clause: Annotated[
        Count, says("How often one clause of a run may be asked about, second tries included.")
    ] = 6
    tokens_per_run: Annotated[
        Annotated[int, Meta(ge=1, le=100_000_000, description="a whole number from 1 to 100000000")],
        says("How many tokens one run may use, sent and answered."),
    ] = 400_000
    tokens_per_clause: Annotated[
        Annotated[int, Meta(ge=1, le=100_000_000, description="a whole number from 1 to 100000000")],
        says("How many tokens one clause of a run may use, sent and answered."),
    ] = 80_000
    seconds_per_run: Annotated[
        Seconds, says("How long all answers of one run may take; its own time cap stands still meanwhile.")
    ] = 900
    cents_per_run: Annotated[Cents, says("How many cents one run may cost; 0 is no limit.")] = 0
    summary: Annotated[
        YesOrNo, says("Have the model sum up each run. A run whose summary disagrees with its steps does not pass.")
    ] = False


MailSecurity = Literal["starttls", "tls", "none"]


class Mail(Group, frozen=True):
    """The operator's own mail server, over which alerts are sent."""

    title = "Mail"

    host: (
        Annotated[str, Meta(min_length=1, description="a host"), says("The mail server (SMTP) for alerts.")] | None
    ) = None
    port: Annotated[int, Meta(ge=1, le=65535, description="a port from 1 to 65535"), says("Its port.")] = 587
    security: Annotated[
        MailSecurity,
        Meta(description="starttls, tls or none"),
        says("How the connection to it is encrypted."),
    ] = "starttls"
    sender: Annotated[
        str,
        Meta(pattern=r"^[^@\s<>]+@[^@\s<>]+$", description="an e-mail address"),
        says("Whom mail comes from."),
    ] = "qa-appliance@localhost"
    user: Annotated[str, Meta(min_length=1, description="a name"), says("Who signs in there.")] | None = None
    password_file: (
        Annotated[Path, Meta(description="a file"), says("A file with the password in its first line.")] | None
    ) = None


class Inbox(Group, frozen=True):
    """Mail that applications under test send to the appliance, for tests to read. Nothing is sent on."""

    title = "Mail for tests"

    port: (
        Annotated[
            int,
            Meta(ge=0, le=65535, description="a port from 0 to 65535; 0 takes a free one"),
            says("Take the mail of applications under test (SMTP) at this port; without it none is taken."),
        ]
        | None
    ) = None
    host: Annotated[str, Meta(min_length=1, description="an address"), says("The address to take it at.")] = "127.0.0.1"
    open: Annotated[YesOrNo, says("Take mail without a sign-in too; the tests of all projects may read it.")] = False
    days: Annotated[Count, says("How many days mail for tests is kept.")] = 7
    per_project: Annotated[Count, says("How many mails of a project are kept.")] = 500
    megabytes: Annotated[Count, says("How much the mails of a project take; beyond it the oldest go.")] = 50


class Proxy(Group, frozen=True):
    """Where the sites under test, trackers and alert addresses are not reached directly. Models are asked directly."""

    title = "The lab's proxy"

    url: (
        Annotated[
            str,
            Meta(pattern=r"^(https?|socks5)://[^\s/@?#]+/?$", description="http://host:port, https://… or socks5://…"),
            says("Reach the sites under test through this proxy."),
        ]
        | None
    ) = None
    pac: (
        Annotated[
            str,
            Meta(min_length=1, description="a file, or http(s)://host/proxy.pac"),
            says("Reach the sites under test as this proxy script (PAC) says."),
        ]
        | None
    ) = None
    user: Annotated[str, Meta(min_length=1, description="a name"), says("Who signs in there.")] | None = None
    password_file: (
        Annotated[Path, Meta(description="a file"), says("A file with the password in its first line.")] | None
    ) = None
    password: Annotated[Secret, Meta(description="a password"), says("The password itself.")] | None = None
    bypass: Annotated[
        tuple[str, ...],
        Meta(description="hosts, *.domain, address ranges or private; this machine always"),
        says("What is reached without the proxy of --proxy-url."),
    ] = ("private",)


class Tls(Group, frozen=True):
    title = "HTTPS"

    cert: (
        Annotated[
            Path, Meta(description="a file in PEM form"), says("Serve https with this certificate (and its chain).")
        ]
        | None
    ) = None
    key: Annotated[Path, Meta(description="a file in PEM form"), says("The private key of the certificate.")] | None = (
        None
    )
    self_signed: Annotated[YesOrNo, says("Serve https with a certificate the appliance makes itself.")] = False

    @property
    def on(self) -> bool:
        return self.self_signed or self.cert is not None


class Settings(Group, frozen=True):
    title = "Server and browsers"

    host: Annotated[
        str, Meta(min_length=1, description="a host name or an address to listen on"), says("The address to listen on.")
    ] = "127.0.0.1"
    port: Annotated[
        int,
        Meta(ge=0, le=65535, description="a port from 0 to 65535; 0 takes a free one"),
        says("The port to listen on."),
    ] = 8700
    data_dir: Annotated[Path, Meta(description="a folder"), says("Where everything is kept.")] = msgspec.field(
        default_factory=lambda: platformdirs.user_data_path("qa-appliance")
    )
    browsers: Annotated[
        int,
        Meta(ge=1, le=256, description="a whole number from 1 to 256"),
        says("How many tests run at the same time."),
    ] = msgspec.field(default_factory=lambda: max(1, (os.cpu_count() or 1) // 2))
    browser_idle_minutes: Annotated[
        int,
        Meta(ge=0, le=10_080, description="a whole number of minutes up to 10080; 0 keeps it"),
        says("After how long without a run the browser is ended; the next run starts it again."),
    ] = 10
    browser_path: (
        Annotated[
            Path,
            Meta(description="the executable of Chrome, Chromium or Edge"),
            says("The browser to use instead of the one that ships with the appliance."),
        ]
        | None
    ) = None
    browser_faults: (
        Annotated[
            Path,
            Meta(description="a JSON file"),
            says("What is known against which version of Chromium, instead of the list that ships (docs/browser.md)."),
        ]
        | None
    ) = None
    patience: Annotated[
        Patience,
        Meta(description="certain or full"),
        says("Whether a failure is told as soon as nothing can change the page any more, or when its time is up."),
    ] = "certain"
    headed: Annotated[YesOrNo, says("Show the browser: takes a screen, and a whole Chrome, Chromium or Edge.")] = False
    browser_endpoint: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^(ws|wss|http|https)://[^\s/]+\S*$")], ...],
        Meta(
            description="ws://host:3000/ (Playwright), http://host:9222 (CDP) or http://hub:4444/#grid (Selenium Grid),"
            " with #slots=4 or #cdp where needed"
        ),
        says("A browser elsewhere to run tests on instead of one of this machine."),
    ] = ()
    egress_host: (
        Annotated[
            str,
            Meta(pattern=r"^[\w.:-]+$", description="a host name or an address"),
            says("What browsers elsewhere call this machine, where they cannot reach it by its own address."),
        ]
        | None
    ) = None
    authorities: Annotated[
        PemFiles, says("Certificate authorities trusted beside the public ones; not by browsers elsewhere.")
    ] = ()
    allow: Annotated[
        tuple[str, ...],
        Meta(description="hosts, *.domain, address ranges, loopback, private or *"),
        says("Which addresses beyond the public internet may be tested."),
    ] = ()
    trusted_proxies: Annotated[
        tuple[Network, ...],
        Meta(description="addresses or ranges (10.0.0.0/8) of proxies"),
        says("Proxies whose X-Forwarded-For header counts."),
    ] = ()
    upgrade_url: (
        Annotated[Address, says("Where a 402 sends people, instead of the appliance's own page of the plan.")] | None
    ) = None
    public_url: (
        Annotated[Address, says("The address people reach the appliance by, where host and port do not say it.")] | None
    ) = None
    sign_in_days: Annotated[
        int,
        Meta(ge=1, le=365, description="a whole number of days from 1 to 365"),
        says("How long somebody stays signed in to the dashboard."),
    ] = 30
    standstill_seconds: Annotated[
        int,
        Meta(ge=0, le=86_400, description="a whole number of seconds up to 86400; 0 never"),
        says("After how long without a sign of life the server ends itself, so that it is started again."),
    ] = 60
    no_demo_shop: Annotated[YesOrNo, says("Do not lend the demo shop to people who want to try tests on it.")] = False
    tls: Tls = Tls()
    limits: Limits = Limits()
    queue: Line = Line()
    runs: Runs = Runs()
    steps: Steps = Steps()
    studio: Studio = Studio()
    evidence: Evidence = Evidence()
    retention: Retention = Retention()
    backup: Backup = Backup()
    proxy: Proxy = Proxy()
    files: Files = Files()
    mail: Mail = Mail()
    inbox: Inbox = Inbox()
    log: Log = Log()
    traces: Traces = Traces()
    llm: Llm = Llm()
    oidc: Oidc = Oidc()


def web_address(host: str, port: int, *, tls: bool = False) -> str:
    """How a browser on this machine reaches a server that listens there; a wildcard is reached by loopback."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"{'https' if tls else 'http'}://{f'[{reachable}]' if ':' in reachable else reachable}:{port}"
