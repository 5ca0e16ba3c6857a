"""Makes dist/qa-appliance, the appliance as one file, with its bill of materials and SHA-256 sums beside it.

The file is a short shell head, a small unpacker, and archives. The same commit gives the same file, byte for byte,
wherever it was checked out, with the same Python and system libraries. Never fetches anything: `make package` has set
everything up before.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from ast import literal_eval
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli
import credits
import msgspec
from notices import ROOT, bill_of_materials, components
from single_file import assemble
from without_gpl import replace_encoders

import qa_appliance
from qa_appliance.payload import Payload

WORK = ROOT / "work" / "package"
PROGRAM = WORK / "dist" / "qa-appliance"
INSIDE = PROGRAM / "_internal"
DIST = ROOT / "dist"
QUALITY = 5  # of brotli; 9 takes twenty times as long for 6 % less
# archive → the folder it takes; what no other archive takes is in the last. The browser is compressed already.
ARCHIVES = {
    "driver.tar.br": "_internal/playwright/driver/",
    "browser.tar": "_internal/qa_appliance/third_party/chromium/",
    "program.tar.br": "",
}


def main() -> None:
    if shutil.which("objdump") is None:
        sys.exit("PyInstaller needs objdump. Install it with: apt install binutils")
    built_at = _commit_time()
    shutil.rmtree(WORK, ignore_errors=True)
    _freeze(built_at)
    _drop_records()
    _wrap_driver()
    _spell_in_ascii(INSIDE / "playwright" / "driver" / "package" / "lib")
    replace_encoders(INSIDE / "av.libs", WORK / "build")
    bom = _write_notices(built_at)
    DIST.mkdir(exist_ok=True)
    target = DIST / "qa-appliance"
    payload = _assemble(target, built_at)
    (DIST / "qa-appliance.cdx.json").write_bytes(bom)
    _write_sums([target, DIST / "qa-appliance.cdx.json"])
    for part in payload.parts:
        print(f"{part.sha256}  {part.name}  {part.size / 1e6:.1f} MB")
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1e6:.0f} MB, {payload.name}")


def _commit_time() -> int:
    """SOURCE_DATE_EPOCH, else the time of the commit, else a fixed one; seconds since 1970."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 else 315_532_800


def _freeze(built_at: int) -> None:
    print("Collecting the program; this takes a minute or two.", flush=True)
    command = [sys.executable, "-m", "PyInstaller", "qa-appliance.spec", "--noconfirm", "--log-level", "WARN"]
    folders = ["--distpath", str(WORK / "dist"), "--workpath", str(WORK / "build")]
    reproducible = {"SOURCE_DATE_EPOCH": str(built_at), "PYTHONHASHSEED": "0"}
    done = subprocess.run([*command, *folders], cwd=ROOT, env={**os.environ, **reproducible})
    if done.returncode:
        sys.exit("PyInstaller could not collect the program; what it said stands above.")


def _drop_records() -> None:
    """What pip notes of an installation: folders of this machine, and hashes of scripts that name them."""
    for name in ("RECORD", "direct_url.json", "INSTALLER", "REQUESTED"):
        for path in INSIDE.glob(f"*.dist-info/{name}"):
            path.unlink()


def _wrap_driver() -> None:
    """Playwright starts `driver/node`; on a bare machine that finds libatomic and others only where we put them."""
    node = INSIDE / "playwright" / "driver" / "node"
    node.rename(node.with_name("node-bin"))
    shutil.copy(ROOT / "packaging" / "node.sh", node)
    node.chmod(0o755)


def _spell_in_ascii(scripts: Path) -> None:
    """A few characters beyond Latin-1 make V8 hold a whole script in two bytes a character: 7 MB more for these two."""
    for script in (scripts / "coreBundle.js", scripts / "utilsBundle.js"):
        plain = re.sub(r"[^\x00-\x7f]+", lambda found: json.dumps(found[0])[1:-1], script.read_text("utf-8"))
        script.write_text(f"// Changed for QA Appliance: characters beyond ASCII are escaped.\n{plain}", "ascii")


def _write_notices(built_at: int) -> bytes:
    """Puts the licences into the program, and answers the bill of materials, which goes in as well."""
    parts = components(list(_from_machine()), INSIDE)
    bom = msgspec.json.format(msgspec.json.encode(bill_of_materials(parts, built_at)), indent=2)
    folder = INSIDE / "qa_appliance" / "notices"
    folder.mkdir(parents=True)
    (folder / "licenses.json").write_bytes(msgspec.json.encode(parts))
    (folder / "bom.cdx.json").write_bytes(bom)
    (folder / "LICENSES.chromium.html").write_bytes(credits.page())
    return bom


def _from_machine() -> Iterator[Path]:
    """The libraries PyInstaller took from folders of the system, as its own table of contents tells."""
    for table in sorted((WORK / "build" / "qa-appliance").glob("COLLECT-*.toc")):
        for row in _rows(literal_eval(table.read_text())):
            source = Path(row[1])
            if row[2] == "BINARY" and source.is_relative_to("/") and source.parts[1] in ("lib", "lib64", "usr"):
                yield source


def _rows(value: object) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, str) for part in value):
        yield value
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _rows(inner)


def _assemble(target: Path, built_at: int) -> Payload:
    with ThreadPoolExecutor(2) as threads:
        archives = dict(zip(ARCHIVES, threads.map(lambda name: _archive(name, built_at), ARCHIVES), strict=True))
    program_bytes = sum(path.lstat().st_size for path in PROGRAM.rglob("*") if path.is_file())
    return assemble(
        target,
        version=qa_appliance.__version__,
        glibc=_glibc(),
        unpacker=(WORK / "dist" / "unpacker").read_bytes(),
        libz=(INSIDE / "libz.so.1").read_bytes(),
        archives=archives,
        needed_bytes=2 * program_bytes,  # an archive lies beside its files for a moment
    )


def _glibc() -> str:
    """The newest symbol version any of our programs asks glibc for."""
    binaries = (path for path in PROGRAM.rglob("*") if path.is_file() and (path.suffix == "" or ".so" in path.name))
    asked = {
        tuple(map(int, found)) for path in binaries for found in re.findall(rb"GLIBC_(2)\.(\d+)", path.read_bytes())
    }
    return ".".join(map(str, max(asked)))


def _archive(name: str, built_at: int) -> bytes:
    """Nothing in it tells when, where or by whom it was made."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(PROGRAM.rglob("*")):
            inside = path.relative_to(PROGRAM).as_posix()
            if _archive_of(inside) != name or (path.is_dir() and not path.is_symlink()):
                continue
            member = archive.gettarinfo(path, inside)
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = built_at
            member.mode = 0o755 if member.mode & 0o100 else 0o644
            if member.islnk():
                sys.exit(f"{path} is a hard link, which archives of the executable do not hold.")
            with path.open("rb") as content:
                archive.addfile(member, content if member.isreg() else None)
    plain = buffer.getvalue()
    return brotli.compress(plain, quality=QUALITY, lgwin=24) if name.endswith(".br") else plain


def _archive_of(inside: str) -> str:
    return next(name for name, folder in ARCHIVES.items() if inside.startswith(folder))


def _write_sums(files: list[Path]) -> None:
    lines = []
    for path in files:
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (DIST / "SHA256SUMS").write_text("".join(lines))


if __name__ == "__main__":
    main()
