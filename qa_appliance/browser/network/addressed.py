"""Which requests are meant: by their method and address, or by the name of a GraphQL operation. Pure."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from urllib.parse import parse_qs, urlsplit

_NAMED = re.compile(r"\b(?:query|mutation|subscription)\s+(\w+)")


def goes_to(url: str, address: str) -> bool:
    """A path is compared with the path, a host with the host, an address with both; `*` stands for anything."""
    place, wanted = urlsplit(url), address
    if "://" not in wanted and not wanted.startswith("/"):
        wanted = f"{place.scheme}://{wanted}"
    asked = urlsplit(wanted)
    hosts = (place.netloc.lower(), (place.hostname or "").lower())
    if asked.netloc and not any(fnmatchcase(host, _pattern(asked.netloc.lower())) for host in hosts):
        return False
    if asked.netloc and asked.path in ("", "/") and not address.endswith("/"):
        return True  # anything there
    query = not asked.query or asked.query == place.query
    return query and fnmatchcase(place.path.rstrip("/"), _pattern(asked.path.rstrip("/")))


def _pattern(path: str) -> str:
    """Only the star is special."""
    return path.replace("[", "[[]").replace("?", "[?]")


def is_operation(name: str, sent: bytes | None, url: str) -> bool:
    """Whether a GraphQL request is that operation: one of several sent together counts."""
    return name in _operations(sent, url)


def _operations(sent: bytes | None, url: str) -> set[str]:
    if sent is None:
        asked = {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}
        return _names([asked])
    try:
        body: object = json.loads(sent)
    except (ValueError, RecursionError):
        return set()
    return _names(body if isinstance(body, list) else [body])


def _names(requests: list[object] | list[dict[str, str]]) -> set[str]:
    names: set[str] = set()
    for each in requests:
        if not isinstance(each, dict):
            continue
        named = each.get("operationName")
        query = each.get("query")
        if isinstance(named, str) and named:
            names.add(named)
        elif isinstance(query, str):
            names |= set(_NAMED.findall(query)[:1])
    return names
