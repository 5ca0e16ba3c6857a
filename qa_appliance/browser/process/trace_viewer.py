"""Where Playwright keeps its trace viewer, a folder of static files. Serves nothing."""

from __future__ import annotations

from pathlib import Path

import playwright


def viewer_folder() -> Path:
    return Path(playwright.__file__).parent / "driver" / "package" / "lib" / "vite" / "traceViewer"
