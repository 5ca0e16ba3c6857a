"""The manual promises nothing the program does not know: every flag, variable, endpoint, command and file it names."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from qa_appliance.api.http.openapi import document
from qa_appliance.api.pages.trace_viewer import PATH as TRACE_VIEWER
from qa_appliance.api.pages.web import ADDRESSES
from qa_appliance.api.routes import ROUTES
from qa_appliance.cli import COMMANDS, load_command
from qa_appliance.cli.environment import OTHERS
from qa_appliance.pytest_plugin.plugin import pytest_addoption
from qa_appliance.settings_index import leaves

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *(ROOT / "docs").rglob("*.md"),
]
FOREIGN = {
    # of curl, systemd, podman, debootstrap, browsers and the Selenium Grid
    "--boot", "--build-arg", "--cap-add", "--data-binary", "--env", "--file", "--format", "--healthcheck-interval",
    "--https-certificate", "--init", "--name", "--now", "--password", "--private-network", "--publish",
    "--remote-debugging-port", "--restart", "--rm", "--security-opt", "--session-timeout", "--shm-size", "--tag",
    "--user", "--username", "--variant", "--volume",
}  # fmt: skip
TOP = ("build", "docs", "packaging", "qa_appliance", "tests", "web")  # folders whose files the pages name


@cache
def options() -> dict[str, set[str]]:
    """By command, every flag it has."""

    def of(command: click.Command) -> Iterator[str]:
        for parameter in command.params:
            yield from (*parameter.opts, *parameter.secondary_opts)
        if isinstance(command, click.Group):
            for inner in command.commands.values():
                yield from of(inner)

    return {name: set(of(load_command(name))) for name in COMMANDS}


def plugin_flags() -> set[str]:
    """What the plugin adds to pytest."""
    parser = pytest.Parser(_ispytest=True)
    pytest_addoption(parser)
    return {name for group in parser._groups for option in group.options for name in option.names()}


def missing_flags(text: str) -> list[str]:
    known = set().union(*options().values(), plugin_flags()) | FOREIGN | {"--help", "--debug", "--version"}
    named = re.findall(r"(?<![\w`-])`?(--[a-z][a-z0-9-]*)(…?)", text)
    return [flag for flag, more in named if not (any(k.startswith(flag) for k in known) if more else flag in known)]


def missing_variables(text: str) -> list[str]:
    known = {leaf.variable for leaf in leaves()} | OTHERS
    known |= {str(parameter.envvar) for name in COMMANDS for parameter in load_command(name).params if parameter.envvar}
    named = re.findall(r"QA_APPLIANCE_[A-Z0-9_]+", text)
    return [name for name in named if name not in known and not any(k.startswith(name + "_") for k in known)]


def missing_endpoints(text: str) -> list[str]:
    paths = [*document(ROUTES)["paths"], *ADDRESSES, TRACE_VIEWER, "/ws", "/ws/studio"]
    known = {re.sub(r"\{[^}]*\}", "{}", path) for path in paths}
    named = re.findall(r"(?:\b(?:GET|POST|PUT|PATCH|DELETE) |(?<=`)|localhost:8700)(/[a-z][\w{}$/.:-]*)", text)
    shapes = [re.sub(r"\{[^}]*\}|\$[A-Z]+", "{}", path.rstrip(".,;")) for path in named if path[1:4] != "etc"]
    return [path for path in shapes if path.startswith("/api/") and path not in known and f"{path}/" not in known]


def missing_files(page: Path, text: str) -> list[str]:
    linked = [page.parent / target for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)]
    named = [ROOT / path for path in re.findall(rf"`((?:{'|'.join(TOP)})/[\w./-]+)`", text)]
    return [str(path) for path in (*linked, *named) if not path.exists() and "third_party" not in str(path)]


def missing_commands(text: str) -> list[str]:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    made = [f"make {name}" for name in re.findall(r"[`\n]make ([a-z]+)", text) if name not in targets]
    called = re.findall(r"qa-appliance ([a-z][a-z-]*)", text.replace("\n", " ; "))
    return made + [name for name in called if name not in COMMANDS]


OF_THE_SITE = ("language.md", "requests.md")
"""Pages whose addresses are those of a site under test."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_the_pages_name_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = {
        "flags": missing_flags(text),
        "variables": missing_variables(text),
        "endpoints": [] if page.name in OF_THE_SITE else missing_endpoints(text),
        "files": missing_files(page, text),
        "commands": [] if page.name == "language.md" else missing_commands(text),  # there "make …" is a sentence
    }
    assert {what: names for what, names in named.items() if names} == {}


def test_what_is_not_there_is_noticed() -> None:
    assert missing_flags("give `--retention-weeks` or `--evidences-…`") == ["--retention-weeks", "--evidences-"]
    assert missing_variables("QA_APPLIANCE_PROT and QA_APPLIANCE_PORT") == ["QA_APPLIANCE_PROT"]
    assert missing_endpoints("`POST /api/runs/begin`, GET /api/runs/{id}") == ["/api/runs/begin"]
    assert missing_files(ROOT / "README.md", "[a](docs/none.md) `build/none.py`") == [
        str(ROOT / "docs/none.md"), str(ROOT / "build/none.py"),
    ]  # fmt: skip
    assert missing_commands("`make none` or `qa-appliance nothing`") == ["make none", "nothing"]


def test_every_setting_is_a_flag_of_serve_and_says_what_it_is() -> None:
    assert {leaf.flag for leaf in leaves() if not leaf.secret} <= options()["serve"]
    assert not {leaf.flag for leaf in leaves() if leaf.secret} & options()["serve"]
    assert [leaf.key for leaf in leaves() if not leaf.help or not leaf.allowed or not leaf.group] == []


@pytest.mark.parametrize("name", ["settings_page", "language_page"])
def test_what_is_made_is_current(name: str) -> None:
    spec = importlib.util.spec_from_file_location(name, ROOT / "build" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    assert recipe.PAGE.read_text("utf-8") == recipe.page(), f"run: python build/{name}.py"
