"""Runs first in the packaged program: gives LD_LIBRARY_PATH back its value from before the start.

PyInstaller's own one would reach every child process, and a browser of this machine would load our libraries.
"""

import os
import sys

before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
kept = [part for part in before.split(":") if part and part != sys._MEIPASS]  # type: ignore[attr-defined]
if kept:
    os.environ["LD_LIBRARY_PATH"] = ":".join(kept)
else:
    os.environ.pop("LD_LIBRARY_PATH", None)
