"""The door of this room: what a command line names, as tests with all that files beside them say. Runs nothing."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from qa_appliance.core.errors import Invalid
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.testfiles import environments, phrasebooks
from qa_appliance.testfiles.environments import Stated, Variables, read_environments
from qa_appliance.testfiles.faults import Fault, Faulty, Spot, faulty, read_text, refuse
from qa_appliance.testfiles.feature import read_feature
from qa_appliance.testfiles.find import ENDINGS, beside, files_of
from qa_appliance.testfiles.given import Given, read_given
from qa_appliance.testfiles.markdown import read_markdown
from qa_appliance.testfiles.phrasebooks import Written, nearest, read_phrasebook, wrong_in
from qa_appliance.testfiles.project_data import project_data
from qa_appliance.testfiles.secret import with_secrets
from qa_appliance.testfiles.test import LONGEST, Environment, Test, plain_lines
from qa_appliance.testfiles.toml import read_toml

GIVEN = "qa-appliance.toml"
_NAME_LENGTH = 70
_LONGEST_PATH = 250


class Reader:
    """Reads each file once. `variables`: what `${NAME}` stands for in environments, and where it is a file's secret.

    `gives`: also in accounts and variables, which are given to the tests here.
    """

    def __init__(self, variables: Variables, *, gives: bool = True) -> None:
        self._variables, self._of_given = variables, variables if gives else None
        self._books: dict[Path, list[Written]] = {}
        self._places: dict[Path, dict[str, Stated]] = {}
        self._given: dict[Path, Given] = {}
        self._checked: set[tuple[str, ...]] = set()
        self._seen: set[Path] = set()
        self.faults: list[Fault] = []

    def is_new(self, file: Path) -> bool:
        """Whether it was not asked for before, under whatever name."""
        whole = file.resolve()
        new = whole not in self._seen
        self._seen.add(whole)
        return new

    def tests(self, file: Path, named: Path) -> list[Test]:
        """What is wrong goes to `faults`."""
        try:
            text = read_text(file)
            found = _numbered(_FORMS.get(file.suffix.lower(), _plain)(text, file))
            phrases = self._phrases(file, named)
            return [self._checked_test(self._filled(replace(test, phrases=phrases)), named) for test in found]
        except Faulty as error:
            self._add(error.fault)
            return []

    def _checked_test(self, test: Test, named: Path) -> Test:
        assert test.file is not None
        if len(test.description) > LONGEST:
            size = f"{len(test.description)} characters; {LONGEST} are the most"
            self._add(
                Fault(Spot(test.file, test.line), f"The test “{test.name}” has {size}. Make several tests of it.")
            )
        placed = replace(test, place=self._place(test, named))
        return replace(placed, data=project_data(placed, self._all_given(placed, named), self._of_given))

    def _all_given(self, test: Test, named: Path) -> Given:
        """By its own file, by that of its place, by those beside it: the nearer one holds."""
        assert test.file is not None
        given = test.given.before(test.place.given) if test.place else test.given
        for file in beside(test.file, GIVEN, named):
            if file not in self._given:
                self._given[file] = read_given(read_toml(read_text(file), file))
            given = given.before(self._given[file])
        return given

    def _filled(self, test: Test) -> Test:
        """With the values of its secrets, where they are looked up. Raises `Faulty`."""
        return test if self._variables is None else with_secrets(test, self._variables)

    def _place(self, test: Test, named: Path) -> Environment | None:
        assert test.file is not None
        if test.environment is None and test.url is not None:
            return None
        wanted = test.environment or environments.DEFAULT
        for file in beside(test.file, environments.NAME, named):
            if file not in self._places:
                self._places[file] = read_environments(file)
            stated = self._places[file].get(wanted)
            if stated is not None:
                return stated.read(self._variables)
        return None

    def _phrases(self, file: Path, named: Path) -> tuple[OwnPhrase, ...]:
        books = []
        for found in beside(file, phrasebooks.NAME, named):
            if found not in self._books:
                self._books[found] = read_phrasebook(found)
            books.append(self._books[found])
        book = nearest(books)
        phrases = tuple(written.phrase for written in book)
        known = tuple(phrase.id for phrase in phrases)
        if known not in self._checked:
            self._checked.add(known)
            for fault in wrong_in(book):
                self._add(fault)
        return phrases

    def _add(self, fault: Fault) -> None:
        if fault not in self.faults:
            self.faults.append(fault)


def read_tests(
    texts: Sequence[str], stdin: Callable[[], str], variables: Variables = os.environ, *, gives: bool = True
) -> list[Test]:
    """Of each text: a description, a file, a folder, a pattern of files, or `-`. Raises `Invalid` with every fault.

    Without `gives` the variables in accounts and variables are not looked up: a server has its own.
    """
    tests, faults = read_what_can_be(texts, stdin, variables, gives=gives)
    refuse(faults)
    return tests


def read_what_can_be(
    texts: Sequence[str], stdin: Callable[[], str], variables: Variables, *, gives: bool = True
) -> tuple[list[Test], list[Fault]]:
    """The tests of the files that are right, and what is wrong in the others. Raises `Invalid` where there is none."""
    reader = Reader(variables, gives=gives)
    tests = [test for text in texts for test in _named(text, stdin, reader)]
    return tests, reader.faults


def chosen(tests: Sequence[Test], grep: str | None, tags: Sequence[str]) -> list[Test]:
    """Those whose name (with its file) fits and that have one of the tags. Raises `Invalid` where none is left."""
    try:
        pattern = re.compile(grep or "", re.IGNORECASE)
    except re.error as error:
        raise Invalid(f"--grep {grep} is no regular expression: {error}.") from error
    wanted = {tag.casefold().removeprefix("@") for tag in tags}
    found = [
        test
        for test in tests
        if pattern.search(test.key) and (not wanted or wanted & {tag.casefold() for tag in test.tags})
    ]
    if not found:
        raise Invalid(f"None of the {len(tests)} tests is chosen by {_filters(grep, tags)}, so nothing was run.")
    return found


def _filters(grep: str | None, tags: Sequence[str]) -> str:
    parts = [f"--grep {grep}"] if grep else []
    return " and ".join([*parts, *(f"--tag {tag}" for tag in tags)]) or "the command line"


def _named(text: str, stdin: Callable[[], str], reader: Reader) -> Iterator[Test]:
    if text == "-":
        yield _described("standard input", stdin())
        return
    looks_like_a_file = len(text) < _LONGEST_PATH and "\n" not in text
    if looks_like_a_file:
        files = files_of(text)
        if files is not None:
            for file in files:
                if reader.is_new(file):
                    yield from reader.tests(file, Path(text))
            return
        if " " not in text and (Path(text).suffix in ENDINGS or os.sep in text):
            raise Invalid(f"There is no file {text}.")
    first = " ".join(text.split())
    yield _described(first if len(first) <= _NAME_LENGTH else first[: _NAME_LENGTH - 1] + "…", text)


def _described(name: str, text: str) -> Test:
    if not text.strip():
        raise Invalid(f"The test “{name}” has no sentence." if name else "A test without any word was given.")
    return Test(name=name, lines=plain_lines(text))


def _plain(text: str, file: Path) -> Iterator[Test]:
    """A file of any other kind is one test, called by its file."""
    if not text.strip():
        raise faulty(Spot(file), "There is no sentence in it.")
    yield Test(name=file.name, lines=plain_lines(text), file=file)


def _numbered(tests: Iterator[Test]) -> Iterator[Test]:
    """Names of a file are told apart: the second “Login” is “Login (2)”."""
    seen: Counter[str] = Counter()
    for test in tests:
        seen[test.name] += 1
        yield test if seen[test.name] == 1 else replace(test, name=f"{test.name} ({seen[test.name]})")


_FORMS: dict[str, Callable[[str, Path], Iterator[Test]]] = {".md": read_markdown, ".feature": read_feature}
