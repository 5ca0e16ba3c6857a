"""JupyterLab on loopback with a few files to work on. Runs in the applications' own environment."""

from __future__ import annotations

import argparse
import json
import socket
from pathlib import Path

import jupyterlab_faults
from jupyterlab.labapp import LabApp

NOTES = "Buy oil for the lamps\nWrite to Charles\n"
README = "# Difference Engine\n\nA calculator for polynomials.\n\n## Results\n\nAll tables are free of errors.\n"
PEOPLE = "name,born\nAda,1815\nGrace,1906\n"
QUIET = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}


def notebook(*cells: tuple[str, str]) -> str:
    """Cells are (type, source)."""
    made = []
    for number, (kind, source) in enumerate(cells):
        cell = {"id": f"cell-{number}", "cell_type": kind, "metadata": {}, "source": source}
        made.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def fill(folder: Path) -> Path:
    root = folder / "desk"
    (root / "data").mkdir(parents=True)
    (root / "data" / "people.csv").write_text(PEOPLE)
    (root / "notes.txt").write_text(NOTES)
    (root / "README.md").write_text(README)
    sums = notebook(("markdown", "# Sums"), ("code", "print('six times seven is', 6 * 7)"))
    (root / "sums.ipynb").write_text(sums)
    (folder / "settings").mkdir()
    (folder / "settings" / "overrides.json").write_text(json.dumps(QUIET))
    return root


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--fault")
    arguments = parser.parse_args()
    root = fill(arguments.folder)
    if arguments.fault:
        jupyterlab_faults.plant(arguments.fault, arguments.folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = LabApp.initialize_server(
        argv=[
            "--no-browser",
            "--allow-root",
            "--ip=127.0.0.1",
            f"--port={port}",
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            f"--ServerApp.root_dir={root}",
            f"--LabApp.app_settings_dir={arguments.folder / 'settings'}",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
        ]
    )
    server.io_loop.add_callback(print, f"http://127.0.0.1:{port}", flush=True)
    server.start()


if __name__ == "__main__":
    main()
