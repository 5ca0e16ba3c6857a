"""Waits until tests are saved again: those of the files that changed, or all where something beside them did."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.find import files_of
from qa_appliance.testfiles.test import Test

_SECONDS = 0.3  # between two looks at the files
_States = dict[Path, tuple[int, int]]


class Watch:
    """`texts` are what the command line named; `read` answers the tests that are chosen of them now."""

    def __init__(self, texts: Sequence[str], read: Callable[[], list[Test]]) -> None:
        self._texts, self._read = texts, read
        self._states = self._look()

    async def changed(self) -> list[Test]:
        """What is wrong in a saved file is told, and waited on."""
        while True:
            await asyncio.sleep(_SECONDS)
            now = await asyncio.to_thread(self._look)
            saved = {file for file in now.keys() | self._states.keys() if now.get(file) != self._states.get(file)}
            self._states = now
            if not saved:
                continue
            try:
                tests = self._read()
            except Invalid as problem:
                click.echo(f"Error: {problem.message}", err=True)
                continue
            own = {test.file for test in tests}
            found = [test for test in tests if test.file in saved] if saved <= own else tests
            if found:
                return found

    def _look(self) -> _States:
        states: _States = {}
        for file in self._files():
            try:
                found = file.stat()
            except OSError:  # going away this moment
                continue
            states[file] = found.st_mtime_ns, found.st_size
        return states

    def _files(self) -> Iterator[Path]:
        """The tests, and whatever lies beside them that is no result of theirs."""
        for text in self._texts:
            try:
                files = files_of(text) or []
            except Invalid:  # the last of them went away
                files = []
            yield from files
            for folder in {file.parent for file in files}:
                with os.scandir(folder) as entries:
                    yield from (Path(e.path) for e in entries if e.name.endswith((".md", ".csv", ".yaml", ".txt")))
