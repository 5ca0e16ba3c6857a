"""Artifact files: whole or not at all, and nothing outside the folder."""

from __future__ import annotations

import asyncio
import os
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from qa_appliance.core.steps import MASK
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.vault import Unsealable, Vault, mask, part, unite
from tests.conftest import given

RUN = "0ef4cb8b-d122-4bf4-a2d6-3259a6d65d59"


@pytest.fixture
def artifacts(tmp_path: Path) -> Artifacts:
    return Artifacts(tmp_path, lambda _: (b"secret",))


OUTSIDE = [
    "../secret", f"{RUN}/../secret", f"{RUN}/..", "/etc/passwd", "", RUN, f"{RUN}/", f"/{RUN}/a", f"{RUN}//a",
    f"{RUN}/a/b", f"{RUN}/.hidden", "../x/y", "..", f"{RUN}/a\0", f"{RUN}/a\n", f"{RUN}/link",
]  # fmt: skip


@pytest.mark.parametrize("key", OUTSIDE)
async def test_a_key_never_leads_outside(artifacts: Artifacts, tmp_path: Path, key: str) -> None:
    await artifacts.save(RUN, "a", b"1")
    (tmp_path / "secret").write_text("x")
    os.symlink("/etc/passwd", tmp_path / RUN[:2] / RUN / "link")
    (tmp_path / RUN[:2] / RUN / ".hidden").write_text("half")
    assert artifacts.open(key) is None


NAMES = [
    ("a.png", "a.png"), ("../../etc/passwd", "_.._etc_passwd"), (".bashrc", "bashrc"), ("r\0m é.pdf", "r_m_.pdf"),
    ("x" * 300 + ".txt", "x" * 100 + ".txt"), ("", "file"), ("...", "file"), ("a/b\\c.html", "a_b_c.html"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "stored"), NAMES)
async def test_names_are_made_safe(artifacts: Artifacts, name: str, stored: str) -> None:
    assert await artifacts.save(RUN, name, b"1") == f"{RUN}/{stored}"


async def test_a_name_that_is_taken_gets_a_number(artifacts: Artifacts) -> None:
    keys = await asyncio.gather(*(artifacts.save(RUN, "a.png", bytes([n])) for n in range(5)))
    assert sorted(keys) == [f"{RUN}/a{suffix}.png" for suffix in ("-2", "-3", "-4", "-5", "")]
    paths = [artifacts.open(key) for key in keys]
    assert sorted(path.read_bytes() for path in paths if path) == [bytes([n]) for n in range(5)]


@pytest.mark.parametrize(("days", "left"), [(0, True), (2, False)])
async def test_what_a_killed_server_left_half_written_goes(
    artifacts: Artifacts, tmp_path: Path, days: int, left: bool
) -> None:
    await artifacts.save(RUN, "a.png", b"1")
    shelf = tmp_path / RUN[:2] / RUN
    (shelf / ".b.part").write_bytes(b"half")
    now = datetime.now(UTC)
    os.utime(shelf / ".b.part", times=2 * ((now - timedelta(days=days)).timestamp(),))
    os.utime(shelf, times=2 * ((now - timedelta(days=days)).timestamp(),))
    assert [owner async for owners in artifacts.owners(now - timedelta(days=1)) for owner in owners] == [RUN] * bool(
        days
    )
    assert ((shelf / ".b.part").exists(), (shelf / "a.png").exists()) == (left, True)


async def test_files_are_copied_and_nothing_half_written_stays(artifacts: Artifacts, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"x" * 3_000_000)
    key = await artifacts.save(RUN, "v.webm", source)
    path = artifacts.open(key)
    assert path is not None
    assert path.read_bytes() == source.read_bytes()
    with pytest.raises(FileNotFoundError):
        await artifacts.save(RUN, "w.webm", tmp_path / "nowhere")
    with pytest.raises(ValueError, match="owner"):
        await artifacts.save("../x", "a", b"")
    assert [each.name for each in path.parent.iterdir()] == ["v.webm"]
    await artifacts.delete(RUN)
    assert artifacts.open(key) is None


async def test_links_are_stable_for_caches_and_valid_for_an_hour(tmp_path: Path) -> None:
    now = [datetime(2026, 1, 1, 10, 0, tzinfo=UTC)]
    artifacts = Artifacts(tmp_path, lambda _: (b"secret",), lambda: now[0])
    first = artifacts.url(f"{RUN}/a.png")
    now[0] += timedelta(minutes=59)
    assert artifacts.url(f"{RUN}/a.png") == first
    expires, signature = first.split("expires=")[1].split("&signature=")
    now[0] += timedelta(minutes=61)
    assert artifacts.permits(f"{RUN}/a.png", expires, signature)
    now[0] += timedelta(seconds=1)
    assert not artifacts.permits(f"{RUN}/a.png", expires, signature)
    for wrong in ("", "x", "1e3", "-1", "٣"):
        assert not artifacts.permits(f"{RUN}/a.png", wrong, signature)
    assert not artifacts.permits(f"{RUN}/a.png", expires, "é")
    assert not Artifacts(tmp_path, lambda _: (b"other",), lambda: now[0]).permits(f"{RUN}/a.png", expires, signature)


def test_the_vault_keeps_its_secret_to_itself(tmp_path: Path) -> None:
    vault = Vault.open(tmp_path)
    sealed = vault.seal(["hunter2"])
    assert "hunter2" not in sealed
    assert Vault.open(tmp_path).unseal(sealed) == ["hunter2"]
    assert vault.unseal(None) is None
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert vault.derive("a") != vault.derive("b")
    with pytest.raises(Unsealable):
        Vault(b"x" * 32).unseal(sealed)


def test_secrets_are_taken_out_of_steps_and_put_back() -> None:
    steps = [
        {"action": "fill", "sentence": "Type pass in pass, not in passage", "value": {"text": "pass", "secret": True}},
        {"action": "when", "steps": [{"value": {"text": "b", "secret": True}}, {"value": {"text": "pass"}}]},
    ]
    parted = part(steps)
    assert parted.secrets == ["pass", "b"]
    assert isinstance(parted.steps, list)
    assert parted.steps[0]["sentence"] == f"Type {MASK} in {MASK}, not in passage"
    assert unite(parted.steps, parted.sealed)[0]["value"] == {"text": "pass", "secret": True}
    assert unite(parted.steps, parted.sealed)[1]["steps"][0]["value"]["text"] == "b"
    assert unite(parted.steps, parted.sealed)[1]["steps"][1]["value"]["text"] == "pass"
    assert mask("a.b", ["a.b", ""]) == MASK
    checked = [
        {"action": "check", "check": {"check": "text_shown", "text": "Hello pass"}, "sentence": "Hello pass is shown"},
        {"action": "fill", "value": {"text": "pass", "secret": True}, "target": {"words": f"{MASK} of b"}},
    ]
    parted = part(checked)
    assert "pass" not in str(parted.steps)
    assert parted.secrets == ["pass"]
    whole = unite(parted.steps, parted.sealed)
    assert whole[0]["check"]["text"] == "Hello pass"
    assert whole[1] == checked[1]
    assert unite(parted.steps, [])[0]["check"]["text"] == f"Hello {MASK}"


def shouted(source: Path, target: Path) -> None:
    target.write_text(source.read_text().upper())


def unreadable(source: Path, target: Path) -> None:
    target.write_text("half")
    raise ValueError(f"{source.name} is broken")


async def test_what_is_made_of_another_file_is_made_once_and_takes_its_place(tmp_path: Path) -> None:
    made: list[str] = []

    def make(source: Path, target: Path) -> None:
        made.append(source.name)
        shouted(source, target)

    artifacts = Artifacts(tmp_path, lambda _: (b"secret",), makers={".loud": (".quiet", make)})
    key = await artifacts.save(RUN, "a.quiet", b"hello")
    await artifacts.save(RUN, "b.png", b"1")
    loud = key.replace("quiet", "loud")
    assert artifacts.open(loud) is None
    asked = [await artifacts.ready(f"{RUN}/{name}") for name in ("c.loud", "c.png", "../x.loud", ".a.loud")]
    assert asked == [None] * 4
    first, *others = await asyncio.gather(*(artifacts.ready(loud) for _ in range(5)))
    assert first is not None
    assert others == [first] * 4
    assert (first.read_text(), made) == ("HELLO", ["a.quiet"])
    assert sorted(path.name for path in first.parent.iterdir()) == ["a.loud", "b.png"]


async def test_everything_of_a_run_has_what_had_to_be_made(tmp_path: Path) -> None:
    artifacts = Artifacts(tmp_path, lambda _: (b"secret",), makers={".loud": (".quiet", shouted)})
    await artifacts.save(RUN, "a.quiet", b"hello")
    await artifacts.save(RUN, "b.png", b"1")
    assert sorted(path.name for path in await artifacts.files(RUN)) == ["a.loud", "b.png"]


async def test_what_cannot_be_made_is_not_there_and_what_it_is_made_of_stays(tmp_path: Path) -> None:
    artifacts = Artifacts(tmp_path, lambda _: (b"secret",), makers={".loud": (".quiet", unreadable)})
    key = await artifacts.save(RUN, "a.quiet", b"hello")
    assert await artifacts.ready(key.replace("quiet", "loud")) is None
    assert await artifacts.files(RUN) == []
    assert [path.name for path in (tmp_path / RUN[:2] / RUN).iterdir()] == ["a.quiet"]


async def test_who_stops_waiting_takes_it_from_nobody_else(tmp_path: Path) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    def make(source: Path, target: Path) -> None:
        begun.set()
        goes_on.wait(30)
        shouted(source, target)

    artifacts = Artifacts(tmp_path, lambda _: (b"secret",), makers={".loud": (".quiet", make)})
    loud = (await artifacts.save(RUN, "a.quiet", b"hello")).replace("quiet", "loud")
    gone, stays = asyncio.create_task(artifacts.ready(loud)), asyncio.create_task(artifacts.ready(loud))
    await asyncio.to_thread(begun.wait)
    gone.cancel()
    goes_on.set()
    assert given(await stays).read_text() == "HELLO"
    assert gone.cancelled() or (await asyncio.wait({gone}))
