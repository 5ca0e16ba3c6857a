"""A run's words put so that they need no model, for whoever may see them."""

from __future__ import annotations

from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.planning.rewording import Rewording, reworded
from qa_appliance.store.tables import phrasebook
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views.rewordable import rewordable


async def rewording_of(run_id: str, caller: Caller, services: Services) -> tuple[Rewording, str | None] | None:
    """With the procedure whose words they are. None: the run had nothing of a model, or this caller may not read it."""
    found = await rewordable(services.db, services.vault, run_id, Reader.of(caller, services.vault))
    if found is None:
        return None
    phrases = await phrasebook.of_organization(services.db, services.vault, caller.org_id)
    return await services.reading.do_for(
        caller.user_id, reworded, found.words, found.plan, lambda text: services.plan(text, phrases)
    ), found.procedure_id
