"""Names by which sentences say what a project knows: in braces a text, in quotes an account or a page. Pure."""

from __future__ import annotations

import re

LONGEST = 60  # characters of what stands in braces
IN_BRACES = r"^(?!.* as )[^\W\d_]\w*(?:[ -]\w+)*$"
UNSPEAKABLE = '{}"“”'

_IN_BRACES = re.compile(IN_BRACES.replace("$", r"\Z"))


def unfit_for_braces(name: str) -> str:
    """Why a sentence cannot say `{name}`; empty where it can."""
    if len(name) <= LONGEST and _IN_BRACES.match(name):
        return ""
    return (
        f"“{name[:LONGEST]}” cannot stand in braces in a sentence: a name there begins with a letter, has letters,"
        f" digits, “_”, “-” and single spaces, no word “as”, and {LONGEST} characters at most."
    )


def is_quotable(name: str) -> bool:
    """Whether it can stand in quotes in a sentence."""
    return bool(name.strip()) and name.isprintable() and not set(name) & set(UNSPEAKABLE)


def fold(name: str) -> str:
    """Two names that read the same are the same."""
    return " ".join(name.casefold().split())
