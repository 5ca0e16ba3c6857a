"""The demo's English tests and what has to come of each, read from tests.toml. Never runs one."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from qa_appliance.core.run import OverallStatus, UserExpectation

_FILE = Path(__file__).parent / "tests.toml"


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """`verdict` is the one that shows all is well; `seen` has to stand in what the failed or refused step says."""

    name: str
    shop: Literal["healthy", "bugged"]
    verdict: OverallStatus
    description: str
    expectation: UserExpectation = "pass"
    seen: str = ""


class Cases(Struct, frozen=True, forbid_unknown_fields=True):
    """`bugs` are planted in the shop called "bugged"."""

    bugs: tuple[str, ...]
    tests: tuple[Case, ...]


def load_cases() -> Cases:
    return msgspec.toml.decode(_FILE.read_bytes(), type=Cases)
