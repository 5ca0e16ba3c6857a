"""Small honest files of the kind their name says, for uploads: a reader of that kind opens them. Pure."""

from __future__ import annotations

import csv
import io
import math
import wave
import zipfile
from collections.abc import Callable
from xml.sax.saxutils import escape

from PIL import Image

from qa_appliance.making.wanted import CannotMake

_TEXTS = {
    "json": b'{"sample": true}\n',
    "html": b"<!doctype html><title>Sample</title>\n",
    "xml": b"<sample/>\n",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>\n',
    "txt": b"Sample\n",
    "md": b"# Sample\n",
}
_PICTURES = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "webp": "WEBP", "bmp": "BMP"}
_OFFICE = "http://schemas.openxmlformats.org/"
_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MIME = {
    "jpg": "image/jpeg",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "md": "text/markdown",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "wav": "audio/wav",
    **{name: f"image/{name}" for name in ("png", "jpeg", "gif", "webp", "bmp")},
    **{name: f"text/{name}" for name in ("csv", "html", "xml")},
    **{name: f"application/{name}" for name in ("json", "pdf", "zip")},
}
"""By its ending, of all that is made."""


def sample(name: str, size: int = 0) -> bytes:
    """`size` in bytes; 0 is as small as the kind allows. Larger ones are filled up at the end, which all kinds bear.

    A name whose kind is not made gets a text.
    """
    ending = ending_of(name)
    data = made_file(name) if ending in _MIME else _TEXTS["txt"]
    return data + b"\0" * (size - len(data)) if size > len(data) else data[:size] if size else data


def made_file(name: str, pages: int = 0, rows: int = 0) -> bytes:
    """With so many pages, or rows below its header; 0: as few as may be. Raises CannotMake."""
    ending = ending_of(name)
    if ending not in _MIME:
        raise CannotMake(f"no .{ending} file is made here: store one with the project, and upload it by its name")
    if pages > 1 and ending != "pdf":
        raise CannotMake(f"a .{ending} file has no pages that could be counted; a PDF has")
    if rows and ending not in ("csv", "xlsx"):
        raise CannotMake(f"a .{ending} file has no rows; a CSV and a spreadsheet have")
    if ending in _TEXTS:
        return _TEXTS[ending]
    if ending in _PICTURES:
        out = io.BytesIO()
        Image.new("RGB", (8, 8), (40, 120, 200)).save(out, _PICTURES[ending])
        return out.getvalue()
    by_ending: dict[str, Callable[[], bytes]] = {
        "pdf": lambda: _pdf(max(1, pages)),
        "csv": lambda: _csv(_table(max(1, rows))),
        "docx": _document,
        "xlsx": lambda: _spreadsheet(_table(max(1, rows))),
        "wav": _sound,
        "zip": lambda: _packed({"sample.txt": "Sample\n"}),
    }
    return by_ending[ending]()


def ending_of(name: str) -> str:
    return name.rsplit(".", 1)[-1].casefold()


def fitting_name(name: str, accept: str) -> str:
    """Named as the field takes it: a picture of another format where it takes pictures, but not of this one."""
    wanted = [each.strip().casefold() for each in accept.split(",") if each.strip()]
    mime = _MIME.get(ending_of(name), "")
    if not wanted or _takes(wanted, ending_of(name)):
        return name
    family = mime.partition("/")[0]
    alike = [each for each in _MIME if _takes(wanted, each) and (_MIME[each].partition("/")[0] == family or not mime)]
    return f"{name.rsplit('.', 1)[0]}.{alike[0]}" if alike and family != "application" else name


def takes(accept: str, name: str) -> bool:
    wanted = [each.strip().casefold() for each in accept.split(",") if each.strip()]
    return not wanted or _takes(wanted, ending_of(name))


def first_accepted(accept: str) -> str:
    """A name of the first kind the field takes; a text where it names none. Raises CannotMake."""
    wanted = [each.strip().casefold() for each in accept.split(",") if each.strip()]
    if not wanted:
        return "file.txt"
    for each in wanted:
        if found := next((ending for ending in _MIME if _takes([each], ending)), None):
            return f"file.{found}"
    raise CannotMake(f"nothing of what it takes is made here: {accept}")


def _takes(wanted: list[str], ending: str) -> bool:
    mime = _MIME.get(ending, "")
    return any(each in ("*/*", f".{ending}", mime, f"{mime.partition('/')[0]}/*") for each in wanted)


# ---- kinds ----------------------------------------------------------------------------------------------------------


def _table(rows: int) -> list[list[str]]:
    return [["id", "name"], *([str(number), f"Sample {number}"] for number in range(1, rows + 1))]


def _csv(table: list[list[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue().encode()


def _pdf(pages: int) -> bytes:
    """Each with its number on it."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(pages))
    parts = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {pages}>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for at in range(pages):
        drawn = f"BT /F1 12 Tf 20 40 Td (Page {at + 1}) Tj ET"
        of_page = f"/MediaBox[0 0 200 100]/Resources<</Font<</F1 3 0 R>>>>/Contents {5 + 2 * at} 0 R"
        parts += [
            f"<</Type/Page/Parent 2 0 R{of_page}>>",
            f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream",
        ]
    out, places = "%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += f"{number} 0 obj{part}endobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(parts) + 1
    trailer = f"trailer<</Root 1 0 R/Size {size}>>\nstartxref\n{len(out)}\n%%EOF\n"
    return f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode()


def _document() -> bytes:
    body = "<w:body><w:p><w:r><w:t>Sample</w:t></w:r></w:p></w:body>"
    text = f'<w:document xmlns:w="{_OFFICE}wordprocessingml/2006/main">{body}</w:document>'
    return _office("word/document.xml", "wordprocessingml.document", {"word/document.xml": text})


def _spreadsheet(table: list[list[str]]) -> bytes:
    rows = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in table)
    main, relations = f"{_OFFICE}spreadsheetml/2006/main", f"{_OFFICE}officeDocument/2006/relationships"
    related = f'<Relationship Id="r1" Type="{relations}/worksheet" Target="sheet1.xml"/>'
    sheets = '<sheets><sheet name="Sample" sheetId="1" r:id="r1"/></sheets>'
    packages = f"{_OFFICE}package/2006/relationships"
    files = {
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{relations}">{sheets}</workbook>',
        "xl/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{packages}">{related}</Relationships>',
    }
    return _office("xl/workbook.xml", "spreadsheetml.sheet", files, {"xl/sheet1.xml": "spreadsheetml.worksheet"})


def _cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>'


def _office(main: str, kind: str, files: dict[str, str], parts: dict[str, str] | None = None) -> bytes:
    """A package of Office Open XML: its parts, what each is, and which one opens."""
    of = "application/vnd.openxmlformats-officedocument."
    kinds = {main: f"{kind}.main", **(parts or {})}
    typed = "".join(f'<Override PartName="/{name}" ContentType="{of}{each}+xml"/>' for name, each in kinds.items())
    defaults = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    opens = f'<Relationship Id="r1" Type="{_OFFICE}officeDocument/2006/relationships/officeDocument" Target="{main}"/>'
    packed = {
        "[Content_Types].xml": f'<Types xmlns="{_OFFICE}package/2006/content-types">{defaults}{typed}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_OFFICE}package/2006/relationships">{opens}</Relationships>',
        **files,
    }
    return _packed({name: _DECLARED + text for name, text in packed.items()})


def _packed(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)  # without the time, so that it is always the same
    return out.getvalue()


def _sound() -> bytes:
    """A tenth of a second of a tone."""
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(
            b"".join(int(8000 * math.sin(at / 3)).to_bytes(2, "little", signed=True) for at in range(800))
        )
    return out.getvalue()
