"""Looks at what stands between the machine and the sites under test: DNS, certificate authorities, proxies.

Asks nobody but the machine's own name servers, and those only for a name that can never exist.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from qa_appliance.browser.egress.address import parse_address
from qa_appliance.browser.egress.automatic import Automatic
from qa_appliance.browser.egress.routes import guard_of, script_of
from qa_appliance.browser.egress.upstream import ProxyFailure, ScriptFailure, Upstream, upstream_of
from qa_appliance.certificates.named import ends, facts, read_authorities
from qa_appliance.core.errors import Invalid
from qa_appliance.doctor.check import Check, failed, ok, warning
from qa_appliance.settings import Proxy
from qa_appliance.trust import read_files

NO_SUCH_NAME = "doctor.qa-appliance.invalid"  # RFC 6761: every name server knows that it is not there
SLOW_SECONDS = 2.0
_AUTHORITIES = "certificate authorities"
EXAMPLE = "https://www.example.com/"  # a proxy script is asked for the way there; nobody is connected to
PROXY_VARIABLES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")


def check_dns() -> Check:
    """Blocks as long as the name servers take."""
    began = time.monotonic()
    try:
        socket.getaddrinfo(NO_SUCH_NAME, None)
    except socket.gaierror as error:
        answered = error.errno != socket.EAI_AGAIN
    else:
        advice = "Ask who runs it: such a server sends a mistyped address to a page of its own."
        return warning("DNS", "The name server answers for names that are not there.", advice)
    seconds = time.monotonic() - began
    if not answered:
        advice = (
            "Only addresses, names of /etc/hosts, and hosts of --allow that a proxy knows can be tested. Name a name"
            " server in /etc/resolv.conf."
        )
        return warning("DNS", "No name server answers.", advice)
    if seconds > SLOW_SECONDS:
        advice = "Take a dead name server out of /etc/resolv.conf: every page waits for it."
        return warning("DNS", f"Names are looked up slowly ({seconds:.1f} s).", advice)
    return ok("DNS", "The name server answers.")


def check_authorities(
    files: Sequence[Path], now: datetime, environment: Mapping[str, str] = os.environ, *, elsewhere: bool = False
) -> tuple[str, Check]:
    """Of the appliance's own connections, and of the browser, which brings its own list. The operator's own, as PEM.

    `elsewhere`: the browsers are another machine's, and trust whom they were installed to.
    """
    try:
        authorities = read_files(files)
    except Invalid as problem:
        return "", failed(_AUTHORITIES, problem.message, "Correct --authorities.")
    return authorities, _judged(authorities, now, environment, elsewhere=elsewhere)


def _judged(authorities: str, now: datetime, environment: Mapping[str, str], *, elsewhere: bool) -> Check:
    name = _AUTHORITIES
    for variable in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        if (named := environment.get(variable)) and not Path(named).exists():
            return warning(name, f"{variable} names {named}, which is not there.", f"Correct {variable}, or unset it.")
    own = environment.get("SSL_CERT_FILE") or environment.get("SSL_CERT_DIR") or "those the appliance brings"
    trusted = [facts(each) for each in read_authorities(authorities)] if authorities else []
    ending = [sentence for each in trusted if (sentence := ends(each, now))]
    if ending:
        return warning(name, " ".join(ending), "Name its successor with --authorities.")
    those = ", ".join(f"“{each.subject}”" for each in trusted)
    if trusted and elsewhere:
        detail = f"Services of {those} are trusted beside the public ones; sites are not, by the browsers elsewhere."
        return warning(name, detail, "Install them where the browsers of --browser-endpoint run.")
    if trusted:
        return ok(name, f"Beside the public ones, sites and services of {those} are trusted.")
    return ok(name, f"The browser trusts those Chromium brings; the command line trusts {own}.")


async def check_proxy(
    proxy: Proxy,
    authorities: str = "",
    environment: Mapping[str, str] = os.environ,
) -> Check:
    """Connects to the proxy that is named, or to those that a script names, and says nothing to them."""
    try:
        guard_of((), proxy, authorities)
        script, upstream = script_of(proxy, authorities), upstream_of(proxy, authorities)
    except Invalid as problem:
        return failed("proxy", problem.message, "Correct --proxy-url, --proxy-pac or --proxy-bypass.")
    if script is not None:
        return await _check_script(script)
    if upstream is not None:
        if (reason := await _absent(upstream)) is not None:
            return failed("proxy", f"{proxy.url} cannot be reached: {reason}.", "Start it, or correct --proxy-url.")
        direct = ", ".join(proxy.bypass)
        return ok("proxy", f"Sites are reached through {upstream.name}; directly: {direct} and this machine.")
    found = [name for name in PROXY_VARIABLES if environment.get(name) or environment.get(name.lower())]
    if not found:
        return ok("proxy", "None is set; tests connect directly.")
    advice = "Name it with --proxy-url if sites are reached through it. Variables such as these do not concern tests."
    return warning("proxy", f"{', '.join(found)} is set, but the browser connects directly.", advice)


async def _check_script(script: Automatic) -> Check:
    try:
        ways = await script.ways(parse_address(EXAMPLE))
    except ScriptFailure as failure:
        return failed("proxy", f"Nothing is reached: {failure.why}.", "Correct --proxy-pac, or the script.")
    named = "; ".join("directly" if way is None else f"through {way.name}" for way in ways)
    detail = f"Sites are reached as {script.source} says: {EXAMPLE} {named}."
    absent = [f"{way.name} ({why})" for way in ways if way is not None and (why := await _absent(way)) is not None]
    if not absent:
        return ok("proxy", detail)
    judged = failed if len(absent) == len(ways) else warning
    return judged("proxy", f"{detail} Not there: {', '.join(absent)}.", "Start it, or correct the script.")


async def _absent(upstream: Upstream) -> str | None:
    """Why there is no proxy, or None."""
    try:
        async with asyncio.timeout(SLOW_SECONDS):
            (await upstream.reach()).close()
    except TimeoutError:
        return "it does not answer"
    except ProxyFailure as failure:
        return failure.why.rpartition(": ")[2]
    return None
