"""The phrase reference: what plain English is read, with an example of each form that is really read."""

from __future__ import annotations

import functools

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.english.reference.reference import FamilyShown, families


class PhrasesAnswer(Struct, frozen=True):
    families: tuple[FamilyShown, ...]


@functools.cache
def _families() -> tuple[FamilyShown, ...]:
    return families()


@get("/api/phrases", **about("The phrases that are read", "Planning", answer=PhrasesAnswer, refuses=(503,)))
async def list_phrases(caller: Caller, services: Services) -> PhrasesAnswer:
    return PhrasesAnswer(await services.reading.do_for(caller.user_id, _families))
