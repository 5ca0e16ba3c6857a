"""Every kind of step that can be performed: the table of contents of this room, kept by hand."""

from __future__ import annotations

from qa_appliance.browser.failure import fail
from qa_appliance.core.steps import Step
from qa_appliance.steps.base.kind import AnyKind
from qa_appliance.steps.deeds import accounts, common, messages, required, shopping, sorting
from qa_appliance.steps.kinds import (
    checking,
    choosing,
    codes,
    data,
    fields,
    files,
    http,
    mail,
    navigation,
    network,
    places,
    pointer,
    structure,
    surroundings,
    waiting,
)
from qa_appliance.steps.widgets import dragging

_FAMILIES: tuple[tuple[AnyKind, ...], ...] = (
    navigation.KINDS,
    pointer.KINDS,
    dragging.KINDS,
    fields.KINDS,
    codes.KINDS,
    mail.KINDS,
    choosing.KINDS,
    waiting.KINDS,
    checking.KINDS,
    common.KINDS,
    accounts.KINDS,
    required.KINDS,
    shopping.KINDS,
    sorting.KINDS,
    messages.KINDS,
    data.KINDS,
    files.KINDS,
    places.KINDS,
    surroundings.KINDS,
    http.KINDS,
    network.KINDS,
    structure.KINDS,
)

KINDS: dict[type, AnyKind] = {kind.step: kind for family in _FAMILIES for kind in family}


def kind_of(step: Step) -> AnyKind:
    """`expect_refusal` has none: it stands in records only."""
    kind = KINDS.get(type(step))
    if kind is None:
        raise fail("unsupported", "This step stands in records only and cannot be performed.")
    return kind
