"""Unpacks the program out of the single file into the cache; called by the file's head at the first start only.

Never starts the program.
"""

from __future__ import annotations

import sys
from pathlib import Path

from qa_appliance.core.errors import Unavailable
from qa_appliance.payload import read_payload, unpack_payload


def main() -> None:
    """Arguments: the single file, the cache folder, where in the file the index begins, and its size in bytes."""
    file, cache, at, size = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    try:
        unpack_payload(file, read_payload(file, at, size), cache)
    except Unavailable as problem:
        sys.exit(f"Error: {problem.message}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
