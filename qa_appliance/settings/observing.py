"""The settings of what the appliance tells those who watch over it: its log, and traces of what it does."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from qa_appliance.settings.base import Address, Group, says

LogFormat = Literal["auto", "text", "json"]


class Log(Group, frozen=True):
    title = "Log"

    format: Annotated[
        LogFormat,
        Meta(description="auto, text or json"),
        says(
            "How the log is written on standard error: auto is text on a terminal and one JSON object a line elsewhere."
        ),
    ] = "auto"


class Traces(Group, frozen=True):
    title = "Traces (OpenTelemetry)"

    endpoint: (
        Annotated[
            Address, says("The collector that gets traces of requests, and of runs with their steps (OTLP over HTTP).")
        ]
        | None
    ) = None
