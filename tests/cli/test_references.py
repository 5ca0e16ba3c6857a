"""What code and tests cite is there: sections of docs/contract.md, decisions of docs/decisions.md, files by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for folder, endings in (
        ("qa_appliance", ("py", "js")), ("tests", ("py",)), ("build", ("py",)), ("web/src", ("ts", "tsx", "css")),
        ("docs", ("md",)), ("packaging", ("md", "py")),
    )
    for ending in endings
    for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
    if "web_bundle" not in path.parts and path != Path(__file__)
]  # fmt: skip
_NUMBER = r"\d+(?:\.\d+)?"
_NUMBERS = rf"{_NUMBER}(?:(?:,? and |, | to |–){_NUMBER})*"
_CONTRACT = re.compile(rf"\bcontract(?:,? sections?|'s sections?|,)? ({_NUMBERS})(?: rules? ({_NUMBERS}))?", re.I)
_DECISION = re.compile(rf"\bdecisions?,? ({_NUMBERS})", re.I)
_BRACKET = re.compile(rf"\[({_NUMBER}(?:, {_NUMBER})*)\]")
_FILE = re.compile(r"(?<![\w./])[a-z_][\w/]*\.py\b(?!\()")
_QUOTED = re.compile(r"(?<!\")\"[^\"\n]+\"(?!\")")
_INTERFACES = re.compile(r"\(interfaces, ([^)\n:]+)|interfaces, (`[^`]+`)")


def sections() -> set[str]:
    """Numbers of headings and of the rules below them: 4.1, 4.1 rule 3, 5.9 for the ninth of section 5."""
    found: set[str] = set()
    here = ""
    for line in (ROOT / "docs" / "contract.md").read_text("utf-8").splitlines():
        if heading := re.match(rf"#+ ({_NUMBER}) ", line):
            here = heading[1]
            found.add(here)
        elif rule := re.match(r"(\d+)\. ", line):
            found.add(f"{here} rule {rule[1]}" if "." in here else f"{here}.{rule[1]}")
    return found


def headings() -> set[str]:
    return {line.lstrip("# ").casefold() for line in (ROOT / "docs" / "contract.md").read_text("utf-8").splitlines()
            if line.startswith("### ")}  # fmt: skip


def decisions() -> set[str]:
    return set(re.findall(r"^(\d+)\. ", (ROOT / "docs" / "decisions.md").read_text("utf-8"), re.M))


def cited(text: str) -> Iterator[tuple[str, str]]:
    text = re.sub(r"\s*\n\s*(?:#|//|\*)?\s*", " ", text)  # a reference may go over the end of a line
    for numbers, rules in _CONTRACT.findall(text):
        for number in re.findall(_NUMBER, numbers):
            yield "section", number
        for rule in re.findall(_NUMBER, rules):
            yield "section", f"{numbers} rule {rule}"
    for numbers in _DECISION.findall(text):
        for number in re.findall(_NUMBER, numbers):
            yield "decision", number


def test_every_reference_leads_somewhere() -> None:
    known = {"section": sections(), "decision": decisions()}
    texts = {path: path.read_text("utf-8") for path in SOURCES}
    lost = [
        f"{path.relative_to(ROOT)}: {kind} {number}"
        for path, text in texts.items()
        for kind, number in cited(text)
        if number not in known[kind]
    ]
    assert lost == []
    assert sum(1 for text in texts.values() for _ in cited(text)) > 100


def test_the_interfaces_that_are_named_have_a_heading() -> None:
    known = headings()
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        for pair in _INTERFACES.findall(path.read_text("utf-8"))
        if (name := (pair[0] or pair[1]).strip("`")) and name.casefold() not in known
    ]
    assert lost == []


def test_the_decisions_name_sections_that_are_there() -> None:
    text = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    named = {number for found in _BRACKET.findall(text) for number in found.split(", ")}
    assert named
    assert named - sections() == set()


def test_the_files_that_are_named_are_there() -> None:
    there = {f"/{path.relative_to(ROOT)}" for path in SOURCES if "tests" not in path.parts}
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        if path.suffix == ".py" and "qa_appliance" in path.relative_to(ROOT).parts
        for name in _FILE.findall(_QUOTED.sub("", path.read_text("utf-8")))
        if not any(known.endswith(f"/{name}") for known in there)
    ]
    assert lost == []


def test_what_leads_nowhere_is_noticed() -> None:
    found = list(cited("as contract 4.1 rules 3 and\n    # 9 say (decision 99), contract section 12"))
    assert found == [
        ("section", "4.1"), ("section", "4.1 rule 3"), ("section", "4.1 rule 9"), ("section", "12"), ("decision", "99"),
    ]  # fmt: skip
    assert {"4.1 rule 9", "12"} & sections() == set()
    assert "99" not in decisions()
