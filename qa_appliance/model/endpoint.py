"""Where a model is reached, and what can go wrong there. Knows no package that speaks to it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from qa_appliance.model.local.installed import installed
from qa_appliance.settings import Llm
from qa_appliance.settings.base import Secret

Trouble = Literal[
    "unreachable",  # no connection, or it broke
    "slow",  # no whole answer in time
    "busy",  # 429, after all tries
    "broken",  # a 5xx answer, or one that is no chat completion
    "refused",  # 401, 403, 404: key, model or address are wrong
    "wrong_request",  # 400: it does not take what was asked
    "declined",  # the model itself will not answer
    "unreadable",  # its answer is not what was asked for, after one repair
    "spent",  # the run's budget or the plan's allowance is used up
]


_FILE_SECONDS = 300.0
"""What an answer of a file may take at the least: it is loaded first, and reads slowly without a graphics card."""


class Endpoint(Struct, frozen=True):
    """One OpenAI-compatible endpoint. `key` goes to it alone; empty where it asks for none.

    With a `file` there is none: it is served here, with so many megabytes at most, where it is asked.
    """

    base_url: str
    model: str
    key: Secret = Secret("")
    timeout_seconds: float = 90.0
    authorities: str = ""  # PEM: trusted beside the public ones
    file: Path | None = None
    megabytes: int = 0


class ModelFailed(Exception):
    """`message` is a sentence for people, without the key and without what the endpoint wrote of it."""

    def __init__(self, trouble: Trouble, message: str) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.message = message


class Completion(Struct, frozen=True):
    """What one call answered. Tokens as the endpoint counts them, else estimated from the texts."""

    text: str
    tokens_in: int
    tokens_out: int
    cut: bool = False  # the answer reached its longest


def endpoints(llm: Llm, authorities: str = "", data_dir: Path | None = None) -> tuple[Endpoint, ...]:
    """Those of the settings in their order, then the model's file, named or put in place in `data_dir`."""
    names = llm.model if len(llm.model) == len(llm.base_url) else llm.model * len(llm.base_url)
    keys = (*llm.api_key, *(Secret("") for _ in llm.base_url))
    reached = tuple(
        Endpoint(url, name, key, llm.timeout_seconds, authorities)
        for url, name, key in zip(llm.base_url, names, keys, strict=False)
    )
    file = llm.file or (installed(data_dir) if data_dir is not None else None)
    if file is None:
        return reached
    seconds = max(llm.timeout_seconds, _FILE_SECONDS)
    return (*reached, Endpoint("", file.stem, timeout_seconds=seconds, file=file, megabytes=llm.file_megabytes))
