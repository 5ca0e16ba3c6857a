"""What a scripted model answers: sentences of the test language, in the object that is asked for."""

from __future__ import annotations

from typing import Any


def answer(*sentences: str, covered: bool = True, reason: str = "") -> dict[str, Any]:
    return {"sentences": list(sentences), "covered": covered, "reason": reason}


def click(name: str, kind: str = "button", row: str = "") -> str:
    return f'click the "{name}" {kind}' + (f' in the row "{row}"' if row else "")


def fill(name: str, text: str) -> str:
    return f'enter "{text}" into the "{name}" field'


def choose(option: str, name: str) -> str:
    return f'choose "{option}" from the "{name}" dropdown'


def shows(text: str, *, negated: bool = False) -> str:
    return f'verify that "{text}" is {"not " if negated else ""}shown'
