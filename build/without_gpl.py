"""Takes x264 and x265 out of the packaged program: PyAV's wheel carries both, and they are GPL.

The FFmpeg beside them is built under the LGPL and only asks for them by name. Stand-ins of a few bytes answer to these
names; the appliance encodes with libvpx alone. Never touches anything but the two files.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ENCODERS = ("x264", "x265")
EMPTY = '.text\n{names}xor %eax, %eax\nret\n.section .note.GNU-stack,"",@progbits\n'


def replace_encoders(libraries: Path, work: Path) -> None:
    """`libraries`: the wheel's folder in the packaged program. Ends the build if it is not as it should be."""
    codecs = one(libraries, "libavcodec")
    asked = subprocess.run(["objdump", "-T", codecs], capture_output=True, text=True, check=True).stdout
    for encoder in ENCODERS:
        library = one(libraries, f"lib{encoder}")
        names = re.findall(rf"\*UND\*.*\s({encoder}_\w+)$", asked, re.MULTILINE)
        if not names:
            sys.exit(f"{codecs.name} does not ask for {encoder} any more: leave it out of build/without_gpl.py.")
        source, made = work / f"{encoder}.s", work / f"{encoder}.o"
        source.write_text(EMPTY.format(names="".join(f".globl {name}\n{name}:\n" for name in sorted(names))))
        subprocess.run(["as", "-o", made, source], check=True)
        linking = ["ld", "-shared", "--strip-debug", "--build-id=none", "-soname", library.name]
        subprocess.run([*linking, "-o", library, made], check=True)


def one(folder: Path, beginning: str) -> Path:
    found = sorted(folder.glob(f"{beginning}-*"))
    if len(found) != 1:
        sys.exit(f"{folder} should hold one {beginning}, and holds {len(found)}.")
    return found[0]
