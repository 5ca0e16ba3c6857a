"""Builds the site of docs/ into qa_appliance/docs_site/, which the appliance serves at /docs/.

A link that leads nowhere, to a page or to a heading, ends the build. Never fetches anything.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import brotli
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "mkdocs.yml"
MADE = ROOT / "work" / "docs"
TARGET = ROOT / "qa_appliance" / "docs_site"
STAMP = "stamp.txt"
COMPRESSED = {".html", ".js", ".css", ".svg", ".json"}
# maps for developers of the theme, stemmers of languages the site is not written in, a list for search engines
NOT_SERVED = ("**/*.map", "assets/javascripts/lunr/**/*", "sitemap.xml*", "**/LICENSE")


def main() -> None:
    made_from = digest()
    stamp = TARGET / STAMP
    if stamp.is_file() and stamp.read_text() == made_from:
        return
    print("Building the documents", flush=True)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    warnings.simplefilter("ignore")
    try:
        build(load_config(str(CONFIG), site_dir=str(MADE)))
    except (Abort, MkDocsException) as error:
        sys.exit(f"The documents could not be built: {error}")
    for pattern in NOT_SERVED:
        for path in [each for each in MADE.glob(pattern) if each.is_file()]:
            path.unlink()
    for path in [each for each in MADE.rglob("*") if each.suffix in COMPRESSED]:
        content = path.read_bytes()
        path.with_name(f"{path.name}.br").write_bytes(brotli.compress(content))
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content, mtime=0))
    (MADE / STAMP).write_text(made_from)
    shutil.rmtree(TARGET, ignore_errors=True)
    MADE.rename(TARGET)


def digest() -> str:
    """Of all the site is made from."""
    whole = hashlib.sha256()
    for path in _sources():
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def _sources() -> Iterator[Path]:
    yield from (CONFIG, Path(__file__), ROOT / "requirements.lock")
    yield from sorted(path for path in (ROOT / "docs").rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
