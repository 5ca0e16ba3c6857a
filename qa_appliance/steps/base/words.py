"""The words of steps: what a step acts on and with, for records. Does nothing else."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target

MASK = "••••"


def describe(target: Target | None) -> str | None:
    """Human words of a target for a record: `button “Save” in the row “Alice”`."""
    if target is None:
        return None
    if target.words:
        return target.words
    kind = "" if target.kind == "any" else target.kind
    name = f"“{target.name}”" if target.name else ""
    places = "".join(f" {r.place.replace('_', ' ')} {describe(r.target)}" for r in target.within)
    return f"{kind} {name}".strip() + places or "the page"


def target_of(step: s.Step) -> str | None:
    match step:
        case s.Assert(check=check) | s.WaitFor(check=check):
            return _target_of_check(check)
        case s.Go():
            return step.page or step.url or None
        case s.AddToCart():
            return step.item
        case s.Http():
            return f"{step.method} {step.url}"
        case s.Message():
            return describe(step.what) if step.what is not None else None
        case s.Tab() | s.Person():
            return step.name or None
        case s.Drag() if step.to is not None:
            return f"{describe(step.target)} → {describe(step.to)}"
        case _:
            target = getattr(step, "target", None)
            return describe(target) if isinstance(target, Target) else None


def value_of(step: s.Step) -> str | None:
    """What is typed, chosen or expected; secrets are masked."""
    shown = _VALUES.get(type(step))
    return shown(step) if shown is not None else None


def secrets_of(step: s.Step) -> list[str]:
    values = [step.value] if isinstance(step, s.Fill) else []
    if isinstance(step, s.LogIn):
        values = [step.password, *([step.user] if step.user else [])]
        return [v.text for v in values if v.secret or v is step.password]
    return [v.text for v in values if v.secret]


def _shown(value: s.Value) -> str:
    return MASK if value.secret else value.text


def _target_of_check(check: c.Check) -> str | None:
    match check:
        case c.TextShown():
            return describe(check.scope) or "the page"
        case c.TitleIs():
            return "the title"
        case c.AddressIs():
            return "the address"
        case _:
            target = getattr(check, "target", None)
            return describe(target) if isinstance(target, Target) else None


def _value_of_check(check: c.Check) -> str | None:
    not_ = "not " if check.negated else ""
    match check:
        case c.TextShown() | c.ErrorShown():
            return not_ + check.text if check.text or not_ else None
        case c.ElementIs():
            return not_ + check.state
        case c.ValueIs() | c.TextIs() | c.TitleIs() | c.AddressIs() | c.LinkGoes():
            return f"{not_}{check.comparison.replace('_', ' ')} {check.value}"
        case c.EachIs():
            return _value_of_check(check.says)
        case c.AnyOf():
            said = " or ".join(filter(None, map(_value_of_check, check.checks)))
            return f"{'neither ' if check.negated else ''}{said}" or None
        case c.CountIs():
            return f"{not_}{check.comparison.replace('_', ' ')} {check.count}"
        case c.LoadsWithin():
            return f"{check.seconds:g} s"
        case c.Downloaded():
            return check.name or check.contains or None
        case c.LooksLikeBaseline():
            return check.name or None
        case _:
            return None


def _value_of_message(step: s.Message) -> str | None:
    value = step.text or step.to
    return _shown(value) if value else None


_VALUES: dict[type, Callable[..., str | None]] = {
    s.Fill: lambda step: _shown(step.value),
    s.LogIn: lambda step: _shown(step.user) if step.user else None,
    s.Choose: lambda step: ", ".join(step.options),
    s.Press: lambda step: ", ".join(step.keys),
    s.Search: lambda step: step.text,
    s.Message: _value_of_message,
    s.Upload: lambda step: ", ".join(step.files) or (f"{step.size_bytes} bytes" if step.size_bytes else None),
    s.Assert: lambda step: _value_of_check(step.check),
    s.WaitFor: lambda step: _value_of_check(step.check),
    s.WaitTime: lambda step: f"{step.seconds:g} s",
    s.Remember: lambda step: step.name,
    s.Dialog: lambda step: step.text or ("accept" if step.accept else "dismiss"),
    s.Device: lambda step: step.preset,
    s.SetChecked: lambda step: {True: "on", False: "off", None: "toggle"}[step.on],
    s.History: lambda step: step.move,
    s.Clipboard: lambda step: step.move,
    s.Tab: lambda step: step.move,
    s.Http: lambda step: step.body or None,
}
"""By kind of step; a kind that is not here has nothing to show beside its target."""
