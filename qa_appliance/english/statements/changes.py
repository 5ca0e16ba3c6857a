"""What changes by a step: to a value, up or down by so much. Rows; reads nothing itself."""

from __future__ import annotations

from qa_appliance.english.checks import assertions as say
from qa_appliance.english.checks.changes import falls, holds_more, rises
from qa_appliance.english.statements.rows import Predication, says

_BY = "by {by:anything}"
_RAISED = f"increased|raised|risen|grown // increased|raised|risen|grown {_BY}"
_REDUCED = f"decreased|reduced|lowered|dropped|fallen|shrunk // decreased|reduced|lowered|dropped|fallen|shrunk {_BY}"
_AS_MUCH = "%s than before|earlier|previously // {by:anything} %s than before|earlier|previously // {by:anything} %s"
_HIGHER = _AS_MUCH.replace("%s", "more|higher|greater|larger|bigger")
_LOWER = _AS_MUCH.replace("%s", "less|lower|smaller")

CHANGES: tuple[Predication, ...] = (
    says(
        "check.text",
        "the total is updated to 42.50",
        "be",
        "updated|changed|increased|decreased|reduced|raised|lowered|switched|reset to {value}",
        say.becomes,
    ),
    *(
        says("check.text", f"the total {verb} to 42.50", stem, "to|into {value}", say.becomes)
        for verb, stem in (("changes", "change"), ("increases", "rise"), ("decreases", "fall"))
    ),
    says("check.text", "the counter goes up to 2", "go", "up|down|back to {value}", say.text_is),
    says(
        "check.text", "the number of rows is back to 2", "be", "back|up|down to|at {value} // into {value}", say.text_is
    ),
    says("check.changed", "the cart count goes up by one", "go", f"up // up {_BY}", rises),
    says("check.changed", "the cart count goes down by one", "go", f"down // down {_BY}", falls),
    says("check.changed", "the total increases by 20", "rise", f" // {_BY}", rises),
    says("check.changed", "the total decreases by 20", "fall", f" // {_BY}", falls),
    says("check.changed", "the total is increased by 20", "be", _RAISED, rises),
    says("check.changed", "the total is reduced by 20", "be", _REDUCED, falls),
    says("check.changed", "the total has increased by 20", "have", _RAISED, rises),
    says("check.changed", "the total has decreased by 20", "have", _REDUCED, falls),
    says("check.changed", "the total is higher than before", "be", _HIGHER, rises),
    says("check.changed", "the total is lower than before", "be", _LOWER, falls),
    says("check.changed", "the list has one more entry than before", "have", "{more:more}", holds_more),
    says("check.changed", "the list contains one more entry", "contain", "{more:more}", holds_more),
    says("check.changed", "the list shows fewer entries than before", "show", "{more:more}", holds_more),
)
