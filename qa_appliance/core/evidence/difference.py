"""What is different since the last passed run of the same procedure, at the first step that failed."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType

from qa_appliance.core.evidence.links import Link


class Difference(Struct, frozen=True, rename="camel"):
    """At step `step_index`, in the words of the pages; requests as "GET /path (500)"."""

    run_id: str
    completed_at: str
    step_index: int
    address: tuple[str, str] | None  # then, now
    appeared: tuple[str, ...]
    vanished: tuple[str, ...]
    failing: tuple[str, ...]
    passed_then: bool  # whether the same sentence was a passed step of that run
    before_store_key: str | None  # the picture of the step in the passed run
    before_url: str | UnsetType | None = UNSET  # made when it is read

    def linked(self, link: Link) -> Difference:
        key = self.before_store_key
        return msgspec.structs.replace(self, before_url=link(key) if key else None)
