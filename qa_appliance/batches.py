"""One test as several runs: what each kind of batch asks for, run by run. Judged in `core.batches`."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.fields import fields_of, typed_into
from qa_appliance.core.batches.inputs import Input, field_kind, inputs_for
from qa_appliance.core.batches.variants import FanKind, Typed, Variant
from qa_appliance.core.errors import Invalid, Issue, NotFound
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import UserExpectation
from qa_appliance.english.compile import plan_english
from qa_appliance.store.tables import environments, phrasebook, procedures
from qa_appliance.store.views.batches import MOST
from qa_appliance.trigger import Ask, Intake, trigger_all

SEEDS = 1_000_000  # each is below


class Role(Struct, frozen=True, kw_only=True):
    """Who performs the test: by an environment's cookies and headers, by sentences before it, or as the project is."""

    name: str
    environment_id: str | None = None
    sign_in: str | None = None
    expect: UserExpectation = "pass"


class Fan(Struct, frozen=True, kw_only=True):
    """What a kind may be told. `viewports` as a run's preset; `field` empty: the one the test types into."""

    kind: FanKind
    attempts: int = 3
    viewports: Sequence[str] = ("desktop", "phone")
    roles: Sequence[Role] = ()
    field: str = ""
    inputs: Sequence[str] = ()  # none: chosen by what the test types into the field
    generated: int = 0  # so many more, drawn from the field's own constraints
    seed: int | None = None  # None: by chance


async def start_batch(ask: Ask, fan: Fan, intake: Intake) -> list[str]:
    """Accepts all runs or none and answers their ids in order; `ask` is the test as it is. Raises as `trigger_all`,
    and `Invalid` where the test cannot be fanned out so."""
    if ask.procedure_id is not None and await _has_table(ask.procedure_id, intake):
        message = "This test runs once for each row of its table: start it by itself, or save one without the table."
        raise _refused(("procedureId",), message)
    asks = await _FANS[fan.kind](ask, fan, intake)
    numbered = [msgspec.structs.replace(each, attempt_index=number) for number, each in enumerate(asks, 1)]
    return await trigger_all(numbered, intake)


async def _has_table(procedure_id: str, intake: Intake) -> bool:
    procedure = await procedures.find(intake.db, procedure_id)
    return procedure is not None and procedure.table_id is not None


async def _attempts(ask: Ask, fan: Fan, intake: Intake) -> list[Ask]:
    return [_as(ask, f"attempt {number}") for number in range(1, fan.attempts + 1)]


async def _windows(ask: Ask, fan: Fan, intake: Intake) -> list[Ask]:
    return [_as(ask, window, viewport_preset=window) for window in dict.fromkeys(fan.viewports)]


async def _roles(ask: Ask, fan: Fan, intake: Intake) -> list[Ask]:
    return [await _by(role, place, ask, intake) for place, role in enumerate(fan.roles)]


async def _by(role: Role, place: int, ask: Ask, intake: Intake) -> Ask:
    given = _as(ask, role.name, user_expectation=role.expect)
    if role.environment_id is not None:
        environment = await environments.find(intake.db, role.environment_id)
        if environment is None or environment.project_id != ask.project_id:
            raise _refused(("roles", place, "environmentId"), f"The role “{role.name}” has no such environment.")
        variant = Variant(role.name, as_role=True)
        return msgspec.structs.replace(given, environment_id=role.environment_id, variant=variant)
    if role.sign_in is None:
        return given
    test = ask.description if ask.description is not None else await _words_of(ask, place, intake)
    phrases = await phrasebook.of_organization(intake.db, intake.vault, ask.org_id)
    signing = await intake.reading.do_for(ask.user_id, plan_english, role.sign_in, phrases)
    variant = Variant(role.name, signs_in=len(signing.steps), as_role=True)
    description = f"{role.sign_in.rstrip()}\n{test}"
    return msgspec.structs.replace(given, procedure_id=None, description=description, variant=variant)


async def _words_of(ask: Ask, place: int, intake: Intake) -> str:
    """Of a saved test: somebody who signs in first performs it from its words."""
    procedure = await procedures.find(intake.db, ask.procedure_id or "")
    if procedure is None or procedure.project_id != ask.project_id:
        raise NotFound("Procedure not found")
    if procedure.description is None or await procedures.has_secrets(intake.db, procedure.id):
        reason = "types secrets" if procedure.description else "was saved without its words"
        message = f"The procedure “{procedure.name}” {reason}; give the role an environment that is signed in."
        raise _refused(("roles", place, "signIn"), message)
    return procedure.description


async def _inputs(ask: Ask, fan: Fan, intake: Intake) -> list[Ask]:
    plan = await _plan(ask, intake)
    field = _field(plan, fan.field)
    given = [Input(f"input {number}", text) for number, text in enumerate(fan.inputs, 1)]
    chosen = given or inputs_for(field_kind(typed_into(plan, field)))
    expected = ask.user_expectation or "unknown"
    if len(chosen) + fan.generated > MOST:
        wanted = len(chosen) + fan.generated
        raise _refused(("generated",), f"A batch has {MOST} runs at most, and these are {wanted}.")
    seed = fan.seed if fan.seed is not None else secrets.randbelow(SEEDS)
    typed = [(each.label, Typed(field, each.text)) for each in chosen]
    typed += [(f"generated {nth + 1}", Typed(field, "", seed, nth)) for nth in range(fan.generated)]
    return [_as(ask, label, typed=each, user_expectation=expected) for label, each in typed]


async def _plan(ask: Ask, intake: Intake) -> Plan:
    if ask.procedure_id is not None:
        saved = await procedures.to_edit(intake.db, intake.vault, ask.procedure_id)
        if saved is None:
            raise NotFound("Procedure not found")
        return saved
    phrases = await phrasebook.of_organization(intake.db, intake.vault, ask.org_id)
    return await intake.reading.do_for(ask.user_id, plan_english, ask.description or "", phrases)


def _field(plan: Plan, wanted: str) -> str:
    fields = fields_of(plan)
    if not fields:
        raise _refused(("field",), "The test types into no field that has a name, so there is nothing to fuzz.")
    if not wanted and len(fields) == 1:
        return fields[0]
    for field in fields:
        if wanted and field.casefold() == wanted.strip().casefold():
            return field
    known = ", ".join(f"“{field}”" for field in fields)
    problem = f"types into no field “{wanted}”" if wanted else "types into several fields"
    raise _refused(("field",), f"The test {problem}; name one of {known}.")


def _as(ask: Ask, label: str, *, typed: Typed | None = None, **changes: object) -> Ask:
    return msgspec.structs.replace(ask, variant=Variant(label, typed), **changes)


def _refused(path: tuple[str | int, ...], message: str) -> Invalid:
    return Invalid(issues=(Issue("custom", path, message),))


_FANS: dict[FanKind, Callable[[Ask, Fan, Intake], Awaitable[list[Ask]]]] = {
    "flaky": _attempts,
    "viewport_pair": _windows,
    "role_probe": _roles,
    "fuzz": _inputs,
}
