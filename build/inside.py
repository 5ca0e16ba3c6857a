"""The works that lie inside what others package: libraries in wheels, parts of the browser, the dashboard's modules.

Reads build/inside.toml, the packaged program and web/package-lock.json. Never guesses: a library that the list does not
name ends the build.
"""

from __future__ import annotations

import base64
import importlib.metadata
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import credits
import msgspec
from component import Component

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
COMMON = Path("/usr/share/common-licenses")  # of Debian and Ubuntu
# a licence → the files of its text; what is not here stands in inside.toml
COMMON_TEXTS = {
    "Apache-2.0": ("Apache-2.0",),
    "LGPL-2.0-or-later": ("LGPL-2",),
    "LGPL-2.1-or-later": ("LGPL-2.1",),
    "LGPL-3.0-or-later": ("LGPL-3", "GPL-3"),
    "LGPL-3.0-or-later OR GPL-2.0-or-later": ("LGPL-3", "GPL-3"),
    "MPL-2.0": ("MPL-2.0",),
}
OFL = WEB / "node_modules" / "@fontsource-variable" / "inter" / "LICENSE"
BSD = ("BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause-Clear")  # each adds a condition to the one before


def inside(program: Path) -> Iterator[Component]:
    """`program`: the folder PyInstaller collected, with the stand-ins in place."""
    known = tomllib.loads((ROOT / "build" / "inside.toml").read_text("utf-8"))
    yield from _libraries(known, program)
    yield from _modules(known)
    yield from _browser(known)
    yield from _dashboard(known)


def _libraries(known: dict[str, Any], program: Path) -> Iterator[Component]:
    for wheel in sorted({entry["wheel"] for entry in known["library"]}):
        entries = [entry for entry in known["library"] if entry["wheel"] == wheel]
        files = [path.name for path in sorted((program / f"{wheel}.libs").iterdir())]
        for file in files:
            if not any(file.startswith(tuple(entry["files"])) for entry in entries):
                sys.exit(f"{file} of {wheel}'s wheel is not in build/inside.toml: find out its licence and add it.")
        for entry in entries:
            if any(file.startswith(tuple(entry["files"])) for file in files):
                purl = f"pkg:generic/{_plain(entry['name'])}@{_plain(entry['version'])}?in={wheel}"
                yield Component(entry["name"], entry["version"], entry["licence"], purl, _texts(known, entry))


def _modules(known: dict[str, Any]) -> Iterator[Component]:
    """Of the very version the list speaks of: another may hold other things."""
    for entry in known["module"]:
        installed = importlib.metadata.version(entry["wheel"])
        known_of = entry.get("wheel_version", entry["version"])
        if not installed.startswith(known_of):
            sys.exit(f"build/inside.toml tells of {entry['wheel']} {known_of}, not {installed}: look into it.")
        purl = f"pkg:generic/{_plain(entry['name'])}@{_plain(entry['version'])}?in={entry['wheel']}"
        yield Component(entry["name"], entry["version"], entry["licence"], purl, _texts(known, entry))


def _browser(known: dict[str, Any]) -> Iterator[Component]:
    package = ROOT / "qa_appliance" / "third_party" / "chromium" / "package.json"
    version = msgspec.json.decode(package.read_bytes())["version"]
    for entry in known["browser"]:
        purl = f"pkg:generic/{_plain(entry['name'])}?in=%40sparticuz/chromium%40{version}"
        texts = [*_texts(known, entry), *([credits.plain(credits.page().decode())] if entry.get("credits") else [])]
        yield Component(entry["name"], f"of {version}", entry["licence"], purl, texts)


def _dashboard(known: dict[str, Any]) -> Iterator[Component]:
    """What package-lock.json names for the bundle itself, types left out; some come without their text."""
    copyrights = {entry["name"]: entry for entry in known["dashboard"]}
    for place, entry in msgspec.json.decode((WEB / "package-lock.json").read_bytes())["packages"].items():
        name = place.rpartition("node_modules/")[2]
        if not name or entry.get("dev") or name.startswith("@types/"):
            continue
        texts = [
            path.read_text("utf-8", "replace")
            for path in sorted((WEB / place).iterdir())
            if re.match(r"licen[cs]e|copying|notice", path.name, re.IGNORECASE)
        ]
        if not texts and name in copyrights:
            texts = _texts(known, copyrights[name] | {"licence": entry["license"]})
        purl = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
        digest = base64.b64decode(entry["integrity"].removeprefix("sha512-")).hex()
        yield Component(name, entry["version"], entry["license"], purl, texts, digest)


def _texts(known: dict[str, Any], entry: dict[str, Any]) -> list[str]:
    """Copyright and conditions; none where the text of the whole package holds them."""
    licence = entry["licence"]
    if not entry["copyright"]:
        return []
    if licence in COMMON_TEXTS:
        bodies = [(COMMON / name).read_text("utf-8") for name in COMMON_TEXTS[licence]]
    elif licence == "OFL-1.1":
        bodies = [OFL.read_text("utf-8")]
    elif licence in BSD:
        bodies = [known["texts"][name] for name in BSD[: BSD.index(licence) + 1]]
    else:
        bodies = [known["texts"][licence]]
    return [entry["copyright"] + "\n\n" + "\n".join(bodies)]


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")
