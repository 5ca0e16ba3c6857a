"""`verify` from a shell: exit codes, and which file is named; what can be done to one is tests/store/test_bundle.py."""

from __future__ import annotations

import zipfile
from pathlib import Path

from qa_appliance.store.files.bundle import Seal
from qa_appliance.store.vault import Vault
from qa_appliance.store.views.archive import Contents, pack
from tests.cli.conftest import Cli

SEAL = Seal(Vault(b"own" * 11))


def _bundle(folder: Path) -> Path:
    path = folder / "run.zip"
    path.write_bytes(b"".join(pack("r1", Contents({"report.md": b"# Failed\n"}, {}), SEAL)))
    return path


async def test_a_file_that_is_not_there_is_wrong_usage(cli: Cli, tmp_path: Path) -> None:
    assert (await cli("verify", str(tmp_path / "no.zip"))).code == 2


async def test_a_file_that_was_added_is_named(cli: Cli, tmp_path: Path) -> None:
    path = _bundle(tmp_path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("passed.png", b"x")
    done = await cli("verify", str(path))
    assert (done.code, done.out) == (1, "passed.png was added.\n")


async def test_another_key_is_refused_and_the_own_one_is_not(cli: Cli, tmp_path: Path) -> None:
    path = _bundle(tmp_path)
    assert (await cli("verify", str(path), "--key", Seal(Vault(b"other" * 7)).public_key)).code == 1
    done = await cli("verify", str(path), "--key", SEAL.public_key)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Run r1: 1 files")
    assert "compare it" in (await cli("verify", str(path))).err
    assert not (tmp_path / "data").exists()
