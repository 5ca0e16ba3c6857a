"""What a request says of the test to be run: the same for one run and for a batch (contract 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.body_schemas import Schema, one_of
from qa_appliance.api.http.dependencies import Caller
from qa_appliance.api.http.fields import Description, EvidenceBody, Expectation, check_no_password, expectation
from qa_appliance.api.http.issues import UUID
from qa_appliance.core.errors import Issue
from qa_appliance.core.run import Patience
from qa_appliance.observing.context import TRACE
from qa_appliance.trigger import Ask

Id = Annotated[str, Meta(pattern=UUID)]
Window = Annotated[
    str,
    Meta(pattern="^(desktop|tablet|phone|mobile|[1-9][0-9]{2,3}x[1-9][0-9]{2,3})$", examples=["phone", "1920x1080"]),
]


class AskBody(Struct, frozen=True, rename="camel", kw_only=True):
    """Exactly one of procedureId and description."""

    procedure_id: Id | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    user_expectation: Expectation = UNSET
    base_url: Annotated[str, Meta(max_length=2048)] | UnsetType = UNSET
    environment_id: Id | UnsetType = UNSET
    max_duration_minutes: Annotated[int, Meta(ge=5, le=120)] | UnsetType = UNSET
    evidence: EvidenceBody | UnsetType = UNSET
    patience: Patience | UnsetType = UNSET

    more: ClassVar[Schema] = one_of("procedureId", "description")

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        if ("procedureId" in given) == ("description" in given):
            yield Issue("custom", (), "Give exactly one of procedureId and description.")
        yield from check_no_password(given)

    def ask(self, caller: Caller, project_id: str) -> Ask:
        """As of a run that stands alone."""
        return Ask(
            project_id=project_id,
            org_id=caller.org_id,
            user_id=caller.user_id,
            procedure_id=lowered(self.procedure_id),
            description=self.description or None,
            user_expectation=expectation(self.user_expectation),
            base_url=None if self.base_url is UNSET else self.base_url,
            environment_id=lowered(self.environment_id),
            traceparent=TRACE.get(),
            max_duration_minutes=self.max_duration_minutes or None,
            evidence=msgspec.to_builtins(self.evidence) if self.evidence else {},
            patience=None if self.patience is UNSET else self.patience,
        )


def preset(window: str) -> str:
    """As windows are stored."""
    return "phone" if window == "mobile" else window


def lowered(id: str | UnsetType) -> str | None:
    """As ids are stored."""
    return None if isinstance(id, UnsetType) else id.lower()
