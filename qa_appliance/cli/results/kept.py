"""Evidence of runs in a folder of the user's: everything of a run unpacked, its links the files beside it."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.core.errors import Invalid

_RECORD = "run.json"


class Kept(Struct, frozen=True):
    """`run` as the appliance tells it, with the paths of files in the folder where its links were."""

    folder: Path
    run: object

    @property
    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.iterdir() if path.is_file() and path.name != _RECORD)


def keep(output: Path, number: int, name: str, archive: bytes) -> Kept:
    """The evidence of an earlier run in this place goes; no other folder is touched. Raises Invalid when it cannot be
    written."""
    folder = output / f"{number:02d}-{_plain(name)}"
    try:
        if (folder / _RECORD).is_file():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            packed.extractall(folder)  # members cannot leave the folder: zipfile takes ".." and roots out of names
    except OSError as error:
        raise Invalid(f"{folder} cannot be written: {error.strerror or error}.") from error
    names = {path.name for path in folder.iterdir()}
    run = msgspec.json.decode((folder / _RECORD).read_bytes())
    return Kept(folder, _linked(run, folder, names))


def _plain(name: str) -> str:
    return re.sub(r"[^\w.]+", "-", name).strip("-.")[:50] or "test"


def _linked(value: object, folder: Path, names: set[str]) -> object:
    if isinstance(value, dict):
        return {
            key: str(folder / inner)
            if key.endswith(("Url", "url")) and isinstance(inner, str) and inner in names
            else _linked(inner, folder, names)
            for key, inner in value.items()
        }
    return [_linked(each, folder, names) for each in value] if isinstance(value, list) else value
