"""The seal of a run's archive: a list of its files with their digests, signed, so that a change can be told offline.

The archive is a plain ZIP; the seal lies in a folder that no file of a run can be in. Never unpacks anything.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
import zlib
from collections import Counter
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from qa_appliance.core.errors import Invalid, Problem
from qa_appliance.store.vault import Vault

MANIFEST, SIGNATURE = "seal/manifest.json", "seal/signature.json"
_MOST_FILES = 20_000
_MOST_BYTES = 8_000_000  # of the manifest
_CHUNK = 256 * 1024
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,299}")
_CONTEXT = b"qa-appliance evidence 1\n"


class File(Struct, frozen=True):
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, rename="camel"):
    run_id: str
    files: dict[str, File]


class Signature(Struct, frozen=True, rename="camel"):
    """Ed25519, of the manifest's bytes; key and signature in Base64."""

    public_key: str
    signature: str


class Genuine(Struct, frozen=True):
    """What a bundle that is as it was made says. `public_key`: whose it is has to be compared with the appliance's."""

    run_id: str
    files: int
    public_key: str


class Tampered(Problem):
    """`findings`: sentences, each naming the file that is not as it was."""

    def __init__(self, *findings: str) -> None:
        super().__init__("The bundle is not as it was made.")
        self.findings = findings


class Seal:
    """Signs with a key that belongs to this appliance alone."""

    def __init__(self, vault: Vault) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(vault.derive("evidence bundles"))
        self.public_key = base64.b64encode(self._key.public_key().public_bytes_raw()).decode()

    def over(self, manifest: Manifest) -> tuple[bytes, bytes]:
        """The two files of the seal: manifest and signature."""
        listed = msgspec.json.format(msgspec.json.encode(manifest, order="sorted"))
        signature = base64.b64encode(self._key.sign(_CONTEXT + listed)).decode()
        return listed, msgspec.json.format(msgspec.json.encode(Signature(self.public_key, signature)))


def verify(path: Path, public_key: str | None = None) -> Genuine:
    """Raises `Tampered` where anything was changed, added or removed, or another key signed it; `Invalid` for what is
    no bundle. Reads no more of any file than the manifest says it has."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _verified(archive, public_key)
    except (OSError, EOFError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Invalid(f"{path} cannot be read as a bundle: {reason}") from error


def _verified(archive: zipfile.ZipFile, public_key: str | None) -> Genuine:
    names = [entry.filename for entry in archive.infolist()]
    _refuse_odd(names)
    manifest, signer = _signed(_read(archive, MANIFEST), _read(archive, SIGNATURE))
    if public_key is not None and signer != public_key.strip():
        raise Tampered(f"It was signed by another key: {signer}")
    findings = [*_of_names(names, manifest), *_of_contents(archive, manifest)]
    if findings:
        raise Tampered(*findings)
    return Genuine(manifest.run_id, len(manifest.files), signer)


def _refuse_odd(names: list[str]) -> None:
    if len(names) > _MOST_FILES:
        raise Tampered(f"It has {len(names)} files; no bundle has more than {_MOST_FILES}.")
    if missing := [name for name in (MANIFEST, SIGNATURE) if name not in names]:
        raise Tampered(*(f"{name} is missing." for name in missing))
    if twice := sorted(name for name, times in Counter(names).items() if times > 1):
        raise Tampered(*(f"{_shown(name)} is in it more than once." for name in twice))


def _signed(listed: bytes, signed: bytes) -> tuple[Manifest, str]:
    """The manifest and the public key that signed it."""
    try:
        signature = msgspec.json.decode(signed, type=Signature)
        signer = Ed25519PublicKey.from_public_bytes(base64.b64decode(signature.public_key, validate=True))
        signer.verify(base64.b64decode(signature.signature, validate=True), _CONTEXT + listed)
        return msgspec.json.decode(listed, type=Manifest), signature.public_key
    except InvalidSignature as error:
        raise Tampered(f"{MANIFEST} was changed: its signature does not fit.") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise Tampered(f"{SIGNATURE} was changed: it cannot be read.") from error


def _of_names(names: list[str], manifest: Manifest) -> list[str]:
    there = set(names) - {MANIFEST, SIGNATURE}
    odd = [name for name in sorted(there) if not _NAME.fullmatch(name)]
    added = [name for name in sorted(there - manifest.files.keys()) if _NAME.fullmatch(name)]
    removed = sorted(manifest.files.keys() - there)
    return [
        *(f"{_shown(name)} is no name of a file of a bundle: it leads out of its folder." for name in odd),
        *(f"{name} was added." for name in added),
        *(f"{_shown(name)} was removed." for name in removed),
    ]


def _of_contents(archive: zipfile.ZipFile, manifest: Manifest) -> list[str]:
    found = []
    for name, file in sorted(manifest.files.items()):
        try:
            entry = archive.getinfo(name)
        except KeyError:
            continue  # it was removed
        if entry.file_size != file.bytes or _digest(archive, entry, file.bytes) != file.sha256:
            found.append(f"{_shown(name)} was changed.")
    return found


def _digest(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, size: int) -> str | None:
    """None where it is longer than it says, or its own checksum does not fit."""
    digest, left = hashlib.sha256(), size
    try:
        with archive.open(entry) as source:
            while data := source.read(min(_CHUNK, left + 1)):
                left -= len(data)
                if left < 0:
                    return None
                digest.update(data)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError, zlib.error):
        return None
    return digest.hexdigest()


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        with archive.open(name) as source:
            data = source.read(_MOST_BYTES + 1)
    except (zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise Tampered(f"{name} was changed.") from error
    if len(data) > _MOST_BYTES:
        raise Tampered(f"{name} was changed: it is longer than any bundle's.")
    return data


def _shown(name: str) -> str:
    """A name from the file, safe to print."""
    return ascii(name[:120]) if not _NAME.fullmatch(name) else name
