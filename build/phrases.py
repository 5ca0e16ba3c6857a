"""Writes docs/phrases.md, the reference of all phrases the appliance reads, from the grammar itself.

python build/phrases.py
"""

from __future__ import annotations

from pathlib import Path

from qa_appliance.english.reference.reference import FamilyShown, FormShown, families

PAGE = Path(__file__).parent.parent / "docs" / "phrases.md"
_MOST_WORDINGS = 4
_INTRODUCTION = """# Phrases

What the appliance reads without a model. Made from the grammar by `python build/phrases.py`; every example here is run
through the planner by the tests.

Blanks are in braces, what may be left out in brackets, and a slash separates words of which one is said. Capital
letters, articles, politeness ("please"), "I" or "the user", lists, Gherkin keywords and any quotes make no difference;
clauses may be joined by "and", "then" or commas. Where a phrase is not enough, an organization adds its own under
Settings, Phrasebook.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, *(_family(family) for family in families())])


def _family(family: FamilyShown) -> str:
    return "\n".join([f"## {family.title}", "", *map(_form, family.forms), ""])


def _form(form: FormShown) -> str:
    shown = form.wordings[:_MOST_WORDINGS]
    more = len(form.wordings) - len(shown)
    lines = [f"- `{form.example}`: {form.does}", *(f"  - `{line}`" for line in shown)]
    return "\n".join([*lines, f"  - and {more} more" if more else ""]).rstrip()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
