"""What a worker needs to know about one accepted run. Never changes anything."""

from __future__ import annotations

from typing import Any

import msgspec
from ada_url import URL

from qa_appliance.core.batches.suites import Rules
from qa_appliance.core.batches.variants import Variant
from qa_appliance.core.evidence.kinds import chosen
from qa_appliance.core.run import ClientCertificate, Probe, RunRequest, Site
from qa_appliance.core.test_data.project import ProjectData
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables import phrasebook, procedures, suite_runs
from qa_appliance.store.tables.test_data.given import for_row, project_data
from qa_appliance.store.vault import Vault

SHORTEST, LONGEST = 5, 120  # minutes (contract 4.1 rule 5)


async def run_request(db: Database, vault: Vault, run_id: str, default_minutes: int = 10) -> RunRequest | None:
    """The run with its project, environment and procedure (secrets in place); None when there is no such run.

    The base URL is the one the trigger resolved (environment, then request, then project); the cap is the request's,
    else the procedure's, else the default, clamped to 5..120 minutes (contract 4.1 rules 3 and 5).
    """
    row = await db.one(
        "select r.id, r.org_id, r.project_id, r.procedure_id, r.description, r.words_sealed, r.user_expectation,"
        " r.base_url, r.max_duration_minutes, r.viewport_preset, r.evidence_json, r.variant_json, r.traceparent,"
        " coalesce(r.patience, p.patience) as patience,"
        " p.evidence_json as project_evidence_json, p.base_url as project_url, p.timezone, p.locale,"
        " p.geolocation_json, p.storage_state_sealed, e.id as environment_id, e.sealed as environment_sealed,"
        " f.max_duration_minutes as procedure_minutes, s.batch_id as suite, s.session_sealed, s.set_up_run_id,"
        " s.rules_json"
        " from runs r join projects p on p.id = r.project_id"
        " left join environments e on e.id = r.environment_id and e.project_id = r.project_id"
        " left join procedures f on f.id = r.procedure_id left join suite_runs s on s.batch_id = r.batch_id"
        " where r.id = ?",
        (run_id,),
    )
    if row is None:
        return None
    words, variant = vault.unseal(row["words_sealed"]) or row, _variant(row)
    minutes = row["max_duration_minutes"] or row["procedure_minutes"] or default_minutes
    return RunRequest(
        id=row["id"],
        org_id=row["org_id"],
        project_id=row["project_id"],
        site=_site(row, vault, await own_hosts(db, row["project_id"])),
        expectation=row["user_expectation"] or "pass",
        description=None if row["procedure_id"] else words["description"],
        phrases=() if row["procedure_id"] else await phrasebook.of_organization(db, vault, row["org_id"]),
        project_data=for_row(await _given(db, vault, row), variant.row),
        procedure_id=row["procedure_id"],
        procedure=await procedures.replay(db, vault, row["procedure_id"]) if row["procedure_id"] else None,
        typed=variant.typed,
        signs_in=variant.signs_in,
        as_role=variant.as_role,
        suite=row["suite"] or "",
        leaves_session=row["set_up_run_id"] == row["id"],
        probe=_probe(row),
        traceparent=row["traceparent"],
        deadline_seconds=60.0 * min(max(minutes, SHORTEST), LONGEST),
        patience=row["patience"],
        evidence=chosen(_json(row["project_evidence_json"]) or {}, _json(row["evidence_json"]) or {}),
    )


async def _given(db: Database, vault: Vault, row: Row) -> ProjectData:
    """Of the project; what earlier tests of its suite remembered stands in place of variables of the same names."""
    given = await project_data(db, vault, row["project_id"], row["environment_id"])
    if row["suite"] is None:
        return given
    texts = await suite_runs.remembered(db, row["suite"], row["id"])
    return msgspec.structs.replace(given, variables=given.variables | texts)


async def environment_of(db: Database, run_id: str) -> str | None:
    """Its id, as long as it is there."""
    row = await db.one(
        "select e.id from runs r join environments e on e.id = r.environment_id and e.project_id = r.project_id"
        " where r.id = ?",
        (run_id,),
    )
    return None if row is None else str(row["id"])


async def site_of(
    db: Database, vault: Vault, project_id: str, environment_id: str | None, viewport: str, base_url: str | None = None
) -> Site:
    """A live project's site as a run would see it. An environment of another project is none, as in a trigger.

    `base_url`: instead of the project's or environment's.
    """
    row = await db.one(
        "select coalesce(?, e.base_url) as base_url, p.base_url as project_url, p.timezone, p.locale,"
        " p.geolocation_json, p.storage_state_sealed, e.sealed as environment_sealed, null as session_sealed,"
        " ? as viewport_preset"
        " from projects p left join environments e on e.id = ? and e.project_id = p.id where p.id = ?",
        (base_url, viewport, environment_id, project_id),
    )
    assert row is not None
    return _site(row, vault, await own_hosts(db, project_id))


async def own_hosts(db: Database, project_id: str) -> frozenset[str]:
    """The hosts on which a project's secrets may be typed: of its base URL and of its environments (decision 29)."""
    rows = await db.all(
        "select base_url from projects where id = ? union select base_url from environments where project_id = ?",
        (project_id, project_id),
    )
    return frozenset(host for row in rows if (host := host_of(row["base_url"])))


def host_of(url: str) -> str:
    """The host name of an address as a browser reads it, without its port; empty when there is none."""
    try:
        return str(URL(url).hostname).rstrip(".")
    except ValueError:
        return ""


_VIEWPORTS = {"desktop": (1280, 720), "tablet": (820, 1180), "phone": (390, 844)}


def _viewport(preset: str | None) -> tuple[int, int]:
    """CSS pixels of a name, or of a size such as 1280x720."""
    width, x, height = (preset or "").partition("x")
    return (int(width), int(height)) if x else _VIEWPORTS[preset or "desktop"]


def preset_of(viewport: tuple[int, int]) -> str | None:
    """As a run of that window is stored: by its name where it has one; None: as runs are that name no window."""
    name = next((name for name, size in _VIEWPORTS.items() if size == viewport), None)
    return None if name == "desktop" else name or f"{viewport[0]}x{viewport[1]}"


def _variant(row: Row) -> Variant:
    text = row["variant_json"]
    return Variant("") if text is None else msgspec.json.decode(text, type=Variant)


def _site(row: Row, vault: Vault, hosts: frozenset[str]) -> Site:
    base_url = row["base_url"] or row["project_url"]
    environment = vault.unseal(row["environment_sealed"]) or {}
    return Site(
        base_url=base_url,
        own_hosts=hosts,
        timezone=row["timezone"],
        locale=row["locale"],
        geolocation=_json(row["geolocation_json"]),
        storage_state=vault.unseal(row["session_sealed"] or row["storage_state_sealed"]),
        extra_headers=environment.get("extra_headers"),
        cookies=tuple(_placed(cookie, base_url) for cookie in environment.get("cookies", ())),
        basic_auth=(basic["username"], basic["password"]) if (basic := environment.get("basic_auth")) else None,
        authorities=environment.get("authorities", ""),
        client_certificate=_client(environment.get("client_certificate"), base_url),
        authenticators=environment.get("authenticators"),
        viewport=_viewport(row["viewport_preset"]),
    )


def _probe(row: Row) -> Probe | None:
    """Of a test that begins as its suite's set-up left the browser."""
    if row["session_sealed"] is None or row["set_up_run_id"] == row["id"]:
        return None
    return msgspec.json.decode(row["rules_json"], type=Rules).probe


def _client(stored: dict[str, str] | None, base_url: str) -> ClientCertificate | None:
    return ClientCertificate(stored["origin"] or base_url, stored["chain"], stored["key"]) if stored else None


def _placed(cookie: dict[str, object], base_url: str) -> dict[str, object]:
    """A browser wants either an address or domain and path; what says neither is meant for the base URL.

    A cookie for an https address is not sent over http, unless it says so itself.
    """
    cookie = dict(cookie)
    address = str(cookie.pop("url", base_url))
    if "domain" not in cookie and "path" not in cookie:
        return cookie | {"url": address}
    secure = {"secure": True} if address.lower().startswith("https:") else {}
    return {"domain": host_of(address), "path": "/"} | secure | cookie


def _json(text: str | None) -> Any:
    return None if text is None else msgspec.json.decode(text)
