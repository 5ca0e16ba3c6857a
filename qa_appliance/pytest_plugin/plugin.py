"""The pytest plugin's hooks: options, and what is collected. Loads no more of the appliance until a test needs it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from qa_appliance.pytest_plugin.session import QA

_SESSION = "qa_appliance.pytest_plugin.session"
_FILES = "qa_appliance.pytest_plugin.files"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("qa-appliance", "browser tests in plain English")
    group.addoption("--qa-url", metavar="URL", help="The site under test.")
    group.addoption("--qa-server", metavar="URL", help="Run on this appliance instead of one of the session's own.")
    group.addoption("--qa-api-key-file", metavar="FILE", help="Holds the API key for --qa-server.")
    group.addoption("--qa-project", metavar="P", help="A project, by name or id.")
    group.addoption("--qa-allow", action="append", default=[], metavar="RULE", help="As --allow of `qa-appliance run`.")
    group.addoption("--qa-output", metavar="DIR", help="Keep the evidence of each run here. [default: ./qa-results]")
    parser.addini("qa_url", "The site under test.")
    parser.addini("qa_files", "Patterns of Markdown and Gherkin files whose tests are collected.", type="args")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Only what `qa_files` names: other people's Markdown is no test."""
    patterns: list[str] = parent.config.getini("qa_files")
    if not patterns or not any(_fits(file_path, parent.config.rootpath, pattern) for pattern in patterns):
        return None
    collected: pytest.Collector = importlib.import_module(_FILES).EnglishFile.from_parent(parent, path=file_path)
    return collected


def _fits(file: Path, root: Path, pattern: str) -> bool:
    return file in root.glob(pattern)


@pytest.fixture
def qa(request: pytest.FixtureRequest) -> QA:
    """`qa("Open /cart and check that …")` runs a test in plain English; what does not pass fails with its report."""
    called: QA = importlib.import_module(_SESSION).QA(request.node)
    return called
