"""The systemd unit: understood by systemd, every variable in it is read, and as narrow as it says."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from qa_appliance.cli import COMMANDS, load_command
from qa_appliance.cli.environment import unread

UNIT = Path(__file__).resolve().parents[2] / "packaging" / "qa-appliance.service"
WORST_EXPOSURE = 4.0

analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is there."""
    place = tmp_path / UNIT.name
    place.write_text(UNIT.read_text().replace("/usr/local/bin/qa-appliance serve", "/bin/true"))
    return place


def test_every_variable_is_read() -> None:
    names = re.findall(r"QA_APPLIANCE_[A-Z_]+", UNIT.read_text())
    assert "QA_APPLIANCE_DATA_DIR" in names
    assert list(unread(dict.fromkeys(names, "1"), map(load_command, COMMANDS))) == []


@analyze
def test_systemd_understands_it(unit: Path) -> None:
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if unit.name in line] == []


@analyze
def test_it_is_narrow(unit: Path) -> None:
    done = subprocess.run(["systemd-analyze", "security", "--offline=yes", unit], capture_output=True, text=True)
    exposure = re.search(r"exposure level .*?: ([\d.]+)", done.stdout)
    assert exposure is not None, done.stdout
    assert float(exposure[1]) <= WORST_EXPOSURE
