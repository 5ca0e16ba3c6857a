"""What the queries of several lists share. Refuses nothing: what cannot be read is as if it were left out."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from qa_appliance.api.http.asgi import Request

LIMIT = ("limit", "How many, newest first; clamped into 1..500, 100 when it is no whole number.", {"type": "string"})


def limit_of(request: Request) -> int:
    """Decision 12: clamped into 1..500; what is no plain decimal integer means 100."""
    text = first_values(request).get("limit", "")
    if not re.fullmatch(r"-?[0-9]+", text):
        return 100
    return 1 if text.startswith("-") else max(1, min(500, int(text.lstrip("0")[:4] or "0")))


def first_values(request: Request) -> dict[str, str]:
    """The first value of each parameter, blanks kept."""
    query = request.scope["query_string"].decode("latin-1")
    return {name: values[0] for name, values in parse_qs(query, keep_blank_values=True).items()}
