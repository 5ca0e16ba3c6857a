"""A run: its states (contract section 3) and what is asked of one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct

from qa_appliance.core.batches.variants import Typed
from qa_appliance.core.difference import PassedRun
from qa_appliance.core.evidence.kinds import BY_DEFAULT, EvidenceName
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.stored import StoredFile
from qa_appliance.core.test_data.project import NOTHING, ProjectData

RunStatus = Literal["pending", "running", "completed", "failed", "cancelled"]
OverallStatus = Literal["passed", "failed"]
UserExpectation = Literal["pass", "fail", "unknown"]
Patience = Literal["certain", "full"]
"""Whether a step that fails is told as soon as nothing can change its page any more, or when its time is up."""

WalkEnd = Literal[
    "finished",  # every step was performed, refused or skipped
    "unread",  # a part of the test that was not understood stood there
    "unplanned",  # there was no step to perform
    "time_cap",
    "crashed",  # the browser or the page died
    "defect",  # the appliance itself failed
]
"""Why no further step was performed; all but the first two keep the run from its end (decision 2)."""

TERMINAL: frozenset[str] = frozenset({"completed", "failed", "cancelled"})

CREDENTIAL = re.compile(
    r"(?:authorization|cookie|x-(?:api-key|access-token|auth|session|user|role|remote-user).*)$", re.IGNORECASE
)
"""Names of headers by which a site is told who asks."""

RESTARTED = "The appliance was restarted while this run was in progress."


class ClientCertificate(Struct, frozen=True):
    """With the chain behind it and its key, both PEM; the key is in clear. Offered to `origin` and nobody else."""

    origin: str
    chain: str
    key: str

    def __repr__(self) -> str:
        return f"ClientCertificate({self.origin!r})"


class Site(Struct, frozen=True):
    """The website under test as one run sees it: what the browser context is opened with."""

    base_url: str
    own_hosts: frozenset[str] = frozenset()  # hosts on which secrets may be typed (decision 29)
    timezone: str | None = None
    locale: str | None = None
    geolocation: dict[str, float] | None = None  # latitude, longitude, accuracy (metres)
    storage_state: dict[str, Any] | None = None
    extra_headers: dict[str, str] | None = None
    cookies: tuple[dict[str, Any], ...] = ()
    basic_auth: tuple[str, str] | None = None  # name and password for the server's own question, at the base URL only
    authorities: str = ""  # PEM: who signs its certificates, beside those a browser trusts anyway
    client_certificate: ClientCertificate | None = None
    authenticators: dict[str, str] | None = None  # the keys (Base32) of one-time codes, by the authenticator's name
    viewport: tuple[int, int] = (1280, 720)


class BaselinePicture(Struct, frozen=True):
    """An accepted picture of a step for this run's viewport and browser. `threshold` in percent of the pixels."""

    step_index: int | None
    name: str
    picture: bytes
    threshold: float
    masks: tuple[tuple[float, float, float, float], ...] = ()  # CSS pixels of the picture: x, y, width, height


class Probe(Struct, frozen=True, rename="camel"):
    """What only who is signed in is shown: a text on the page at an address of the site."""

    address: str
    shows: str


class RunRequest(Struct, frozen=True):
    """Everything `run_test` needs to know about one run; read from the store by the worker."""

    id: str
    org_id: str
    project_id: str
    site: Site
    expectation: UserExpectation = "pass"
    description: str | None = None  # ad-hoc
    phrases: tuple[OwnPhrase, ...] = ()  # ad-hoc: the organization's own, for reading the description
    project_data: ProjectData = NOTHING  # what the project's tests may take for granted
    procedure_id: str | None = None  # replay
    procedure: Plan | None = None  # replay: the saved steps, secrets decrypted, gaps of the saved description
    typed: Typed | None = None  # a run of a batch: what it types into a field instead
    signs_in: int = 0  # a run of a batch: by so many of its first steps a role signs in
    as_role: bool = False  # a run of a batch: it shows what somebody may do, by an environment or by sentences
    leaves_session: bool = False  # the set-up of a suite: who is signed in at its end is kept for the tests after it
    suite: str = ""  # a test of a suite: that it is run by now; its tests share who is signed in
    probe: Probe | None = None  # a test of a suite: what tells that who the set-up signed in is known still
    deadline_seconds: float = 600.0  # the whole run's cap, counted from when it begins to run
    baselines: tuple[BaselinePicture, ...] = ()
    files: tuple[StoredFile, ...] = ()  # stored with the project, for its steps to upload
    last_passed: PassedRun | None = None  # replay: the newest earlier run of the procedure that passed
    budget: dict[str, float] | None = None  # replay: the most each timing of a page may take, in ms or as CLS
    evidence: frozenset[EvidenceName] = BY_DEFAULT  # what of it is wanted
    patience: Patience | None = None  # None: as the operator set it
    traceparent: str | None = None  # W3C's, of the request that asked for it
    planned: dict[str, bytes] = {}  # what a model planned in earlier runs of the project, by key

    @property
    def is_answered(self) -> bool:
        """Whether what the page answers to each step is wanted."""
        return self.expectation == "fail" or self.typed is not None

    @property
    def is_known(self) -> bool:
        """Whether its own steps begin with somebody signed in: by what the browser brings along, or by a role's steps.

        Headers may be there for anything else; those that carry a credential are told by their names.
        """
        site = self.site
        named = any(CREDENTIAL.match(name) for name in site.extra_headers or ())
        return bool(site.storage_state or site.cookies or named or self.signs_in)

    @property
    def is_known_to_server(self) -> bool:
        """The same, or the server's own question is answered; that opens the site, and signs in nowhere on it."""
        return self.is_known or (self.as_role and bool(self.site.basic_auth or self.site.client_certificate))


Opener = Callable[[], Awaitable[tuple[str, int]]]
"""Opens the site, if it is not open yet; answers its address and port on this machine. Raises OSError."""


class Sample(Struct, frozen=True):
    """A test that comes out as it should there."""

    name: str
    description: str
    expectation: UserExpectation


class LentSite(Struct, frozen=True):
    """A site of the appliance's own that new users may try tests on.

    `name` is its host name (on port 80) in the appliance's browser, and nowhere else."""

    name: str
    samples: tuple[Sample, ...]
    open: Opener

    @property
    def address(self) -> str:
        return f"http://{self.name}/"
