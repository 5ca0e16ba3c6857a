"""`lint`: what is amiss with tests, without a browser. With a server also what its last looks at the pages tell."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from qa_appliance.cli.exits import FAILED, PASSED
from qa_appliance.cli.printing.table import json_option, print_json
from qa_appliance.cli.results import github
from qa_appliance.cli.results.sarif import sarif
from qa_appliance.cli.running.asked import Choice, Where, choice_options, where_options
from qa_appliance.client.channel import connect
from qa_appliance.client.projects import project_of
from qa_appliance.core.errors import Invalid
from qa_appliance.core.test_data.project import Account
from qa_appliance.testfiles.lint import Finding, about, each_once, of_file, of_test
from qa_appliance.testfiles.read import read_what_can_be
from qa_appliance.testfiles.test import Test

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(name="lint")
@click.argument("tests", nargs=-1, required=True, metavar="PATH…")
@choice_options
@where_options(
    "Ask this appliance what its last looks at the pages tell of names.",
    url="The site under test, for its looks on the server.",
)
@click.option("--sarif", "sarif_file", type=_FILE, metavar="FILE", help="Write the findings as SARIF, for code hosts.")
@json_option
def command(
    tests: Sequence[str],
    choice: Choice,
    where: Where,
    sarif_file: Path | None,
    json_wanted: bool,
) -> int:
    """Check tests without a browser. Exits with 0 for no findings, 1 for findings.

    What is not understood, with its line and column; tests that cannot fail; what is wrong in files. Notes are told
    and do not count.
    """
    found, faults = read_what_can_be(tests, sys.stdin.read, None)
    findings = [of_file(fault) for fault in faults]
    if found or not faults:
        found = choice.of(found)
    there = asyncio.run(_there(found, where.server, where)) if where.server else _There()
    findings += [finding for test in found for finding in of_test(test, there.accounts.get(test.key, ()))]
    findings += there.findings
    findings = each_once(findings)
    _tell(findings, len(found), json_wanted)
    if sarif_file:
        try:
            sarif_file.write_bytes(sarif(findings))
        except OSError as error:
            raise Invalid(f"{sarif_file} cannot be written: {error.strerror}.") from error
    return FAILED if any(finding.level != "note" for finding in findings) else PASSED


class _There(Struct, frozen=True):
    """What a server knows: names that fitted several elements, or none, when the pages were last seen; and the accounts
    of each test's project, by its key."""

    findings: list[Finding] = []
    accounts: dict[str, tuple[Account, ...]] = {}


async def _there(tests: Sequence[Test], server: str, where: Where) -> _There:
    findings, accounts = list[Finding](), dict[str, tuple[Account, ...]]()
    async with connect(server, where.api_key) as client:
        for test in tests:
            place = await project_of(client, where.project or test.project, where.url or test.address)
            accounts[test.key] = tuple(
                Account(each["name"], each["user"], "", each["role"]) for each in await client.data(place).accounts()
            )
            plan = await client.call("POST", "api/plan", {"projectId": place, "description": test.description})
            for each in plan["ambiguities"]:
                words = [one["sentence"] or one["described"] for one in each["candidates"]]
                message = f"“{each['target']}” could be several elements. Write one of: {' · '.join(words)}"
                findings.append(about(test, "ambiguous", message, each["start"], len(each["target"])))
            for each in plan["unseen"]:
                message = f"No page that was seen has “{each['target']}”."
                findings.append(about(test, "unseen", message, each["start"], len(each["target"])))
    return _There(findings, accounts)


def _tell(findings: Sequence[Finding], tests: int, json_wanted: bool) -> None:
    if json_wanted:
        print_json({"tests": tests, "findings": [_as_json(finding) for finding in findings]})
    for finding in findings:
        if not json_wanted:
            click.echo(str(finding))
        if github.is_there(os.environ):
            click.echo(github.remark(finding.level, finding.spot, finding.test, str(finding)), err=True)
    word = f"{len(findings) or 'no'} finding{'' if len(findings) == 1 else 's'}"
    click.echo(f"{tests} test{'' if tests == 1 else 's'}, {word}.", err=True)


def _as_json(finding: Finding) -> dict[str, object]:
    spot = finding.spot
    return {
        "rule": finding.rule,
        "level": finding.level,
        "message": finding.message,
        "test": finding.test,
        "file": spot.file.as_posix() if spot else None,
        "line": spot.line if spot else None,
        "column": spot.column if spot else None,
    }
