"""The guard as an operator's settings have it: its rules, and the lab's proxy or proxy script behind it."""

from __future__ import annotations

from collections.abc import Iterable

from qa_appliance.browser.egress.automatic import Automatic
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.upstream import upstream_of
from qa_appliance.settings import Proxy


def guard_of(rules: Iterable[str], proxy: Proxy, authorities: str = "") -> Guard:
    """`authorities` (PEM) are trusted where a proxy script is fetched from, and of a proxy that is spoken to
    encrypted. Raises Invalid for what cannot be read.
    """
    script = script_of(proxy, authorities)
    if script is not None:
        return Guard(rules, upstream=script)
    return Guard(rules, upstream=upstream_of(proxy, authorities), bypass=proxy.bypass)


def script_of(proxy: Proxy, authorities: str = "") -> Automatic | None:
    if proxy.pac is None:
        return None
    return Automatic(proxy.pac, proxy.user or "", proxy.password or "", authorities=authorities)
