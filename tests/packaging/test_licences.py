"""What ships is told, and no GPL encoder ships: FFmpeg works on with stand-ins for x264 and x265."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import av
import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"
PACKAGES = Path(av.__file__).parents[1]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("objdump") is None, reason="as `make package`: Linux with binutils"
)

ENCODE = """
import io, sys
sys.path.insert(0, sys.argv[1])
import av
assert av.__file__.startswith(sys.argv[1]), av.__file__
file = io.BytesIO()
with av.open(file, "w", format="webm") as made:
    stream = made.add_stream("libvpx", rate=10, width=64, height=64, pix_fmt="yuv420p")
    frame = av.VideoFrame(64, 64, "yuv420p")
    for plane in frame.planes:
        plane.update(bytes(plane.buffer_size))
    made.mux([*stream.encode(frame), *stream.encode()])
assert len(av.codecs_available) > 100
print(sum(1 for _ in av.open(io.BytesIO(file.getvalue())).decode(video=0)))
"""


def _recipe(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BUILD))
    spec = importlib.util.spec_from_file_location(name, BUILD / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def program(tmp_path: Path) -> Path:
    for name in ("av", "av.libs"):
        shutil.copytree(PACKAGES / name, tmp_path / name)
    (tmp_path / "pillow.libs").symlink_to(PACKAGES / "pillow.libs")
    return tmp_path


def test_video_is_encoded_without_the_gpl_encoders(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _recipe("without_gpl", monkeypatch).replace_encoders(program / "av.libs", program)
    for path in (program / "av.libs").glob("libx26*"):
        assert path.stat().st_size < 20_000
    done = subprocess.run([sys.executable, "-c", ENCODE, program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_library_nobody_knows_ends_the_build(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program / "av.libs" / "libnew-1234.so.1").touch()
    with pytest.raises(SystemExit, match=r"libnew-1234\.so\.1 of av's wheel is not in build/inside\.toml"):
        list(_recipe("inside", monkeypatch).inside(program))


def test_every_licence_has_its_text(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {part.name: part for part in _recipe("inside", monkeypatch).inside(program)}
    assert {"FFmpeg", "libvpx", "Chromium (headless shell)", "Open Sans", "preact"} <= found.keys()
    works = found["Chromium (headless shell)"].texts[1]
    assert all(name in works for name in ("BoringSSL", "Skia", "V8", "Almost Native Graphics Layer Engine"))
    assert "<" not in works.partition("\n")[0]
    assert [part.name for part in found.values() if not part.texts] == ["the libraries of Pillow's wheel"]
    assert [name for name, part in found.items() if re.match(r"A?GPL", part.licence)] == []
    assert "LESSER GENERAL PUBLIC LICENSE" in found["FFmpeg"].texts[0]
