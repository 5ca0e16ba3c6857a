"""Files under their name whole or not at all, and what reads them: the appliance's secret."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from qa_appliance.core.errors import Unavailable
from qa_appliance.store.private_file import private_file
from qa_appliance.store.vault import Vault


def _full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_what_is_there_is_never_replaced_unless_asked(tmp_path: Path) -> None:
    there = tmp_path / "a"
    there.write_text("precious")
    with pytest.raises(FileExistsError), private_file(there) as file:
        file.write(b"new")
    assert there.read_text() == "precious"
    with private_file(there, replace=True) as file:
        file.write(b"new")
    assert there.read_text() == "new"
    assert stat.S_IMODE(there.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["a"]


def test_no_planted_link_is_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (tmp_path / "a").symlink_to(outside)
    with pytest.raises(FileExistsError), private_file(tmp_path / "a") as file:
        file.write(b"new")
    assert not outside.exists()


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(OSError, match="No space"), private_file(tmp_path / "a") as file:
        file.write(b"new")
    assert os.listdir(tmp_path) == []


def test_where_a_file_has_one_name_only_it_is_claimed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with private_file(tmp_path / "a") as file:
        file.write(b"first")
    with pytest.raises(FileExistsError), private_file(tmp_path / "a") as file:
        file.write(b"second")
    assert (tmp_path / "a").read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"ab" * 31,
        b"ab" * 33,
        b"ab" * 31 + b"a",
        b"zz" * 32,
        b"\0" * 64,
        bytes(range(32)),
        "é".encode() * 32,
    ],
)
def test_what_is_no_whole_secret_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(content)
    with pytest.raises(Unavailable, match=r"no whole secret .* Put back the one from a backup"):
        Vault.open(tmp_path)
    assert (tmp_path / "secret.key").read_bytes() == content


def test_a_secret_that_cannot_be_read_or_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.key").mkdir()
    with pytest.raises(Unavailable, match=r"secret\.key cannot be used: Is a directory"):
        Vault.open(tmp_path)
    (tmp_path / "secret.key").rmdir()
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _full)
        with pytest.raises(Unavailable, match="No space left"):
            Vault.open(tmp_path)
    assert os.listdir(tmp_path) == []
    sealed = Vault.open(tmp_path).seal("x")
    assert Vault.open(tmp_path).unseal(sealed) == "x"
