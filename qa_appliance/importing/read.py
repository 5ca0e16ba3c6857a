"""The door of this room: a recorded file as tests in Markdown, with what could not be carried over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from qa_appliance.core.errors import Invalid
from qa_appliance.importing import codegen, cypress, recorder, side
from qa_appliance.importing.carried import Carried, quoted

_SOURCES = frozenset({".ts", ".js", ".mjs", ".tsx", ".jsx", ".py"})


def read_recorded(file: Path) -> list[Carried]:
    """By the file's ending. Raises `Invalid` for what is no recording, or holds no test."""
    try:
        found = [test.settled() for test in _carried(file, file.read_text("utf-8-sig"))]
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(
            f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}."
        ) from error
    except msgspec.MsgspecError as error:
        raise Invalid(f"{file} is no recording: {error}.") from error
    if not found:
        raise Invalid(f"{file} holds no test.")
    return found


def _carried(file: Path, text: str) -> Iterator[Carried]:
    match file.suffix.lower():
        case ".json":
            yield recorder.carried(recorder.read(text))
        case ".side":
            yield from side.carried(side.read(text))
        case ending if ending in _SOURCES:
            yield from (cypress if cypress.is_spec(text) else codegen).carried(text)
        case _:
            raise Invalid(
                f"{file}: what is read is Chrome Recorder's .json, Selenium IDE's .side, Playwright codegen's .ts, .js"
                " and .py, and Cypress' .js and .ts."
            )


def as_markdown(tests: list[Carried]) -> str:
    """As a file of tests: of one site the address in front, of several in each test. What is left out are comments."""
    urls = list(dict.fromkeys(test.url for test in tests if test.url))
    secrets = dict.fromkeys(secret for test in tests for secret in test.secrets)
    names = {secret: "PASSWORD" + (f"_{at}" if at > 1 else "") for at, secret in enumerate(secrets, 1)}
    lines = _front(urls, names)
    for test in tests:
        lines += [f"## {' '.join(test.name.split()) or 'Recorded'}", ""]
        if len(urls) > 1 and test.url:
            lines.append(f"- go to {test.url}")
        lines += [f"- {_veiled(sentence, names)}" for sentence in test.sentences]
        left = [_comment(f"{each.what}: {each.why}") for each in test.left]
        lines += ["", "<!-- Not carried over, or not wholly:", *left, "-->"] if left else []
        lines.append("")
    return "\n".join(lines)


def _front(urls: list[str], names: Mapping[str, str]) -> list[str]:
    """The lines in front: the site, where all are of one, and the variables that hold passwords."""
    front = [f"url: {msgspec.json.encode(urls[0]).decode()}"] if len(urls) == 1 else []
    front += [f"secrets: [{', '.join(names.values())}]"] if names else []
    return ["---", *front, "---", ""] if front else []


def _veiled(sentence: str, names: Mapping[str, str]) -> str:
    """With variables of the environment where a password was typed: it stands in no file."""
    for secret, name in names.items():
        sentence = sentence.replace(quoted(secret), f'"${{{name}}}"')
    return sentence


def _comment(text: str) -> str:
    return "- " + text.replace("--", "- -").replace(">", "›")
