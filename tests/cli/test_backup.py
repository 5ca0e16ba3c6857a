"""`backup`, `restore` and `version` as commands: their refusals, their exit codes, what they print."""

from __future__ import annotations

from pathlib import Path

from qa_appliance import __version__

from .conftest import Cli

CREATE = ("admin", "create", "--email", "ada@example.com", "--organization", "Lab", "--password-stdin")


async def test_where_nothing_is_nothing_is_backed_up(cli: Cli, tmp_path: Path) -> None:
    done = await cli("backup", str(tmp_path / "b.tar"))
    assert (done.code, done.out) == (2, "")
    assert "There is no appliance in" in done.err
    assert list(tmp_path.iterdir()) == []


async def test_a_file_that_is_not_there_is_told(cli: Cli, tmp_path: Path) -> None:
    done = await cli("restore", str(tmp_path / "b.tar"))
    assert done.code == 3
    assert "b.tar cannot be restored into" in done.err
    assert "No such file or directory" in done.err


async def test_there_and_back(cli: Cli, tmp_path: Path) -> None:
    assert (await cli(*CREATE, stdin="a long pass phrase\n")).code == 0
    done = await cli("backup", str(tmp_path / "b.tar"))
    assert (done.code, done.out) == (0, f"{tmp_path / 'b.tar'}\n")
    over = await cli("restore", str(tmp_path / "b.tar"))
    assert (over.code, over.out) == (2, "")
    assert "already" in over.err
    again = str(tmp_path / "again")
    assert (await cli("restore", str(tmp_path / "b.tar"), "--data-dir", again)).out == f"{again}\n"
    assert "ada@example.com" in (await cli("admin", "list", "--data-dir", again)).out


async def test_version(cli: Cli) -> None:
    assert (await cli("version")).out == f"{__version__}\n"
    done = await cli("version", "--licenses")
    assert done.code == 2
    assert "collected when the executable is built" in done.err
