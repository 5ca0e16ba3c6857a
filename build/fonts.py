"""Makes the font pack: dist/qa-appliance-fonts.tar.xz, from Debian's packages of the Noto fonts.

`make fonts`, on Debian or Ubuntu. Sans-serif letters, regular and bold, of the scripts the browser's own fonts lack,
and emoji; Latin, Greek and Cyrillic are left out, so that pages in them look the same with the pack and without.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACK = ROOT / "dist" / "qa-appliance-fonts.tar.xz"
PACKAGES = ("fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji")
KEPT = (
    "NotoSans*-Regular.ttf",
    "NotoSans*-Bold.ttf",
    "NotoSansCJK-*.ttc",
    "NotoNaskhArabic-*.ttf",
    "NotoColorEmoji.ttf",
)
LATIN = ("NotoSans-", "NotoSansMono-", "NotoSansDisplay-")
READ_ME = """Fonts for browsers that QA Appliance starts: qa-appliance install-fonts qa-appliance-fonts.tar.xz

They are the Noto fonts, as these packages of Debian hold them, under the SIL Open Font License 1.1; `licences` has the
copyright file of each package with the whole text.

{packages}
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        done = subprocess.run(["apt-get", "download", *PACKAGES], cwd=work, capture_output=True, text=True)
        archives = sorted(work.glob("*.deb"))
        if done.returncode or len(archives) != len(PACKAGES):
            sys.exit(f"Could not download {', '.join(PACKAGES)}: {done.stderr.strip()[-300:]}")
        for archive in archives:
            subprocess.run(["dpkg", "-x", archive, work / "root"], check=True)
        found = {path.name: path for kept in KEPT for path in (work / "root" / "usr/share/fonts").rglob(kept)}
        files = {f"fonts/{name}": path.read_bytes() for name, path in found.items() if not name.startswith(LATIN)}
        for package in PACKAGES:
            text = (work / "root" / "usr/share/doc" / package / "copyright").read_bytes()
            if b"SIL OPEN FONT LICENSE" not in text.upper():
                sys.exit(f"The copyright file of {package} does not hold the Open Font License: look into it.")
            files[f"licences/{package}.txt"] = text
        names = "\n".join(archive.name.removesuffix(".deb") for archive in archives)
        files["README.txt"] = READ_ME.format(packages=names).encode()
        _write(files)
    digest = hashlib.sha256(PACK.read_bytes()).hexdigest()
    print(f"{len(files)} files, {PACK.stat().st_size // 1_000_000} MB\n{digest}  {PACK.name}")


def _write(files: dict[str, bytes]) -> None:
    """The same fonts give the same bytes."""
    PACK.parent.mkdir(exist_ok=True)
    with tarfile.open(PACK, "w:xz", preset=3) as pack:
        for name, content in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            pack.addfile(member, io.BytesIO(content))


if __name__ == "__main__":
    main()
