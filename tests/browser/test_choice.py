"""Which browser is driven: the named one or none, the embedded one, Playwright's, the system's; and why."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from qa_appliance.browser.process import choice
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.core.errors import Invalid, Unavailable


@pytest.fixture
def nothing_ships(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any browser; answers an empty folder on its PATH."""
    monkeypatch.setattr(choice, "packed_browser", lambda: None)
    monkeypatch.setattr(choice, "SYSTEM_PATHS", {})
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    return tmp_path


def _program(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


async def test_a_named_path_is_refused_when_nothing_is_there(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"There is no browser at .*--browser-path"):
        await choose_browser(tmp_path / "chrome")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a screen")
async def test_a_window_is_refused_without_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(Unavailable, match="There is no screen to show a browser on"):
        await choose_browser(_program(tmp_path / "chrome", "Chromium 130.0.6723.31"), headed=True)


async def test_a_window_takes_a_whole_browser(nothing_ships: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":9")
    shell = "playwright/chromium_headless_shell-1200/chrome-linux/headless_shell"
    _program(nothing_ships / shell, "Chromium 140.0.0.0")
    with pytest.raises(Unavailable, match=r"No browser can be started\. The one inside has no window"):
        await choose_browser(headed=True)
    whole = _program(nothing_ships / "bin" / "chromium", "Chromium 130.0.6723.31")
    found = await choose_browser(headed=True)
    assert (found.path, found.origin, found.headed) == (whole, "system", True)


async def test_a_named_file_is_refused_when_it_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "chrome").touch(mode=0o644)
    with pytest.raises(Invalid, match="not an executable file"):
        await choose_browser(tmp_path / "chrome")


@pytest.mark.parametrize("says", ["", "ls (GNU coreutils) 9.1", "Mozilla Firefox 140.0"])
async def test_a_named_program_is_refused_when_it_is_another(tmp_path: Path, says: str) -> None:
    with pytest.raises(Invalid, match="no usable Chromium"):
        await choose_browser(_program(tmp_path / "chrome", says))


async def test_where_there_is_none_the_ways_out_are_named(nothing_ships: Path) -> None:
    with pytest.raises(
        Unavailable, match=r"No browser can be started.*install Chrome, Chromium or Edge.*--browser-path"
    ):
        await choose_browser()


@pytest.mark.parametrize(
    ("says", "version"),
    [
        ("Chromium 153.0.8010.0", "153.0.8010.0"),
        ("Google Chrome 150.0.1.2 beta", "150.0.1.2"),
        ("Google Chrome for Testing 149.0.7000.1", "149.0.7000.1"),
        ("Microsoft Edge 148.0.3", "148.0.3"),
    ],
)
async def test_a_named_path_wins(tmp_path: Path, says: str, version: str) -> None:
    chosen = await choose_browser(_program(tmp_path / "my browser", says))
    assert (chosen.origin, chosen.version, chosen.path.name) == ("explicit", version, "my browser")
    assert "--browser-path" in chosen.reason


async def test_the_embedded_one_comes_next() -> None:
    chosen = await choose_browser()
    assert chosen.origin == "embedded"
    assert chosen.version.startswith("153.")
    assert chosen.reason == "It ships inside the appliance."


async def test_then_playwrights_newest_then_the_systems(nothing_ships: Path) -> None:
    _program(nothing_ships / "bin" / "chromium", "Chromium 120.0.1")
    assert (await choose_browser()).origin == "system"
    for revision in (999, 1200):
        shell = nothing_ships / "playwright" / f"chromium_headless_shell-{revision}" / "chrome-linux" / "headless_shell"
        _program(shell, f"Chromium {revision}.0.1")
    chosen = await choose_browser()
    assert (chosen.origin, chosen.version) == ("playwright", "1200.0.1")
    assert "No browser ships inside this installation" in chosen.reason


async def test_one_that_does_not_start_is_passed_over_and_named(nothing_ships: Path) -> None:
    broken = _program(nothing_ships / "bin" / "google-chrome", "")
    _program(nothing_ships / "bin" / "chromium", "Chromium 120.0.1")
    chosen = await choose_browser()
    assert chosen.version == "120.0.1"
    assert str(broken) in chosen.reason


async def test_what_keeps_the_embedded_one_from_working_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(choice, "_playwright_browsers", list)
    monkeypatch.setattr(choice, "_system_browsers", list)
    with pytest.raises(Unavailable, match="cannot be unpacked into"):
        await choose_browser(cache=tmp_path / "file" / "cache")
