"""A password typed while recording: on no message of the session and in no file of the appliance that ran the test.

Every file is searched, the database with its log and what is packed in archives too.
"""

from __future__ import annotations

import gzip
import json
import logging
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from qa_appliance.cli.running.throwaway import own_appliance
from qa_appliance.client import channel
from qa_appliance.settings import Settings
from tests.conftest import Serve

SECRET = "Winter0ak77"  # of letters and digits: written alike in addresses, in JSON and in HTML
LOGIN = """<!doctype html><meta charset=utf-8><title>Sign in</title><style>* { position: absolute }</style>
<input id=p type=password aria-label=Password style="left:20px;top:20px;width:200px;height:30px">
<button style="left:20px;top:80px;width:200px;height:30px">Sign in</button><p id=m style="top:130px"></p>
<script>
p.oninput = () => { console.log(p.value); localStorage.p = p.value; document.title = p.value }
document.querySelector("button").onclick = () => {
    m.textContent = "Welcome " + p.value; fetch("/api?p=" + p.value); document.cookie = "p=" + p.value
}
</script>"""


class Tab:
    """What the dashboard's page does of it: asks, and hears everything that is told."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard: list[str] = []

    async def ask(self, **asked: object) -> None:
        await self._socket.send(json.dumps(asked))

    async def click(self, x: int, y: int) -> None:
        for kind in ("move", "down", "up"):
            await self.ask(type=kind, x=x, y=y)

    async def wrote(self, *sentences: str) -> None:
        async for message in self._socket:
            if isinstance(message, bytes):
                continue
            self.heard.append(message)
            one = json.loads(message)
            if one["type"] != "state" or one["busy"]:
                continue
            if [line["sentence"] for line in one["lines"]] == list(sentences):
                return


@asynccontextmanager
async def sitting(address: str, token: str, session: str) -> AsyncIterator[Tab]:
    async with connect(f"{address.replace('http', 'ws')}/ws/studio?session={session}", max_size=None) as socket:
        await socket.send(json.dumps({"token": token}))
        yield Tab(socket)


def everything(file: Path) -> Iterator[bytes]:
    content = file.read_bytes()
    yield content
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    elif content[:2] == b"\x1f\x8b":
        yield gzip.decompress(content)


def holding(folder: Path, word: bytes) -> list[str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file.name for file in files if any(word in content for content in everything(file))]


async def test_a_typed_password_is_kept_nowhere(tmp_path: Path, serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="qa_appliance")
    site = await serve({"/": LOGIN, "/api": "{}"})
    async with own_appliance(Settings(allow=("loopback",), data_dir=tmp_path)) as own:
        account = await own.account()
        token = await own.sign_in(account.organization_id)
        await own.ready()
        async with channel.connect(own.address, token) as client:
            project = (await client.create_project("Secrets", site))["id"]
            session = (await client.call("POST", f"api/projects/{project}/studio", {}))["session"]["id"]
            async with sitting(own.address, token, session) as tab:
                await tab.wrote()
                await tab.click(100, 35)
                for sign in SECRET:
                    await tab.ask(type="text", text=sign)
                await tab.click(100, 95)
                typed = ['enter "••••" into "Password"', 'click "Sign in"']
                await tab.wrote(*typed)
                await tab.ask(type="do", text=f'check that "Welcome {SECRET}" is shown')
                await tab.wrote(*typed, 'check that "Welcome ••••" is shown')
                await tab.ask(type="offers")
                await tab.ask(type="point", x=30, y=140)
                await tab.ask(type="keep", text='check that "Welcome" is shown')
                await tab.wrote(*typed, 'check that "Welcome ••••" is shown', 'check that "Welcome" is shown')
            run = await client.finished((await client.call("POST", f"api/studio/{session}/runs"))["runId"])
            shown = [
                *(f"{name}: {each}" for name, each in run.items() if name != "instruction"),
                *tab.heard,
                caplog.text,
            ]
        assert run["overallStatus"] == "passed", run["reportMarkdown"]
        assert [each for each in shown if SECRET in each] == []
        assert holding(tmp_path, b"Sign in"), "what was searched does not hold the test"
        assert holding(tmp_path, SECRET.encode()) == []
    assert holding(tmp_path, SECRET.encode()) == []
