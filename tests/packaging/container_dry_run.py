"""Carries out packaging/Containerfile without a container engine, in a chroot, and starts what it describes.

As root on Linux: `python tests/packaging/container_dry_run.py EXECUTABLE MINIMAL_ROOT`, the second made by
`debootstrap --variant=minbase stable FOLDER`. The server runs on a root file system that is read-only, without a
network, as the image's own user; it has to become healthy and to end by the image's own signal.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CONTAINERFILE = Path(__file__).resolve().parents[2] / "packaging" / "Containerfile"
HEALTHY_SECONDS = 300


class Image:
    def __init__(self, root: Path, context: Path) -> None:
        self.root, self.context = root, context
        self.user = "root"
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.last: dict[str, str] = {}

    def build(self) -> None:
        mount("--bind", str(self.root), str(self.root))
        mount("-t", "proc", "proc", str(self.root / "proc"))
        mount("-t", "tmpfs", "tmpfs", str(self.root / "dev"))
        for device in ("null", "zero", "full", "random", "urandom"):
            (self.root / "dev" / device).touch()
            mount("--bind", f"/dev/{device}", str(self.root / "dev" / device))
        (self.root / "dev" / "shm").mkdir()
        (self.root / "dev" / "shm").chmod(0o1777)
        for word, rest in instructions():
            print(f"== {word} {rest}", flush=True)
            match word:
                case "COPY":
                    *_, source, target = shlex.split(rest)
                    shutil.copy(self.context / source, self.root / target.lstrip("/"))
                    (self.root / target.lstrip("/")).chmod(0o755)
                case "RUN":
                    subprocess.run(self.command(rest), check=True)
                case "USER":
                    self.user = rest
                case "ENV":
                    self.env |= dict(part.split("=", 1) for part in shlex.split(rest))
                case _:
                    self.last[word] = rest

    def command(self, text: str) -> list[str]:
        words = json.loads(text) if text.startswith("[") else ["/bin/sh", "-c", text]
        setting = [f"{name}={value}" for name, value in self.env.items()]
        return ["chroot", f"--userspec={self.user}", str(self.root), "/usr/bin/env", "-i", *setting, *words]

    def run(self) -> None:
        for place in ("tmp", "data"):
            mount("-t", "tmpfs", "tmpfs", str(self.root / place))
        (self.root / "tmp").chmod(0o1777)
        subprocess.run(["chroot", str(self.root), "chown", "qa:", "/data"], check=True)
        mount("-o", "remount,bind,ro", str(self.root))
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        entry = json.loads(self.last["ENTRYPOINT"])
        print("== started, read-only", flush=True)
        server = subprocess.Popen(self.command(json.dumps(entry + json.loads(self.last["CMD"]))))
        health = self.command(self.last["HEALTHCHECK"].partition("CMD ")[2])
        began = time.monotonic()
        while subprocess.run(health, capture_output=True).returncode:
            assert server.poll() is None, "the server ended"
            assert time.monotonic() < began + HEALTHY_SECONDS, "it does not become healthy"
            time.sleep(0.5)
        print(f"== healthy after {time.monotonic() - began:.1f} s", flush=True)
        subprocess.run(self.command(json.dumps([*entry, "doctor"])), check=True)
        server.send_signal(getattr(signal, self.last["STOPSIGNAL"]))
        assert server.wait() == 0
        print("== ended in order")


def instructions() -> list[tuple[str, str]]:
    text = CONTAINERFILE.read_text().replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines)]


def mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def main() -> None:
    if os.environ.get("INSIDE") == "yes":
        image = Image(Path(sys.argv[1]), Path(sys.argv[2]))
        image.build()
        image.run()
        return
    executable, minimal = (Path(text).absolute() for text in sys.argv[1:])
    with tempfile.TemporaryDirectory(dir="/var/tmp") as work:
        root, context = Path(work) / "root", Path(work) / "dist"
        subprocess.run(["cp", "-a", minimal, root], check=True)
        context.mkdir()
        shutil.copy(executable, context / "qa-appliance")
        # namespaces of its own: no network but loopback, and what is mounted or started inside ends with it
        apart = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
        environment = {**os.environ, "INSIDE": "yes"}
        done = subprocess.run([*apart, sys.executable, __file__, root, context], env=environment)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
