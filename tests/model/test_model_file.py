"""A model as a file: put in place, served by llama.cpp's own server in a process that leaves nothing behind."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import msgspec
import psutil
import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.core.model_call import ModelCall
from qa_appliance.doctor.model import check_model
from qa_appliance.model.endpoint import Endpoint, ModelFailed, endpoints
from qa_appliance.model.language import SCHEMA, Answer
from qa_appliance.model.local.chat import FileChat
from qa_appliance.model.local.installed import install, installed, remove
from qa_appliance.model.local.keeper import Keeper
from qa_appliance.model.model import Model, Question
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.settings import Llm
from tests.model.tiny import tiny_model

_SECONDS = 120.0
_READY: dict[str, object] = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("content", [b"", b"GGU", b"PK\3\4 no model at all", b"GGUF\xff\xff\xff\xff"])
def test_what_is_no_model_file_is_not_put_in_place(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "some.gguf"
    file.write_bytes(content)
    with pytest.raises(Invalid, match="no model in the GGUF format"):
        install(file, tmp_path / "data")
    with pytest.raises(Invalid, match="cannot be read"):
        install(tmp_path / "none.gguf", tmp_path / "data")
    assert installed(tmp_path / "data") is None


async def test_a_file_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    file = tiny_model(tmp_path / "tiny.gguf")
    file.write_bytes(file.read_bytes()[:2_000])
    keeper = Keeper(_of(file))
    with pytest.raises(ModelFailed, match=r"tiny\.gguf cannot be served"):
        async with keeper.reached():
            pass
    assert keeper.pid is None


async def test_it_gets_no_more_memory_than_it_may_take(tmp_path: Path) -> None:
    keeper = Keeper(msgspec.structs.replace(_of(tiny_model(tmp_path / "tiny.gguf")), megabytes=120))
    with pytest.raises(ModelFailed, match="cannot be served"):
        async with keeper.reached():
            pass
    assert keeper.pid is None


async def test_a_file_is_started_asked_held_to_its_schema_and_let_go(tmp_path: Path) -> None:
    file = install(tiny_model(tmp_path / "tiny.gguf"), tmp_path / "data")
    assert installed(tmp_path / "data") == file
    (endpoint,) = endpoints(Llm(), data_dir=tmp_path / "data")
    model, log = Model((endpoint,)), list[ModelCall]()
    question = Question("say", "Answer with JSON.", "Are you ready?", _READY, most_tokens=60)
    given = await model.ask(question, lambda found: found, Spending(Budget()), log)
    assert isinstance(given, dict)
    assert isinstance(given["ready"], bool)
    assert log[0].tokens_out > 0
    chat = model.lines[0].chat
    assert isinstance(chat, FileChat)
    process = psutil.Process(chat.keeper.pid)
    assert {one.laddr.ip for one in process.net_connections() if one.status == "LISTEN"} == {"127.0.0.1"}
    await model.close()
    assert not process.is_running()
    assert remove(tmp_path / "data")


async def test_what_it_says_is_in_the_form_of_an_answer(tmp_path: Path) -> None:
    chat = FileChat(_of(tiny_model(tmp_path / "tiny.gguf")))
    bounded = {**SCHEMA, "properties": {**SCHEMA["properties"], "reason": {"type": "string", "maxLength": 9}}}
    bounded["properties"]["sentences"] = {"type": "array", "maxItems": 1, "items": {"type": "string", "maxLength": 9}}
    answer = await chat.complete([{"role": "system", "content": "s"}, {"role": "user", "content": "u"}], bounded, 400)
    assert isinstance(msgspec.json.decode(answer.text, type=Answer), Answer)
    await chat.close()


async def test_it_is_let_go_when_nobody_asks_and_started_anew(tmp_path: Path) -> None:
    keeper = Keeper(_of(tiny_model(tmp_path / "tiny.gguf")), idle_seconds=0.0)
    async with keeper.reached():
        first = psutil.Process(keeper.pid)
    await _ended(first)
    async with keeper.reached():
        second = psutil.Process(keeper.pid)
        second.kill()
        await _ended(second)
    async with keeper.reached():
        third = psutil.Process(keeper.pid)
        assert third.pid not in (first.pid, second.pid)
    await keeper.close()
    assert not third.is_running()


async def test_killed_in_between_it_leaves_nothing(tmp_path: Path) -> None:
    file = tiny_model(tmp_path / "tiny.gguf")
    appliance = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _HOLDS, str(file), stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )
    assert appliance.stdout is not None
    process = psutil.Process(int(await asyncio.wait_for(appliance.stdout.readline(), _SECONDS)))
    appliance.kill()
    await appliance.wait()
    await _ended(process)


async def test_doctor_says_what_it_can_do_and_how_fast(tmp_path: Path) -> None:
    (check,) = await check_model(Llm(file=tiny_model(tmp_path / "tiny.gguf")))
    assert (check.name, check.state) == ("model tiny", "ok")
    assert "tokens a second, keeps to a JSON schema" in check.detail
    assert "served here from its file" in check.detail


_HOLDS = """
import asyncio, pathlib, sys
from qa_appliance.model.endpoint import Endpoint
from qa_appliance.model.local.keeper import Keeper
async def hold():
    file = pathlib.Path(sys.argv[1])
    keeper = Keeper(Endpoint("", "tiny", file=file, megabytes=16_000))
    async with keeper.reached():
        print(keeper.pid, flush=True)
        await asyncio.Event().wait()
asyncio.run(hold())
"""


def _of(file: Path) -> Endpoint:
    return Endpoint("", file.stem, timeout_seconds=_SECONDS, file=file, megabytes=16_000)


async def _ended(process: psutil.Process) -> None:
    gone, _ = await asyncio.to_thread(psutil.wait_procs, [process], timeout=_SECONDS)
    assert gone or process.status() == psutil.STATUS_ZOMBIE
