"""Looks at what stands between the machine and the sites under test: DNS, certificate authorities, proxies.

Asks nobody but the machine's own name servers, and those only for a name that can never exist.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.upstream import upstream_of
from qa_appliance.certificates import ends, facts, read_authorities
from qa_appliance.core.errors import Invalid
from qa_appliance.doctor.check import Check, failed, ok, warning
from qa_appliance.settings import Proxy
from qa_appliance.trust import read_files

NO_SUCH_NAME = "doctor.qa-appliance.invalid"  # RFC 6761: every name server knows that it is not there
SLOW_SECONDS = 2.0
_AUTHORITIES = "certificate authorities"
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
        advice = "Only addresses and names of /etc/hosts can be tested. Name a name server in /etc/resolv.conf."
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


def check_proxy(proxy: Proxy = Proxy(), environment: Mapping[str, str] = os.environ) -> Check:  # noqa: B008
    """Connects to the proxy that is named, and says nothing to it."""
    try:
        upstream = upstream_of(proxy)
        Guard(upstream=upstream, bypass=proxy.bypass)
        if upstream is not None:
            with socket.create_connection((upstream.place.host, upstream.place.port), SLOW_SECONDS):
                direct = ", ".join(proxy.bypass)
                return ok("proxy", f"Sites are reached through {upstream.name}; directly: {direct} and this machine.")
    except Invalid as problem:
        return failed("proxy", problem.message, "Correct --proxy-url or --proxy-bypass.")
    except OSError as error:
        reason = error.strerror or "it did not answer"
        return failed("proxy", f"{proxy.url} cannot be reached: {reason}.", "Start it, or correct --proxy-url.")
    found = [name for name in PROXY_VARIABLES if environment.get(name) or environment.get(name.lower())]
    if not found:
        return ok("proxy", "None is set; tests connect directly.")
    advice = "Name it with --proxy-url if sites are reached through it. Variables such as these do not concern tests."
    return warning("proxy", f"{', '.join(found)} is set, but the browser connects directly.", advice)
