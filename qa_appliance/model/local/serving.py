"""The process in which llama.cpp's server answers from one file: it ends with the appliance that started it.

Started with `ARGUMENT`, which is no command of anybody's. The first line of its standard input says what to serve, the
first of its standard output where; when its input ends, it ends, also where the appliance was killed.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import sys
import threading
from typing import Any

import msgspec
from msgspec import Struct

ARGUMENT = "serve-model-file"
PACKAGE = "xllamacpp"
CONTEXT = 16_384  # tokens: what is asked and what is answered
_PR_SET_PDEATHSIG = 1


class Wanted(Struct, frozen=True):
    """`key` opens it: others on this machine are not to ask. `megabytes` are all it may take, the file among them."""

    file: str
    name: str
    key: str
    megabytes: int
    context: int = CONTEXT


class Stands(Struct, frozen=True):
    """Where it listens, or why it does not."""

    address: str = ""
    problem: str = ""


def serve_once() -> None:
    _dies_with_its_parent()
    line = sys.stdin.buffer.readline()
    threading.Thread(target=_ends_with_its_input, daemon=True).start()
    answers = os.dup(1)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)  # what llama.cpp prints is no answer of ours
    os.dup2(silent, 2)
    wanted = msgspec.json.decode(line, type=Wanted)
    server: Any = None
    try:
        limit_memory(wanted.megabytes)
        server = _server(wanted)
        stands = Stands(address=str(server.listening_address))
    except MemoryError:
        stands = Stands(problem=f"it needs more than the {wanted.megabytes} MB it may take (--llm-file-megabytes)")
    except Exception as problem:  # noqa: BLE001 - whatever llama.cpp says is told, and the process ends
        stands = Stands(problem=" ".join(str(problem).split())[:300] or type(problem).__name__)
    os.write(answers, msgspec.json.encode(stands) + b"\n")
    if server is not None:
        threading.Event().wait()
    os._exit(0)


def limit_memory(megabytes: int) -> None:
    """Of this process, from here on. Nothing where the system has no such limit."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    most = megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _server(wanted: Wanted) -> Any:
    cpp = importlib.import_module(PACKAGE)
    params = cpp.CommonParams()
    params.model.path = wanted.file
    params.model_alias = {wanted.name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [wanted.key]
    params.n_ctx = wanted.context
    params.n_parallel = 1
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 2) - 1)
    params.ui = False
    params.warmup = False
    return cpp.Server(params)


def _dies_with_its_parent() -> None:
    """Also while it loads a file and hears nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _ends_with_its_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
