"""Everything of a run as one file to take away (ZIP): artifacts, report, the run as JSON, a seal. Files nothing.

Made while it is sent: a run of hundreds of megabytes takes no memory and no room on the disk.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.core import model_call
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.files.bundle import MANIFEST, SIGNATURE, File, Manifest, Seal
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.vault import Vault
from qa_appliance.store.views import run_views

_PACKED = {".jpg", ".jpeg", ".png", ".webp", ".webm", ".zip", ".gz"}  # what does not get smaller
_CHUNK = 256 * 1024  # bytes
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # the same run makes the same bytes


class Contents(Struct, frozen=True):
    """By their names in the archive."""

    texts: dict[str, bytes]
    files: dict[str, Path]


async def gather(db: Database, vault: Vault, artifacts: Artifacts, run_id: str) -> Contents | None:
    """What belongs to a run; None when there is no such run.

    In run.json every link is the name of a file in the archive, and secrets in the run's words are masked.
    """
    files = {path.name: path for path in await artifacts.files(run_id) if path.name != model_call.FILE}

    def name_of(key: str) -> str:
        owner, _, name = key.partition("/")
        if owner == run_id:
            return name
        elsewhere, path = f"baselines-{owner}-{name}", artifacts.open(key)  # a picture that was compared with
        if path is not None:
            files[elsewhere] = path
        return elsewhere

    run = await run_views.detail(db, run_id, name_of, Reader(vault))
    if run is None:
        return None
    report, record = (run.report_markdown or "").encode(), msgspec.json.format(msgspec.json.encode(run))
    return Contents({"report.md": report, "run.json": record}, files)


def pack(run_id: str, contents: Contents, seal: Seal) -> Iterator[bytes]:
    """The archive's bytes in their order, the seal last. Blocking. A file that has gone meanwhile is left out."""
    sink = _Sink()
    listed: dict[str, File] = {}
    with zipfile.ZipFile(sink, "w") as archive:
        for name, data in contents.texts.items():
            archive.writestr(_entry(name), data, compresslevel=6)
            listed[name] = File(len(data), hashlib.sha256(data).hexdigest())
            yield sink.take()
        for name, path in sorted(contents.files.items()):
            try:
                source = path.open("rb")
            except FileNotFoundError:
                continue
            digest, size = hashlib.sha256(), 0
            with source, archive.open(_entry(name), "w", force_zip64=True) as target:
                while data := source.read(_CHUNK):
                    target.write(data)
                    digest.update(data)
                    size += len(data)
                    yield sink.take()
            listed[name] = File(size, digest.hexdigest())
        manifest, signature = seal.over(Manifest(run_id, listed))
        archive.writestr(_entry(MANIFEST), manifest)
        archive.writestr(_entry(SIGNATURE), signature)
    yield sink.take()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _FIRST_DATE)
    entry.compress_type = zipfile.ZIP_STORED if Path(name).suffix in _PACKED else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


class _Sink(io.RawIOBase):
    """Where the archive is written to: holds what was not taken yet, and cannot be gone back in."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)
