"""The browser's trace, a group per step named by its sentence, cleaned of secrets before it is filed.

Never keeps where the appliance's own code lies: the trace carries no sources and no stacks.
"""

from __future__ import annotations

import asyncio
import re
import zipfile
from pathlib import Path

import msgspec
from playwright.async_api import BrowserContext

from qa_appliance.evidence.redact import Redactor

_DROPPED = ("trace.stacks",)
_LINES = (".trace", ".network")
_PACKED = (".jpeg", ".jpg", ".png", ".webp", ".gif", ".avif", ".woff", ".woff2", ".mp4", ".webm", ".zip", ".gz")
_HINTS = (b"eyJ", b"tst_live_", b"earer ", b"sk_live_", b"ghp_", b"github_pat_")  # of what always is a credential
_TYPED = re.compile(r'\["INPUT",\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}')  # an input of a snapshot with its attributes
_COOKIES = re.compile(r'"cookies":\[(?:\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\},?)*\]')
_VALUE = "__playwright_value_"


class TooLarge(Exception):
    """The trace is above the cap."""


class Trace:
    """Recorded by the browser's driver into its own folder; `stop` writes the archive."""

    def __init__(self, context: BrowserContext) -> None:
        self._tracing = context.tracing
        self._in_group = False
        self.running = False

    async def start(self) -> None:
        await self._tracing.start(screenshots=True, snapshots=True, sources=False)
        self.running = True

    async def group(self, number: int, sentence: str) -> None:
        """What follows belongs to the step; ends the group of the step before."""
        await self._end_group()
        await self._tracing.group(sentence, location={"file": "test", "line": number})
        self._in_group = True

    async def stop(self, folder: Path, redactor: Redactor, *, most_bytes: int) -> Path:
        """The cleaned archive in the folder. Raises `TooLarge` when it is above the cap."""
        await self._end_group()
        raw, cleaned = folder / "trace-raw.zip", folder / "trace.zip"
        self.running = False
        await self._tracing.stop(path=raw)
        await asyncio.to_thread(clean_archive, raw, cleaned, redactor, most_bytes)
        return cleaned

    async def discard(self) -> None:
        """Ends a recording nobody will see; does nothing when there is none."""
        if self.running:
            self.running = False
            await self._tracing.stop()

    async def _end_group(self) -> None:
        if self._in_group:
            self._in_group = False
            await self._tracing.group_end()


def clean_archive(raw: Path, cleaned: Path, redactor: Redactor, most_bytes: int) -> None:
    """Copies the archive without secrets in any text of it, and deletes the raw one. Blocking.

    What was typed into password fields counts as a secret too. Pictures are copied as they are.
    """
    try:
        if raw.stat().st_size > most_bytes:
            raise TooLarge(f"it has {raw.stat().st_size:,} bytes, and {most_bytes:,} are kept")
        with (
            zipfile.ZipFile(raw) as source,
            zipfile.ZipFile(cleaned, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as out,
        ):
            known = Redactor()
            for secret in (*redactor.secrets, *_passwords(source)):
                known.hide(secret)
            forms = [form.encode() for form in known.forms]
            for entry in source.infolist():
                if entry.filename in _DROPPED:
                    continue
                packed = entry.filename.endswith(_PACKED)
                with out.open(zipfile.ZipInfo(entry.filename), "w") if packed else out.open(entry.filename, "w") as to:
                    if packed:
                        to.write(source.read(entry))
                    elif entry.filename.endswith(_LINES):
                        with source.open(entry) as lines:
                            for line in lines:
                                to.write(known.clean(_COOKIES.sub('"cookies":[]', line.decode())).encode())
                    else:
                        to.write(_clean_resource(source.read(entry), forms, known))
    finally:
        raw.unlink(missing_ok=True)


def _clean_resource(data: bytes, forms: list[bytes], redactor: Redactor) -> bytes:
    """A body the browser received or sent. Only touched where something is found: most are large and innocent."""
    if not any(form in data for form in (*forms, *_HINTS)):
        return data
    try:
        return redactor.clean(data.decode()).encode()
    except UnicodeDecodeError:
        for form in forms:
            data = data.replace(form, b"*" * len(form))
        return data


def _passwords(archive: zipfile.ZipFile) -> set[str]:
    """The values password fields show in the snapshots."""
    found = set()
    for name in archive.namelist():
        if name.endswith(".trace"):
            with archive.open(name) as lines:
                for line in lines:
                    if b'"password"' not in line:
                        continue
                    for tag in _TYPED.findall(line.decode()):
                        attributes = msgspec.json.decode(tag[len('["INPUT",') :], type=dict[str, str])
                        if attributes.get("type", "").lower() == "password":
                            found.add(attributes.get(_VALUE, ""))
    return found
