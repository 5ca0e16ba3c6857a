"""Files: upload and download. A file is a name stored with the project, or one made to a size."""

from __future__ import annotations

from qa_appliance.core.steps import Download, Step, Upload
from qa_appliance.english.wording.frames import Slots, form, verb
from qa_appliance.english.words.tokens import Phrase

_SIZES = {"kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1024, "mib": 1024**2, "bytes": 1, "byte": 1, "b": 1}
_NOT_FILES = frozenset({"it", "them", "file", "files", "document", "image", "photo"})


def upload(slots: Slots) -> Step | None:
    names = _names(slots)
    return None if not names else Upload(target=slots.get("target"), files=names)


def _names(slots: Slots) -> tuple[str, ...]:
    parts: tuple[Phrase, ...] = slots["listed"] if "listed" in slots else (slots["file"],)
    names = tuple(part.only_quote or part.text for part in parts)
    if any(part.only_quote is None and ("." not in part.text or len(part) > 1) for part in parts):
        return ()
    return names


def upload_made(slots: Slots) -> Step | None:
    """A file of a size, made for the test: a 2 MB PDF · a file of 500 KB."""
    size: int = slots["size"]
    kind: Phrase | None = slots.get("kind")
    name = kind.tokens[0].low.strip(".") if kind is not None else "bin"
    if kind is not None and (
        len(kind) > 2 or (len(kind) == 2 and kind.tokens[1].low not in ("file", "document", "image"))
    ):
        return None
    return Upload(target=slots.get("target"), files=(f"file.{_EXTENSIONS.get(name, name)}",), size_bytes=size)


_EXTENSIONS = {
    "file": "bin",
    "image": "png",
    "picture": "png",
    "document": "pdf",
    "text": "txt",
    "word": "docx",
    "excel": "xlsx",
    "jpeg": "jpg",
    "photo": "jpg",
    "spreadsheet": "xlsx",
    "video": "mp4",
}


def read_size(phrase: Phrase) -> int | None:
    """Bytes: 2 MB · 500KB · 2-MB."""
    text = phrase.text.lower().replace(" ", "").replace("-", "")
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = _SIZES.get(text[len(digits) :])
    try:
        return None if unit is None else int(float(digits) * unit)
    except ValueError:
        return None


def download(slots: Slots) -> Step:
    return Download(target=slots["target"])


_INTO = "to|into|in|for|via|using|as|under {target}"
_THE = "[the|a|an|my] [file|files|document|image|photo|picture|attachment] [called|named]"

VERBS = (
    verb(
        "upload, attach",
        form(
            "files.upload-made",
            "upload a 2 MB PDF to Attachment",
            "[a|an] {size:size} {kind:bare} to|into|in|for|under {target} // [a|an] {size:size} {kind:bare} // "
            "a|the file of|with [size|a_size_of] {size:size} to|into|in|for {target} // a|the file of {size:size}",
            upload_made,
        ),
        form(
            "files.upload",
            'upload "cv.pdf" to Attachment',
            f"{_THE} {{file:value}} {_INTO} // {_THE} {{file:value}}",
            upload,
        ),
        form(
            "files.upload",
            'upload "a.png" and "b.png" to Photos',
            f"{_THE} {{listed}} {_INTO} // {_THE} {{listed}}",
            upload,
        ),
    ),
    verb(
        "download, export",
        form(
            "files.download",
            'download "Report"',
            "[the|a] [file|document] [by|via] [clicking|pressing] [on] {target}",
            download,
        ),
    ),
)
