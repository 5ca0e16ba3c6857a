"""The files a run gives to pages, laid out under their own names. Never reads one into memory to hand it over."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from qa_appliance.awaiting import to_its_end
from qa_appliance.browser.failure import fail
from qa_appliance.core.stored import StoredFile, not_stored, plain_name

LARGEST = 45_000_000  # bytes of all files of a step; what Playwright carries to a browser elsewhere

Make = Callable[[str, int], bytes]
"""A file of that name and so many bytes; 0: as small as its kind allows."""


class Uploads:
    """`stored` are those of the project. What is laid out stays until `close`: a page may read it steps later."""

    def __init__(self, stored: tuple[StoredFile, ...] = ()) -> None:
        self.stored = {file.name: file for file in stored}
        self._folder: Path | None = None
        self._count = 0

    async def lay_out_made(self, name: str, data: bytes) -> Path:
        """What was made, whatever is stored. Raises Failed."""
        return await self._place(name, max(1, len(data)), lambda _name, _size: data)

    async def lay_out(self, names: list[str], size: int, make: Make) -> list[Path]:
        """Made files of `size` bytes, else the stored ones, else where none are stored small ones. Raises Failed."""
        if (size * len(names) if size else sum(self._bytes(name) for name in names)) > LARGEST:
            raise fail("unsupported", f"The files of one step are at most {LARGEST // 1_000_000} MB together.")
        return [await self._place(name, size, make) for name in names]

    async def content(self, name: str, most: int) -> bytes:
        """Of a stored file, by the name it has there: no path leads out of the project's files. Raises Failed."""
        file = self.stored.get(plain_name(name) if name == plain_name(name) else "")
        if file is None:
            known = not_stored(name, list(self.stored)) if self.stored else f"No file “{name}” is stored: none is."
            raise fail("unsupported", f"{known} Store it with the project.", expected=name)
        if file.bytes > most:
            raise fail("unsupported", f"“{name}” is larger than the {most // 1_000_000} MB that are read of a file.")
        try:
            return await asyncio.to_thread(_read, file.path)
        except OSError as error:
            problem = f"The file “{name}” is no longer there: it was replaced or removed."
            raise fail("unsupported", f"{problem} Run the test again, or store it anew.", expected=name) from error

    async def close(self) -> None:
        folder, self._folder = self._folder, None
        if folder is not None:
            await asyncio.to_thread(shutil.rmtree, folder, True)

    def _bytes(self, name: str) -> int:
        return self.stored[name].bytes if name in self.stored else 0

    async def _place(self, name: str, size: int, make: Make) -> Path:
        file = self.stored.get(name)
        if self.stored and not size and file is None:
            problem = not_stored(name, list(self.stored))
            raise fail("unsupported", f"{problem} Store it there, or have one made: upload a 2 MB PDF.", expected=name)
        try:
            place = await to_its_end(asyncio.to_thread(self._new, name))
            if size or file is None:
                await asyncio.to_thread(lambda: place.write_bytes(make(name, size)))
            else:
                await asyncio.to_thread(_same, file.path, place)
        except FileNotFoundError as error:
            problem = f"The file “{name}” is no longer there: it was replaced or removed."
            raise fail("unsupported", f"{problem} Run the test again, or store it anew.", expected=name) from error
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "that is no name of a file"
            raise fail("unsupported", f"The file “{name}” cannot be handed over: {reason}.", expected=name) from error
        return place

    def _new(self, name: str) -> Path:
        """Each in a folder of its own: two may have the same name."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="qa-upload-"))
        self._count += 1
        folder = self._folder / str(self._count)
        folder.mkdir()
        return folder / name


def _read(path: str | None) -> bytes:
    if path is None:
        raise FileNotFoundError
    return Path(path).read_bytes()


def _same(path: str | None, place: Path) -> None:
    if path is None:
        raise FileNotFoundError
    try:
        os.link(path, place)
    except FileNotFoundError:
        raise
    except OSError:  # another disk
        shutil.copyfile(path, place)
