"""`cart.md.lock` beside `cart.md`: the steps each of its tests took when it last passed, readable in a review.

A test with the very words it had then is replayed by its steps, without planning. Secrets are shown as a mask.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct

from qa_appliance.core.errors import Invalid
from qa_appliance.core.steps import MASK
from qa_appliance.english.compile import plan_english
from qa_appliance.store.vault import part
from qa_appliance.testfiles.test import Test

ENDING = ".lock"
_HEAD = (
    "# The steps of the last pass, made by `qa-appliance run --lock`. Changed by hand it no longer says what passed.\n"
)
_VERSION = 1
_NESTED = ("steps", "otherwise")  # where steps lie in a step

_OF_THAT_RUN = frozenset({"source", "phraseIds", "readsAs"})  # how it came to a step, and how that is put
_OF_THAT_LAYOUT = frozenset({"box"})

Steps = list[dict[str, object]]


class Locked(Struct, frozen=True):
    """`words`: what the test said when it passed, as a digest."""

    words: str
    steps: Steps

    @property
    def masked(self) -> bool:
        """Whether a secret is to be put back before it is replayed."""
        return MASK in str(self.steps)


class _Lock(Struct, frozen=True):
    version: int
    tests: dict[str, Locked]


class Locks:
    """Those of several files, each read once."""

    def __init__(self) -> None:
        self._files: dict[Path, dict[str, Locked]] = {}

    def of(self, test: Test) -> Locked | None:
        """What was locked of it, whatever its words were then. Raises `Invalid` for a file that is no lock."""
        if test.file is None:
            return None
        if test.file not in self._files:
            self._files[test.file] = _read(_beside(test.file))
        return self._files[test.file].get(test.name)

    def valid(self, test: Test) -> Locked | None:
        """The same where it still says what the test says."""
        locked = self.of(test)
        return locked if locked is not None and locked.words == digest(test) else None

    def write(self, passed: Mapping[str, tuple[Test, Steps]], known: Sequence[Test]) -> list[Path]:
        """Notes the steps of tests by their keys; tests that are no longer among the `known` ones of a file go.

        Answers the files that have changed. Raises `Invalid` when one cannot be written.
        """
        files = dict.fromkeys(test.file for test, _ in passed.values() if test.file is not None)
        return [file for file in files if self._written(file, passed, [test for test in known if test.file == file])]

    def _written(self, file: Path, passed: Mapping[str, tuple[Test, Steps]], known: Sequence[Test]) -> bool:
        tests: dict[str, Locked] = {}
        for test in known:
            before = self.of(test)
            steps = passed[test.key][1] if test.key in passed else None
            if steps is not None:
                tests[test.name] = Locked(digest(test), _lasting(steps))
            elif before is not None:
                tests[test.name] = before
        if tests == self._files[file]:
            return False
        self._files[file] = tests
        text = yaml.safe_dump(
            msgspec.to_builtins(_Lock(_VERSION, tests)), sort_keys=False, allow_unicode=True, width=110
        )
        try:
            _beside(file).write_text(_HEAD + text, "utf-8")
        except OSError as error:
            raise Invalid(f"{_beside(file)} cannot be written: {error.strerror}.") from error
        return True


def _lasting(steps: Steps) -> Steps:
    """What the next pass would write as well, so that a review shows what has changed in the test."""
    return [
        {name: _without_layout(value, name) for name, value in step.items() if name not in _OF_THAT_RUN}
        for step in steps
    ]


def _without_layout(value: object, name: str) -> object:
    if isinstance(value, dict):
        return {key: _without_layout(each, key) for key, each in value.items() if key not in _OF_THAT_LAYOUT}
    if name in _NESTED and isinstance(value, list):
        return _lasting(value)
    return [_without_layout(each, "") for each in value] if isinstance(value, list) else value


def digest(test: Test) -> str:
    """Of all that its plan is made of, but the values of secrets: a digest of one could be guessed."""
    phrases = sorted((phrase.pattern, phrase.sentences) for phrase in test.phrases)
    return hashlib.sha256(msgspec.json.encode((test.words, test.expect, phrases))).hexdigest()[:16]


def changes(test: Test, locked: Locked) -> Iterator[str]:
    """What its plan had then and has now, line by line; none where only words have changed."""
    plan = plan_english(test.description, test.phrases)
    now = msgspec.convert(part(msgspec.to_builtins(plan.steps)).steps, Steps)
    for line in difflib.ndiff(_lines(locked.steps), _lines(now)):
        if line.startswith(("- ", "+ ")):
            yield line


def _lines(steps: Steps) -> list[str]:
    return [f"{step.get('action')}: {step.get('sentence') or ''}" for step in steps]


def _beside(file: Path) -> Path:
    return file.with_name(file.name + ENDING)


def _read(file: Path) -> dict[str, Locked]:
    try:
        found = msgspec.convert(yaml.safe_load(file.read_text("utf-8")), _Lock)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, msgspec.ValidationError, RecursionError) as error:
        raise Invalid(f"{file}:1:1: It is no lock of tests. Remove it, and `run --lock` makes it anew.") from error
    if found.version != _VERSION:
        raise Invalid(f"{file}:1:1: It is a lock of version {found.version}; this is version {_VERSION}.")
    return found.tests
