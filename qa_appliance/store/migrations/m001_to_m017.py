"""The schema until a run was a test of its own: accounts, projects, runs, procedures and what is kept of them."""

from __future__ import annotations

import json
from pathlib import Path

from sqlite_utils import Database

from qa_appliance.store.migrations.schema import columns, migrations
from qa_appliance.store.vault import Vault


@migrations()
def m001_accounts(db: Database) -> None:
    db.table("users").create(
        columns("id email name password_hash created_at"),
        pk="id",
        not_null={"email", "name", "password_hash", "created_at"},
    )
    db.table("users").create_index(["email"], unique=True)  # stored lower-cased
    db.table("organizations").create(
        columns(
            "id name created_at deleted_at"
            # the plan (decision 30); a null limit is no limit
            " plan_state plan_runs:int plan_browser_minutes:int plan_llm_cents:int plan_concurrent:int"
        ),
        pk="id",
        not_null={"name", "created_at", "plan_state"},
        defaults={"plan_state": "active"},
    )
    db.table("organizations").create_index(["name"])
    db.table("members").create(
        columns("org_id user_id role created_at"),
        pk=("org_id", "user_id"),
        not_null={"role", "created_at"},
        foreign_keys=[("org_id", "organizations", "id"), ("user_id", "users", "id")],
    )
    db.table("members").create_index(["user_id"])
    db.table("invitations").create(
        columns("token_hash org_id email role created_at expires_at used_at"),
        pk="token_hash",
        foreign_keys=[("org_id", "organizations", "id")],
    )
    db.table("sessions").create(
        columns("id user_id org_id refresh_hash created_at expires_at ended_at"),
        pk="id",
        foreign_keys=[("user_id", "users", "id"), ("org_id", "organizations", "id")],
    )
    db.table("sessions").create_index(["refresh_hash"])
    db.table("api_keys").create(
        columns("id org_id user_id name prefix hash created_at expires_at revoked_at last_used_at"),
        pk="id",
        foreign_keys=[("org_id", "organizations", "id"), ("user_id", "users", "id")],
    )
    db.table("api_keys").create_index(["hash"], unique=True)
    db.table("api_keys").create_index(["org_id"])
    db.table("audit").create(
        columns("id:int org_id user_id at action subject details_json"),
        pk="id",
    )
    db.table("audit").create_index(["org_id", "id"])


@migrations()
def m002_projects(db: Database) -> None:
    db.table("projects").create(
        columns(
            "id org_id name base_url created_at last_used_at archived_at storage_state_captured_at"
            " storage_state_json timezone locale geolocation_json app_context_json app_map_json"
        ),
        pk="id",
        not_null={"org_id", "name", "base_url", "created_at"},
        foreign_keys=[("org_id", "organizations", "id")],
    )
    db.table("projects").create_index(["org_id", "created_at"])
    db.table("environments").create(
        columns("id project_id name base_url extra_headers_json cookies_json created_at"),
        pk="id",
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("environments").create_index(["project_id"])
    db.table("procedures").create(
        columns(
            "id project_id name description steps_json gaps_json secrets_json"  # encrypted
            " user_expectation max_duration_minutes:int performance_budget_json created_at updated_at"
            " last_run_id deleted_at"
        ),
        pk="id",
        not_null={"project_id", "name", "steps_json", "created_at", "updated_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("procedures").create_index(["project_id", "created_at"])
    db.table("baselines").create(
        columns(
            "id project_id procedure_id step_index:int name viewport browser store_key masks_json"
            " threshold:float created_at created_by"
        ),
        pk="id",
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("baselines").create_index(["project_id", "procedure_id"])


@migrations()
def m003_runs(db: Database) -> None:
    """The runs table *is* the queue: the line is status = 'pending' in the order of seq."""
    db.table("runs").create(
        columns(
            "seq:int id org_id project_id procedure_id triggered_by_user_id batch_id batch_kind"
            " parent_run_id run_kind attempt_index:int"
            # what was asked
            " instruction description user_expectation base_url environment_id"
            " max_duration_minutes:int viewport_preset browser"
            # where it stands
            " status overall_status created_at queued_at front_since started_at completed_at"
            " last_heartbeat_at"
            # how it came out
            " passed_count:int failed_count:int skipped_count:int total_duration_ms:int initial_url"
            " final_url report_markdown confidence_score:int perf_status llm_tokens_used:int"
            " llm_cost_cents:int browser_minutes_used:int final_screenshot_store_key video_store_key"
            " trace_store_key ticket_title ticket_markdown ticket_generated_at"
        ),
        pk="seq",
        not_null={
            "id",
            "org_id",
            "project_id",
            "instruction",
            "status",
            "created_at",
            "queued_at",
            "passed_count",
            "failed_count",
            "skipped_count",
            "total_duration_ms",
            "llm_tokens_used",
            "llm_cost_cents",
            "browser_minutes_used",
        },
        defaults={
            "passed_count": 0,
            "failed_count": 0,
            "skipped_count": 0,
            "total_duration_ms": 0,
            "llm_tokens_used": 0,
            "llm_cost_cents": 0,
            "browser_minutes_used": 0,
        },
        foreign_keys=[("org_id", "organizations", "id"), ("project_id", "projects", "id")],
    )
    db.table("runs").create_index(["id"], unique=True)
    db.table("runs").create_index(["org_id", "seq"])
    db.table("runs").create_index(["project_id", "seq"])
    db.table("runs").create_index(["procedure_id", "seq"])
    db.execute("create index runs_alive on runs (status, seq) where status in ('pending', 'running')")
    db.execute("create index runs_alive_of on runs (org_id, seq) where status in ('pending', 'running')")
    db.execute("create index runs_batch on runs (batch_id, seq) where batch_id is not null")
    # Heavy payloads lie apart, so that a list of runs reads few pages.
    db.table("run_payloads").create(
        columns(
            "run_id plan_json steps_json screenshot_refs_json network_events_json console_events_json"
            " accessibility_json performance_json per_page_performance_json visual_json downloads_json"
            # encrypted; never answered
            " secrets_json cookies_json local_storage_json"
        ),
        pk="run_id",
        foreign_keys=[("run_id", "runs", "id")],
    )
    # Use counted per calendar month (UTC), so that quotas cost one row to check.
    db.table("usage").create(
        columns("org_id month runs:int browser_tenths:int llm_cents:int"),
        pk=("org_id", "month"),
        not_null={"runs", "browser_tenths", "llm_cents"},
        defaults={"runs": 0, "browser_tenths": 0, "llm_cents": 0},
    )


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
        columns("id org_id pattern sentences_json secrets_json created_at updated_at"),
        pk="id",
        not_null={"org_id", "pattern", "sentences_json", "created_at", "updated_at"},
        foreign_keys=[("org_id", "organizations", "id")],
    )
    db.table("phrases").create_index(["org_id", "created_at"])


@migrations()
def m009_heals(db: Database) -> None:
    """What took the place of saved elements in replays; the places are `core.target.Known` as JSON."""
    db.table("heals").create(
        columns("id procedure_id step_index:int run_id sentence was_json now_json state created_at decided_at"),
        pk="id",
        not_null={"procedure_id", "step_index", "run_id", "was_json", "now_json", "state", "created_at"},
        foreign_keys=[("procedure_id", "procedures", "id")],
    )
    db.table("heals").create_index(["procedure_id", "state"])


@migrations()
def m010_looks(db: Database) -> None:
    """What a project's pages held when a run last saw them: names and roles, packed."""
    db.table("looks").create(
        columns("project_id address look:bytes seen_at"),
        pk=("project_id", "address"),
        not_null={"look", "seen_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )


@migrations()
def m011_files(db: Database) -> None:
    """Files stored with a project, for tests to upload; what is in them is an artifact that the id owns."""
    db.table("files").create(
        columns("id project_id name content_type bytes:int sha256 created_at created_by"),
        pk="id",
        not_null={"project_id", "name", "content_type", "bytes", "sha256", "created_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
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
        ("environments", "extra_headers_json"),
        ("environments", "cookies_json"),
        ("projects", "storage_state_json"),
    ):
        db.execute(f"alter table {table} drop column {column}")


@migrations()
def m013_evidence_in_one_column(db: Database) -> None:
    """What is filed of a run beside its steps (`core.evidence.kinds.RunEvidence`); earlier runs keep their columns."""
    db.table("run_payloads").add_column("filed_json", str)


@migrations()
def m014_baselines_of_a_test(db: Database) -> None:
    """A picture belongs to one test: a procedure, or what was described. Of a described one accepted before, nobody
    knows which it is: it stays listed and is compared with no more."""
    db.table("baselines").add_column("test", str)
    db.table("baselines").add_column("run_id", str)


@migrations()
def m015_variants(db: Database) -> None:
    """What a run of a batch does otherwise than its test (`core.batches.variants.Variant`)."""
    db.table("runs").add_column("variant_json", str)


@migrations()
def m016_failure_class(db: Database) -> None:
    """What kind of failure the first of a run was, for lists; of earlier runs their steps alone say it."""
    db.table("runs").add_column("failure_class", str)


@migrations()
def m017_tags(db: Database) -> None:
    """What people sort their procedures by: a list of words; none are null."""
    db.table("procedures").add_column("tags_json", str)
