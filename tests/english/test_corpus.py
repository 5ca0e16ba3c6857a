"""Wordings and the plans they stand for: corpus/*.toml, a wording to a short line (or several) per step.

Target: `kind:name`, `name` alone where no kind is said, `kind:` where no name is; `#2` the position, `{blue}` a
quality, ` @row(row:Alice)` the place. Step: `click button:Save`, `fill field:Email = a@b.c` (`= *x` for a secret),
`check not shown Error`, `gap press Delete`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Plan
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from tests.conftest import given

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.toml"))


def target(t: Target | None) -> str:
    if t is None:
        return "-"
    text = t.name if t.kind == "any" else f"{t.kind}:{t.name}"
    text += f"#{t.ordinal}" if t.ordinal else ""
    text += "".join(f"{{{quality}}}" for quality in t.qualities)
    return text + "".join(f" @{relation.place}({target(relation.target)})" for relation in t.within)


def value(v: s.Value) -> str:
    return ("*" if v.secret else "") + v.text


def check(k: c.Check) -> str:
    return ("not " if k.negated else "") + _check(k)


def _check(k: c.Check) -> str:
    match k:
        case c.TextShown():
            return f"shown {k.text}" + (f" in {target(k.scope)}" if k.scope else "")
        case c.ElementIs():
            return f"{k.state} {target(k.target)}"
        case c.ValueIs():
            return f"value {target(k.target)} {k.comparison} {k.value}"
        case c.TextIs():
            return f"text {target(k.target)} {k.comparison} {k.value}"
        case c.TitleIs():
            return f"title {k.comparison} {k.value}"
        case c.AddressIs():
            return f"address {k.comparison} {k.value}"
        case c.CountIs():
            return f"count {target(k.target)} {k.comparison} {k.count}"
        case c.ChangedBy():
            what = "number of " if k.counted else ""
            return f"changed {what}{target(k.target)} {'down' if k.down else 'up'} {k.by or 'any'}"
        case c.MessageSays():
            return f"{k.of} says {k.words}"
        case c.ErrorShown():
            return f"error {k.text}".strip()
        case c.ListSorted():
            return f"sorted {target(k.target)} by {k.by or '-'} {'down' if k.descending else 'up'}"
        case c.NoEvents():
            return f"no {k.kind}" + (f" {k.impact}" if k.kind == "accessibility" else "")
        case c.Requested():
            which = f"{'every ' if k.every else ''}request {k.method or 'any'} {k.address}"
            return f"{which} {k.status}" if k.status else which
        case c.LoadsWithin():
            return f"loads {k.seconds:g}"
        case c.ScrollsSideways():
            return "sideways"
        case c.LooksLikeBaseline():
            return f"baseline {target(k.target)} {k.name}".strip()
        case c.Downloaded():
            return f"downloaded {k.name} {k.contains}".strip()
        case c.TabOpened():
            return "a tab is opened"
        case c.MailIs():
            return f"mail {k.part} {k.comparison} {k.value}"
        case c.LinkGoes():
            return f"goes {target(k.target)} {k.comparison} {k.value}"
        case c.OnlyShown():
            return f"only {', '.join(k.names)}{f' in {target(k.scope)}' if k.scope is not None else ''}"
        case c.EachIs():
            return f"each {target(k.target)}: {check(k.says)}"
        case c.AnyOf():
            return f"any of: {'; '.join(check(each) for each in k.checks)}"
    raise AssertionError(k)


def step(x: s.Step) -> str:
    match x:
        case s.Go():
            return f"go {x.url}" if x.url else f"go page {x.page}"
        case s.History():
            return f"history {x.move}"
        case s.Click():
            how = {"left": "", "right": "right-", "middle": "middle-"}[x.button] + {1: "", 2: "double-"}[x.count]
            how = "confirm" if x.confirms else f"{how}click"
            how = "seek" if x.seek else "level" if x.towards else x.until or how
            return f"{how} {target(x.target)}" + "".join(f" +{key}" for key in x.modifiers)
        case s.Fill():
            return f"{'append' if x.append else 'fill'} {target(x.target)} = {value(x.value)}"
        case s.EnterCode():
            return f"code {'mailed' if x.mailed else x.authenticator or '-'} into {target(x.target)}"
        case s.WaitMail():
            return f"wait mail {x.to} {x.subject}".rstrip() + (f" ({x.seconds:g}s)" if x.seconds else "")
        case s.OpenMailLink():
            return f"open in mail {x.words}".rstrip()
        case s.Choose():
            how = f"{x.pattern} " if x.pattern else ""
            return f"choose {how}{' | '.join(x.options)}" + (f" from {target(x.target)}" if x.target else "")
        case s.SetChecked():
            return f"{ {True: 'tick', False: 'untick', None: 'toggle'}[x.on] } {target(x.target)}"
        case s.Press():
            return f"press {' '.join(x.keys)}" + (f" on {target(x.target)}" if x.target else "")
        case s.Drag():
            where = f"at {x.position}" if x.position else f"past {x.places}" if x.places else f"by {x.by}"
            return f"drag {target(x.target)} " + (f"{x.side or 'to'} {target(x.to)}" if x.to else where)
        case s.Scroll():
            return f"scroll {x.direction}" + (f" {target(x.target)}" if x.target else "")
        case s.Clipboard():
            pasted = f" {x.text.text}" if x.text else ""
            return x.move + pasted + (f" {'into ' if pasted else ''}{target(x.target)}" if x.target else "")
        case s.Upload():
            size = f" {x.size_bytes}" if x.size_bytes else ""
            return f"upload {' | '.join(x.files)}{size} to {target(x.target)}"
        case s.WaitFor():
            return f"wait {check(x.check)}" + (f" ({x.seconds:g}s)" if x.seconds else "")
        case s.WaitTime():
            return f"sleep {x.seconds:g}"
        case s.WaitLoad():
            return "wait load" + (f" ({x.seconds:g}s)" if x.seconds else "")
        case s.Assert():
            return f"check {check(x.check)}"
        case s.LogIn():
            return f"{'try ' if x.attempt else ''}login {x.user.text if x.user else '-'} {value(x.password)}"
        case s.Search():
            return f"search {x.text}"
        case s.AddToCart():
            return f"cart {x.item}"
        case s.Sort():
            where = f"{target(x.target)} " if x.target else ""
            return f"sort {where}by {x.by or '-'}" + (f" {x.order}" if x.order else "")
        case s.Message():
            return f"{x.move} {target(x.what)} = {value(given(x.text or x.to)) if x.text or x.to else ''}"
        case s.Cookies():
            which = f"cookie {x.name}" if x.name else "cookies"
            return f"{x.move} {which}" + (f" = {value(x.value)}" if x.move == "set" else "")
        case s.Remember():
            return f"remember {target(x.target)} as {x.name}"
        case s.Dialog():
            return ("accept dialog" if x.accept else "dismiss dialog") + (f" with {x.text}" if x.text else "")
        case s.Tab():
            return f"tab {x.move} {x.name}".strip()
        case s.Device():
            return f"device {x.preset}"
        case s.Person():
            return f"person {x.name}"
        case s.Surroundings():
            more = x.moment or (f"{x.seconds:g}" if x.move == "pass" else "")
            return f"{x.move} {more or (x.place if x.move == 'place' else '')}".rstrip()
        case s.Http():
            return f"http {x.method} {x.url} {x.body}".strip() + (f" -> {x.status}" if x.status else "")
        case s.When():
            other = f" else: {'; '.join(step(inner) for inner in x.otherwise)}" if x.otherwise else ""
            return f"when {check(x.check)}: {'; '.join(step(inner) for inner in x.steps)}{other}"
        case s.Repeat():
            until = f" until {check(x.until)}" if x.until else ""
            return f"repeat {x.times}{until}: {'; '.join(step(inner) for inner in x.steps)}"
        case s.ForEach():
            return f"each {target(x.target)}: {'; '.join(step(inner) for inner in x.steps)}"
        case s.Clear() | s.Hover() | s.SelectText() | s.Download():
            return f"{x.__struct_config__.tag} {target(x.target)}"
    return str(x.__struct_config__.tag)


def lines(plan: Plan) -> list[str]:
    return [step(x) for x in plan.steps] + [f"gap {gap.text}" for gap in plan.gaps]


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_wordings_stand_for_plans(file: Path) -> None:
    """Those of a file in one test: thousands of them cost more to collect and to report than to read."""
    corpus = tomllib.loads(file.read_text("utf-8"))
    expected = {wording: [plan] if isinstance(plan, str) else plan for wording, plan in corpus.items()}
    read = {wording: lines(plan_english(wording)) for wording in expected}
    assert {each: plan for each, plan in read.items() if plan != expected[each]} == {}
