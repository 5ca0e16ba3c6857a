"""The schema, as a list of functions that is only ever appended to. Applied by sqlite-utils before the server opens.

Times are ISO-8601 UTC texts with milliseconds and a Z, so that they sort as texts. JSON columns hold camelCase JSON.
Booleans are 0 and 1. Ids are UUID texts.
"""

from __future__ import annotations

import json
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from qa_appliance.store.vault import Vault

migrations = Migrations("qa_appliance")


@migrations()
def m001_accounts(db: Database) -> None:
    db.table("users").create(
        {"id": str, "email": str, "name": str, "password_hash": str, "created_at": str},
        pk="id", not_null={"email", "name", "password_hash", "created_at"},
    )  # fmt: skip
    db.table("users").create_index(["email"], unique=True)  # stored lower-cased
    db.table("organizations").create(
        {
            "id": str, "name": str, "created_at": str, "deleted_at": str,
            # the plan (decision 30); a null limit is no limit
            "plan_state": str, "plan_runs": int, "plan_browser_minutes": int, "plan_llm_cents": int,
            "plan_concurrent": int,
        },
        pk="id", not_null={"name", "created_at", "plan_state"}, defaults={"plan_state": "active"},
    )  # fmt: skip
    db.table("organizations").create_index(["name"])
    db.table("members").create(
        {"org_id": str, "user_id": str, "role": str, "created_at": str},
        pk=("org_id", "user_id"), not_null={"role", "created_at"},
        foreign_keys=[("org_id", "organizations", "id"), ("user_id", "users", "id")],
    )  # fmt: skip
    db.table("members").create_index(["user_id"])
    db.table("invitations").create(
        {
            "token_hash": str, "org_id": str, "email": str, "role": str, "created_at": str, "expires_at": str,
            "used_at": str,
        },
        pk="token_hash", foreign_keys=[("org_id", "organizations", "id")],
    )  # fmt: skip
    db.table("sessions").create(
        {
            "id": str, "user_id": str, "org_id": str, "refresh_hash": str, "created_at": str, "expires_at": str,
            "ended_at": str,
        },
        pk="id", foreign_keys=[("user_id", "users", "id"), ("org_id", "organizations", "id")],
    )  # fmt: skip
    db.table("sessions").create_index(["refresh_hash"])
    db.table("api_keys").create(
        {
            "id": str, "org_id": str, "user_id": str, "name": str, "prefix": str, "hash": str, "created_at": str,
            "expires_at": str, "revoked_at": str, "last_used_at": str,
        },
        pk="id", foreign_keys=[("org_id", "organizations", "id"), ("user_id", "users", "id")],
    )  # fmt: skip
    db.table("api_keys").create_index(["hash"], unique=True)
    db.table("api_keys").create_index(["org_id"])
    db.table("audit").create(
        {"id": int, "org_id": str, "user_id": str, "at": str, "action": str, "subject": str, "details_json": str},
        pk="id",
    )
    db.table("audit").create_index(["org_id", "id"])


@migrations()
def m002_projects(db: Database) -> None:
    db.table("projects").create(
        {
            "id": str, "org_id": str, "name": str, "base_url": str, "created_at": str, "last_used_at": str,
            "archived_at": str, "storage_state_captured_at": str, "storage_state_json": str, "timezone": str,
            "locale": str, "geolocation_json": str, "app_context_json": str, "app_map_json": str,
        },
        pk="id", not_null={"org_id", "name", "base_url", "created_at"},
        foreign_keys=[("org_id", "organizations", "id")],
    )  # fmt: skip
    db.table("projects").create_index(["org_id", "created_at"])
    db.table("environments").create(
        {
            "id": str, "project_id": str, "name": str, "base_url": str, "extra_headers_json": str,
            "cookies_json": str, "created_at": str,
        },
        pk="id", foreign_keys=[("project_id", "projects", "id")],
    )  # fmt: skip
    db.table("environments").create_index(["project_id"])
    db.table("procedures").create(
        {
            "id": str, "project_id": str, "name": str, "description": str, "steps_json": str, "gaps_json": str,
            "secrets_json": str,  # encrypted
            "user_expectation": str, "max_duration_minutes": int, "performance_budget_json": str, "created_at": str,
            "updated_at": str, "last_run_id": str, "deleted_at": str,
        },
        pk="id", not_null={"project_id", "name", "steps_json", "created_at", "updated_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )  # fmt: skip
    db.table("procedures").create_index(["project_id", "created_at"])
    db.table("baselines").create(
        {
            "id": str, "project_id": str, "procedure_id": str, "step_index": int, "name": str, "viewport": str,
            "browser": str, "store_key": str, "masks_json": str, "threshold": float, "created_at": str,
            "created_by": str,
        },
        pk="id", foreign_keys=[("project_id", "projects", "id")],
    )  # fmt: skip
    db.table("baselines").create_index(["project_id", "procedure_id"])


@migrations()
def m003_runs(db: Database) -> None:
    """The runs table *is* the queue: the line is status = 'pending' in the order of seq."""
    db.table("runs").create(
        {
            "seq": int, "id": str, "org_id": str, "project_id": str, "procedure_id": str, "triggered_by_user_id": str,
            "batch_id": str, "batch_kind": str, "parent_run_id": str, "run_kind": str, "attempt_index": int,
            # what was asked
            "instruction": str, "description": str, "user_expectation": str, "base_url": str, "environment_id": str,
            "max_duration_minutes": int, "viewport_preset": str, "browser": str,
            # where it stands
            "status": str, "overall_status": str, "created_at": str, "queued_at": str, "front_since": str,
            "started_at": str, "completed_at": str, "last_heartbeat_at": str,
            # how it came out
            "passed_count": int, "failed_count": int, "skipped_count": int, "total_duration_ms": int,
            "initial_url": str, "final_url": str, "report_markdown": str, "confidence_score": int,
            "perf_status": str, "llm_tokens_used": int, "llm_cost_cents": int, "browser_minutes_used": int,
            "final_screenshot_store_key": str, "video_store_key": str, "trace_store_key": str,
            "ticket_title": str, "ticket_markdown": str, "ticket_generated_at": str,
        },
        pk="seq",
        not_null={
            "id", "org_id", "project_id", "instruction", "status", "created_at", "queued_at", "passed_count",
            "failed_count", "skipped_count", "total_duration_ms", "llm_tokens_used", "llm_cost_cents",
            "browser_minutes_used",
        },
        defaults={
            "passed_count": 0, "failed_count": 0, "skipped_count": 0, "total_duration_ms": 0, "llm_tokens_used": 0,
            "llm_cost_cents": 0, "browser_minutes_used": 0,
        },
        foreign_keys=[("org_id", "organizations", "id"), ("project_id", "projects", "id")],
    )  # fmt: skip
    db.table("runs").create_index(["id"], unique=True)
    db.table("runs").create_index(["org_id", "seq"])
    db.table("runs").create_index(["project_id", "seq"])
    db.table("runs").create_index(["procedure_id", "seq"])
    db.execute("create index runs_alive on runs (status, seq) where status in ('pending', 'running')")
    db.execute("create index runs_alive_of on runs (org_id, seq) where status in ('pending', 'running')")
    db.execute("create index runs_batch on runs (batch_id, seq) where batch_id is not null")
    # Heavy payloads lie apart, so that a list of runs reads few pages.
    db.table("run_payloads").create(
        {
            "run_id": str, "plan_json": str, "steps_json": str, "screenshot_refs_json": str,
            "network_events_json": str, "console_events_json": str, "accessibility_json": str,
            "performance_json": str, "per_page_performance_json": str, "visual_json": str, "downloads_json": str,
            # encrypted; never answered
            "secrets_json": str, "cookies_json": str, "local_storage_json": str,
        },
        pk="run_id", foreign_keys=[("run_id", "runs", "id")],
    )  # fmt: skip
    # Use counted per calendar month (UTC), so that quotas cost one row to check.
    db.table("usage").create(
        {"org_id": str, "month": str, "runs": int, "browser_tenths": int, "llm_cents": int},
        pk=("org_id", "month"), not_null={"runs", "browser_tenths", "llm_cents"},
        defaults={"runs": 0, "browser_tenths": 0, "llm_cents": 0},
    )  # fmt: skip


@migrations()
def m004_chapters(db: Database) -> None:
    """The chapters of a run's video (WebVTT)."""
    db.table("runs").add_column("chapters_store_key", str)


@migrations()
def m005_evidence(db: Database) -> None:
    """Which evidence a project and a run want, where the archive of requests is, and what an organization keeps."""
    db.table("projects").add_column("evidence_json", str)
    db.table("runs").add_column("evidence_json", str)
    db.table("runs").add_column("har_store_key", str)
    for limit in ("days", "runs", "bytes"):
        db.table("organizations").add_column(f"keep_{limit}", int)


@migrations()
def m006_sealed_words(db: Database) -> None:
    """What a run was asked, whole, where it holds secrets; `instruction` and `description` show them masked."""
    db.table("runs").add_column("words_sealed", str)


@migrations()
def m007_lists_by_verdict(db: Database) -> None:
    """A list of only the passed or the failed runs reads no others."""
    db.table("runs").create_index(["org_id", "overall_status", "seq"])
    db.table("runs").create_index(["project_id", "overall_status", "seq"])


@migrations()
def m008_phrasebook(db: Database) -> None:
    """An organization's own phrases; sentences with secrets whole and encrypted, masked beside."""
    db.table("phrases").create(
        {
            "id": str, "org_id": str, "pattern": str, "sentences_json": str, "secrets_json": str, "created_at": str,
            "updated_at": str,
        },
        pk="id", not_null={"org_id", "pattern", "sentences_json", "created_at", "updated_at"},
        foreign_keys=[("org_id", "organizations", "id")],
    )  # fmt: skip
    db.table("phrases").create_index(["org_id", "created_at"])


@migrations()
def m009_heals(db: Database) -> None:
    """What took the place of saved elements in replays; the places are `core.target.Known` as JSON."""
    db.table("heals").create(
        {
            "id": str, "procedure_id": str, "step_index": int, "run_id": str, "sentence": str, "was_json": str,
            "now_json": str, "state": str, "created_at": str, "decided_at": str,
        },
        pk="id", not_null={"procedure_id", "step_index", "run_id", "was_json", "now_json", "state", "created_at"},
        foreign_keys=[("procedure_id", "procedures", "id")],
    )  # fmt: skip
    db.table("heals").create_index(["procedure_id", "state"])


@migrations()
def m010_looks(db: Database) -> None:
    """What a project's pages held when a run last saw them: names and roles, packed."""
    db.table("looks").create(
        {"project_id": str, "address": str, "look": bytes, "seen_at": str},
        pk=("project_id", "address"), not_null={"look", "seen_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )  # fmt: skip


@migrations()
def m011_files(db: Database) -> None:
    """Files stored with a project, for tests to upload; what is in them is an artifact that the id owns."""
    db.table("files").create(
        {
            "id": str, "project_id": str, "name": str, "content_type": str, "bytes": int, "sha256": str,
            "created_at": str, "created_by": str,
        },
        pk="id", not_null={"project_id", "name", "content_type", "bytes", "sha256", "created_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )  # fmt: skip
    db.table("files").create_index(["project_id", "name"], unique=True)


@migrations()
def m012_sealed_credentials(db: Database) -> None:
    """Headers, cookies and storage states let a run in: they are sealed, and what stood there in clear is dropped."""
    db.table("environments").add_column("sealed", str)
    db.table("projects").add_column("storage_state_sealed", str)
    clear = {
        "environments": list(db.query("select id, extra_headers_json, cookies_json from environments")),
        "projects": list(db.query("select id, storage_state_json from projects where storage_state_json is not null")),
    }
    db.execute("pragma secure_delete = on")
    if any(clear.values()):
        vault = Vault.open(Path(next(each["file"] for each in db.query("pragma database_list"))).parent)
        for row in clear["environments"]:
            headers, cookies = row["extra_headers_json"] or "{}", row["cookies_json"] or "[]"
            sealed = vault.seal({"extra_headers": json.loads(headers), "cookies": json.loads(cookies)})
            db.execute("update environments set sealed = ? where id = ?", (sealed, row["id"]))
        for row in clear["projects"]:
            sealed = vault.seal(json.loads(row["storage_state_json"]))
            db.execute("update projects set storage_state_sealed = ? where id = ?", (sealed, row["id"]))
    for table, column in (
        ("environments", "extra_headers_json"), ("environments", "cookies_json"), ("projects", "storage_state_json"),
    ):  # fmt: skip
        db.execute(f"alter table {table} drop column {column}")
