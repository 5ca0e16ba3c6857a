"""The appliance on a machine without what only POSIX or Linux has: everything is imported and runs end."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

HIDING = """
import asyncio, importlib, os, pkgutil, signal, sys, types

# what others need of this machine is loaded first: only the appliance is to do without
for name in ("aiosqlite", "av", "httpx", "mcp.server.stdio", "openai", "PIL.Image", "playwright.async_api", "psutil",
             "pytest", "sqlite_utils", "uvicorn", "litestar", "argon2", "subprocess", "tempfile",
             "asyncio.unix_events", "platformdirs.unix", "cryptography.fernet", "prometheus_client", "apscheduler"):
    importlib.import_module(name)

import fcntl

def locking(handle, mode, size, flock=fcntl.flock, how=fcntl.LOCK_EX | fcntl.LOCK_NB):
    flock(handle, how)  # as real as the other one, so that no folder in use is taken for left behind

windows = types.ModuleType("msvcrt")
windows.LK_NBLCK, windows.locking = 2, locking
for name in ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog", "crypt", "spwd", "nis"):
    sys.modules[name] = None
for name in ("pidfd_open", "geteuid", "setsid", "killpg", "pread", "pwrite", "statvfs", "sync", "fchmod"):
    delattr(os, name)

def no_handler(self, *_):
    raise NotImplementedError

asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler = no_handler

import qa_appliance
sys.modules["msvcrt"] = windows
for found in pkgutil.walk_packages(qa_appliance.__path__, "qa_appliance."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
print("imported", flush=True)
from qa_appliance.cli import call
sys.exit(call(sys.argv[1:]))
"""


async def hidden(folder: Path, *arguments: str) -> tuple[int, str]:
    script = folder / "hiding.py"
    script.write_text(HIDING)
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(script), *arguments,
        cwd=folder, env=os.environ | {"QA_APPLIANCE_STEPS_PATIENCE_SECONDS": "2", "TMPDIR": str(folder)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode()


async def test_everything_is_imported(tmp_path: Path) -> None:
    code, out = await hidden(tmp_path, "version")
    assert code == 0, out
    assert out.startswith("imported")


@pytest.mark.slow
async def test_an_appliance_serves_and_a_run_ends(serve: Callable[..., Awaitable[str]], tmp_path: Path) -> None:
    site = await serve({"/": "<h1>Welcome</h1>"})
    there = ("--url", site, "--allow", "loopback")
    code, out = await hidden(tmp_path, "run", 'check that "Welcome" is shown', *there)
    assert code == 0, out
    code, out = await hidden(tmp_path, "run", 'check that "Goodbye" is shown', *there)
    assert code == 1, out
    assert "Traceback" not in out


async def test_a_data_directory_is_one_servers_there_too(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(
        HIDING.partition("from qa_appliance.cli import call")[0]
        + """
from pathlib import Path
from qa_appliance.core.errors import Conflict
from qa_appliance.store.files.folder import Folder
folder = Folder.prepare(Path("data"))
with folder.locked():
    try:
        with folder.locked():
            print("both")
    except Conflict as problem:
        print(problem.message)
with folder.locked():
    print("free again")
"""
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "twice.py", cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    out = (await process.communicate())[0].decode()
    assert process.returncode == 0, out
    assert "is in use by an appliance already running" in out
    assert "both" not in out
    assert out.endswith("free again\n")
