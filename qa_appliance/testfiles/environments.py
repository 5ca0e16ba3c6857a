"""`environments.yaml`: places to test by name, with the headers, cookies and keys they need. `${NAME}` is a variable.

What is secret stands in the variables of whoever runs the tests, never in the file. The environment `default` is that
of tests which name no other place.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.testfiles.entries import VARIABLE, Entry, read_entries
from qa_appliance.testfiles.faults import Spot, faulty, read_text
from qa_appliance.testfiles.front_matter import address, loopback
from qa_appliance.testfiles.given import ACCOUNTS, VARIABLES, Given, read_accounts, read_variables
from qa_appliance.testfiles.test import Environment

NAME = "environments.yaml"
DEFAULT = "default"
_BY_NAME = {"headers": "headers", "authenticators": "authenticators", "basicAuth": "basic_auth"}
_COOKIE = ("name", "value", "domain", "path")
_CLIENT = ("file", "key", "passphrase", "origin")


Variables = Mapping[str, str] | None
"""None: they are not looked up, where nothing is to be run."""


class Stated(Struct, frozen=True):
    """An environment as the file has it: variables are looked up where it is used."""

    name: str
    entry: Entry

    def read(self, variables: Variables) -> Environment:
        """Raises `Faulty`, also for a variable that is not set."""
        found: dict[str, object] = {"name": self.name}
        given = Given()
        for key, place, value in self.entry.pairs(f"The environment {self.name}"):
            if key in _BY_NAME:
                named = [(name, inner) for name, _, inner in value.pairs(key)]
                found[_BY_NAME[key]] = {name: _filled(inner, name, variables) for name, inner in named}
            elif key in _CERTIFICATES:
                found |= _CERTIFICATES[key](value, variables)
            elif key == "url":
                found["url"] = address(value, key)
            elif key == "cookies":
                found["cookies"] = tuple(_cookie(each, variables) for each in value.items("cookies"))
            elif key == ACCOUNTS:
                given = Given(read_accounts(value, key), given.variables)
            elif key == VARIABLES:
                given = Given(given.accounts, read_variables(value, key))
            elif key == "allow":
                found["allows_loopback"] = loopback(value, key)
            else:
                raise place.wrong(
                    f"“{key}” is not known here. What is: url, headers, cookies, authenticators, basicAuth,"
                    " authorities, clientCertificate, accounts, variables, allow."
                )
        if "url" not in found:
            raise self.entry.wrong(f"The environment {self.name} needs a url.")
        return msgspec.structs.replace(msgspec.convert(found, Environment), given=given)


def read_environments(file: Path) -> dict[str, Stated]:
    """Raises `Faulty`."""
    entry = read_entries(read_text(file).replace("\r\n", "\n"), file)
    if entry is None:
        raise faulty(Spot(file), "There is no environment in it.")
    return {name: Stated(name, value) for name, _, value in entry.pairs("The file of environments")}


def _cookie(entry: Entry, variables: Variables) -> dict[str, str]:
    cookie = {}
    for name, key, value in entry.pairs("A cookie"):
        if name not in _COOKIE:
            raise key.wrong(f"“{name}” is not known here. What is: {', '.join(_COOKIE)}.")
        cookie[name] = _filled(value, name, variables)
    if "name" not in cookie or "value" not in cookie:
        raise entry.wrong("A cookie needs a name and a value.")
    return cookie


def _authorities(entry: Entry, _variables: Variables) -> dict[str, object]:
    """Files beside this one."""
    return {
        "authorities": "\n".join(_beside(entry, name).decode("utf-8", "replace") for name in entry.texts("authorities"))
    }


def _client(entry: Entry, variables: Variables) -> dict[str, object]:
    """`file` is PEM or PFX; a `key` of its own may stand in another PEM file."""
    given: dict[str, str] = {}
    for name, key, value in entry.pairs("A client certificate"):
        if name not in _CLIENT:
            raise key.wrong(f"“{name}” is not known here. What is: {', '.join(_CLIENT)}.")
        given[name] = _filled(value, name, variables)
    if "file" not in given:
        raise entry.wrong("A client certificate needs a file.")
    content = _beside(entry, given["file"])
    client = {name: given[name] for name in ("passphrase", "origin") if name in given}
    if b"-----BEGIN" in content:
        key_too = _beside(entry, given["key"]) if "key" in given else b""
        return {"client_certificate": client | {"pem": (content + b"\n" + key_too).decode("utf-8", "replace")}}
    return {"client_certificate": client | {"pfx": b64encode(content).decode()}}


_CERTIFICATES = {"authorities": _authorities, "clientCertificate": _client}


def _beside(entry: Entry, name: str) -> bytes:
    try:
        return (entry.file.parent / name).read_bytes()
    except OSError as error:
        raise entry.wrong(f"The file {name} cannot be read: {error.strerror or error}.") from error


def _filled(entry: Entry, name: str, variables: Variables) -> str:
    text = entry.text(name)
    if variables is None:
        return text
    lost = next((found[1] for found in VARIABLE.finditer(text) if found[1] not in variables), None)
    if lost is not None:
        raise entry.wrong(f"The variable {lost} is not set.")
    return VARIABLE.sub(lambda found: variables[found[1]], text)
