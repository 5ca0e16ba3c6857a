"""Results as a JUnit file, as Jenkins reads it: a test that passed only at a later try has its `flakyFailure`."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from qa_appliance.cli.results.ended import Ended
from qa_appliance.cli.running.outcome import Attempt, Outcome

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNFINISHED = frozenset({"interrupted"})


def junit(ended: Ended, file: Path) -> bytes:
    outcomes = ended.outcomes
    results = [outcome.result for outcome in outcomes]
    failures, skipped = results.count("failed"), sum(result in _UNFINISHED for result in results)
    right = results.count("passed") + results.count("flaky")
    root = ElementTree.Element(
        "testsuite",
        {
            "name": _clean(ended.suite),
            "tests": str(len(outcomes)),
            "failures": str(failures),
            "errors": str(len(outcomes) - failures - skipped - right),
            "skipped": str(skipped),
            "time": f"{sum(outcome.seconds for outcome in outcomes):.3f}",
        },
    )
    for outcome in outcomes:
        _case(root, ended, outcome)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _case(root: ElementTree.Element, ended: Ended, outcome: Outcome) -> None:
    attributes = {
        "classname": _clean(ended.suite_of(outcome)),
        "name": _clean(outcome.test.name),
        "time": f"{outcome.seconds:.3f}",
    }
    element = ElementTree.SubElement(root, "testcase", attributes)
    headline, result, last = _clean(outcome.headline), outcome.result, outcome.last
    right = result in ("passed", "flaky")
    if result in _UNFINISHED:
        ElementTree.SubElement(element, "skipped", {"message": headline})
    elif not right and last is not None:
        kind = "failure" if result == "failed" else "error"
        ElementTree.SubElement(element, kind, {"type": result, "message": headline}).text = _clean(last.report)
    for attempt in outcome.failed_first:
        _earlier(element, attempt, "flaky" if right else "rerun")
    output = [last.report] if last is not None and right else []
    output += [f"[[ATTACHMENT|{path.absolute()}]]" for each in outcome.attempts for path in _files(each)]
    if output:
        ElementTree.SubElement(element, "system-out").text = _clean("\n".join(output))


def _earlier(element: ElementTree.Element, attempt: Attempt, kind: str) -> None:
    """A try that did not pass."""
    name = f"{kind}Failure" if attempt.result == "failed" else f"{kind}Error"
    inner = ElementTree.SubElement(element, name, {"type": attempt.result, "message": _clean(attempt.headline)})
    ElementTree.SubElement(inner, "stackTrace").text = _clean(attempt.report)


def _files(attempt: Attempt) -> list[Path]:
    return attempt.kept.files if attempt.kept else []


def _clean(text: str) -> str:
    """Without the characters XML cannot hold."""
    return _NOT_XML.sub("�", text)
