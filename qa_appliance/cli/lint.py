"""`lint`: what is amiss with tests, without a browser. With a server also what its last looks at the pages tell."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from qa_appliance.cli.exits import FAILED, PASSED
from qa_appliance.cli.printing.table import print_json
from qa_appliance.cli.results import github
from qa_appliance.cli.results.sarif import sarif
from qa_appliance.cli.running.credential import api_key_option, read_api_key
from qa_appliance.client.channel import connect
from qa_appliance.client.projects import project_of
from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.lint import Finding, about, each_once, of_file, of_test
from qa_appliance.testfiles.read import chosen, read_what_can_be
from qa_appliance.testfiles.test import Test

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(name="lint")
@click.argument("tests", nargs=-1, required=True, metavar="PATH…")
@click.option("--grep", metavar="RE", help="Only tests whose file and name fit this regular expression.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only tests with this tag; may be repeated: any of.")
@click.option("--url", metavar="URL", help="The site under test, for its looks on the server.")
@click.option("--project", metavar="P", help="A project of the server, by name or id.")
@click.option("--server", metavar="URL", help="Ask this appliance what its last looks at the pages tell of names.")
@api_key_option
@click.option("--sarif", "sarif_file", type=_FILE, metavar="FILE", help="Write the findings as SARIF, for code hosts.")
@click.option("--json", "json_wanted", is_flag=True, help="Print JSON.")
def command(
    tests: Sequence[str],
    grep: str | None,
    tags: Sequence[str],
    url: str | None,
    project: str | None,
    server: str | None,
    api_key_file: Path | None,
    sarif_file: Path | None,
    json_wanted: bool,
) -> int:
    """Tell what is amiss with tests, without a browser: 0 nothing, 1 there are findings.

    What is not understood, with its line and column; tests that cannot fail; what is wrong in files. Notes are told
    and do not count.
    """
    found, faults = read_what_can_be(tests, sys.stdin.read, None)
    findings = [of_file(fault) for fault in faults]
    if found or not faults:
        found = chosen(found, grep, tags)
    findings += [finding for test in found for finding in of_test(test)]
    if server:
        findings += asyncio.run(_seen(found, server, read_api_key(api_key_file), url, project))
    findings = each_once(findings)
    _tell(findings, len(found), json_wanted)
    if sarif_file:
        try:
            sarif_file.write_bytes(sarif(findings))
        except OSError as error:
            raise Invalid(f"{sarif_file} cannot be written: {error.strerror}.") from error
    return FAILED if any(finding.level != "note" for finding in findings) else PASSED


async def _seen(
    tests: Sequence[Test], server: str, api_key: str, url: str | None, project: str | None
) -> list[Finding]:
    """Names that fitted several elements, or none, when the pages were last seen."""
    findings = []
    async with connect(server, api_key) as client:
        for test in tests:
            place = await project_of(client, project or test.project, url or test.address)
            plan = await client.call("POST", "api/plan", {"projectId": place, "description": test.description})
            for each in plan["ambiguities"]:
                words = [one["sentence"] or one["described"] for one in each["candidates"]]
                message = f"“{each['target']}” could be several elements. Write one of: {' · '.join(words)}"
                findings.append(about(test, "ambiguous", message, each["start"], len(each["target"])))
            for each in plan["unseen"]:
                message = f"No page that was seen has “{each['target']}”."
                findings.append(about(test, "unseen", message, each["start"], len(each["target"])))
    return findings


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
