"""The seal of a run's archive: whatever was done to it is found and named, and nothing of it is unpacked."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.store.files.bundle import MANIFEST, SIGNATURE, Seal, Tampered, verify
from qa_appliance.store.vault import Vault
from qa_appliance.store.views.archive import Contents, pack

Files = dict[str, bytes]
OWN, OTHER = Seal(Vault(b"own" * 11)), Seal(Vault(b"other" * 7))
TEXTS = {"report.md": b"# Failed\n", "run.json": b'{"id": "r1"}', "empty.txt": b""}


def bundle(folder: Path, seal: Seal = OWN) -> Files:
    picture = folder / "last.png"
    picture.write_bytes(bytes(range(256)) * 2000)
    with zipfile.ZipFile(io.BytesIO(b"".join(pack("r1", Contents(TEXTS, {"last.png": picture}), seal)))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(folder: Path, files: Files, *more: tuple[str, bytes]) -> Path:
    path = folder / "run.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is in it twice
        for name, data in [*files.items(), *more]:
            archive.writestr(name, data)
    return path


def changed(name: str, data: bytes) -> Callable[[Files], Files]:
    return lambda files: files | {name: data}


def without(name: str) -> Callable[[Files], Files]:
    return lambda files: {each: data for each, data in files.items() if each != name}


def relisted(files: Files) -> Files:
    """The report and its digest, as somebody would who has no key."""
    manifest = json.loads(files[MANIFEST])
    manifest["files"]["report.md"] = manifest["files"]["run.json"]
    return files | {"report.md": files["run.json"], MANIFEST: json.dumps(manifest).encode()}


TAMPERED: list[tuple[str, Callable[[Files], Files], list[str]]] = [
    ("a picture", changed("last.png", bytes(range(255, -1, -1)) * 2000), ["last.png was changed."]),
    ("a longer report", changed("report.md", b"# Passed, really\n"), ["report.md was changed."]),
    ("something in an empty file", changed("empty.txt", b"x"), ["empty.txt was changed."]),
    ("two files", lambda files: files | {"report.md": b"#", "run.json": b"{}"},
     ["report.md was changed.", "run.json was changed."]),
    ("a file added", changed("more.png", b"x"), ["more.png was added."]),
    ("a file added beside the seal", changed("seal/more.json", b"x"),
     ["'seal/more.json' is no name of a file of a bundle: it leads out of its folder."]),
    ("a file removed", without("last.png"), ["last.png was removed."]),
    ("a path upwards", changed("../../etc/cron.d/x", b"x"),
     ["'../../etc/cron.d/x' is no name of a file of a bundle: it leads out of its folder."]),
    ("an absolute path", changed("/etc/passwd", b"x"),
     ["'/etc/passwd' is no name of a file of a bundle: it leads out of its folder."]),
    ("a zip bomb added", changed("bomb.txt", b"0" * 50_000_000), ["bomb.txt was added."]),
    ("a zip bomb in the place of a file", changed("report.md", b"0" * 50_000_000), ["report.md was changed."]),
    ("a zip bomb for a list", changed(MANIFEST, b" " * 50_000_000),
     [f"{MANIFEST} was changed: it is longer than any bundle's."]),
    ("a list made anew", relisted, [f"{MANIFEST} was changed: its signature does not fit."]),
    ("no list", without(MANIFEST), [f"{MANIFEST} is missing."]),
    ("no signature", without(SIGNATURE), [f"{SIGNATURE} is missing."]),
    ("a signature that is none", changed(SIGNATURE, b"{}"),
     [f"{SIGNATURE} was changed: it cannot be read."]),
]  # fmt: skip


@pytest.mark.parametrize(("tamper", "findings"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED])
def test_what_was_done_to_it_is_told(tmp_path: Path, tamper: Callable[[Files], Files], findings: list[str]) -> None:
    with pytest.raises(Tampered) as refused:
        verify(written(tmp_path, tamper(bundle(tmp_path))))
    assert list(refused.value.findings) == findings
    assert {path.name for path in tmp_path.iterdir()} == {"run.zip", "last.png"}  # nothing was unpacked


def test_a_file_that_is_in_it_twice_is_told(tmp_path: Path) -> None:
    with pytest.raises(Tampered) as refused:
        verify(written(tmp_path, bundle(tmp_path), ("report.md", b"# Passed\n")))
    assert refused.value.findings == ("report.md is in it more than once.",)


def test_a_size_that_lies_is_told(tmp_path: Path) -> None:
    """The directory of the archive says as many bytes as the list; there are more of them."""
    files = bundle(tmp_path)
    path = written(tmp_path, files | {"report.md": files["report.md"] + b"0" * 9_000_000})
    raw = path.read_bytes()
    wrong = len(files["report.md"]) + 9_000_000
    path.write_bytes(raw.replace(wrong.to_bytes(4, "little"), len(files["report.md"]).to_bytes(4, "little")))
    with pytest.raises(Tampered) as refused:
        verify(path)
    assert refused.value.findings == ("report.md was changed.",)


def test_a_broken_byte_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, bundle(tmp_path))
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo("run.json").header_offset + 30 + len("run.json") + 3
    raw = bytearray(path.read_bytes())
    raw[place] ^= 0xFF
    path.write_bytes(raw)
    with pytest.raises(Tampered) as refused:
        verify(path)
    assert refused.value.findings == ("run.json was changed.",)


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06", b"no archive at all"])
def test_what_is_no_archive_is_no_bundle(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run.zip"
    path.write_bytes(content)
    with pytest.raises(Invalid, match="cannot be read as a bundle"):
        verify(path)


def test_another_appliances_bundle_is_told_by_its_key(tmp_path: Path) -> None:
    path = written(tmp_path, bundle(tmp_path, OTHER))
    with pytest.raises(Tampered, match="not as it was made") as refused:
        verify(path, OWN.public_key)
    assert refused.value.findings == (f"It was signed by another key: {OTHER.public_key}",)
    assert verify(path).public_key == OTHER.public_key


def test_a_bundle_as_it_was_made(tmp_path: Path) -> None:
    genuine = verify(written(tmp_path, bundle(tmp_path)), OWN.public_key)
    assert (genuine.run_id, genuine.files, genuine.public_key) == ("r1", 4, OWN.public_key)
