"""docs/pipelines.md: each command of its recipes is run as it stands there, on a small site of a pipeline's own."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from .test_run import Serve

PAGE = (Path(__file__).parents[2] / "docs" / "pipelines.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PLACES = {"${{ matrix.share }}": "1/1"}
VARIABLES = {"CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"}


def commands() -> list[str]:
    """Every line of the recipes that runs the command, installing it aside."""
    found: list[str] = []
    for language, text in BLOCKS:
        if language == "groovy":
            found += re.findall(r"sh '(.+)'", text)
        elif language == "yaml":
            yaml.safe_load(text)  # a recipe that is no YAML would not run at all
            found += re.findall(r"^\s*- (?:run: )?(.*qa-appliance.*)$", text, re.MULTILINE)
        else:
            found += text.strip().splitlines()
    return [line for line in dict.fromkeys(found) if "install" not in line]


def test_there_is_a_recipe_for_each() -> None:
    assert [language for language, _ in BLOCKS] == ["sh", "sh", "yaml", "yaml", "yaml", "groovy"]
    assert len(commands()) == 6


@pytest.mark.slow
async def test_each_command_runs_as_it_stands(serve: Serve, tmp_path: Path) -> None:
    site = await serve({"/": "<h1>Shop</h1>"})
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "shop.md").write_text(
        f'---\nurl: {site}\nallow: loopback\n---\n## Shop\n- open the home page\n- check that "Shop" is shown\n'
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = "\n".join(commands())
    for place, value in PLACES.items():
        script = script.replace(place, value)
    surroundings = {**os.environ, **VARIABLES, "PATH": path, "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    done = await _run(script, tmp_path, surroundings)
    assert done.returncode == 0, done.stderr
    assert ElementTree.parse(tmp_path / "junit.xml").getroot().find(".//testcase") is not None
    for name in ("report.html", "lint.sarif", "summary.md", "qa-results/history.json"):
        assert (tmp_path / name).stat().st_size, name


async def _run(script: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(
        subprocess.run, ["sh", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
    )
