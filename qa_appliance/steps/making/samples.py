"""Small honest files of the kind their name says, for uploads. Pure."""

from __future__ import annotations

import io
import zipfile

from PIL import Image

_PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R/Size 4>>
%%EOF
"""
_TEXTS = {
    "csv": b"id,name\n1,Sample\n",
    "json": b'{"sample": true}\n',
    "html": b"<!doctype html><title>Sample</title>\n",
    "xml": b"<sample/>\n",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n',
    "txt": b"Sample\n",
    "md": b"# Sample\n",
}
_PICTURES = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "webp": "WEBP", "bmp": "BMP"}
_ZIPS = frozenset({"zip", "docx", "xlsx", "pptx", "odt"})


def sample(name: str, size: int = 0) -> bytes:
    """`size` in bytes; 0 is as small as the kind allows. Larger ones are filled up at the end, which all kinds bear."""
    ending = name.rsplit(".", 1)[-1].casefold()
    data = _content(ending)
    return data + b"\0" * (size - len(data)) if size > len(data) else data[:size] if size else data


def _content(ending: str) -> bytes:
    if ending == "pdf":
        return _PDF
    if ending in _PICTURES:
        out = io.BytesIO()
        Image.new("RGB", (8, 8), (40, 120, 200)).save(out, _PICTURES[ending])
        return out.getvalue()
    if ending in _ZIPS:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("sample.txt", "Sample\n")
        return out.getvalue()
    return _TEXTS.get(ending, _TEXTS["txt"])
