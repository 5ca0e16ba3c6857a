"""Downloads: kept up to a size; a larger one is stopped and fills neither disk nor memory."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sys
from collections.abc import AsyncIterator, Awaitable
from typing import Protocol

import pytest
from playwright.async_api import Page

from qa_appliance.core.evidence.downloads import DownloadedFile
from tests.conftest import Serve, given
from tests.evidence.conftest import Record


class Endless(Protocol):
    def __call__(self, size: int, sent: int, *, announced: bool) -> Awaitable[tuple[str, asyncio.Event]]: ...


@pytest.fixture
async def endless() -> AsyncIterator[Endless]:
    """A server that offers `size` bytes at /big, announcing them or not.

    It sends as many as it is told and then waits: the event is set when the browser hangs up.
    """
    servers, hung_up = [], asyncio.Event()

    async def start(size: int, sent: int, *, announced: bool) -> tuple[str, asyncio.Event]:
        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            if b"/big" not in head:
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Length: 18\r\nContent-Type: text/html\r\n\r\n<a href=/big>b</a>"
                )
            else:
                length = f"Content-Length: {size}\r\n" if announced else ""
                writer.write(
                    f"HTTP/1.1 200 OK\r\n{length}Content-Type: application/x-thing\r\n"
                    "Content-Disposition: attachment; filename=big.bin\r\nConnection: close\r\n\r\n".encode()
                )
                with contextlib.suppress(ConnectionError):
                    for _ in range(0, sent, 250_000):
                        writer.write(bytes(250_000))
                        await writer.drain()
                    await reader.read()
                hung_up.set()
            writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        servers.append(server)
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", hung_up

    yield start
    for server in servers:
        server.close()


async def test_switched_off_nothing_is_kept(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<a download href=/a.txt>a</a>", "/a.txt": "hello"})
    async with record() as run:
        await page.goto(origin)
        async with page.expect_download() as coming:
            await page.click("a")
        await (await coming.value).path()
        home = await run.recorder.finish(page)
    assert (home.downloads, run.files) == (None, {})


async def test_a_file_is_kept_with_its_name_size_and_type(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<a download='Résumé 1/2.csv' href=/list.csv>a</a>", "/list.csv": "a,b\n1,2\n"})
    async with record(downloads=True) as run:
        await run.recorder.step_begins(3, "Download the list.")
        await page.goto(origin)
        async with page.expect_download():
            await page.click("a")
        [file] = given((await run.recorder.finish(page)).downloads)
    assert file == DownloadedFile("Résumé 1_2.csv", 8, "text/csv", 3, "run/downloads/001-Résumé_1_2.csv")
    assert run.files[given(file.store_key)] == b"a,b\n1,2\n"


async def test_a_made_up_file_is_kept_too(page: Page, record: Record) -> None:
    async with record(downloads=True) as run:
        await page.set_content("<a download=made.json>a</a>")
        await page.evaluate("document.querySelector('a').href = URL.createObjectURL(new Blob(['{}']))")
        async with page.expect_download():
            await page.click("a")
        [file] = given((await run.recorder.finish(page)).downloads)
    assert (file.content_type, run.files[given(file.store_key)]) == ("application/json", b"{}")


async def test_one_that_breaks_off_says_so(page: Page, serve: Serve, record: Record) -> None:
    broken = {"Content-Disposition": "attachment; filename=a.bin", "Content-Length": "1000"}
    async with record(downloads=True) as run:
        page_, answer = "<a href=/a.bin>a</a>", b"abc"

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            fields = "".join(f"{n}: {v}\r\n" for n, v in broken.items()) if b"a.bin" in head else ""
            writer.write(f"HTTP/1.1 200 OK\r\n{fields}Connection: close\r\n\r\n".encode())
            writer.write(answer if fields else page_.encode())
            writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        await page.goto(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        async with page.expect_download():
            await page.click("a")
        [file] = given((await run.recorder.finish(page)).downloads)
        server.close()
    assert (file.store_key, file.truncated) == (None, False)
    assert file.failure


@pytest.mark.parametrize("announced", [True, False])
async def test_three_hundred_megabytes_are_stopped_at_the_cap(
    page: Page, record: Record, endless: Endless, announced: bool
) -> None:
    origin, hung_up = await endless(300_000_000, 20_000_000, announced=announced)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with record(downloads=True, download_bytes=5_000_000) as run:
        await page.goto(origin)
        async with page.expect_download():
            await page.click("a")
        async with asyncio.timeout(60):
            await hung_up.wait()
        home = await run.recorder.finish(page)
        assert home.notes == []
        [file] = given(home.downloads)
    assert (file.filename, file.truncated, file.store_key, file.failure) == ("big.bin", True, None, None)
    assert file.size_bytes == 300_000_000 if announced else file.size_bytes > 5_000_000
    assert run.files == {}
    if sys.platform == "linux":
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 100_000  # kilobytes


async def test_all_of_a_run_together_have_a_cap_too(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve(
        {"/": "<a download href=/a>a</a><b><a download href=/b>b</a></b>", "/a": "x" * 60, "/b": "x" * 60}
    )
    async with record(downloads=True, downloads_bytes=100) as run:
        await page.goto(origin)
        for link in ("body > a", "b > a"):
            async with page.expect_download() as coming:
                await page.click(link)
            await run.recorder.settle(await coming.value)
        files = given((await run.recorder.finish(page)).downloads)
    assert [file.truncated for file in files] == [False, True]
