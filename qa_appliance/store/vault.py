"""The appliance's one secret and what is sealed with it. Never shows a sealed text anywhere but where it is used."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from msgspec import Struct

from qa_appliance.core.errors import Conflict, Unavailable
from qa_appliance.core.steps import MASK
from qa_appliance.store.chain import HEADS, ChainSeal
from qa_appliance.store.keyring import BYTES, KeyFile, Ring
from qa_appliance.store.nesting import deeper_than
from qa_appliance.store.sealed import DATABASE, clear_sealed_texts, sealed_texts

_RENEW = "Without a backup, `qa-appliance admin new-secret` makes a new one and tells what is lost by that."
_DEEPEST = 200  # twice what a body may be
_TOO_DEEP = "What was stored is nested too deeply to be read."


SigningKeys = Callable[[datetime], Sequence[bytes]]  # good at a moment; the first signs


class Unsealable(Conflict):
    """What was sealed cannot be read with this appliance's secret: it is another one, or the text was cleared."""


class Vault:
    """`seal` and `unseal` texts at rest; `derive` makes a separate key for each other purpose.

    The secret may be rotated at any time (`store/keyring.py`): whoever keeps a key keeps one that is no longer used.
    """

    def __init__(self, secret: bytes, ring: Callable[[], Ring] | None = None) -> None:
        given = Ring(secret)
        self._ring = ring or (lambda: given)
        self._fernets: dict[bytes, Fernet] = {}

    @classmethod
    def open(cls, folder: Path) -> Vault:
        """Reads the secret of this data directory, made at the first start, readable by its owner only. Blocking.

        Raises Unavailable where it is not whole or cannot be read or made, or is gone while something sealed with it
        is there, with what to do.
        """
        file = KeyFile(folder)
        try:
            if not file.exists():
                _refuse_to_lose(file.path)
                with suppress(FileExistsError):  # another process may be faster
                    file.write(Ring(secrets.token_bytes(BYTES)), replace=False)
            ring = file.read()
        except OSError as error:
            reason = error.strerror or str(error)
            raise Unavailable(
                f"The appliance's secret {file.path} cannot be used: {reason}. Put that right."
            ) from error
        if ring is None:
            raise Unavailable(
                f"{file.path} is no whole secret of an appliance ({2 * BYTES} hexadecimal digits; a full disk or an"
                f" editor may have cut it). Put back the one from a backup. {_RENEW}"
            )
        return cls(ring.secret, file.now)

    @property
    def ring(self) -> Ring:
        """The present secret and what is still needed of those before it."""
        return self._ring()

    def derive(self, purpose: str) -> bytes:
        """32 bytes that belong to this appliance and this purpose, as long as the secret is not rotated."""
        return derived(self.ring.secret, purpose)

    def derive_all(self, purpose: str) -> tuple[bytes, ...]:
        """With each secret that something may be sealed with, the present one first."""
        return tuple(derived(secret, purpose) for secret in self.ring.secrets)

    def signing(self, purpose: str) -> SigningKeys:
        """With each secret whose signatures are good at a moment, the present one first."""
        return lambda now: tuple(derived(secret, purpose) for secret in self.ring.signing(now))

    def lasting(self, purpose: str) -> bytes:
        """The same for ever, for what lies where the appliance cannot change it."""
        ring = self.ring
        return derived(ring.first or ring.secret, purpose)

    def chain(self, folder: Path) -> ChainSeal:
        """What seals who changed what in the database of this data directory."""
        return ChainSeal(lambda: self.derive_all("audit chain"), folder / HEADS)

    def anew(self, sealed: str) -> str | None:
        """The same sealed with the present secret, where an earlier one sealed it; None: leave it as it is."""
        present, *earlier = (self._fernet(secret) for secret in self.ring.secrets)
        with suppress(InvalidToken):
            present.decrypt(sealed)
            return None
        with suppress(InvalidToken):
            return MultiFernet([present, *earlier]).rotate(sealed).decode()
        return None

    def _fernet(self, secret: bytes) -> Fernet:
        if secret not in self._fernets:
            self._fernets[secret] = Fernet(base64.urlsafe_b64encode(derived(secret, "sealed texts")))
        return self._fernets[secret]

    def seal(self, value: object) -> str:
        """Any JSON value as an encrypted text."""
        return self._fernet(self.ring.secret).encrypt(msgspec.json.encode(value)).decode()

    def unseal(self, sealed: str | None) -> Any:
        """The value again; None for None. Raises `Unsealable`.

        Also for a value nested as no body may be any more: one from before that rule ends what walks it or answers it.
        """
        if sealed is None:
            return None
        try:
            opening = MultiFernet([self._fernet(secret) for secret in self.ring.secrets])
            value = msgspec.json.decode(opening.decrypt(sealed.encode()))
        except InvalidToken as error:
            raise Unsealable("A stored secret cannot be read with this appliance's key.") from error
        except RecursionError as error:
            raise Unsealable(_TOO_DEEP) from error
        if deeper_than(value, _DEEPEST):
            raise Unsealable(_TOO_DEEP)
        return value

    def unseal_or(self, sealed: str | None, otherwise: Any) -> Any:
        """For what is only shown: `otherwise` where nothing was sealed, or it cannot be read any more."""
        try:
            return otherwise if sealed is None else self.unseal(sealed)
        except Unsealable:
            return otherwise


def new_secret(folder: Path) -> dict[str, int]:
    """Replaces a secret that is missing or not whole, and clears what was sealed with it; answers how many of what.

    Blocking; only with the folder's lock. Raises Conflict for a whole one, Unavailable where it cannot be written.
    """
    file = KeyFile(folder)
    try:
        if file.exists() and file.read() is not None:
            raise Conflict(
                f"{file.path} is whole; it stays. Move it away first if it is not the one of this appliance."
            )
        (folder / HEADS).unlink(missing_ok=True)  # the next start seals the entries anew
        lost = clear_sealed_texts(folder / DATABASE)  # first: without it, a secret would look as if it opened them
        file.write(Ring(secrets.token_bytes(BYTES)), replace=True)
    except OSError as error:
        raise Unavailable(f"A new {file.path} cannot be written: {error.strerror or error}. Put that right.") from error
    return lost


def _refuse_to_lose(path: Path) -> None:
    sealed = sum(sealed_texts(path.with_name(DATABASE)).values())
    if sealed:
        raise Unavailable(
            f"The appliance's secret {path} is missing, and what is sealed in the database beside it (values: {sealed})"
            f" can be opened with it alone. Put the file back from a backup (`qa-appliance backup` keeps it). {_RENEW}"
        )


def derived(secret: bytes, purpose: str) -> bytes:
    return hmac.new(secret, purpose.encode(), hashlib.sha256).digest()


class Parted(Struct, frozen=True):
    """Steps without their secrets; these, and the other texts of the steps that say one, in the steps' order."""

    steps: object
    secrets: list[str]
    texts: list[str]

    @property
    def sealed(self) -> list[str]:
        """What `unite` puts back."""
        return [*self.secrets, *self.texts]


def part(steps: object) -> Parted:
    """Takes the secret values out of steps (built-in types), leaving `MASK` wherever they stood.

    A sentence may quote the secret it types, and a check look for it; it is masked there too.
    """
    texts: list[str] = []
    values, found = _without_secrets(steps)

    def hidden(text: str) -> str:
        rest: str = mask(text, found)
        texts.extend([text] if MASK in rest else [])
        return rest

    without = _with_texts(values, hidden)
    return Parted(mask(without, found), found, texts)


def secrets_in(steps: object) -> list[str]:
    """The secret values of steps (built-in types)."""
    return _without_secrets(steps)[1]


def _without_secrets(steps: object) -> tuple[object, list[str]]:
    found: list[str] = []

    def masked(text: str) -> str:
        found.append(text)
        return MASK

    return _with_secrets(steps, masked), found


def mask(value: Any, secrets_: list[str]) -> Any:
    """Masks the secrets as whole words in every text of a JSON value."""
    words = sorted({text for text in secrets_ if text.strip() and text != MASK}, key=len, reverse=True)
    if not words:
        return value
    return _masked(value, re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words)))


def unite(steps: object, texts: list[str]) -> Any:
    """The opposite of `part`; sentences stay masked. `texts` are those `sealed`."""
    remaining = iter(texts)
    values = _with_secrets(steps, lambda mask: next(remaining, mask))
    return _with_texts(values, lambda text: next(remaining, text) if MASK in text else text)


def _masked(value: object, secret: re.Pattern[str]) -> object:
    if isinstance(value, str):
        return secret.sub(MASK, value)
    if isinstance(value, dict):
        # what is named by the code itself (kinds, actions, rules) is never a secret
        return {name: inner if _is_code(name, inner) else _masked(inner, secret) for name, inner in value.items()}
    return [_masked(inner, secret) for inner in value] if isinstance(value, list) else value


_NAMES = frozenset({"action", "check", "kind", "source", "rule", "place", "comparison", "state", "move", "direction"})


def _is_code(name: str, inner: object) -> bool:
    """A step's `check` is one with texts of its own, that of a check its kind."""
    return name in _NAMES and isinstance(inner, str)


_SENTENCES = frozenset({"sentence", "readsAs"})


def _with_texts(value: object, change: Callable[[str], str]) -> object:
    """Every text but secret values, sentences and what the code names."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        if value.get("secret") is True:
            return value
        return {
            name: inner if name in _SENTENCES or _is_code(name, inner) else _with_texts(inner, change)
            for name, inner in value.items()
        }
    return [_with_texts(inner, change) for inner in value] if isinstance(value, list | tuple) else value


def _with_secrets(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, dict):
        if value.get("secret") is True and isinstance(value.get("text"), str):
            return value | {"text": change(value["text"])}
        return {name: _with_secrets(inner, change) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_with_secrets(inner, change) for inner in value]
    return value
