"""`doctor`, `install-browser` and `version`, called as a person calls them."""

from __future__ import annotations

import json
import socket
import sqlite3
from datetime import date
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.standing import Known, Release
from qa_appliance.cli import call
from qa_appliance.cli.exits import IMPOSSIBLE, PASSED, USAGE
from qa_appliance.doctor.browsers import check_endpoints
from qa_appliance.doctor.check import Check
from qa_appliance.doctor.libraries import check_libraries, read_pinned
from qa_appliance.doctor.network import check_proxy
from qa_appliance.settings import Proxy
from qa_appliance.store.upgrade import migrate
from tests.browser.grid import GridStandIn, Node


def _checks(printed: str) -> dict[str, dict[str, str]]:
    return {check["name"]: check for check in json.loads(printed)["checks"]}


def test_doctor_names_what_keeps_tests_from_running(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HTTPS_PROXY", "http://me:s3cret@proxy.test:3128")
    monkeypatch.setenv("SSL_CERT_FILE", "/no/such.pem")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        arguments = ["--data-dir", f"{tmp_path}/file/data", "--browser-path", "/bin/true", "--port", str(port)]
        arguments += ["--backup-to", f"{tmp_path}/not mounted/backups"]
        assert call(["doctor", "--json", *arguments]) == IMPOSSIBLE
    printed = capsys.readouterr().out
    assert "s3cret" not in printed
    found = _checks(printed)
    states = {name: check["state"] for name, check in found.items()}
    assert {states.pop("clock"), states.pop("DNS"), states.pop("libraries")} <= {
        "ok",
        "warning",
    }  # this machine's business
    assert states == {
        "browser": "failed",
        "SQLite": "ok",
        "database": "ok",
        "data directory": "failed",
        "disk": "ok",
        "backups": "failed",
        "certificate authorities": "warning",
        "proxy": "warning",
        f"port {port}": "warning",
        "model": "ok",
    }
    assert all(bool(check["advice"]) == (check["state"] != "ok") for check in found.values())
    assert "no usable Chromium" in found["browser"]["detail"]
    assert "--data-dir" in found["data directory"]["advice"]


async def test_doctor_asks_whether_the_proxy_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        url = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        there = await check_proxy(Proxy(url=url, bypass=("*.lab",)), "", {})
    gone = await check_proxy(Proxy(url=url), "", {})
    wrong = await check_proxy(Proxy(url=url, bypass=("http://x",)), "", {})
    assert (there.state, there.detail.partition("; ")[2]) == ("ok", "directly: *.lab and this machine.")
    assert (gone.state, gone.detail) == ("failed", f"{url} cannot be reached: connection refused.")
    assert (wrong.state, "In --proxy-bypass" in wrong.detail) == ("failed", True)


def test_doctor_says_which_browser_and_starts_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert call(["doctor", "--json", "--data-dir", str(tmp_path / "data"), "--port", "0"]) == PASSED
    found = _checks(capsys.readouterr().out)
    assert "(embedded). It ships inside the appliance." in found["browser"]["detail"]
    assert [found[name]["state"] for name in ("browser", "start", "WebGL")] == ["ok"] * 3
    assert found["sandbox"]["detail"]
    assert "is of 11 Sep 2026" in found["browser's age"]["detail"]
    assert found["data directory"]["detail"].endswith("data (will be made)")
    assert not (tmp_path / "data").exists()


DAMAGE: list[tuple[str, str, str]] = [
    ("nothing", "ok", "whole, of this version"),
    ("bytes", "failed", "is damaged"),
    ("future", "warning", "its newest run is from the future"),
    ("newer", "failed", "A newer version of the appliance wrote it (it has 9999_beyond)"),
]


@pytest.mark.parametrize(("harm", "state", "detail"), DAMAGE)
def test_doctor_looks_into_the_database(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, harm: str, state: str, detail: str
) -> None:
    path = tmp_path / "appliance.sqlite3"
    migrate(path)
    with sqlite3.connect(path) as db:
        if harm == "future":
            db.execute("pragma foreign_keys = off")
            columns = [row for row in db.execute("pragma table_info(runs)") if row[3] and not row[5]]
            values = {row[1]: 0 if row[2] == "INTEGER" else "x" for row in columns} | {
                "created_at": "2999-01-01T00:00:00Z"
            }
            names = ", ".join(values)
            db.execute(f"insert into runs ({names}) values ({', '.join('?' * len(values))})", list(values.values()))
        if harm == "newer":
            db.execute("update _sqlite_migrations set name = '9999_beyond' where rowid = 1")
    db.close()
    if harm == "bytes":
        content = bytearray(path.read_bytes())
        content[4096 : 4096 * 3] = b"\xff" * 8192
        path.write_bytes(content)
    before = path.read_bytes()
    call(["doctor", "--json", "--data-dir", str(tmp_path), "--browser-path", "/bin/true", "--port", "0"])
    found = _checks(capsys.readouterr().out)["database"]
    assert (found["state"], detail in found["detail"]) == (state, True), found
    assert path.read_bytes() == before


def test_doctor_asks_endpoints_instead(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    nobody = "ws://127.0.0.1:1/?token=s3cret"
    arguments = ["--data-dir", str(tmp_path), "--port", "0", "--browser-endpoint", nobody]
    assert call(["doctor", "--json", *arguments]) == IMPOSSIBLE
    printed = capsys.readouterr().out
    assert "s3cret" not in printed
    found = _checks(printed)["browser endpoints"]
    assert found["detail"].startswith("The browser at ws://127.0.0.1:1 cannot be used")
    assert "browser" not in _checks(printed)


async def test_doctor_tells_a_grids_slots_and_that_the_browsers_of_its_nodes_differ() -> None:
    nodes = [Node(2, version="153.0"), Node(1, version="156.0"), Node(4, availability="DRAINING", version="150.0")]
    async with GridStandIn.open(await choose_browser(), nodes) as grid:
        there, versions = await check_endpoints([f"{grid.url}/#grid"], 1, None, None, date(2026, 11, 25))
        assert grid.sessions == {}
    assert (there.state, there.detail) == ("ok", "153.0 and 156.0, 3 at once.")
    assert (versions.state, versions.detail) == ("warning", "Which browser a test gets is chance: 153.0, 156.0.")


async def test_doctor_tells_how_old_browsers_are_and_what_is_known_of_them(tmp_path: Path) -> None:
    async with GridStandIn.open(await choose_browser(), [Node(2, version="153.0.8010.0")]) as grid:

        async def asked(faults: Path | None, today: date) -> Check:
            _, age = await check_endpoints([f"{grid.url}/#grid"], 1, None, faults, today)
            return age

        missing = await asked(tmp_path / "none.json", date(2026, 11, 25))
        shipped = await asked(None, date(2026, 11, 25))
        own = tmp_path / "own.json"
        own.write_bytes(
            msgspec.json.encode(Known(1, date(2026, 9, 30), "us", (Release("153.0.8010.0", date(2026, 9, 11)),)))
        )
        fresh, later = await asked(own, date(2026, 10, 1)), await asked(own, date(2027, 1, 1))
    assert (missing.state, "none.json of --browser-faults cannot be read" in missing.detail) == ("warning", True)
    assert shipped.state == "warning"
    assert shipped.detail.startswith("Chromium 153.0.8010.0 is of 11 Sep 2026, 75 days old. Later versions fix ")
    assert "install-browser FILE" in shipped.advice
    assert (fresh.state, fresh.detail) == (
        "ok",
        "Chromium 153.0.8010.0 is of 11 Sep 2026, 20 days old. No fault of it is known, as of 30 Sep 2026 (us).",
    )
    assert (later.state, "112 days old" in later.detail) == ("warning", True)


def test_doctor_tells_how_old_the_libraries_are() -> None:
    old = check_libraries(date(2026, 1, 1), date(2026, 6, 1))
    assert (old.state, old.detail) == (
        "warning",
        "The versions of the libraries inside were chosen on 1 Jan 2026, 151 days ago.",
    )
    assert "newer version of the appliance" in old.advice
    assert check_libraries(date(2026, 5, 1), date(2026, 6, 1)).state == "ok"


def test_the_day_of_the_libraries_is_renewed_with_their_lock() -> None:
    lock = Path(__file__).resolve().parents[2] / "requirements.lock"
    assert read_pinned().lock == sha256(lock.read_bytes()).hexdigest(), "renew both with: make lock"


def test_install_browser_refuses_what_is_no_archive(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["install-browser", __file__]) == USAGE
    assert "is no archive that is read here" in capsys.readouterr().err


def test_install_browser_prints_where_the_browser_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["install-browser"]) == PASSED
    assert Path(capsys.readouterr().out.strip()).is_file()


def test_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["version"]) == PASSED
    assert len(capsys.readouterr().out.splitlines()) == 1
