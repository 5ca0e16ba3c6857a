"""Files: upload and download. A file is a name stored with the project, or one made to a size."""

from __future__ import annotations

from qa_appliance.core.steps import Download, Step, Upload
from qa_appliance.core.target import Target
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.language.tokens import Phrase

_SIZES = {"kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1024, "mib": 1024**2, "bytes": 1, "byte": 1, "b": 1}


def upload(file: Phrase, target: Target | None = None) -> Step | None:
    return upload_several((file,), target)


def upload_several(files: tuple[Phrase, ...], target: Target | None = None) -> Step | None:
    if not all(map(_is_name, files)):
        return None
    return Upload(target=target, files=tuple(file.only_quote or file.text for file in files))


def _is_name(file: Phrase) -> bool:
    """A quote, or one word with an ending."""
    return file.only_quote is not None or ("." in file.text and len(file) == 1)


def upload_made(size: int, kind: Phrase | None = None, target: Target | None = None) -> Step | None:
    """A file of a size, made for the test: a 2 MB PDF · a file of 500 KB."""
    name = kind.tokens[0].low.strip(".") if kind is not None else "bin"
    if kind is not None and (
        len(kind) > 2 or (len(kind) == 2 and kind.tokens[1].low not in ("file", "document", "image"))
    ):
        return None
    return Upload(target=target, files=(f"file.{_EXTENSIONS.get(name, name)}",), size_bytes=size)


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


def download(target: Target) -> Step | None:
    """ "it as CSV" names what is wanted, not what is to be clicked for it."""
    in_a_format = not target.quoted and "as" in target.words.split()
    return None if in_a_format else Download(target=target)


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
            "<the_file> {file:value} <into_target> // <the_file> {file:value}",
            upload,
        ),
        form(
            "files.upload",
            'upload "a.png" and "b.png" to Photos',
            "<the_file> {files:listed} <into_target> // <the_file> {files:listed}",
            upload_several,
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
