"""What the pages downloaded, kept up to a size. What is larger is stopped, so that it fills neither disk nor memory.

Never opens a downloaded file, and so masks nothing in it.
"""

from __future__ import annotations

import asyncio
import mimetypes
import re
from typing import Any

from playwright.async_api import BrowserContext, Download, Error, Page, Response

from qa_appliance.core.evidence.downloads import DownloadedFile
from qa_appliance.evidence.base.downloaded import downloaded
from qa_appliance.evidence.base.isolated import Isolated
from qa_appliance.evidence.base.options import Save
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.base.timeline import Timeline

_MOST = 100  # downloads of one run
_REMEMBERED = 100  # answers whose content type is known


class Downloads:
    """Listens to all pages of one context. The browser tells sizes by address, so the rule goes by address too."""

    def __init__(
        self, timeline: Timeline, redactor: Redactor, isolated: Isolated, save: Save, *, most_bytes: int, room: int
    ) -> None:
        self._timeline = timeline
        self._redactor = redactor
        self._isolated = isolated
        self._save = save
        self._most_bytes = most_bytes
        self._room = room  # bytes left for all further downloads of the run
        self._types: dict[str, str] = {}  # address → content type
        self._addresses: dict[str, str] = {}  # the browser's id of a download → address
        self._sizes: dict[str, int] = {}  # address → bytes announced or come
        self._coming: dict[Download, asyncio.Task[None]] = {}
        self._listed: list[DownloadedFile] = []

    def listen(self, context: BrowserContext) -> None:
        context.on("download", self._on_download)
        context.on("response", self._on_response)

    async def watch(self, page: Page) -> None:
        """Learns how large the page's downloads are while they come."""
        session = await self._isolated.session(page)
        session.on("Page.downloadWillBegin", self._on_begin)
        session.on("Page.downloadProgress", self._on_progress)
        await session.send("Page.enable")

    def listed(self) -> list[DownloadedFile] | None:
        return self._listed or None

    async def settle(self, download: Download) -> None:
        """Until it is known what became of one that is under way."""
        coming = self._coming.get(download)
        if coming is not None:
            await asyncio.wait({coming})

    async def finish(self) -> None:
        """Waits for those under way. Cancelled, it stops them."""
        try:
            await asyncio.gather(*self._coming.values())
        finally:
            for download in list(self._coming):
                await download.cancel()

    def _on_download(self, download: Download) -> None:
        if len(self._listed) >= _MOST:
            return
        name = self._redactor.clean(download.suggested_filename)
        kind = self._types.get(download.url) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        file = DownloadedFile(name, 0, kind, self._timeline.step)
        self._listed.append(file)
        self._coming[download] = asyncio.create_task(self._keep(download, file, len(self._listed)))

    async def _keep(self, download: Download, file: DownloadedFile, number: int) -> None:
        try:
            if self._too_large(self._sizes.get(download.url, 0)):
                await download.cancel()
            failure = await download.failure()
            file.size_bytes = self._sizes.get(download.url, 0)
            file.truncated = self._too_large(file.size_bytes)
            if failure is not None:
                file.failure = None if file.truncated else failure
                return
            async with downloaded(download) as path:
                file.size_bytes = (await asyncio.to_thread(path.stat)).st_size
                file.truncated = self._too_large(file.size_bytes)
                if file.truncated:
                    await download.delete()
                    return
                self._room -= file.size_bytes
                file.store_key = await self._save(f"downloads/{number:03d}-{_plain_name(file.filename)}", path)
        except (Error, OSError) as error:
            file.failure = self._redactor.clean(str(error).splitlines()[0])
        finally:
            self._coming.pop(download, None)
            self._sizes.pop(download.url, None)

    def _too_large(self, size: int) -> bool:
        return size > min(self._most_bytes, self._room)

    def _on_begin(self, event: dict[str, Any]) -> None:
        self._addresses[event["guid"]] = event["url"]

    async def _on_progress(self, event: dict[str, Any]) -> None:
        address = self._addresses.get(event["guid"])
        if address is None:
            return
        if event["state"] != "inProgress":
            del self._addresses[event["guid"]]
        size = int(max(event["totalBytes"], event["receivedBytes"]))
        self._sizes[address] = max(size, self._sizes.get(address, 0))
        if self._too_large(size):
            for download in [download for download in self._coming if download.url == address]:
                await download.cancel()

    def _on_response(self, response: Response) -> None:
        kind = response.headers.get("content-type", "").partition(";")[0].strip()
        if kind and response.request.resource_type in ("document", "other"):
            self._types[response.url] = kind
            if len(self._types) > _REMEMBERED:
                del self._types[next(iter(self._types))]


def _plain_name(name: str) -> str:
    """A name every file system takes, its ending kept."""
    return re.sub(r"[^\w.-]+", "_", name)[-80:].lstrip(".") or "file"
