"""What is counted, as Prometheus' own parser reads it, named as its conventions ask; and the Grafana dashboard."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

import qa_appliance
from qa_appliance.api.http.facts import facts_of
from qa_appliance.api.http.metrics import Vitals
from qa_appliance.bucket.copies import CopiesState
from qa_appliance.settings import Settings
from qa_appliance.store.files.backups import BackupState
from qa_appliance.store.tables import runs
from tests.api.conftest import Person, Served, person, serve

DASHBOARD = Path(__file__).resolve().parents[2] / "packaging" / "grafana-dashboard.json"
OTHER_UNITS = re.compile(r"(?:^|_)(?:ms|milliseconds|minutes|hours|kb|mb|megabytes|percent)(?:_|$)")


async def scraped(served: Served) -> dict[str, Metric]:
    answer = await served.client.get("/metrics")
    assert answer.status_code == 200
    return {family.name: family for family in text_string_to_metric_families(answer.text)}


def value(families: dict[str, Metric], family: str, sample: str = "", **labels: str) -> float:
    (found,) = [
        each.value
        for each in families[family].samples
        if each.name == (sample or family) and labels.items() <= each.labels.items()
    ]
    return found


async def accepted(served: Served, ada: Person) -> str:
    new = runs.NewRun(
        org_id=ada.org_id, project_id=ada.project_id, instruction="Look.", description="Look.", base_url="http://x.test"
    )
    return await runs.insert_pending(served.db, new, now=served.clock(), upgrade_url="/plan")


async def test_what_is_counted_and_how_it_is_called(tmp_path: Path) -> None:
    backup = BackupState("/mnt", datetime(2027, 1, 1, tzinfo=UTC), 5, "It failed.", datetime(2027, 1, 2, tzinfo=UTC))
    copies = CopiesState("https://s3/b", datetime(2027, 1, 1, tzinfo=UTC), None)
    facts = facts_of(Settings(), 3, None, "The browser is being started.", backup=backup, copies=copies)
    vitals = Vitals(3, 1, 2, tmp_path, tmp_path / "appliance.sqlite3")
    async with serve(tmp_path, facts=lambda: facts, vitals=lambda: vitals) as served:
        ada = await person(served)
        before, at_work, in_line = [await accepted(served, ada) for _ in range(3)]
        await runs.cancel(served.db, before, "Over.", served.clock())
        families = await scraped(served)
        ended = ("qa_appliance_runs_ended", "qa_appliance_runs_ended_total")
        assert value(families, *ended, status="cancelled") == 0  # what had ended before is not counted again
        served.clock.ahead += timedelta(seconds=4000)
        await runs.start(served.db, at_work, served.clock())
        ending = runs.Ending(
            status="completed", overall_status="passed", report_markdown="Fine.", total_duration_ms=7000
        )
        await runs.finish(served.db, served.services.vault, at_work, ending, served.clock())
        late = await accepted(served, ada)
        for run in (in_line, late):
            await runs.cancel(served.db, run, "Over.", served.clock())
        for _ in range(2):  # counted once, however often it is asked for
            families = await scraped(served)
            assert value(families, *ended, status="completed", verdict="passed") == 1
            assert value(families, *ended, status="cancelled") == 2
            for name, seconds in (("duration", 7), ("queue", 4000)):
                family = f"qa_appliance_run_{name}_seconds"
                assert value(families, family, f"{family}_count") == 1
                assert value(families, family, f"{family}_sum") >= seconds

    for name, number in {
        "slots": 3, "slots_used": 1, "browser_ready": 0, "backup_failed": 1, "backup_copy_failed": 0,
        "clock_doubted": 0,
    }.items():  # fmt: skip
        assert value(families, f"qa_appliance_{name}") == number
    assert value(families, "qa_appliance_browser_starts", "qa_appliance_browser_starts_total") == 2
    assert value(families, "qa_appliance_database_size_bytes") > 4096
    assert value(families, "qa_appliance_disk_size_bytes") > value(families, "qa_appliance_disk_free_bytes") > 0
    assert value(families, "qa_appliance_build_info", version=qa_appliance.__version__) == 1
    assert value(families, "process_resident_memory_bytes") > 0

    for found in families.values():
        assert found.name.startswith(("qa_appliance_", "process_"))
        assert found.documentation
        assert not OTHER_UNITS.search(found.name)
        if found.type == "counter":
            assert all(each.name.endswith("_total") for each in found.samples)

    shown = json.loads(DASHBOARD.read_text())
    expressions = [target["expr"] for panel in shown["panels"] for target in panel.get("targets", [])]
    asked = {name for each in expressions for name in re.findall(r"\b(?:qa_appliance|process)_\w+", each)}
    exported = {each.name for found in families.values() for each in found.samples}
    assert len(asked) > 15
    assert asked <= exported | {"qa_appliance_backup_last_success_timestamp_seconds"}
