"""The cache of plans in the database: kept by a pass only, bounded, and gone with its project."""

from __future__ import annotations

from datetime import timedelta

from qa_appliance.core.outcome import Planned
from qa_appliance.store.tables import projects
from qa_appliance.store.tables.pages import planned
from tests.store.conftest import NOW, World


async def test_only_a_pass_teaches(world: World) -> None:
    db, project = world.db, world.project_id
    await planned.learn(db, project, Planned({"a": b"1"}), NOW, passed=False)
    assert await planned.of_project(db, project) == {}
    await planned.learn(db, project, Planned({"a": b"1", "b": b"2", "c": b"3"}), NOW, passed=True)
    await planned.learn(db, project, Planned({"d": b"4"}, used=("a",), unfit=("b",)), NOW, passed=False)
    assert await planned.of_project(db, project) == {"c": b"3"}
    half = Planned({"e": b"5", "f": b"6"}, proven=frozenset({"e"}))
    await planned.learn(db, project, half, NOW, passed=False)  # what passed itself is taken once more
    assert await planned.of_project(db, project) == {"c": b"3", "e": b"5"}
    await planned.learn(db, project, Planned(used=("e",)), NOW, passed=False)
    await planned.learn(db, project, Planned({"b": b"5"}, used=("c",), unfit=("b",)), NOW, passed=True)
    assert await planned.of_project(db, project) == {"b": b"5", "c": b"3"}


async def test_what_was_not_used_for_the_longest_time_goes(world: World) -> None:
    db, project = world.db, world.project_id
    values = {"name": "Other", "base_url": "http://other.example/"}
    other = (await projects.add(db, world.vault, world.org_id, values, NOW)).id
    await planned.learn(db, other, Planned({"x": b"1"}), NOW, passed=True)
    for at in range(planned.MOST):
        await planned.learn(db, project, Planned({f"{at}": b"1"}), NOW + timedelta(seconds=at), passed=True)
    later = NOW + timedelta(days=1)
    await planned.learn(db, project, Planned({"new": b"1"}, used=("0",)), later, passed=True)
    keys = await planned.of_project(db, project)
    assert len(keys) == planned.MOST
    assert {"0", "new"} <= keys.keys()
    assert "1" not in keys
    assert await planned.of_project(db, other) == {"x": b"1"}


async def test_it_goes_with_its_project(world: World) -> None:
    db, project = world.db, world.project_id
    await planned.learn(db, project, Planned({"a": b"1"}), NOW, passed=True)
    await projects.change(db, world.vault, project, {"archived_at": "2026-11-22"}, NOW)
    assert await planned.of_project(db, project) == {}
