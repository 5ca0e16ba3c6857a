"""Results as a JUnit file, for whatever shows test results in a pipeline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct

from qa_appliance.core.errors import Invalid

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Case(Struct, frozen=True):
    """`failure`: the verdict was failed. `error`: nothing was learned of the site. Texts for people, or None."""

    name: str
    seconds: float
    failure: str | None = None
    error: str | None = None
    output: str = ""
    attachments: tuple[Path, ...] = ()


def write_junit(file: Path, suite: str, cases: Sequence[Case]) -> None:
    """Raises Invalid when the file cannot be written."""
    root = ElementTree.Element(
        "testsuite",
        {
            "name": _clean(suite),
            "tests": str(len(cases)),
            "failures": str(sum(case.failure is not None for case in cases)),
            "errors": str(sum(case.error is not None for case in cases)),
            "time": f"{sum(case.seconds for case in cases):.3f}",
        },
    )
    for case in cases:
        attributes = {"classname": _clean(suite), "name": _clean(case.name), "time": f"{case.seconds:.3f}"}
        element = ElementTree.SubElement(root, "testcase", attributes)
        for kind, text in (("failure", case.failure), ("error", case.error)):
            if text is not None:
                ElementTree.SubElement(element, kind, {"message": _clean(text)}).text = _clean(case.output)
        output = [case.output] if case.failure is None and case.error is None else []
        output += [f"[[ATTACHMENT|{path.absolute()}]]" for path in case.attachments]
        if output:
            ElementTree.SubElement(element, "system-out").text = _clean("\n".join(output))
    ElementTree.indent(root)
    try:
        file.write_bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))
    except OSError as error:
        raise Invalid(f"{file} cannot be written: {error.strerror}.") from error


def _clean(text: str) -> str:
    """Without the characters XML cannot hold."""
    return _NOT_XML.sub("�", text)
