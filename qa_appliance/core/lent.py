"""A site of the appliance's own that new users may try tests on. Only says what there is; opens nothing itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct

from qa_appliance.core.run import UserExpectation

Opener = Callable[[], Awaitable[tuple[str, int]]]
"""Opens the site, if it is not open yet; answers its address and port on this machine. Raises OSError."""


class Sample(Struct, frozen=True):
    """A test that comes out as it should there."""

    name: str
    description: str
    expectation: UserExpectation


class LentSite(Struct, frozen=True):
    """`name` is its host name (on port 80) in the appliance's browser, and nowhere else."""

    name: str
    samples: tuple[Sample, ...]
    open: Opener

    @property
    def address(self) -> str:
        return f"http://{self.name}/"
