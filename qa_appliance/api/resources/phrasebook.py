"""The phrasebook: an organization's own sentences with blanks, each standing for several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from litestar import delete, get, patch, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Conflict, Invalid, Issue, NotFound
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.steps import MASK
from qa_appliance.english.reference.phrase_rules import faults, normal, plan_of, used_by
from qa_appliance.english.sentences.phrasebook import BLANK
from qa_appliance.store.tables import audit, phrasebook
from qa_appliance.store.tables.phrasebook import PhraseShown
from qa_appliance.store.vault import part

MOST_PHRASES = 500
LONGEST = 4_000  # characters of all sentences of a phrase, as of a description

Pattern = Annotated[str, Meta(min_length=1, max_length=200, examples=["sign in as {who}"], extra_json_schema=SPOKEN)]
Sentence = Annotated[str, Meta(min_length=1, max_length=500, extra_json_schema=SPOKEN)]
Sentences = Annotated[
    list[Sentence], Meta(min_length=1, max_length=50, examples=[['enter "{who}" into Email', 'click "Sign in"']])
]


def _check(given: dict[str, object]) -> Iterator[Issue]:
    pattern = given.get("pattern")
    if isinstance(pattern, str) and not pattern.strip():
        yield Issue("too_small", ("pattern",), "pattern needs at least 1 character.")
    sentences = given.get("sentences")
    if isinstance(sentences, list) and sum(len(each) for each in sentences if isinstance(each, str)) > LONGEST:
        yield Issue("too_big", ("sentences",), f"sentences may have at most {LONGEST} characters together.")
    for index, sentence in enumerate(sentences if isinstance(sentences, list) else ()):
        if isinstance(sentence, str) and not sentence.strip():
            yield Issue("too_small", ("sentences", index), "A sentence needs at least 1 character.")


class PhraseBody(Struct, frozen=True, rename="camel"):
    """A blank is a name in braces; it has to stand in one of the sentences. Sentences may use other phrases."""

    pattern: Pattern
    sentences: Sentences

    check = staticmethod(_check)


class PhraseChange(Struct, frozen=True, rename="camel"):
    """What is left out stays; so does a sentence sent back with its secret masked."""

    pattern: Pattern | UnsetType = UNSET
    sentences: Sentences | UnsetType = UNSET

    check = staticmethod(_check)


class PhraseAnswer(Struct, frozen=True):
    phrase: PhraseShown


class PhrasebookAnswer(Struct, frozen=True):
    phrases: list[PhraseShown]


@get("/api/phrasebook", **about("List the organization's own phrases", "Phrasebook", answer=PhrasebookAnswer))
async def list_phrasebook(caller: Caller, services: Services) -> PhrasebookAnswer:
    return PhrasebookAnswer(await phrasebook.listed(services.db, caller.org_id))


@post(
    "/api/phrasebook",
    **about(
        "Add a phrase",
        "Phrasebook",
        who="dashboard",
        status=201,
        body=PhraseBody,
        answer=PhraseAnswer,
        limit="plan",
        refuses=(400, 409, 503),
    ),
)
async def add_phrase(request: Request, caller: Caller, services: Services) -> PhraseAnswer:
    body = await read(request, PhraseBody)
    others = await phrasebook.to_edit(services.db, services.vault, caller.org_id)
    if len(others) >= MOST_PHRASES:
        raise Conflict(f"There are {MOST_PHRASES} phrases already; remove one that is not used.")
    own = OwnPhrase(id=new_id(), pattern=_tidy(body.pattern), sentences=tuple(map(_tidy, body.sentences)))
    return await _store(own, others, caller, services, "phrase.added")


@patch(
    "/api/phrasebook/{id:str}",
    **about(
        "Change a phrase",
        "Phrasebook",
        who="dashboard",
        body=PhraseChange,
        answer=PhraseAnswer,
        limit="plan",
        refuses=(400, 404, 409, 503),
    ),
)
async def change_phrase(request: Request, id: FromPath[str], caller: Caller, services: Services) -> PhraseAnswer:
    own, others, masked = await _own(id, caller, services)
    body = await read(request, PhraseChange)
    pattern = _tidy(body.pattern) if isinstance(body.pattern, str) else own.pattern
    if normal(pattern) != normal(own.pattern):
        await _refuse_used(own, others, caller, services)
    sentences = own.sentences
    if isinstance(body.sentences, list):
        kept = dict(zip(masked.sentences, own.sentences, strict=True))
        sentences = tuple(
            kept.get(sentence) or kept.get(_tidy(sentence)) or _tidy(sentence) for sentence in body.sentences
        )
    return await _store(OwnPhrase(own.id, pattern, sentences), others, caller, services, "phrase.changed")


@delete(
    "/api/phrasebook/{id:str}",
    **about("Remove a phrase", "Phrasebook", status=204, who="dashboard", limit="plan", refuses=(404, 409, 503)),
)
async def remove_phrase(id: FromPath[str], caller: Caller, services: Services) -> None:
    own, others, _ = await _own(id, caller, services)
    await _refuse_used(own, others, caller, services)
    await phrasebook.remove(services.db, caller.org_id, own.id)
    await audit.note(services.db, audit.acting(caller), "phrase.removed", own.id, services.clock(), pattern=own.pattern)


async def _store(
    own: OwnPhrase, others: Sequence[OwnPhrase], caller: Caller, services: Services, action: str
) -> PhraseAnswer:
    """Stores a phrase that has no fault. Raises `Invalid` with every fault, `Conflict` for a pattern that is there."""
    same = next((other.pattern for other in others if normal(other.pattern) == normal(own.pattern)), None)
    if same is not None:
        raise Conflict(f"There is the phrase “{same}” already, which reads the same sentences.")
    hidden = [
        Issue("custom", ("sentences", index), f"A secret shown as {MASK} has to be typed again.")
        for index, sentence in enumerate(own.sentences)
        if MASK in sentence
    ]
    wrong = [] if hidden else await services.reading.do_for(caller.user_id, faults, own, others)
    found = hidden or [Issue("custom", fault.path, fault.message) for fault in wrong]
    if found:
        raise Invalid(issues=tuple(found))
    plan = await services.reading.do_for(caller.user_id, plan_of, own, others)
    secrets = [text for text in part(msgspec.to_builtins(plan.steps)).secrets if not BLANK.search(text)]
    now = services.clock()
    await phrasebook.put(services.db, services.vault, caller.org_id, own, secrets, now)
    await audit.note(services.db, audit.acting(caller), action, own.id, now, pattern=own.pattern)
    shown = await phrasebook.shown(services.db, caller.org_id, own.id)
    assert shown is not None
    return PhraseAnswer(shown)


async def _own(phrase_id: str, caller: Caller, services: Services) -> tuple[OwnPhrase, list[OwnPhrase], PhraseShown]:
    """The phrase, all others, and the phrase as it is shown. Raises `NotFound`."""
    known = await phrasebook.to_edit(services.db, services.vault, caller.org_id)
    own = next((each for each in known if each.id == phrase_id), None)
    masked = await phrasebook.shown(services.db, caller.org_id, phrase_id) if own else None
    if own is None or masked is None:
        raise NotFound("Phrase not found")
    return own, [each for each in known if each.id != phrase_id], masked


async def _refuse_used(own: OwnPhrase, others: Sequence[OwnPhrase], caller: Caller, services: Services) -> None:
    users = await services.reading.do_for(caller.user_id, used_by, own, others)
    if users:
        names = " and ".join(f"“{user.pattern}”" for user in users)
        raise Conflict(f"The phrase {names} uses “{own.pattern}”. Change that one first.")


def _tidy(text: str) -> str:
    return " ".join(text.split()).rstrip(".").strip()
