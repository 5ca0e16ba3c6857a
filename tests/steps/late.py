"""Pages that come late to what they show, in every way a page can (late.toml), and the server they are on."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

_HEAD = """<!doctype html><meta charset=utf-8><title>Late</title><h1>Shop</h1><script>
const began = performance.now(); const over = () => performance.now() - began > MS;
const ready = () => { const p = document.createElement("p"); p.textContent = "Ready"; document.body.append(p); };
window.ready = ready;
const job = text => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
</script>"""
_TO_PARENT = "<script>setTimeout(() => parent.postMessage(1, `*`), MS)</script>"

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
MECHANISMS = {
    **{name: f"{_HEAD}<body><script>{script}</script>" for name, script in _TABLE["script"].items()},
    **{name: f"{_HEAD}<body>{markup}" for name, markup in _TABLE["markup"].items()},
    **{name: f"{_HEAD}<script>location.replace('{path}')</script>" for name, path in _TABLE["server"].items()},
}


def page_of(mechanism: str, ms: int, other: str = "") -> str:
    return MECHANISMS[mechanism].replace("MS", str(ms)).replace("OTHER", other)


@asynccontextmanager
async def late_server() -> AsyncIterator[str]:
    """Its origin. `/at?of=NAME&ms=N` is the page of a mechanism."""
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await _talk(reader, writer)
        talks.discard(task)
        writer.close()

    servers = [await asyncio.start_server(talk, "127.0.0.1", 0) for _ in range(2)]
    origins = [f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}" for server in servers]
    _OTHERS[origins[0].rpartition(":")[2]] = f"http://localhost:{origins[1].rpartition(':')[2]}"
    yield origins[0]
    for server in servers:
        server.close()
    for task in list(talks):
        task.cancel()
    await asyncio.gather(*talks, return_exceptions=True)


_OTHERS: dict[str, str] = {}
_asked: set[str] = set()


async def _talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    address = urlsplit(head[0].split(" ")[1])
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
    given = {name: values[0] for name, values in parse_qs(address.query).items()}
    ms = int(given.get("ms", 0))

    def begin(kind: str = "text/html", more: str = "", status: str = "200 OK") -> None:
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\n"
            f"Access-Control-Allow-Origin: *\r\n{more}\r\n".encode()
        )

    async def late(text: str, before: str = "") -> None:
        writer.write(before.encode())
        await writer.drain()
        await asyncio.sleep(ms / 1000)
        writer.write(text.encode())
        await writer.drain()

    other = _OTHERS.get(headers.get("host", "").rpartition(":")[2], "")
    match address.path:
        case "/at":
            begin()
            writer.write(page_of(given["of"], ms, other).encode())
        case "/slow":
            await asyncio.sleep(ms / 1000)
            begin("text/plain")
            writer.write(b"late")
        case "/page":
            await asyncio.sleep(ms / 1000)
            begin()
            writer.write(b"<title>Late</title><p>Ready</p>")
        case "/body":
            begin("text/plain")
            await late("late", "soon" * 300)
        case "/after":
            key = f"{address.query} {other}"
            begin("text/plain", status="200 OK" if key in _asked else "503 Service Unavailable")
            _asked.add(key)
        case "/no":
            begin("text/plain")
            writer.write(b"yes" if given.get("late") else b"no")
        case "/ready.js":
            await asyncio.sleep(ms / 1000)
            begin("text/javascript")
            writer.write(b"document.body ? ready() : addEventListener('load', ready)")
        case "/module.js":
            await asyncio.sleep(ms / 1000)
            begin("text/javascript")
            writer.write(b"ready()")
        case "/style.css":
            await asyncio.sleep(ms / 1000)
            begin("text/css")
        case "/streamed":
            begin()
            await late("<p>Ready</p>", f"<!doctype html><title>Late</title><h1>Shop</h1>{' ' * 2000}")
        case "/refresh":
            begin()
            writer.write(f"<meta http-equiv=refresh content='{max(1, ms // 1000)};url=/page'><h1>Shop</h1>".encode())
        case "/refresh-header":
            begin(more=f"Refresh: {max(1, ms // 1000)};url=/page\r\n")
            writer.write(b"<h1>Shop</h1>")
        case "/says":
            begin()
            writer.write(_TO_PARENT.replace("MS", str(ms)).encode())
        case "/holds":
            begin()
            inner = _TO_PARENT.replace("MS", str(ms))
            writer.write(
                f'<script>onmessage = () => parent.postMessage(1, "*")</script><iframe srcdoc="{inner}">'.encode()
            )
        case "/tab":
            how = {
                "channel": "new BroadcastChannel('tab').postMessage(1)",
                "storage": "localStorage.x = Math.random()",
                "opener": "opener.ready()",
            }[given["how"]]
            begin()
            writer.write(f"<h1>Tab</h1><script>setTimeout(() => {{ {how} }}, {ms})</script>".encode())
        case "/events":
            begin("text/event-stream")
            await late("data: x\n\n", ": here\n\n")
            await asyncio.sleep(60)
        case "/events-again":
            begin("text/event-stream")
            again = f"{address.query} {headers.get('host')}"
            writer.write(b"data: x\n\n" if again in _asked else f"retry: {ms}\n\n".encode())
            _asked.add(again)
        case "/worker.js":
            begin("text/javascript")
            writer.write(
                "onactivate = e => e.waitUntil(clients.claim().then(() => new Promise(d => setTimeout(d, MS)))"
                ".then(() => clients.matchAll()).then(all => all.forEach(each => each.postMessage(1))))".replace(
                    "MS", str(ms)
                ).encode()
            )
        case "/socket":
            key = base64.b64encode(
                hashlib.sha1(f"{headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
            ).decode()
            writer.write(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {key}\r\n\r\n".encode()
            )
            await asyncio.sleep(ms / 1000)
            writer.write(b"\x81\x01x")
            await writer.drain()
            await asyncio.sleep(60)
        case _:
            begin(status="404 Not Found")
    await writer.drain()
