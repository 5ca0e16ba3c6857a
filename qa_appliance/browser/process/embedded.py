"""The browser that ships inside the appliance: unpacked once into a cache folder and checked before it is used.

Never downloads anything, and never hands out a half-written folder.
"""

from __future__ import annotations

import platform
import shutil
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path

import qa_appliance
from qa_appliance.core.errors import Unavailable
from qa_appliance.unpacking import Damaged, expand, folder_name, is_whole, unpack_once

THIRD_PARTY = Path(qa_appliance.__file__).parent / "third_party"
NEEDED_BYTES = 260_000_000
# archive → folder it lands in; the SwiftShader libraries must lie beside the executable, or there is no WebGL
ARCHIVES = {"al2023.tar.br": "lib", "fonts.tar.br": "fonts", "swiftshader.tar.br": "."}
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir>{folder}/font-cache</cachedir>
  <alias binding="weak"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
"""


class Packed(Struct, frozen=True):
    """The compressed browser: its folder, its version and the sha256 of each file."""

    folder: Path
    version: str
    files: dict[str, str]

    @property
    def name(self) -> str:
        return folder_name("chromium", self.version, list(self.files.values()))


class Unpacked(Struct, frozen=True):
    """The browser ready to start: its executable and what its environment must hold."""

    folder: Path
    version: str

    @property
    def executable(self) -> Path:
        return self.folder / "chromium"

    @property
    def env(self) -> dict[str, str]:
        return {"LD_LIBRARY_PATH": str(self.folder / "lib"), "FONTCONFIG_FILE": str(self.folder / "fonts.conf")}


class _Stamp(Struct):
    files: dict[str, str]


class _Package(Struct):
    version: str


def default_cache() -> Path:
    return user_cache_path("qa-appliance") / "browser"


def packed_browser(third_party: Path = THIRD_PARTY) -> Packed | None:
    """The compressed browser of this installation, or None where there is none or it does not run on this machine."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    try:
        stamp = msgspec.json.decode((third_party / "stamp.json").read_bytes(), type=_Stamp)
        folder = third_party / "chromium"
        package = msgspec.json.decode((folder / "package.json").read_bytes(), type=_Package)
    except (OSError, msgspec.DecodeError):
        return None
    files = {Path(name).name: digest for name, digest in stamp.files.items() if name.startswith("chromium/")}
    return Packed(folder, package.version, {name: digest for name, digest in files.items() if name.endswith(".br")})


def is_at_hand(packed: Packed, cache: Path | None = None) -> bool:
    """Whether it can be unpacked, or is already."""
    if all((packed.folder / name).is_file() for name in packed.files):
        return True
    return is_whole((cache or default_cache()) / packed.name)


def unpack(packed: Packed, cache: Path | None = None) -> Unpacked:
    """The unpacked browser, unpacking it first where needed (about two seconds). Blocks; call it in a thread.

    Two at once: one unpacks, the other waits. Raises Unavailable with a sentence on what to do.
    """
    ready = Unpacked((cache or default_cache()) / packed.name, packed.version)

    def fill(fresh: Path) -> None:
        if not all((packed.folder / name).is_file() for name in packed.files):
            raise Unavailable(
                "This installation names a browser but does not carry it. `qa-appliance install-browser` fetches it;"
                " without a network give it the archive: "
                f"qa-appliance install-browser sparticuz-chromium-{packed.version}.tgz"
            )
        unpack_into(packed, fresh, ready.folder)

    unpack_once(ready.folder, fill, needed_bytes=NEEDED_BYTES, what="The browser")
    return ready


def unpack_into(packed: Packed, fresh: Path, final: Path) -> None:
    """Writes into `fresh` what will lie in `final`. Raises Unavailable for damaged files. Blocks."""
    with ThreadPoolExecutor(len(packed.files)) as threads:
        list(threads.map(lambda name: _unpack_file(packed, name, fresh), packed.files))
    (fresh / "chromium").chmod(0o755)
    (fresh / "font-cache").mkdir()
    (fresh / "fonts.conf").write_text(FONTS.format(folder=final))


def _unpack_file(packed: Packed, name: str, fresh: Path) -> None:
    """Decompresses one file and checks that it was the pinned one; an archive's files go to their folder."""
    plain = fresh / name.removesuffix(".br")
    try:
        with (packed.folder / name).open("rb") as source, plain.open("wb") as target:
            expand(source, target, packed.files[name])
    except Damaged as error:
        raise Unavailable(
            f"The browser inside the appliance is damaged ({packed.folder / name}). "
            "Install the appliance again, or run `make setup` in a checkout."
        ) from error
    if plain.suffix == ".tar":
        with plain.open("rb") as file:
            _extract(file, fresh / ARCHIVES.get(name, name.partition(".")[0]))
        plain.unlink()


def _extract(file: IO[bytes], folder: Path) -> None:
    """Flat: every regular file by its bare name, so no member can leave the folder."""
    folder.mkdir(exist_ok=True)
    with tarfile.open(fileobj=file) as archive:
        for member in archive:
            source = archive.extractfile(member) if member.isfile() else None
            if source is not None:
                destination = folder / Path(member.name).name
                with source, destination.open("wb") as target:
                    shutil.copyfileobj(source, target)
                destination.chmod(member.mode & 0o755 | 0o600)
