"""`doctor`, `install-browser` and `version`, called as a person calls them."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from qa_appliance.cli import call
from qa_appliance.cli.exits import IMPOSSIBLE, PASSED, USAGE


def _findings(printed: str) -> dict[str, dict[str, str]]:
    return {finding["subject"]: finding for finding in json.loads(printed)["findings"]}


def test_doctor_names_what_keeps_tests_from_running(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        arguments = ["--data-dir", f"{tmp_path}/file/data", "--browser-path", "/bin/true", "--port", str(port)]
        assert call(["doctor", "--json", *arguments]) == IMPOSSIBLE
    found = _findings(capsys.readouterr().out)
    assert {subject: finding["state"] for subject, finding in found.items()} == {
        "browser": "bad",
        "SQLite": "good",
        "data directory": "bad",
        "disk": "good",
        f"port {port}": "weak",
    }
    assert "no usable Chromium" in found["browser"]["found"]
    assert "--data-dir" in found["data directory"]["advice"]


def test_doctor_says_which_browser_and_starts_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call(["doctor", "--json", "--data-dir", str(tmp_path / "data"), "--port", "0"]) == PASSED
    found = _findings(capsys.readouterr().out)
    assert "(embedded). It ships inside the appliance." in found["browser"]["found"]
    assert [found[subject]["state"] for subject in ("browser", "start", "WebGL")] == ["good"] * 3
    assert found["sandbox"]["found"]
    assert found["data directory"]["found"].endswith("data (will be made)")
    assert not (tmp_path / "data").exists()


def test_install_browser_refuses_what_is_no_archive(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["install-browser", __file__]) == USAGE
    assert "it is no tar archive" in capsys.readouterr().err


def test_install_browser_prints_where_the_browser_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["install-browser"]) == PASSED
    assert Path(capsys.readouterr().out.strip()).is_file()


def test_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["version"]) == PASSED
    assert len(capsys.readouterr().out.splitlines()) == 1
