"""Findings as SARIF 2.1.0, which code hosts show beside the lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec

import qa_appliance
from qa_appliance.testfiles.faults import Spot
from qa_appliance.testfiles.lint import RULES, Finding

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(findings: Sequence[Finding]) -> bytes:
    rules = [
        {"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
        for rule, (level, text) in RULES.items()
    ]
    tool = {"driver": {"name": "qa-appliance", "version": qa_appliance.__version__, "rules": rules}}
    run = {"tool": tool, "columnKind": "unicodeCodePoints", "results": [_result(finding) for finding in findings]}
    whole = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _result(finding: Finding) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": list(RULES).index(finding.rule),
        "level": finding.level,
        "message": {"text": f"{finding.test}: {finding.message}"},
    }
    if finding.spot is not None:
        result["locations"] = [{"physicalLocation": _place(finding.spot, finding.length)}]
    return result


def _place(spot: Spot, length: int) -> dict[str, object]:
    """What goes over the end of its line is shown from where it begins."""
    region = {"startLine": spot.line, "startColumn": spot.column}
    if length:
        region["endColumn"] = spot.column + length
    return {"artifactLocation": {"uri": _address(spot.file)}, "region": region}


def _address(file: Path) -> str:
    return file.as_uri() if file.is_absolute() else quote(file.as_posix())
