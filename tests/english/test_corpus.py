"""Wordings and the plans they stand for: corpus/*.toml, a wording to a short line (or several) per step."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from qa_appliance.english.compile import plan_english
from tests.english.compact import lines

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.toml"))


def _cases() -> list[object]:
    cases: list[object] = []
    for file in CORPUS:
        for wording, plan in tomllib.loads(file.read_text("utf-8")).items():
            cases.append(pytest.param(wording, [plan] if isinstance(plan, str) else plan, id=f"{file.stem}: {wording}"))
    return cases


@pytest.mark.parametrize(("wording", "plan"), _cases())
def test_wording_stands_for_plan(wording: str, plan: list[str]) -> None:
    assert lines(plan_english(wording)) == plan
