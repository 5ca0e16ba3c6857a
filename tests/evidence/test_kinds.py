"""Every kind of evidence is whole: row, places, switches, where it is shown. A forgotten part fails here."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from qa_appliance.api.http.fields import EvidenceBody
from qa_appliance.core.evidence.kinds import BY_DEFAULT, KINDS, EvidenceName, RunEvidence, chosen
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.settings import Evidence
from qa_appliance.store.tables.projects import EvidenceChoice

SOURCES = Path(__file__).parents[2] / "web" / "src"
NO_KIND = {"final_url", "notes"}
ALL = frozenset(kind.name for kind in KINDS)


def names(struct: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(struct)]


def test_every_name_has_a_row_and_every_place_a_kind() -> None:
    assert [kind.name for kind in KINDS] == list(get_args(EvidenceName))
    assert {place for kind in KINDS for place in kind.holds} == set(names(Measurements)) - NO_KIND


def test_the_switches_are_those_of_the_table() -> None:
    assert names(Evidence) == [kind.name for kind in KINDS if kind.operator_may]
    assert names(EvidenceBody) == names(EvidenceChoice) == [kind.name for kind in KINDS if kind.run_may]
    assert chosen(msgspec.structs.asdict(EvidenceChoice())) == BY_DEFAULT


@pytest.mark.parametrize("place", [field.encode_name for field in msgspec.structs.fields(RunEvidence)])
def test_what_is_filed_is_shown(place: str) -> None:
    dashboard = [*SOURCES.glob("views/run/**/*.tsx"), *SOURCES.glob("model/run.ts")]
    assert any(f"run.{place}" in file.read_text(encoding="utf-8") for file in dashboard)


@pytest.mark.parametrize(
    ("operator", "wishes", "recorded"),
    [
        (BY_DEFAULT, [], BY_DEFAULT),
        (BY_DEFAULT, [{"video": False}], BY_DEFAULT - {"video"}),
        (BY_DEFAULT, [{"video": False}, {"video": True}], BY_DEFAULT),
        (BY_DEFAULT, [{"network": False, "colour": True}], BY_DEFAULT),
        (BY_DEFAULT - {"video"}, [{"video": True}], BY_DEFAULT - {"video"}),
        (BY_DEFAULT, [{"har": True, "bodies": True}], ALL),
        (BY_DEFAULT - {"network"}, [{"har": True}], BY_DEFAULT - {"network"}),
        (frozenset(), [{"har": True}], frozenset()),
    ],
)
def test_who_may_choose_what(
    operator: frozenset[EvidenceName], wishes: list[dict[str, bool]], recorded: frozenset[EvidenceName]
) -> None:
    assert EvidenceOptions(kinds=operator).narrowed(chosen(*wishes)).kinds == recorded
