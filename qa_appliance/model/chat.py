"""Speaks to one endpoint with the `openai` package: only this module imports it, and with the first question.

Never decides what is asked, nor whether to ask again.
"""

from __future__ import annotations

import asyncio
import base64
import re
from typing import Any, Literal

import msgspec
from msgspec import Struct
from openai import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    DefaultAsyncHttpxClient,
    OpenAIError,
)

from qa_appliance.model.endpoint import Completion, Endpoint, ModelFailed, Trouble
from qa_appliance.trust import trusting

Messages = list[dict[str, str]]
Format = Literal["schema", "object", "json", "text"]
FORMATS: tuple[Format, ...] = ("schema", "object", "json", "text")
"""How an answer is asked for: held to a schema, in OpenAI's form or in that of llama.cpp's servers, held to be JSON, or
by words alone."""

_TRIES = 2  # beyond the first, with the package's back-off, or as long as `Retry-After` says
_SIZES = ("max_model_len", "context_length", "n_ctx", "n_ctx_train")  # of vLLM, of routers, of llama.cpp
_PICTURE = "image"
_LONGEST_ANSWER = 2_000_000  # bytes
_CHARACTERS_OF_A_TOKEN = 3  # where an endpoint does not count: rather too many than too few
_STATUS: dict[int, tuple[Trouble, str]] = {
    400: ("wrong_request", "does not take the request"),
    401: ("refused", "refuses the key"),
    403: ("refused", "refuses the key"),
    404: ("refused", "knows neither this address nor this model"),
    422: ("wrong_request", "does not take the request"),
    429: ("busy", "has too much to do"),
}


class _Message(Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Answer(Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class Chat:
    """`complete` may be called by several runs at once. What an endpoint does not take is remembered."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.format: Format = "schema"
        self._without: set[str] = set()  # parameters it does not know
        self._client = AsyncOpenAI(
            api_key=endpoint.key or "none",
            base_url=endpoint.base_url,
            timeout=endpoint.timeout_seconds,
            max_retries=_TRIES,
            http_client=DefaultAsyncHttpxClient(
                follow_redirects=False,
                verify=trusting(endpoint.authorities, public=True) if endpoint.authorities else True,
            ),
        )

    async def close(self) -> None:
        await self._client.close()

    async def complete(
        self, messages: Messages, schema: dict[str, object], most_tokens: int, picture: bytes | None = None
    ) -> Completion:
        """One answer, in the strictest format the endpoint takes; about the picture (a JPEG) too, if it takes one.

        Raises ModelFailed.
        """
        while True:
            try:
                async with asyncio.timeout(self.endpoint.timeout_seconds):
                    return await self._complete(messages, schema, most_tokens, self._shown(picture))
            except TimeoutError as error:
                raise self._failed("slow", f"gave no whole answer in {self.endpoint.timeout_seconds:g} s") from error
            except APIStatusError as error:
                complaint = _complaint(error)
                asked = ["response_format", *([_PICTURE] if self._shown(picture) else [])]
                about_it = error.status_code in (400, 422) or any(
                    name in complaint for name in asked
                )  # some answer 500
                if not about_it or not self._asks_for_less(complaint, pictured=_PICTURE in asked):
                    raise self._of_status(error) from error

    @property
    def takes_pictures(self) -> bool:
        """As far as is known: it has refused none."""
        return _PICTURE not in self._without

    async def context_size(self) -> int | None:
        """How many tokens the model takes, where the endpoint tells."""
        try:
            async with asyncio.timeout(self.endpoint.timeout_seconds):
                answer = await self._client.models.with_raw_response.list()
                listed = msgspec.json.decode(answer.content)
        except (TimeoutError, OpenAIError, msgspec.DecodeError):
            return None  # the list of models is no part of what a run needs
        for one in listed.get("data", ()) if isinstance(listed, dict) else ():
            if isinstance(one, dict) and one.get("id") == self.endpoint.model:
                meta = one.get("meta")
                known = one | (meta if isinstance(meta, dict) else {})
                return next((size for name in _SIZES if isinstance(size := known.get(name), int)), None)
        return None

    def _shown(self, picture: bytes | None) -> bytes | None:
        return None if _PICTURE in self._without else picture

    async def _complete(
        self, messages: Messages, schema: dict[str, object], most_tokens: int, picture: bytes | None
    ) -> Completion:
        wanted: dict[str, object] = {"max_tokens": most_tokens, "temperature": 0}
        if "max_tokens" in self._without:
            wanted["max_completion_tokens"] = wanted.pop("max_tokens")
        body = {name: value for name, value in wanted.items() if name not in self._without}
        if self.format == "schema":
            named = {"name": "answer", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif self.format == "object":
            body["response_format"] = {"type": "json_object", "schema": schema}
        elif self.format == "json":
            body["response_format"] = {"type": "json_object"}
        received = bytearray()
        asking: Any = self._client.chat.completions.with_streaming_response
        try:
            async with asking.create(
                model=self.endpoint.model, messages=_with_picture(messages, picture), **body
            ) as response:
                async for part in response.iter_bytes():
                    received += part
                    if len(received) > _LONGEST_ANSWER:
                        raise self._failed("broken", "answers without end")
        except APITimeoutError as error:
            raise self._failed("slow", f"gave no answer in {self.endpoint.timeout_seconds:g} s") from error
        except APIConnectionError as error:
            raise self._failed("unreachable", "cannot be reached") from error
        except APIStatusError:
            raise
        except (APIError, OSError) as error:
            raise self._failed("unreachable", "broke off its answer") from error
        except Exception as error:
            if type(error).__module__.split(".")[0] not in ("httpx", "httpx2", "httpcore", "httpcore2", "h11"):
                raise
            raise self._failed("unreachable", "broke off its answer") from error  # what is read after the head
        return self._read(bytes(received), messages)

    def _read(self, received: bytes, messages: Messages) -> Completion:
        try:
            answer = msgspec.json.decode(received, type=_Answer)
            choice = answer.choices[0]
        except (msgspec.DecodeError, IndexError) as error:
            raise self._failed("broken", "gave an answer that is no chat completion") from error
        text = choice.message.content or ""
        if choice.message.refusal or (not text and choice.finish_reason == "content_filter"):
            raise self._failed("declined", "declined to answer")
        used = answer.usage or _Usage()
        sent = sum(len(message["content"]) for message in messages)
        return Completion(
            text=text,
            tokens_in=max(0, used.prompt_tokens) or -(-sent // _CHARACTERS_OF_A_TOKEN),
            tokens_out=max(0, used.completion_tokens) or -(-len(text) // _CHARACTERS_OF_A_TOKEN),
            cut=choice.finish_reason == "length",
        )

    def _asks_for_less(self, complaint: str, *, pictured: bool) -> bool:
        """Leaves out what the endpoint says it does not take; False: there is nothing left to leave out.

        A picture comes first: what else there is to say is said about text all the same.
        """
        names = ("max_tokens", "temperature", "response_format")
        if pictured and not any(name in complaint for name in names):
            self._without.add(_PICTURE)
            return True
        for name in names[:2]:
            if name in complaint and name not in self._without:
                self._without.add(name)
                return True
        at = FORMATS.index(self.format)
        if at + 1 == len(FORMATS):
            return False
        self.format = FORMATS[at + 1]
        return True

    def _of_status(self, error: APIStatusError) -> ModelFailed:
        broken: tuple[Trouble, str] = ("broken", f"answered {error.status_code}")
        trouble, says = _STATUS.get(error.status_code, broken)
        return self._failed(trouble, says)

    def _failed(self, trouble: Trouble, says: str) -> ModelFailed:
        return ModelFailed(trouble, f"The model's endpoint {shown(self.endpoint)} {says}.")


def _with_picture(messages: Messages, picture: bytes | None) -> list[dict[str, object]]:
    """The picture goes with the first question."""
    shown = [dict[str, object](message) for message in messages]
    if picture is not None:
        address = f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}"
        text = {"type": "text", "text": messages[1]["content"]}
        shown[1]["content"] = [text, {"type": "image_url", "image_url": {"url": address}}]
    return shown


def _complaint(error: APIStatusError) -> str:
    """What the endpoint says of a request it does not take, cut; never shown to anybody."""
    return str(error.body or error.message)[:2_000]


def shown(endpoint: Endpoint) -> str:
    """Its address without what a query may carry."""
    return re.sub(r"[?#].*", "", endpoint.base_url)
