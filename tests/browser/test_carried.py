"""A browser that is carried in: which archives are refused, and that nothing changes before it was seen to work."""

from __future__ import annotations

import io
import os
import platform
import stat
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from qa_appliance.browser.process import carried
from qa_appliance.browser.process.carried import Found, carried_browser, carry_in, go_back
from qa_appliance.browser.process.choice import choose_browser, read_version
from qa_appliance.core.errors import Invalid, Unavailable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its browsers are shell scripts")

SCRIPT = "#!/bin/sh\necho Chromium {}\n"
ELF = b"\x7fELF" + bytes(14)
ARM = (183).to_bytes(2, "little")


def _zip(path: Path, files: dict[str, str | bytes], links: dict[str, str] | None = None) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, leads in (links or {}).items():
            member = zipfile.ZipInfo(name)
            member.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(member, leads)
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def _tar(path: Path, files: dict[str, str | bytes], links: dict[str, str] | None = None) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, leads in (links or {}).items():
            member = tarfile.TarInfo(name)
            member.type, member.linkname = tarfile.SYMTYPE, leads
            archive.addfile(member)
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def browser(folder: Path, version: str) -> Path:
    name = f"chrome-{version}.zip"
    return _zip(folder / name, {"chrome-linux64/chrome": SCRIPT.format(version), "chrome-linux64/icudtl.dat": "x"})


def works(found: Found) -> None:
    read_version(found.executable, found.env)


def _refused(archive: Path, folder: Path, says: str, sha256: str = "") -> None:
    with pytest.raises(Invalid, match=says):
        carry_in(archive, works, sha256=sha256, folder=folder)
    assert carried_browser(folder) is None
    left = {path.name for path in folder.iterdir()} if folder.exists() else set()
    assert left <= {".lock"}


@pytest.mark.parametrize("make", [_zip, _tar])
@pytest.mark.parametrize(
    ("files", "links", "says"),
    [
        ({"readme": "no browser"}, {}, "holds no browser. Give a .zip or .tar archive"),
        ({"chrome/readme": "a folder of that name"}, {}, "holds no browser"),
        ({"chrome": ELF + ARM}, {}, "a browser for Linux on aarch64; this machine is Linux"),
        ({"chrome-win64/chrome.exe": b"MZ" + bytes(40)}, {}, "a browser for Windows; this machine is Linux"),
        ({"chrome": b"\xcf\xfa\xed\xfe" + bytes(40)}, {}, "a browser for macOS; this machine is Linux"),
        ({"chrome": "#!/bin/sh\nexit 1\n"}, {}, "does not work here.*no usable Chromium"),
        ({"chrome": "x", "../evil": "x"}, {}, r"leads out of its folder: \.\./evil"),
        ({"chrome": "x", "lib/evil": "x"}, {"lib": "/tmp"}, "leads out of its folder: lib"),
        ({"chrome": "x", "b/evil": "x"}, {"a": ".", "b": "a/a/../.."}, "leads out of its folder: b"),
        ({"chrome": "x", "b/evil": "x"}, {"b": "a/..", "a": "."}, "leads out of its folder: b/evil"),
    ],
)  # fmt: skip
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the wrong machine would be the right one")
def test_what_is_no_browser_for_this_machine_changes_nothing(
    make: type[object], files: dict[str, str | bytes], links: dict[str, str], says: str, tmp_path: Path
) -> None:
    archive = make(tmp_path / "archive", files, links)  # type: ignore[call-arg]
    _refused(archive, tmp_path / "browsers", says)  # type: ignore[arg-type]
    assert not list(tmp_path.rglob("evil"))


@pytest.mark.parametrize("content", [None, b"", b"no archive", "cut"])
def test_what_is_damaged_changes_nothing(content: bytes | str | None, tmp_path: Path) -> None:
    file = tmp_path / "browser.tgz"
    if content == "cut":
        _tar(file, {"chrome": os.urandom(100_000)})
        file.write_bytes(file.read_bytes()[:50_000])
    elif isinstance(content, bytes):
        file.write_bytes(content)
    _refused(file, tmp_path / "browsers", r"browser\.tgz (cannot be read|is no archive that is read here, or)")


def test_another_file_than_the_sum_says_changes_nothing(tmp_path: Path) -> None:
    _refused(browser(tmp_path, "1.2.3.4"), tmp_path / "browsers", "another file, or damaged: its SHA-256", "0" * 64)


def test_one_too_large_is_refused_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qa_appliance.browser.process.archives.MOST_BYTES", 10)
    _refused(browser(tmp_path, "1.2.3.4"), tmp_path / "browsers", "holds more than")


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    with pytest.raises(Unavailable, match=r"not enough space to unpack the browser .* needs 50 MB.*XDG_DATA_HOME"):
        carry_in(browser(tmp_path, "1.2.3.4"), works, folder=tmp_path / "browsers")
    assert carried_browser(tmp_path / "browsers") is None


def test_one_that_cannot_be_driven_leaves_the_one_before_it(tmp_path: Path) -> None:
    folder = tmp_path / "browsers"
    good = carry_in(browser(tmp_path, "150.0.0.1"), works, folder=folder)

    def fails(_found: Found) -> None:
        raise Unavailable("Chromium 60 cannot be driven by this appliance: it knows no such command")

    with pytest.raises(Invalid, match="does not work here: Chromium 60 cannot be driven"):
        carry_in(browser(tmp_path, "60.0.0.1"), fails, folder=folder)
    assert carried_browser(folder) == good
    with pytest.raises(Invalid, match="does not work here"):  # nor is a good one thrown away that fails this time
        carry_in(browser(tmp_path, "150.0.0.1"), fails, folder=folder)
    assert carried_browser(folder) == good


def test_one_after_another_and_back(tmp_path: Path) -> None:
    folder = tmp_path / "browsers"
    archives = [browser(tmp_path, f"15{each}.0.0.1") for each in range(3)]
    found = [carry_in(archive, works, folder=folder) for archive in archives]
    assert [each.executable.exists() for each in found] == [False, True, True]  # the one before may be at work
    assert carry_in(archives[2], works, folder=folder) == found[2]  # one packed anew would have another time in it
    assert found[1].executable.exists()  # the same one again changes nothing
    assert carried_browser(folder) == found[2]
    assert read_version(found[2].executable, found[2].env) == "152.0.0.1"
    assert (go_back(folder), go_back(folder)) == (True, False)
    assert carried_browser(folder) is None
    assert found[2].executable.exists()  # a server may be at work with it


def test_libraries_that_are_missing_are_those_that_ship(tmp_path: Path) -> None:
    tried: list[dict[str, str]] = []

    def needs_libraries(found: Found) -> None:
        tried.append(found.env)
        if "LD_LIBRARY_PATH" not in found.env:
            raise Unavailable("error while loading shared libraries: libnss3.so")

    carry_in(browser(tmp_path, "150.0.0.1"), needs_libraries, folder=tmp_path / "browsers")
    assert ["LD_LIBRARY_PATH" in env for env in tried] == [False, True]
    found = carried_browser(tmp_path / "browsers")
    assert found is not None
    assert found.env == tried[1]


async def test_it_is_used_instead_of_the_one_that_ships_unless_it_is_harmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carried, "user_data_path", lambda name: tmp_path / name)
    carry_in(browser(tmp_path, "999.0.0.1"), works)
    choice = await choose_browser()
    assert (choice.origin, choice.version) == ("carried", "999.0.0.1")
    choice.path.write_text("half")
    choice = await choose_browser()
    assert choice.origin != "carried"
    assert "is not whole any more" in choice.reason
