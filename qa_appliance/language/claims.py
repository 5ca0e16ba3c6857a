"""The rows of checks: what is said to hold. Behind "verify that", "wait until" and "if" alike."""

from __future__ import annotations

from qa_appliance.core import checks as c
from qa_appliance.core.checks import Comparison, State
from qa_appliance.language.rows import Says, either, says

_COMPARED: dict[Comparison, tuple[str, str]] = {
    "equals": ("is", "is not"),
    "contains": ("contains", "does not contain"),
    "shows": ("shows", "does not show"),
    "starts_with": ("starts with", "does not start with"),
    "ends_with": ("ends with", "does not end with"),
    "matches": ("matches", "does not match"),
    "more": ("is more than", "is not more than"),
    "at_least": ("is at least", "is not at least"),
    "less": ("is less than", "is not less than"),
    "at_most": ("is at most", "is not at most"),
}
_STATES: dict[State, tuple[str, str]] = {
    "visible": ("is visible", "is not visible"),
    "enabled": ("is enabled", "is disabled"),
    "checked": ("is checked", "is not checked"),
    "focused": ("is focused", "is not focused"),
    "editable": ("is editable", "is not editable"),
    "empty": ("is empty", "is not empty"),
    "selected": ("is selected", "is not selected"),
    "expanded": ("is expanded", "is collapsed"),
    "required": ("is required", "is not required"),
    "crossed_out": ("is crossed out", "is not crossed out"),
    "done": ("is completed", "is not completed"),
    "masked": ("is masked", "is not masked"),
    "exists": ("exists", "does not exist"),
}
_COUNTED: dict[Comparison, str] = {
    "equals": "",
    "more": "more than ",
    "at_least": "at least ",
    "less": "less than ",
    "at_most": "at most ",
}


def _compared(kind: type[c.Check], subject: str, example: str, /, **fixed: object) -> tuple[Says, ...]:
    """Of something that has a value: all the ways in which that is compared."""
    return tuple(
        row
        for comparison, (holds, denied) in _COMPARED.items()
        for row in either(
            kind,
            f"{subject} {holds} {{value}}",
            f"{subject} {denied} {{value}}",
            example.format(holds),
            comparison=comparison,
            **fixed,
        )
    )


_SHOWN = (
    *either(c.TextShown, "{text} is shown", "{text} is not shown", '"Welcome" is shown'),
    *either(
        c.TextShown,
        "{text} is shown in {scope}",
        "{text} is not shown in {scope}",
        '"Paid" is shown in the row "Alice"',
    ),
    *either(
        c.TextShown, "the page contains {text}", "the page does not contain {text}", 'the page contains "Wel"', part=True
    ),
    *either(c.TextShown, "{text} is listed", "{text} is not listed", '"Ann" is listed', listed=True),
    *either(
        c.TextShown,
        "{text} is listed in {scope}",
        "{text} is not listed in {scope}",
        '"Ann" is listed in the table',
        listed=True,
    ),
    says(c.OnlyShown, "only {names} {names:be} shown", 'only "A" and "B" are shown'),
    says(c.OnlyShown, "only {names} {names:be} shown in {scope}", 'only "A" is shown in the list'),
    *either(c.ErrorShown, "an error is shown", "no error is shown", "an error is shown"),
    *either(c.ErrorShown, "the error {text} is shown", "the error {text} is not shown", 'the error "Bad" is shown'),
    says(c.MessageSays, "a message says that {words:raw}", "a message says that the bill was added"),
    says(c.MessageSays, "an error message says that {words:raw}", "an error message says that it is wrong", of="error"),
    says(c.MessageSays, "the page says that {words:raw}", "the page says that the order was sent", of="page"),
)
_STATED = (
    says(c.ElementIs, "{target} is gone", "the dialog is gone", state="visible", closes=True, negated=True),
    *either(
        c.ElementIs, "there is a {target:unnamed}", "there is no {target:unnamed}", "there is a row", "row", "item", state="visible"
    ),
    *either(c.ElementIs, "{target} is listed", "{target} is not listed", "", state="visible", listed=True),
    *either(
        c.ElementIs,
        "{target} can be clicked",
        "{target} cannot be clicked",
        "the Save button can be clicked",
        state="enabled",
        reached=True,
    ),
    *either(
        c.ElementIs,
        "{target} is activated",
        "{target} is deactivated",
        "the Save button is activated",
        state="enabled",
        active=True,
    ),
    *either(
        c.ElementIs,
        "{target} is active",
        "{target} is not active",
        'the "Orders" tab is active',
        state="selected",
        active=True,
    ),
    *(
        row
        for state, (holds, denied) in _STATES.items()
        for row in either(
            c.ElementIs, f"{{target}} {holds}", f"{{target}} {denied}", f"the Email field {holds}", state=state
        )
    ),
)
_VALUES = (
    *either(
        c.ValueIs,
        "{value} is selected in {target}",
        "{value} is not selected in {target}",
        '"Germany" is selected in Country',
        comparison="equals",
        among=True,
    ),
    *_compared(c.ValueIs, "the value of {target}", 'the value of the Email field {} "42"'),
    *either(
        c.TextIs,
        "{target} is marked as {value:raw}",
        "{target} is not marked as {value:raw}",
        'the row "A-12" is marked as paid',
        comparison="shows",
        status=True,
    ),
    *_compared(c.TextIs, "{target}", 'the total {} "42"'),
    *_compared(c.TitleIs, "the title", 'the title {} "Shop"'),
    *either(c.AddressIs, "the path is {value}", "the path is not {value}", 'the path is "/home"', comparison="equals"),
    *either(
        c.AddressIs,
        "the user is on the home page",
        "the user is not on the home page",
        "the user is on the home page",
        comparison="matches",
        value=c.HOME_PAGE,
    ),
    *either(
        c.AddressIs,
        "the user is on the {value} page",
        "the user is not on the {value} page",
        'the user is on the "orders" page',
        comparison="shows",
    ),
    *_compared(c.AddressIs, "the address", 'the address {} "/home"', whole=True),
    *_compared(c.AddressIs, "the address", 'the address {} "/home"'),
    *either(
        c.LinkGoes,
        "{target} goes to {value}",
        "{target} does not go to {value}",
        'the link "Terms" goes to "/terms"',
        comparison="equals",
    ),
    *_compared(c.LinkGoes, "the address of {target}", 'the address of the link "Terms" {} "/terms"'),
    *(_compared(c.MailIs, "the mail's subject", "the mail's subject {} \"Hi\"", part="subject")),
    *(_compared(c.MailIs, "the mail's sender", "the mail's sender {} \"Ann\"", part="sender")),
    *(_compared(c.MailIs, "the mail", 'the mail {} "Hello"', part="text")),
)
_NUMBERS = (
    *(
        row
        for left in (False, True)
        for comparison, how in _COUNTED.items()
        for row in either(
            c.CountIs,
            f"there {{count:be}} {how}{{count}} {{target:counted}}{' left' if left else ''}",
            f"there {{count:be}} not {how}{{count}} {{target:counted}}{' left' if left else ''}",
            f"there are {how}3 rows{' left' if left else ''}",
            comparison=comparison,
            left=left,
        )
    ),
    *(
        says(
            c.ChangedBy,
            f"{what} {'decreases' if down else 'increases'}{by}",
            f"{example} {'decreases' if down else 'increases'}{' by 2' if by else ''}",
            counted=counted,
            down=down,
        )
        for counted, what, example in (
            (True, "the number of {target:several}", "the number of rows"),
            (False, "{target}", "the total"),
        )
        for down in (False, True)
        for by in (" by {by:raw}", "")
    ),
    says(c.ListSorted, "{target} is sorted", "the list is sorted"),
    says(c.ListSorted, "{target} is sorted in descending order", "", descending=True),
    says(c.ListSorted, "{target} is sorted by {by}", 'the table is sorted by "Name"'),
    says(c.ListSorted, "{target} is sorted by {by} in descending order", "", descending=True),
)
_OF_THE_RUN = (
    says(c.NoEvents, "there are no console errors", "there are no console errors", kind="console_error"),
    says(c.NoEvents, "there are no failed requests", "there are no failed requests", kind="failed_request"),
    says(c.NoEvents, "the page has no {impact:raw} accessibility problems", "", kind="accessibility"),
    says(c.Requested, "the request to {address:raw} was sent", "the request to /api/save was sent", every=True),
    *either(
        c.Requested,
        "a request to {address:raw} was sent",
        "no request to {address:raw} was sent",
        "a request to /api/save was sent",
    ),
    says(c.Requested, "the {method:raw} request to {address:raw} was sent", "", every=True),
    *either(
        c.Requested,
        "a {method:raw} request to {address:raw} was sent",
        "no {method:raw} request to {address:raw} was sent",
        "",
    ),
    says(c.Requested, "the request to {address:raw} answered {status}", "", every=True),
    *either(
        c.Requested,
        "a request to {address:raw} answered {status}",
        "no request to {address:raw} answered {status}",
        "",
    ),
    says(c.Requested, "the {method:raw} request to {address:raw} answered {status}", "", every=True),
    *either(
        c.Requested,
        "a {method:raw} request to {address:raw} answered {status}",
        "no {method:raw} request to {address:raw} answered {status}",
        "a POST request to /cart answered 201",
    ),
    says(c.LoadsWithin, "the page loads in {seconds}", "the page loads in 2 seconds"),
    *either(
        c.ScrollsSideways,
        "the page scrolls sideways",
        "the page does not scroll sideways",
        "the page scrolls sideways",
    ),
    says(c.LooksLikeBaseline, "the page looks like the baseline", "the page looks like the baseline"),
    says(c.LooksLikeBaseline, "the page looks like the baseline {name}", 'the page looks like the baseline "home"'),
    says(c.LooksLikeBaseline, "{target} looks like the baseline", "the header looks like the baseline"),
    says(c.LooksLikeBaseline, "{target} looks like the baseline {name}", ""),
    *either(c.Downloaded, "a file is downloaded", "no file is downloaded", "a file is downloaded"),
    *either(
        c.Downloaded,
        "the downloaded file is named {name}",
        "the downloaded file is not named {name}",
        'the downloaded file is named "report.csv"',
    ),
    *either(
        c.Downloaded,
        "the downloaded file contains {contains}",
        "the downloaded file does not contain {contains}",
        'the downloaded file contains "Lamp"',
        comparison="contains",
    ),
    *either(
        c.Downloaded, "a {name:ending} file is downloaded", "a {name:ending} file is not downloaded", "", comparison="ends_with"
    ),
)
CLAIMS = (*_SHOWN, *_STATED, *_VALUES, *_NUMBERS, *_OF_THE_RUN)
