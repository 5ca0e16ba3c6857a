"""Fonts that were installed for the browser alone: unpacked once, and told to it beside those it finds by itself.

Linux only: elsewhere browsers ask the system, which brings such fonts. Never touches the machine's own fonts.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from platformdirs import user_data_path

from qa_appliance.browser.process.archives import opened
from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.unpacking import is_whole, unpack_once

KINDS = (".ttf", ".otf", ".ttc", ".otc")
WANTED = "Give a .zip or .tar archive of fonts (.ttf, .otf, .ttc), such as `make fonts` writes."
_SYSTEM = "/etc/fonts/fonts.conf"
_VARIABLE = "FONTCONFIG_FILE"
_CONFIGURED = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">{base}</include>
  <dir>{folder}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def fonts_folder() -> Path:
    return user_data_path("qa-appliance-fonts")


def install_fonts(archive: Path, folder: Path | None = None) -> list[str]:
    """From the next start of a browser on it has these fonts and no others that were installed so. Answers their names.

    Blocks for seconds. Raises Invalid for what holds none, Unavailable where there is no room.
    """
    if sys.platform != "linux":
        raise Unavailable("Fonts are installed so on Linux only; here browsers draw with those of the system.")
    place = folder or fonts_folder()
    with opened(archive, WANTED) as content:
        fonts = sorted(Path(name).name for name in content.names if name.lower().endswith(KINDS))
        if not fonts:
            raise Invalid(f"{archive} holds no fonts. {WANTED}")
        with archive.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        unpack_once(
            place / f"fonts-{digest[:20]}",
            content.extract,
            needed_bytes=content.size + 10_000_000,
            what="The fonts",
            home="XDG_DATA_HOME",
        )
    return fonts


def remove_fonts(folder: Path | None = None) -> bool:
    """False where there were none."""
    place = folder or fonts_folder()
    there = _installed(place) is not None
    shutil.rmtree(place, ignore_errors=True)
    return there


def with_fonts(environment: dict[str, str], folder: Path | None = None) -> dict[str, str]:
    """The environment of a browser, so that it finds installed fonts beside those it finds as it is. Blocks briefly."""
    place = folder or fonts_folder()
    installed = _installed(place)
    if installed is None:
        return environment
    text = _CONFIGURED.format(
        base=escape(environment.get(_VARIABLE, _SYSTEM)),
        folder=escape(str(installed)),
        cache=escape(str(place / "cache")),
    )
    configured = place / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.conf"
    try:
        if not configured.is_file():
            fresh = configured.with_suffix(".new")
            fresh.write_text(text, "utf-8")
            fresh.replace(configured)
    except OSError:  # a folder that cannot be written to; a browser without these fonts is better than none
        return environment
    return {**environment, _VARIABLE: str(configured)}


def _installed(place: Path) -> Path | None:
    if sys.platform != "linux" or not place.is_dir():
        return None
    return next((each for each in sorted(place.glob("fonts-*")) if is_whole(each)), None)
