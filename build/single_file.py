"""The format of the single file: a shell head of fixed length, the unpacker, its libz, archives, and an index of them.

Knows nothing of what is in the archives; packaging/head.sh and qa_appliance/payload.py read the format.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

import msgspec

from qa_appliance.payload import Part, Payload

HEAD = Path(__file__).resolve().parent.parent / "packaging" / "head.sh"
HEAD_BYTES = 8192


def assemble(
    target: Path,
    *,
    version: str,
    glibc: str,
    unpacker: bytes,
    libz: bytes,
    archives: dict[str, bytes],
    needed_bytes: int,
) -> Payload:
    """Writes the executable `target` in one step; `archives` by name, ending in .tar or .tar.br."""
    partial = target.with_name(f"{target.name}.part")
    with partial.open("wb") as file:
        file.write(bytes(HEAD_BYTES) + unpacker + libz)
        parts = []
        for name, content in archives.items():
            parts.append(Part(name, file.tell(), len(content), hashlib.sha256(content).hexdigest()))
            file.write(content)
        payload = Payload(version, needed_bytes, parts)
        index_at, index = file.tell(), msgspec.json.encode(payload)
        file.write(index)
        file.seek(0)
        words: dict[str, str | int] = {
            "VERSION": version, "GLIBC": glibc, "NAME": payload.name,
            "UNPACKER_AT": HEAD_BYTES, "UNPACKER_SIZE": len(unpacker),
            "LIBZ_AT": HEAD_BYTES + len(unpacker), "LIBZ_SIZE": len(libz),
            "INDEX_AT": index_at, "INDEX_SIZE": len(index),
            "NEEDED_MB": -(-needed_bytes // 1_000_000), "FILE_SIZE": index_at + len(index),
        }  # fmt: skip
        file.write(_head(words))
    partial.chmod(0o755)
    partial.rename(target)
    return payload


def _head(words: dict[str, str | int]) -> bytes:
    text = HEAD.read_text()
    for name, value in words.items():
        text = text.replace(f"@{name}@", str(value))
    if left := re.search(r"@[A-Z_]+@", text):
        sys.exit(f"{HEAD} asks for {left[0]}, which build/single_file.py does not fill in.")
    return text.encode().ljust(HEAD_BYTES - 1, b"\n") + b"\n"
