"""Where secrets may go: to the hosts of the project alone (decision 29)."""

from __future__ import annotations

from urllib.parse import unquote, unquote_plus, urlsplit

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.steps.base.stage import Stage


def refuse_foreign_host(url: str, stage: Stage) -> None:
    """Raises Failed (secret_host) unless the frame stands on one of the project's own hosts."""
    host = _host(url)
    if host not in stage.site.own_hosts:
        raise _refusal(f"The secret was not typed: the page is on {host or 'no host'}", host, stage)


def refuse_secrets_abroad(address: str, stage: Stage, *also: str) -> None:
    """Raises Failed (secret_host) where the address, or what is sent `also`, takes a secret variable elsewhere."""
    host = _host(address)
    if host in stage.site.own_hosts:
        return
    secrets = {text.casefold() for name in stage.variables.secret if (text := stage.variables.get(name))}
    sent = [form.casefold() for form in (address, unquote(address), unquote_plus(address), *also)]
    if any(text in form for text in secrets for form in sent):
        raise _refusal(f"The address was not opened: a secret variable would go to {host or 'no host'}", host, stage)


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").casefold()


def _refusal(why: str, host: str, stage: Stage) -> Failed:
    own = ", ".join(sorted(stage.site.own_hosts)) or "none"
    return fail("secret_host", f"{why}, which is not the project's own.", expected=own, seen=host)
