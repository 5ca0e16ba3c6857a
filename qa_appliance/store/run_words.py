"""The words a run was asked with: masked where they lie and are searched, whole only under seal.

The API answers them as they were written (contract 2.1); everything else shows them masked. Never decides what is a
secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from qa_appliance.store.database import Row
from qa_appliance.store.vault import Unsealable, Vault, mask

INSTRUCTION_LENGTH = 2000  # code points (decision 15)

Unseal = Callable[[str], Any]


class Words(Struct, frozen=True, kw_only=True):
    """Columns of a run. `words_sealed` holds the other two as they were written; None where nothing is masked."""

    instruction: str
    description: str | None
    words_sealed: str | None = None


def words(vault: Vault, instruction: str, description: str | None, secrets: Sequence[str]) -> Words:
    """`instruction` is kept up to 2000 characters, and masked before it is cut: a cut secret would be no secret."""
    shown = Words(
        instruction=mask(instruction, list(secrets))[:INSTRUCTION_LENGTH], description=mask(description, list(secrets))
    )
    whole = {"instruction": instruction[:INSTRUCTION_LENGTH], "description": description}
    if shown.instruction == whole["instruction"] and shown.description == description:
        return shown
    return Words(instruction=shown.instruction, description=shown.description, words_sealed=vault.seal(whole))


def masked_further(vault: Vault, row: Row, secrets: Sequence[str]) -> Words:
    """The words of a run in which more secrets turned out to be; `row` has the three columns."""
    known = vault.unseal(row["words_sealed"]) or {name: row[name] for name in ("instruction", "description")}
    again = words(vault, row["instruction"], row["description"], secrets)
    changed = row["words_sealed"] is not None or again.words_sealed is not None
    return Words(
        instruction=again.instruction,
        description=again.description,
        words_sealed=vault.seal(known) if changed else None,
    )


def instruction_of(row: Row, unseal: Unseal | None) -> str:
    """As it was written, or masked for who may not unseal it, or where the appliance's key is another by now."""
    if row["words_sealed"] is not None and unseal is not None:
        try:
            return str(unseal(row["words_sealed"])["instruction"])
        except Unsealable:
            pass
    return str(row["instruction"])
