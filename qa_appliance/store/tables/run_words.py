"""The words a run was asked with: masked where they lie and are searched, whole only under seal.

Who asked reads them as they were written (contract 2.1), and so do owners and admins; everybody else, and everything
else, sees them masked (decision 53). Never decides what is typed as a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.store.database import Row
from qa_appliance.store.tables.callers import Caller
from qa_appliance.store.vault import Unsealable, Vault, mask

INSTRUCTION_LENGTH = 2000  # code points (decision 15)


class Reader(Struct, frozen=True):
    """Who reads runs. `user_id` None: nobody's eyes, for what is handed on."""

    vault: Vault
    user_id: str | None = None
    manages: bool = False

    @classmethod
    def of(cls, caller: Caller, vault: Vault) -> Reader:
        return cls(vault, caller.user_id, caller.may.manages)

    def instruction(self, row: Row) -> str:
        """Of a row with `instruction`, `words_sealed`, `triggered_by_user_id`; masked as well where the appliance's
        key is another by now."""
        whole = self._unsealed(row)
        return str(row["instruction"] if whole is None else whole["instruction"])

    def description(self, row: Row) -> str | None:
        """All of the words, of a row with `description` as well; None where this reader sees them masked."""
        if row["words_sealed"] is None:
            return str(row["description"])
        whole = self._unsealed(row)
        return None if whole is None else str(whole["description"])

    def _unsealed(self, row: Row) -> dict[str, object] | None:
        author = self.user_id is not None and row["triggered_by_user_id"] == self.user_id
        if row["words_sealed"] is not None and (author or self.manages):
            with suppress(Unsealable):
                return dict(self.vault.unseal(row["words_sealed"]))
        return None


class Words(Struct, frozen=True, kw_only=True):
    """Columns of a run. `words_sealed` holds the other two as they were written; None where nothing is masked."""

    instruction: str
    description: str | None
    words_sealed: str | None = None


def words(vault: Vault, instruction: str, description: str | None, secrets: Sequence[str]) -> Words:
    """`instruction` is kept up to 2000 characters, and masked before it is cut: a cut secret would be no secret.

    What looks like a credential (a token, the password in an address) is masked whether or not it is named.
    """
    clean = Redactor().clean_value
    shown = Words(
        instruction=clean(mask(instruction, list(secrets)))[:INSTRUCTION_LENGTH],
        description=clean(mask(description, list(secrets))),
    )
    whole = {"instruction": instruction[:INSTRUCTION_LENGTH], "description": description}
    if shown.instruction == whole["instruction"] and shown.description == description:
        return shown
    return Words(instruction=shown.instruction, description=shown.description, words_sealed=vault.seal(whole))


def shown_words(vault: Vault, text: str) -> str:
    """A text about a test as it may lie open: what looks like a credential is masked."""
    return words(vault, "", text, ()).description or ""


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
