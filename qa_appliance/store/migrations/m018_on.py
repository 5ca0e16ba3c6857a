"""The schema from suites on: what a team needs to run tests together, to be told of them, and to answer for changes."""

from __future__ import annotations

from sqlite_utils import Database

from qa_appliance.store.chain import link
from qa_appliance.store.migrations.schema import columns, migrations


@migrations()
def m018_suites(db: Database) -> None:
    """Tests that are run and judged together, each time that was done, and what does it by the clock.

    `held` of a run: it is in no line yet, because its suite has not come to it.
    """
    db.table("runs").add_column("held", int, not_null_default=0)
    db.table("suites").create(
        columns("id project_id name tags_json set_up tests_json rules_json created_at updated_at"),
        pk="id",
        not_null={"project_id", "name", "tags_json", "tests_json", "rules_json", "created_at", "updated_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("suites").create_index(["project_id", "name"])
    db.table("suite_runs").create(
        columns(
            "batch_id suite_id project_id org_id user_id name rules_json set_up_run_id session_sealed"
            " stopped:int created_at ended_at verdict findings_json"
        ),
        pk="batch_id",
        not_null={"suite_id", "project_id", "org_id", "name", "rules_json", "created_at"},
    )
    db.table("suite_runs").create_index(["suite_id", "created_at"])
    db.execute("create index suite_runs_open on suite_runs (created_at) where ended_at is null")
    db.table("schedules").create(
        columns(
            "id project_id name suite_id procedure_id environment_id cron every timezone paused:int user_id created_at"
            " updated_at next_at last_at last_batch_id last_run_id last_problem"
        ),
        pk="id",
        not_null={"project_id", "name", "timezone", "paused", "user_id", "created_at", "updated_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("schedules").create_index(["project_id", "name"])
    db.execute("create index schedules_due on schedules (next_at) where next_at is not null")
    db.table("known_failures").create(
        columns("id project_id procedure_id failure_class step reason until user_id created_at"),
        pk="id",
        not_null={"project_id", "procedure_id", "reason", "created_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("known_failures").create_index(["procedure_id"])
    db.table("triage").create(
        columns("id run_id kind text user_id created_at"),
        pk="id",
        not_null={"run_id", "kind", "created_at"},
    )
    db.table("triage").create_index(["run_id"])
    db.table("runs").add_column("assignee_user_id", str)


@migrations()
def m019_alerts(db: Database) -> None:
    """Whom a project tells when a suite or a test turns red or green (`sealed`: where they are), and what it told."""
    names = "id project_id name kind place sealed quiet_json paused:int since created_at updated_at"
    required = {"project_id", "name", "kind", "place", "sealed", "paused", "since", "created_at", "updated_at"}
    owner = [("project_id", "projects", "id")]
    db.table("alert_targets").create(columns(names), pk="id", not_null=required, foreign_keys=owner)
    db.table("alert_targets").create_index(["project_id", "name"])
    names = (
        "seq:int id target_id project_id cause news_json created_at next_try_at tries:int sent_at given_up_at problem"
    )
    required = {"id", "target_id", "project_id", "cause", "news_json", "created_at", "tries"}
    db.table("alerts").create(columns(names), pk="seq", not_null=required, foreign_keys=owner)
    db.table("alerts").create_index(["target_id", "cause"], unique=True)
    db.table("alerts").create_index(["project_id", "seq"])
    db.execute("create index alerts_due on alerts (next_try_at) where next_try_at is not null")
    judged = "batch_id is null and overall_status is not null"
    db.execute(f"create index runs_judged_alone on runs (procedure_id, seq) where {judged}")


@migrations()
def m020_audit_chain(db: Database) -> None:
    """By which way each change came, and what chains the entries of an organization: those there are, too."""
    db.table("audit").add_column("via", str)
    db.table("audit").add_column("digest", str, not_null_default="")
    newest: dict[str | None, str] = {}
    entries = "select id, org_id, at, user_id, via, action, subject, details_json from audit order by id"
    for row_id, org_id, *values in db.execute(entries).fetchall():
        newest[org_id] = link(newest.get(org_id, ""), values)
        db.execute("update audit set digest = ? where id = ?", (newest[org_id], row_id))


@migrations()
def m021_shares(db: Database) -> None:
    """Links that show one run to whoever has them."""
    db.table("shares").create(columns("id run_id digest user_id created_at expires_at"), pk="id")
    db.table("shares").create_index(["run_id"])
    db.table("shares").create_index(["digest"], unique=True)


@migrations()
def m022_planned(db: Database) -> None:
    """What a model planned for a clause on a page, for the next run that comes to the same; and who healed."""
    db.table("heals").add_column("healed_by", str, not_null_default="fingerprint")
    db.table("planned").create(
        columns("project_id key answer:bytes used_at"),
        pk=("project_id", "key"),
        not_null={"answer", "used_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )


@migrations()
def m023_mails(db: Database) -> None:
    """Mail for tests (`sealed`), of a project or of all; a number is never given twice."""
    db.execute(
        "create table mails (seq integer primary key autoincrement, project_id text, sealed text not null,"
        " received_at text not null)"
    )
    db.table("mails").create_index(["project_id", "seq"])


@migrations()
def m024_trackers(db: Database) -> None:
    """Where a project's failed runs become issues (`sealed`: the token), and which run became which.

    Without a key it is being filed, since `created_at`.
    """
    db.table("trackers").create(
        columns("project_id kind base_url place account issue_type sealed updated_at"),
        pk="project_id",
        not_null={"kind", "base_url", "place", "issue_type", "sealed", "updated_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("filed_issues").create(
        columns("run_id kind key url user_id created_at"), pk="run_id", not_null={"kind", "created_at"}
    )


@migrations()
def m025_clock(db: Database) -> None:
    """The one row says which time was last believed, and since when the clock shows another."""
    db.table("clock").create(columns("id:int believed_at shown_at since"), pk="id", not_null={"believed_at"})


@migrations()
def m026_identities(db: Database) -> None:
    """Whom a provider signs in to which account: by issuer and subject."""
    db.table("identities").create(
        columns("issuer subject user_id created_at"),
        pk=("issuer", "subject"),
        not_null={"user_id", "created_at"},
        foreign_keys=[("user_id", "users", "id")],
    )
    db.table("identities").create_index(["user_id"])


@migrations()
def m027_filed_failures(db: Database) -> None:
    """An issue is filed for a failure, of whatever runs, and known as long as it: `run_id` is the run that told first.

    What was filed before is known of its run alone.
    """
    db.execute("alter table filed_issues rename to filed_runs")
    db.table("filed_issues").create(
        columns("identity run_id kind key url user_id created_at"),
        pk="identity",
        not_null={"run_id", "kind", "created_at"},
    )
    db.execute(
        "insert into filed_issues (identity, run_id, kind, key, url, user_id, created_at)"
        " select run_id, run_id, kind, key, url, user_id, created_at from filed_runs"
    )
    db.table("filed_runs").drop()
    db.table("filed_issues").create_index(["run_id"])


@migrations()
def m028_audit_seal(db: Database) -> None:
    """What only the appliance's key makes of a digest; `audit.begin` seals the entries there are."""
    db.table("audit").add_column("seal", str, not_null_default="")


@migrations()
def m029_own_accounts(db: Database) -> None:
    """A second factor (`sealed`: the authenticator's key), where a session was opened, and accounts of machines."""
    db.table("second_factors").create(
        columns("user_id sealed created_at confirmed_at last_step:int recovery_json"),
        pk="user_id",
        not_null={"sealed", "created_at", "recovery_json"},
        foreign_keys=[("user_id", "users", "id")],
    )
    db.table("sessions").add_column("agent", str, not_null_default="")
    db.table("sessions").add_column("address", str, not_null_default="")
    db.table("sessions").add_column("seen_at", str)
    db.table("sessions").create_index(["user_id"])
    db.table("users").add_column("service_of", str)


@migrations()
def m030_places_of_suites(db: Database) -> None:
    """Where a suite was run: an environment's id, else an address. What is not known any more is nowhere."""
    db.table("suite_runs").add_column("place", str, not_null_default="")
    db.execute(
        "update suite_runs set place = coalesce((select coalesce(r.environment_id, r.base_url) from runs r"
        " where r.batch_id = suite_runs.batch_id order by r.seq limit 1), '')"
    )


@migrations()
def m031_alerts_of_failures(db: Database) -> None:
    """Who wants to know of each failure, not of what turned."""
    db.table("alert_targets").add_column("each_failure", int, not_null_default=0)


@migrations()
def m032_audit_cuts(db: Database) -> None:
    """What stands in place of an organization's oldest entries of who changed what, which are kept no longer."""
    db.table("audit_cuts").create(
        columns("org_id entries:int until digest seal"),
        pk="org_id",
        not_null={"entries", "until", "digest", "seal"},
    )


@migrations()
def m033_traces_of_runs(db: Database) -> None:
    """W3C's `traceparent` of the request that asked for a run."""
    db.table("runs").add_column("traceparent", str)


@migrations()
def m034_passkeys(db: Database) -> None:
    """`credential` is the authenticator's id of it, `verifier` what the library keeps, its public key among it."""
    db.table("passkeys").create(
        columns("id user_id credential verifier counter:int name host created_at used_at"),
        pk="id",
        not_null={"user_id", "credential", "verifier", "counter", "name", "host", "created_at"},
        foreign_keys=[("user_id", "users", "id")],
    )
    db.table("passkeys").create_index(["credential"], unique=True)
    db.table("passkeys").create_index(["user_id"])


@migrations()
def m035_runs_broken_off(db: Database) -> None:
    """Cancelled since the appliance ended, and by nobody."""
    db.table("runs").add_column("broken_off", int, not_null_default=0)


@migrations()
def m036_runs_by_their_end(db: Database) -> None:
    """What alerts look through: of each saved test the runs alone, by when they ended."""
    judged = "batch_id is null and overall_status is not null"
    db.execute(f"create index runs_judged_alone_by_end on runs (procedure_id, completed_at, seq) where {judged}")
    db.execute("drop index runs_judged_alone")


@migrations()
def m037_bytes_of_mails(db: Database) -> None:
    """How much a mail takes; of those from before it is not asked: they are gone within a week."""
    db.table("mails").add_column("bytes", int, not_null_default=0)


@migrations()
def m038_beside_runs(db: Database) -> None:
    """What takes a browser and is no run: studio sessions and doubts, as long as they last."""
    names = "id org_id created_at"
    db.table("beside_runs").create(columns(names), pk="id", not_null={"org_id", "created_at"})
    db.table("beside_runs").create_index(["org_id"])


@migrations()
def m039_test_data(db: Database) -> None:
    """What a project's tests may take for granted: who can sign in (`sealed`: the password and sentences), variables (a
    secret one `sealed`, else with its `value`), tables of data, and the addresses of pages by their names."""
    for name, own in (("test_accounts", "role user"), ("variables", "value secret:int")):
        db.table(name).create(
            columns(f"id project_id environment_id name {own} sealed created_at updated_at"),
            pk="id",
            not_null={"project_id", "name", "created_at", "updated_at"},
            foreign_keys=[("project_id", "projects", "id"), ("environment_id", "environments", "id")],
        )
        db.table(name).create_index(["project_id"])
        db.table(name).create_index(["environment_id"])
    db.table("data_tables").create(
        columns("id project_id name columns_json rows_json created_at updated_at"),
        pk="id",
        not_null={"project_id", "name", "columns_json", "rows_json", "created_at", "updated_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("data_tables").create_index(["project_id"])
    db.table("page_names").create(
        columns("project_id folded name address source seen_at"),
        pk=("project_id", "folded"),
        not_null={"name", "address", "source", "seen_at"},
        foreign_keys=[("project_id", "projects", "id")],
    )
    db.table("procedures").add_column("table_id", str)


@migrations()
def m040_patience(db: Database) -> None:
    """Whether a failure is told as soon as it is certain; null: as of the project, or of the server."""
    db.table("projects").add_column("patience", str)
    db.table("runs").add_column("patience", str)
