"""Fonts for the browser alone: which archives are refused, what the browser is told, and that they go again."""

from __future__ import annotations

import struct
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from qa_appliance.browser.process import fonts
from qa_appliance.browser.process.choice import BrowserChoice, choose_browser
from qa_appliance.browser.process.fonts import install_fonts, remove_fonts, with_fonts
from qa_appliance.browser.process.launch import driver, environment, launch
from qa_appliance.cli import call
from qa_appliance.cli.exits import PASSED, USAGE
from qa_appliance.core.errors import Invalid, Unavailable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere browsers ask the system")


def pack(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, f"letters of {path.name}")
    return path


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (None, "cannot be read|no archive that is read here"),
        ((), "no archive that is read here|holds no fonts"),
        (("readme.txt", "fonts/letters.woff2"), "holds no fonts. Give a .zip or .tar archive of fonts"),
        (("letters.ttf", "../evil.ttf"), r"leads out of its folder: \.\./evil\.ttf"),
    ],
)
def test_what_holds_no_fonts_is_refused(names: tuple[str, ...] | None, says: str, tmp_path: Path) -> None:
    archive = tmp_path / "pack.zip"
    if names is None:
        archive.write_bytes(b"no archive")
    else:
        pack(archive, *names)
    with pytest.raises(Invalid, match=says):
        install_fonts(archive, tmp_path / "fonts")
    assert with_fonts({"A": "b"}, tmp_path / "fonts") == {"A": "b"}


def test_elsewhere_than_on_linux_it_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    with pytest.raises(Unavailable, match="on Linux only"):
        install_fonts(pack(tmp_path / "pack.zip", "a.ttf"), tmp_path / "fonts")


def test_the_browser_finds_them_beside_what_it_finds_by_itself(tmp_path: Path) -> None:
    place = tmp_path / "fonts & more"
    assert install_fonts(pack(tmp_path / "one.zip", "fonts/a.TTF", "b.otf", "licence.txt"), place) == ["a.TTF", "b.otf"]
    assert install_fonts(pack(tmp_path / "two.zip", "c.ttc"), place) == ["c.ttc"]
    for given, base in (({}, "/etc/fonts/fonts.conf"), ({"FONTCONFIG_FILE": "/own/fonts.conf"}, "/own/fonts.conf")):
        configured = ElementTree.parse(with_fonts(given, place)["FONTCONFIG_FILE"])
        assert configured.findtext("include") == base
        folder = Path(configured.findtext("dir") or "")
        assert [path.name for path in folder.rglob("*.t*")] == ["c.ttc"]  # the pack before it is gone
    (folder / "c.ttc").unlink()  # half a pack is none
    assert with_fonts({}, place) == {}
    install_fonts(tmp_path / "two.zip", place)
    assert with_fonts({}, place)
    assert (remove_fonts(place), remove_fonts(place)) == (True, False)
    assert with_fonts({}, place) == {}


def test_the_command_gives_them_to_the_browsers_of_this_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fonts, "user_data_path", lambda name: tmp_path / name)
    choice = BrowserChoice(Path("/chrome"), "system", "1.2.3.4", "")
    archive = pack(tmp_path / "pack.zip", "a.ttf")
    for wrong in ([], [str(archive), "--remove"]):
        assert call(["install-fonts", *wrong]) == USAGE
    assert "FONTCONFIG_FILE" not in environment(choice)
    assert call(["install-fonts", str(archive)]) == PASSED
    assert environment(choice)["FONTCONFIG_FILE"].startswith(str(tmp_path / "qa-appliance-fonts"))
    assert call(["install-fonts", "--remove"]) == PASSED
    assert "FONTCONFIG_FILE" not in environment(choice)
    assert "1 font is installed" in capsys.readouterr().err


def with_letter(font: bytes, code: int) -> bytes:
    """The same font with this letter alone, drawn as its first one: a table of characters of its own (format 12)."""
    count = struct.unpack_from(">H", font, 4)[0]
    tables = [struct.unpack_from(">4sIII", font, 12 + 16 * at) for at in range(count)]
    group = struct.pack(">HH6I", 12, 0, 28, 0, 1, code, code, 36)
    own = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + group
    head, body = font[:12], b""
    for tag, _, at, size in tables:
        content = own if tag == b"cmap" else font[at : at + size]
        head += struct.pack(">4sIII", tag, 0, 12 + 16 * count + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    return head + body


DRAWN = """letter => {
    const canvas = document.createElement('canvas'), ink = canvas.getContext('2d');
    ink.font = '60px sans-serif';
    ink.fillText(letter, 10, 80);
    return canvas.toDataURL();
}"""


async def test_a_letter_of_the_pack_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that no font has is a box, or nothing, as it is without the pack."""
    monkeypatch.setattr(fonts, "user_data_path", lambda name: tmp_path / name)
    choice = await choose_browser()
    letter, nobodys = "\U000105a0", "\U000105a1"
    font = next(choice.path.parent.glob("fonts/*-Regular.ttf")).read_bytes()
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as archive:
        archive.writestr("letters.ttf", with_letter(font, ord(letter)))
    drawn = []
    for install in (False, True):
        if install:
            install_fonts(tmp_path / "pack.zip")
        async with driver() as playwright:
            launched = await launch(playwright, choice)
            page = await launched.browser.new_page()
            drawn.append([await page.evaluate(DRAWN, each) for each in (letter, nobodys)])
            await launched.browser.close()
    (before, nothing), (after, still_nothing) = drawn
    assert before == nothing == still_nothing
    assert after != nothing
