"""Markdown and Gherkin files as what pytest collects: an item for each test, with its line."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from qa_appliance.core.errors import Invalid
from qa_appliance.pytest_plugin.session import judged, session_of
from qa_appliance.testfiles.read import read_tests
from qa_appliance.testfiles.test import Test


class EnglishFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        """Raises `CollectError` with every fault of the file."""
        try:
            tests = read_tests([str(self.path)], str, os.environ)
        except Invalid as problem:
            raise self.CollectError(problem.message) from problem
        for test in tests:
            yield EnglishTest.from_parent(self, name=test.name, test=test)


class EnglishTest(pytest.Item):
    def __init__(self, *, test: Test, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]
        self._test = test
        for tag in test.tags:
            self.keywords[tag] = tag

    def runtest(self) -> None:
        url = session_of(self.config).url
        judged(self, replace(self._test, url=url) if url else self._test)

    def reportinfo(self) -> tuple[os.PathLike[str], int, str]:
        return self.path, self._test.line - 1, self._test.name
