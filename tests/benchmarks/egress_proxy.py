"""What the egress proxy costs: the same work with and without it in one run, as ratios. Run as a program.

    python tests/benchmarks/egress_proxy.py [--rounds N]

Rounds alternate between direct and proxied, so that whatever else the machine does meets both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

import uvloop  # type: ignore[import-not-found]
from playwright.async_api import Browser, async_playwright

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.browser.process.session import context_options
from qa_appliance.core.run import Site

SMALL = b"x" * 2_000
LARGE = b"x" * 64 * 1024 * 1024
IMAGES = 60
PAGE = ("<!doctype html>" + "".join(f'<img src="/small?{index}">' for index in range(IMAGES))).encode()


async def site(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Keeps its connections: /page with its images, /small, /large."""
    try:
        while True:
            path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].partition(b"?")[0]
            body = {b"/page": PAGE, b"/large": LARGE}.get(path, SMALL)
            kind = b"text/html" if path == b"/page" else b"application/octet-stream"
            head = b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\nCache-Control: no-store\r\nContent-Length: %d\r\n\r\n"
            writer.write(head % (kind, len(body)))
            writer.write(body)
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        writer.close()


class Client:
    """A bare HTTP client, so that what is measured is the way and not the client."""

    def __init__(self, port: int, proxy: int | None) -> None:
        self.origin = f"127.0.0.1:{port}"
        self.prefix = f"http://{self.origin}" if proxy else ""
        self.port = proxy or port

    async def get(self, path: str, times: int = 1, *, tunnel: bool = False) -> int:
        """Gets a path over one new connection; answers the bytes received."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=4 * 1024 * 1024)
        if tunnel and self.prefix:
            writer.write(f"CONNECT {self.origin} HTTP/1.1\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
        prefix = "" if tunnel else self.prefix
        received = 0
        for _ in range(times):
            writer.write(f"GET {prefix}{path} HTTP/1.1\r\nHost: {self.origin}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            left = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
            while left:
                data = await reader.read(min(left, 1024 * 1024))
                left -= len(data)
                received += len(data)
        writer.close()
        return received


Work = Callable[[], Awaitable[object]]


async def compare(name: str, works: dict[str, Work], rounds: int, per: int = 1) -> None:
    times: dict[str, list[float]] = {way: [] for way in works}
    for _ in range(rounds):
        for way, work in works.items():
            began = time.perf_counter()
            await work()
            times[way].append((time.perf_counter() - began) / per * 1000)
    direct, proxied = (statistics.median(times[way]) for way in ("direct", "proxied"))
    print(f"{name:44} direct {direct:9.3f} ms  proxied {proxied:9.3f} ms  ratio {proxied / direct:5.2f}", flush=True)


async def load(browser: Browser, origin: str, proxy: str | None, navigations: int) -> Work:
    page = await (await browser.new_context(**context_options(Site(origin), proxy))).new_page()
    await page.goto(f"{origin}/page")

    async def work() -> None:
        for _ in range(navigations):
            await page.goto(f"{origin}/page", wait_until="load")

    return work


async def main(rounds: int) -> None:
    listener = await asyncio.start_server(site, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    async with EgressProxy.open(Guard(["loopback"])) as proxy, async_playwright() as playwright:
        ways = {"direct": Client(port, None), "proxied": Client(port, int(proxy.server.rpartition(":")[2]))}

        def each(path: str, times: int = 1, *, tunnel: bool = False) -> dict[str, Work]:
            return {way: lambda c=client: c.get(path, times, tunnel=tunnel) for way, client in ways.items()}  # type: ignore[misc]

        await compare("a request on a kept connection", each("/small", 500), rounds, per=500)
        await compare("the same in a tunnel", each("/small", 500, tunnel=True), rounds, per=500)
        await compare("a connection with one request", each("/small"), rounds * 20)
        await compare("64 MiB", each("/large"), rounds)
        await compare("64 MiB in a tunnel", each("/large", tunnel=True), rounds)

        browser = (await launch(playwright, await choose_browser())).browser
        origin = f"http://127.0.0.1:{port}"
        works = {
            "direct": await load(browser, origin, None, 5),
            "proxied": await load(browser, origin, proxy.server, 5),
        }
        await compare(f"a page with {IMAGES} images in the browser", works, rounds, per=5)
        await browser.close()
    listener.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    uvloop.run(main(parser.parse_args().rounds))
