"""`make audit`: a known fault is told with its mend, and nobody to ask is no clean answer."""

from __future__ import annotations

import importlib.util
import sys
from datetime import date
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", BUILD / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["audit"] = module  # msgspec reads the types of a module by its name
    spec.loader.exec_module(module)
    return module


def _report(*libraries: object) -> bytes:
    return msgspec.json.encode({"dependencies": libraries})


LIBRARIES = [
    (b"", False, "no report"),
    (_report(), False, "0 of 0 could not be asked about"),
    (_report({"name": "h11", "skip_reason": "not found on the index"}), False, "1 of 1 could not be asked about: not"),
    (
        _report({"name": "h11", "version": "0.1", "vulns": [{"id": "CVE-2099-1", "fix_versions": ["0.2"]}]}),
        False,
        "h11 0.1: CVE-2099-1 (fixed in 0.2)",
    ),
    (_report({"name": "h11", "version": "0.2", "vulns": []}), True, "1 libraries, none"),
]


@pytest.mark.parametrize(("report", "clean", "words"), LIBRARIES)
def test_libraries(audit: ModuleType, report: bytes, clean: bool, words: str) -> None:
    found = audit.libraries(report)
    assert found.clean is clean
    assert words in found.detail


PACKAGES = [
    (b"", False, "could not be asked"),
    (b'{"message": "405 Method Not Allowed"}', False, "could not be asked"),
    (b'{"vulnerabilities": {"vite": {}}, "metadata": {"vulnerabilities": {"total": 1}}}', False, "vite"),
    (b'{"vulnerabilities": {}, "metadata": {"vulnerabilities": {"total": 0}}}', True, "None"),
]


@pytest.mark.parametrize(("report", "clean", "words"), PACKAGES)
def test_packages(audit: ModuleType, report: bytes, clean: bool, words: str) -> None:
    found = audit.packages(report)
    assert found.clean is clean
    assert words in found.detail


BROWSERS = [
    ({}, False, "does not say when"),
    ({"153.0.0": "2026-09-01T00:00:00Z"}, False, "No newer one is published"),
    ({"153.0.0": "2026-09-01T00:00:00Z", "156.0.0": "2026-11-01T00:00:00Z"}, False, "156.0.0 is published: pin it"),
    ({"153.0.0": "2026-11-10T00:00:00Z", "modified": "2026-11-20T00:00:00Z"}, True, "18 days old."),
]


@pytest.mark.parametrize(("published", "clean", "words"), BROWSERS)
def test_the_browsers_age(audit: ModuleType, published: dict[str, str], clean: bool, words: str) -> None:
    found = audit.browser("153.0.0", published, date(2026, 11, 28))
    assert found.clean is clean
    assert words in found.detail
