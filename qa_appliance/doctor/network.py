"""Looks at what stands between the machine and the sites under test: DNS, certificate authorities, proxies.

Asks nobody but the machine's own name servers, and those only for a name that can never exist.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path

from qa_appliance.doctor.check import Check, ok, warning

NO_SUCH_NAME = "doctor.qa-appliance.invalid"  # RFC 6761: every name server knows that it is not there
SLOW_SECONDS = 2.0
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


def check_authorities(environment: Mapping[str, str] = os.environ) -> Check:
    """Of the appliance's own connections, and of the browser, which brings its own list."""
    name = "certificate authorities"
    for variable in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        if (named := environment.get(variable)) and not Path(named).exists():
            return warning(name, f"{variable} names {named}, which is not there.", f"Correct {variable}, or unset it.")
    own = environment.get("SSL_CERT_FILE") or environment.get("SSL_CERT_DIR") or "those the appliance brings"
    return ok(name, f"The browser trusts those Chromium brings; the command line trusts {own}.")


def check_proxy(environment: Mapping[str, str] = os.environ) -> Check:
    found = [name for name in PROXY_VARIABLES if environment.get(name) or environment.get(name.lower())]
    if not found:
        return ok("proxy", "None is set; tests connect directly.")
    advice = "Let this machine reach the sites under test directly. Variables such as these do not concern tests."
    return warning("proxy", f"{', '.join(found)} is set, but the browser connects directly.", advice)
