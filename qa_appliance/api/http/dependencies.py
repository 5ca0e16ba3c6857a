"""What handlers may ask for by the name of a parameter, and their types. Makes nothing."""

from __future__ import annotations

from litestar.di import NamedDependency

from qa_appliance.api.http import auth, limiter, openapi, peer, probes, services, sessions
from qa_appliance.api.http import metrics as counted
from qa_appliance.oidc import attempt
from qa_appliance.store.tables import callers

Attempts = NamedDependency[attempt.Attempts]
Caller = NamedDependency[callers.Caller]
Document = NamedDependency[openapi.Document]
Gate = NamedDependency[auth.Gate]
Limiter = NamedDependency[limiter.Limiter]
Metrics = NamedDependency[counted.Metrics]
Peers = NamedDependency[peer.Peers]
Probes = NamedDependency[probes.Probes]
Services = NamedDependency[services.Services]
Sessions = NamedDependency[sessions.Sessions]
