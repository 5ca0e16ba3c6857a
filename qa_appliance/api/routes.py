"""Puts the HTTP surface together: every route by name, the guard before them, the edge around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.exceptions import NotFoundException as NoSuchPath
from litestar.handlers import HTTPRouteHandler
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from qa_appliance.api.http.auth import Gate, current_caller
from qa_appliance.api.http.edge import Edge
from qa_appliance.api.http.errors import on_failure, on_http_exception, on_problem, on_system
from qa_appliance.api.http.limiter import Limiter
from qa_appliance.api.http.metrics import Metrics
from qa_appliance.api.http.openapi import Document
from qa_appliance.api.http.peer import Peers
from qa_appliance.api.http.probes import Probes
from qa_appliance.api.http.services import Services
from qa_appliance.api.http.sessions import Sessions
from qa_appliance.api.http.tokens import Tokens
from qa_appliance.api.pages import docs
from qa_appliance.api.pages.mcp import Endpoint
from qa_appliance.api.resources import (
    appliance,
    artifacts,
    baselines,
    environments,
    files,
    heals,
    health,
    insights,
    keys,
    me,
    members,
    offers,
    organization,
    phrasebook,
    phrases,
    plans,
    procedures,
    projects,
    provider,
    sessions,
    sites,
)
from qa_appliance.api.resources.owned import OWNED
from qa_appliance.api.resources.people import own_sessions, passkeys, second_factor, service_accounts
from qa_appliance.api.resources.runs import batches, doubts, live, mails, model, run_lists, runs, sharing
from qa_appliance.api.resources.studio import live as studio_live
from qa_appliance.api.resources.studio import sessions as studio
from qa_appliance.api.resources.suites import alerts, badges, schedules, suites, trackers, triage
from qa_appliance.api.resources.test_data import accounts, tables, variables
from qa_appliance.api.resources.test_data import pages as page_names
from qa_appliance.core.errors import Problem
from qa_appliance.oidc.attempt import Attempts

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]

ROUTES: tuple[HTTPRouteHandler, ...] = (
    sessions.needs_setup,
    sessions.set_up,
    sessions.sign_in,
    sessions.enter,
    sessions.refresh,
    sessions.switch,
    sessions.sign_out,
    sessions.accept_invitation,
    provider.read_provider,
    provider.start,
    provider.come_back,
    me.me,
    second_factor.read_factor,
    second_factor.begin_factor,
    second_factor.confirm_factor,
    second_factor.remove_factor,
    passkeys.list_passkeys,
    passkeys.begin_passkey,
    passkeys.add_passkey,
    passkeys.rename_passkey,
    passkeys.remove_passkey,
    passkeys.begin_entry_by_passkey,
    passkeys.enter_by_passkey,
    own_sessions.list_sessions,
    own_sessions.end_session,
    own_sessions.end_others,
    service_accounts.list_service_accounts,
    service_accounts.add_service_account,
    service_accounts.mint_service_key,
    service_accounts.remove_service_account,
    keys.mint_key,
    keys.list_keys,
    keys.revoke_key,
    projects.list_projects,
    projects.create_project,
    projects.read_project,
    projects.change_project,
    projects.archive_project,
    run_lists.list_project_runs,
    sites.read_demo,
    sites.read_permission,
    sites.read_names,
    runs.trigger_run,
    run_lists.list_runs,
    runs.list_active,
    runs.read_run,
    runs.list_requests,
    mails.list_mails,
    model.read_model_calls,
    model.read_rewording,
    runs.read_request,
    runs.cancel_run,
    runs.cancel_batch,
    sharing.list_shares,
    sharing.share_run,
    sharing.share_run_once,
    sharing.withdraw_share,
    sharing.withdraw_shares,
    sharing.read_shared,
    sharing.fetch_shared,
    batches.start_batch,
    batches.read_batch,
    doubts.start_doubt,
    doubts.read_doubt,
    doubts.read_newest_doubt,
    doubts.cancel_doubt,
    suites.list_suites,
    suites.create_suite,
    suites.read_suite,
    suites.change_suite,
    suites.remove_suite,
    suites.run_suite,
    schedules.list_schedules,
    schedules.create_schedule,
    schedules.read_schedule,
    schedules.change_schedule,
    schedules.remove_schedule,
    alerts.list_targets,
    alerts.read_log,
    alerts.create_target,
    alerts.change_target,
    alerts.remove_target,
    alerts.test_target,
    trackers.read_tracker,
    trackers.set_tracker,
    trackers.remove_tracker,
    trackers.read_issue,
    trackers.file_run,
    triage.read_triage,
    triage.triage_run,
    triage.list_assignees,
    studio.open_session,
    studio.read_session,
    studio.close_session,
    studio.run_session,
    procedures.list_procedures,
    procedures.create_procedure,
    procedures.read_procedure,
    procedures.change_procedure,
    procedures.remove_procedure,
    procedures.export_procedure,
    heals.list_heals,
    heals.answer_heal,
    plans.plan_description,
    offers.offer,
    phrases.list_phrases,
    phrasebook.list_phrasebook,
    phrasebook.add_phrase,
    phrasebook.change_phrase,
    phrasebook.remove_phrase,
    environments.list_environments,
    environments.create_environment,
    environments.change_environment,
    environments.remove_environment,
    accounts.list_accounts,
    accounts.add_account,
    accounts.change_account,
    accounts.remove_account,
    variables.list_variables,
    variables.add_variable,
    variables.change_variable,
    variables.remove_variable,
    tables.list_tables,
    tables.add_table,
    tables.read_table,
    tables.replace_table,
    tables.remove_table,
    page_names.list_pages,
    page_names.name_page,
    page_names.forget_page,
    insights.read_insights,
    insights.read_steadiness,
    baselines.list_baselines,
    baselines.accept_baseline,
    baselines.change_baseline,
    baselines.remove_baseline,
    files.list_files,
    files.store_file,
    files.fetch_file,
    files.remove_file,
    members.list_members,
    members.add_member,
    members.change_member,
    members.remove_member,
    members.list_invitations,
    members.withdraw_invitation,
    organization.read_organization,
    organization.change_organization,
    organization.list_audit,
    organization.check_audit,
    organization.export_audit,
    badges.suite_badge,
    badges.procedure_badge,
    badges.show_badge,
    artifacts.fetch_artifact,
    artifacts.fetch_archive,
    artifacts.read_signing_key,
    appliance.read_appliance,
    appliance.ask_doctor,
    docs.openapi_json,
    docs.docs_page,
    health.healthz,
    health.readyz,
    health.metrics,
)


class _Surface(Litestar):
    """Its bodies and answers are msgspec's alone; the framework would load Pydantic too, wherever that is installed."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def build_app(
    services: Services,
    *,
    pages: Sequence[HTTPRouteHandler] = (),
    no_such_page: Callable[..., Any] = on_http_exception,
    lifespan: Lifespan | None = None,
) -> Edge:
    """The whole HTTP surface as one ASGI application. Opens nothing.

    `pages` are route handlers beside /api (the dashboard), `no_such_page` answers what no route has; a `lifespan` may
    hold what the caller opens.
    """
    limiter, tokens, peers = (
        Limiter(services.limits),
        Tokens(services.vault),
        Peers(services.trusted_proxies, services.public_url),
    )
    gate = Gate(services, limiter, tokens, peers)
    tools = Endpoint()
    metrics = Metrics(services.registry, services.db, services.facts, services.vitals)

    app = _Surface(
        route_handlers=[*ROUTES, live.live, studio_live.studio, tools.route(), *pages],
        guards=[gate.guard],
        dependencies={
            "caller": Provide(current_caller),
            "services": _always(services),
            "attempts": _always(Attempts(services.vault)),
            "sessions": _always(Sessions(services, tokens, peers)),
            "gate": _always(gate),
            "limiter": _always(limiter),
            "metrics": _always(metrics),
            "peers": _always(peers),
            "probes": _always(Probes(services.probes)),
            "document": _always(Document(ROUTES)),
            **OWNED,
        },
        exception_handlers={
            Problem: on_problem,
            NoSuchPath: no_such_page,
            HTTPException: on_http_exception,
            OSError: on_system,
            Exception: on_failure,
        },
        lifespan=[lifespan] if lifespan else None,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    tools.through = edge = Edge(app, limiter, peers, metrics, services.tracing)
    return edge


def _always(thing: object) -> Provide:
    return Provide(lambda: thing, sync_to_thread=False)
