"""What GitHub Actions shows of a run by itself: a summary of the job, and a remark beside each failed sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from qa_appliance.cli.results.ended import Ended
from qa_appliance.cli.running.outcome import Result, in_words
from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.faults import Spot
from qa_appliance.testfiles.lint import Level

_SIGNS: dict[Result, str] = {"passed": "✅", "flaky": "⚠️", "failed": "❌"}
_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
_LONGEST = 900 * 1024  # of a summary, which may have a megabyte


def tell(ended: Ended, environment: Mapping[str, str]) -> None:
    """Where this is a job of GitHub's. Remarks go to standard error, which is read as well: stdout is data."""
    summary = environment.get("GITHUB_STEP_SUMMARY")
    if summary:
        try:
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(markdown(ended))
        except OSError as error:
            raise Invalid(f"{summary} (GITHUB_STEP_SUMMARY) cannot be written: {error.strerror}.") from error
    if is_there(environment):
        for outcome in ended.outcomes:
            if outcome.result != "passed":
                level: Level = "warning" if outcome.result == "flaky" else "error"
                words = f"{outcome.result}: {outcome.headline}"
                click.echo(remark(level, outcome.spot, outcome.test.name, words), err=True)


def is_there(environment: Mapping[str, str]) -> bool:
    return environment.get("GITHUB_ACTIONS") == "true"


def markdown(ended: Ended) -> str:
    lines = [f"### {in_words(ended.outcomes)}", "", "| | Test | Seconds | |", "|---|---|---:|---|"]
    for outcome in sorted(ended.outcomes, key=lambda outcome: outcome.result == "passed"):
        sign = _SIGNS.get(outcome.result, "❔")
        why = "" if outcome.result == "passed" else f"{outcome.result}: {outcome.headline}"
        name = f"{ended.suite_of(outcome)}: {outcome.test.name}"
        lines.append(f"| {sign} | {_cell(name)} | {outcome.seconds:.1f} | {_cell(why)} |")
    text = "\n".join(lines)
    if len(text.encode()) > _LONGEST:
        text = text.encode()[:_LONGEST].decode("utf-8", "ignore").rpartition("\n")[0] + "\n\nThe rest is left out."
    return f"{text}\n"


def remark(level: Level, spot: Spot | None, title: str, words: str) -> str:
    """A workflow command: nothing a page says can end it."""
    place = {"file": spot.file.as_posix(), "line": str(spot.line), "col": str(spot.column)} if spot else {}
    properties = ",".join(f"{name}={_property(value)}" for name, value in (place | {"title": title}).items())
    return f"::{_COMMANDS[level]} {properties}::{_data(words)}"


def _cell(text: str) -> str:
    """Markdown shows it as it is: words of pages are among it."""
    plain = " ".join(text.split())
    for sign, shown in (
        ("&", "&amp;"),
        ("<", "&lt;"),
        ("\\", "\\\\"),
        ("|", "\\|"),
        ("`", "\\`"),
        ("[", "\\["),
        ("*", "\\*"),
        ("_", "\\_"),
        ("@", "@\u200b"),
    ):
        plain = plain.replace(sign, shown)
    return plain


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
