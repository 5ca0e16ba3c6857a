"""What ships inside the executable and under which licence: a list with texts, and a CycloneDX bill of materials.

Reads what is installed and what PyInstaller collected. Never fetches anything.
"""

from __future__ import annotations

import base64
import importlib.metadata
import re
import subprocess
import sys
import sysconfig
import tomllib
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from component import Component
from inside import inside
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import qa_appliance

PACKAGE = "qa-appliance"
LICENCE_FILE = re.compile(r"(^|/)(licen[cs]es?|copying|notice|thirdpartynotices)[^/]*$", re.IGNORECASE)
ROOT = Path(__file__).resolve().parent.parent
ASSET_LICENCES = {"@sparticuz/chromium": "MIT", "axe-core": "MPL-2.0"}


def components(collected: list[Path], program: Path) -> list[Component]:
    """Sorted by name. `collected`: the files PyInstaller took from this machine's own folders of libraries; `program`:
    the folder it made.
    """
    found = [*_python(), *_packages(), *_assets(), *_libraries(collected), *inside(program)]
    return sorted(found, key=lambda component: (component.name.lower(), component.version))


def bill_of_materials(parts: list[Component], built_at: int) -> dict[str, Any]:
    """CycloneDX 1.6. The same parts give the same document."""
    seed = "\n".join(part.purl for part in parts)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, seed)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(built_at, UTC).isoformat().replace("+00:00", "Z"),
            "component": {
                "type": "application",
                "bom-ref": PACKAGE,
                "name": PACKAGE,
                "version": qa_appliance.__version__,
                "licenses": [{"expression": "MIT"}],
            },
        },
        "components": [_entry(part) for part in parts],
        "dependencies": [{"ref": PACKAGE, "dependsOn": [part.purl for part in parts]}],
    }


def _entry(part: Component) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "licenses": [{"license": {"name": part.licence}}],
        "purl": part.purl,
    }
    return entry | ({"hashes": [{"alg": "SHA-512", "content": part.sha512}]} if part.sha512 else {})


def _python() -> Iterator[Component]:
    version = ".".join(map(str, sys.version_info[:3]))
    texts = [Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", Path("/usr/share/doc/python3/copyright")]
    kept = [text.read_text("utf-8", "replace") for text in texts if text.is_file()][:1]
    yield Component("python", version, "PSF-2.0", f"pkg:generic/python@{version}", kept)


def _packages() -> Iterator[Component]:
    """The appliance's dependencies with theirs, as installed here; what only development needs is left out."""
    waiting: list[str] = [PACKAGE]
    seen: set[str] = {PACKAGE}
    while waiting:
        for text in importlib.metadata.requires(waiting.pop()) or []:
            requirement = Requirement(text)
            name = str(canonicalize_name(requirement.name))
            if name not in seen and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
                seen.add(name)
                waiting.append(name)
    for name in sorted(seen - {PACKAGE}):
        installed = importlib.metadata.distribution(name)
        files = [file for file in installed.files or [] if LICENCE_FILE.search(str(file)) and file.suffix != ".py"]
        texts = [Path(str(file.locate())).read_text("utf-8", "replace") for file in files if file.suffix != ".pyc"]
        yield Component(name, installed.version, _licence(installed), f"pkg:pypi/{name}@{installed.version}", texts)


def _licence(installed: importlib.metadata.Distribution) -> str:
    meta = installed.metadata.json
    if expression := meta.get("license_expression"):
        return str(expression)
    named = [line.rpartition(" :: ")[2] for line in meta.get("classifier", ()) if line.startswith("License ::")]
    first = str(meta.get("license", "")).strip().partition("\n")[0]
    return " AND ".join(named) or first or "see its text"


def _assets() -> Iterator[Component]:
    """The browser and axe-core, as pinned, and the Node.js that Playwright's package carries."""
    for package in tomllib.loads((ROOT / "build" / "third_party.toml").read_text())["package"]:
        places = [ROOT / "qa_appliance" / "third_party" / place for place in package["keep"].values()]
        texts = [place.read_text("utf-8", "replace") for place in places if place.name == "LICENSE"]
        name, version = package["name"], package["version"]
        digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        yield Component(name, version, ASSET_LICENCES[name], purl, texts, digest)
    playwright = importlib.metadata.distribution("playwright")
    node = Path(str(playwright.locate_file("playwright/driver/node")))
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip().lstrip("v")
    text = (node.parent / "LICENSE").read_text("utf-8", "replace")
    yield Component("node", version, "MIT AND others, see its text", f"pkg:generic/node@{version}", [text])


def _libraries(collected: list[Path]) -> Iterator[Component]:
    """Shared libraries of this machine, with the copyright file of the Debian package they belong to."""
    of_its_own = tomllib.loads((ROOT / "build" / "inside.toml").read_text("utf-8"))["system"]
    owners: set[str] = set()
    for file in collected:
        real = file.resolve()
        known_as = [real, Path("/", *real.parts[2:])]  # packages may name it without the /usr it moved to
        done = subprocess.run(["dpkg", "-S", *known_as], capture_output=True, text=True)
        if not done.stdout:
            sys.exit(f"{file} belongs to no package, so its licence is unknown. Build on Debian or Ubuntu.")
        owners.add(done.stdout.split(": ")[0].split(",")[0])
    for owner in sorted(owners):
        query = ["dpkg-query", "-W", "-f", "${Version}", owner]
        version = subprocess.run(query, capture_output=True, text=True, check=True).stdout
        name = owner.partition(":")[0]
        copyright_file = Path("/usr/share/doc", name, "copyright")
        text = copyright_file.read_text("utf-8", "replace") if copyright_file.is_file() else ""
        short = sorted(set(re.findall(r"^License: *(\S.*)$", text, re.MULTILINE)))
        licence = of_its_own.get(name) or " AND ".join(short) or "see its text"
        yield Component(name, version, licence, f"pkg:deb/debian/{name}@{version}", [text] if text else [])
