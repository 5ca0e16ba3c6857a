"""A backup is one tar file: the database as of one moment, the artifacts, the secret, the configuration, their hashes.

Never overwrites anything, neither a file when backing up nor an appliance when restoring.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec
from msgspec import Struct

import qa_appliance
from qa_appliance.core.errors import Conflict, Invalid, NotFound, Unavailable
from qa_appliance.store.chain import HEADS
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.files.snapshot import Broken, check_database, copy_database, known_schema, schema_of
from qa_appliance.store.keyring import KEY_FILE
from qa_appliance.store.private_file import private_file
from qa_appliance.store.sealed import DATABASE

MANIFEST = "manifest.json"
FORMAT = 1
_ARTIFACTS = "artifacts"
_BESIDE = (KEY_FILE, "config.toml", HEADS)
_CHUNK = 1 << 20
_TRIES = 5


class Manifest(Struct, frozen=True, rename="camel"):
    """The last member of the archive; `files` maps every other member to its sha256."""

    format: int
    version: str
    made_at: datetime
    files: dict[str, str]


def back_up(folder: Folder, target: Path, now: datetime) -> Manifest:
    """Writes the backup while a server may go on working: what a run stored before this moment is in it. Blocking.

    Raises NotFound, Conflict for a target that exists, Unavailable when it cannot be written.
    """
    if not folder.database.exists():
        raise NotFound(f"There is no appliance in {folder.path}. Name its data directory with --data-dir.")
    try:
        if os.path.lexists(target):
            raise FileExistsError
        with private_file(target) as file:
            manifest = _write(folder, file, now, target.parent)
    except FileExistsError as error:
        raise Conflict(f"{target} exists already. Name another file.") from error
    except Broken as error:
        raise Unavailable(f"The database {folder.database} is damaged ({error}); nothing was backed up.") from error
    except OSError as error:
        raise Unavailable(f"The backup cannot be written to {target}: {error.strerror or error}.") from error
    return manifest


def _write(folder: Folder, file: IO[bytes], now: datetime, work_in: Path) -> Manifest:
    files: dict[str, str] = {}
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        with tempfile.TemporaryDirectory(prefix=".qa-appliance-", dir=work_in) as work:
            # the database first: artifacts are stored before their run is told, so none it names can be missing
            _copy(folder, Path(work))
            for name in (DATABASE, *_BESIDE):
                if (Path(work) / name).exists():
                    files[name] = _add(archive, Path(work) / name, name)
        for path in _whole_artifacts(folder):
            name = f"{_ARTIFACTS}/{path.relative_to(folder.artifacts).as_posix()}"
            try:
                files[name] = _add(archive, path, name)
            except FileNotFoundError:
                continue  # its run was removed meanwhile
        manifest = Manifest(FORMAT, qa_appliance.__version__, now, files)
        content = msgspec.json.encode(manifest)
        member = tarfile.TarInfo(MANIFEST)
        member.size, member.mode, member.mtime = len(content), 0o600, now.timestamp()
        archive.addfile(member, io.BytesIO(content))
    return manifest


def _copy(folder: Folder, work: Path) -> None:
    """The database and what lies beside it, with the secret that opens it: one that is rotated meanwhile may not."""
    for _ in range(_TRIES):
        # in this order: no entry of the audit that its heads name can be missing
        for name in _BESIDE:
            with suppress(FileNotFoundError):
                shutil.copyfile(folder.path / name, work / name)
        copy_database(folder.database, work / DATABASE)
        key, copy = folder.path / KEY_FILE, work / KEY_FILE
        if not key.exists() or key.read_bytes() == copy.read_bytes():
            return
    raise Unavailable("The secret is being rotated again and again; nothing was backed up.")


def _whole_artifacts(folder: Folder) -> Iterator[Path]:
    for parent, _, names in os.walk(folder.artifacts):
        for name in names:
            if not name.startswith("."):  # one that is still being written
                yield Path(parent) / name


def _add(archive: tarfile.TarFile, path: Path, name: str) -> str:
    with path.open("rb") as source:
        member = archive.gettarinfo(arcname=name, fileobj=source)
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        digest = _digest(source)
        source.seek(0)
        archive.addfile(member, source)
    return digest


def check_backup(source: Path) -> Manifest:
    """Reads a backup as restoring it would, every file against its hash and the database for itself. Blocking.

    Takes the room of the database, beside the backup. Raises Invalid for one that could not be restored, Unavailable
    where it cannot be read.
    """
    try:
        with tempfile.TemporaryDirectory(prefix=".qa-appliance-", dir=source.parent) as work:
            return _read(source, Path(work), keep={MANIFEST, DATABASE})
    except _NOT_WHOLE as error:
        raise _not_whole(source, error) from error
    except OSError as error:
        raise Unavailable(f"{source} cannot be read back: {error.strerror or error}.") from error


def restore(source: Path, folder: Folder) -> Manifest:
    """Puts a backup into a data directory that holds no appliance; it is there whole or not at all. Blocking.

    Call it with the folder locked. Raises Conflict for a directory in use, or one with a secret or a configuration
    where the backup brings its own; Invalid for a file that is no whole backup,
    Unavailable where it cannot be read or written, or was made by a newer appliance.
    """
    refuse_used(folder)
    try:
        with tempfile.TemporaryDirectory(prefix=".restoring-", dir=folder.path) as work:
            fresh = Path(work)
            manifest = _read(source, fresh)
            _refuse_newer(source, manifest, fresh / DATABASE)
            _bring(fresh, folder.path)
    except _NOT_WHOLE as error:
        raise _not_whole(source, error) from error
    except OSError as error:
        raise Unavailable(f"{source} cannot be restored into {folder.path}: {error.strerror or error}.") from error
    return manifest


def refuse_used(folder: Folder) -> None:
    """Raises Conflict where an appliance is."""
    if folder.database.exists() or folder.artifacts.exists():
        raise Conflict(f"There is an appliance in {folder.path} already. Name another directory with --data-dir.")


_NOT_WHOLE = (Broken, tarfile.TarError, msgspec.DecodeError, EOFError)


def _not_whole(source: Path, error: Exception) -> Invalid:
    if isinstance(error, Broken):
        return Invalid(f"{source} holds a damaged database ({error}). Take another backup.")
    return Invalid(f"{source} is no whole backup of an appliance. Take another one.")


def _refuse_newer(source: Path, manifest: Manifest, database: Path) -> None:
    known = known_schema()
    if unknown := [name for name in schema_of(database) if name not in known]:
        raise Unavailable(
            f"{source} was made by a newer version of the appliance ({manifest.version}; it has {unknown[-1]})."
            " Restore it with that version."
        )


def _bring(fresh: Path, folder: Path) -> None:
    """Moves everything to its place, the database last: with it the appliance is there."""
    brought = [name for name in (*_BESIDE, _ARTIFACTS, DATABASE) if (fresh / name).exists()]
    if there := [name for name in brought if os.path.lexists(folder / name)]:
        raise Conflict(
            f"There is a {there[0]} in {folder} already, and the backup brings its own. Move it out of"
            " the way, or name another directory with --data-dir."
        )
    for name in brought:
        (fresh / name).rename(folder / name)
    getattr(os, "sync", int)()  # nobody deletes the backup for a directory that a power cut takes back


def _read(source: Path, fresh: Path, keep: Collection[str] | None = None) -> Manifest:
    """Checks every file and extracts those to keep, or all. Names lead nowhere but into `fresh`."""
    found: dict[str, str] = {}
    with tarfile.open(source, mode="r:") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isreg() else None
            if content is None or not _ours(member.name):
                raise tarfile.TarError(f"unexpected member {member.name}")
            with content:
                if keep is not None and member.name not in keep:
                    found[member.name] = _digest(content)
                    continue
                target = fresh / member.name
                target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                with os.fdopen(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
                    shutil.copyfileobj(content, file, _CHUNK)
                    file.seek(0)
                    found[member.name] = _digest(file)
    manifest_file = fresh / MANIFEST
    manifest = msgspec.json.decode(manifest_file.read_bytes() if manifest_file.exists() else b"", type=Manifest)
    found.pop(MANIFEST, None)
    if manifest.format != FORMAT or DATABASE not in found:
        raise tarfile.TarError(f"format {manifest.format}")
    if wrong := sorted(name for name, digest in manifest.files.items() if found.get(name) != digest):
        raise Invalid(f"{source} is damaged: {wrong[0]} is not what was backed up. Take another backup.")
    if extra := sorted(found.keys() - manifest.files.keys()):
        raise Invalid(f"{source} holds {extra[0]}, which was not backed up. Take another backup.")
    check_database(fresh / DATABASE)
    return manifest


def _digest(content: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while piece := content.read(_CHUNK):
        digest.update(piece)
    return digest.hexdigest()


def _ours(name: str) -> bool:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        return False
    return name in (MANIFEST, DATABASE, *_BESIDE) or (path.parts[0] == _ARTIFACTS and len(path.parts) > 1)
