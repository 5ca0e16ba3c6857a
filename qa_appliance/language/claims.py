"""The rows of checks: what is said to hold. Behind "verify that", "wait until" and "if" alike."""

from __future__ import annotations

import re

from qa_appliance.core import checks as c
from qa_appliance.core.checks import Comparison, State
from qa_appliance.language.rows import Says, either, says

_COMPARED: dict[Comparison, str] = {
    "equals": "<is|is not>",
    "contains": "<contains|does not contain>",
    "shows": "<shows|does not show>",
    "starts_with": "<starts with|does not start with>",
    "ends_with": "<ends with|does not end with>",
    "matches": "<matches|does not match>",
    "more": "<is more than|is not more than>",
    "at_least": "<is at least|is not at least>",
    "less": "<is less than|is not less than>",
    "at_most": "<is at most|is not at most>",
}
_STATES: dict[State, str] = {
    "visible": "<is visible|is not visible>",
    "enabled": "<is enabled|is disabled>",
    "checked": "<is checked|is not checked>",
    "focused": "<is focused|is not focused>",
    "editable": "<is editable|is not editable>",
    "empty": "<is empty|is not empty>",
    "selected": "<is selected|is not selected>",
    "expanded": "<is expanded|is collapsed>",
    "required": "<is required|is not required>",
    "crossed_out": "<is crossed out|is not crossed out>",
    "done": "<is completed|is not completed>",
    "masked": "<is masked|is not masked>",
    "exists": "<exists|does not exist>",
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
        for comparison, verb in _COMPARED.items()
        for row in either(kind, f"{subject} {verb} {{value}}", example, comparison=comparison, **fixed)
    )


def _holding(verb: str) -> str:
    """Of "<is|is not> empty" what is said where it is so."""
    return re.sub(r"<([^|<>]*)\|[^|<>]*>", r"\1", verb)


_SHOWN = (
    *either(c.TextShown, "{text} <is|is not> shown", '"Welcome" is shown'),
    *either(c.TextShown, "{text} <is|is not> shown in {scope}", '"Paid" is shown in the row "Alice"'),
    *either(c.TextShown, "the page <contains|does not contain> {text}", 'the page contains "Wel"', part=True),
    *either(c.TextShown, "{text} <is|is not> listed", '"Ann" is listed', listed=True),
    says(c.OnlyShown, "only {names} {names:be} shown", 'only "A" and "B" are shown'),
    says(c.OnlyShown, "only {names} {names:be} shown in {scope}", 'only "A" is shown in the list "Tasks"'),
    *either(c.ErrorShown, "<an error|no error> is shown", "an error is shown"),
    *either(c.ErrorShown, "the error {text} <is|is not> shown", 'the error "Too short" is shown'),
    says(c.MessageSays, "a message says that {words:raw}", "a message says that the bill was added"),
    says(
        c.MessageSays,
        "an error message says that {words:raw}",
        "an error message says that the e-mail is not valid",
        of="error",
    ),
    says(c.MessageSays, "the page says that {words:raw}", "the page says that the order was sent", of="page"),
)
_GONE = {"state": "visible", "closes": True, "negated": True}
_STATED = (
    says(c.ElementIs, "{target} closes", "the dialog closes", "dialog", "menu", **_GONE),
    says(c.ElementIs, "{target} is gone", "the Save button is gone", **_GONE),
    says(c.ElementIs, "{target:comes}", '"A" comes before "B"', state="visible"),
    *either(c.ElementIs, "there is <a|no> {target:unnamed}", "there is a row", "row", "item", state="visible"),
    *either(c.ElementIs, "{target} <is|is not> listed", 'the row "Ann" is listed', state="visible", listed=True),
    *either(
        c.ElementIs,
        "{target} <can|cannot> be clicked",
        'the "Save" button can be clicked',
        state="enabled",
        reached=True,
    ),
    *either(
        c.ElementIs,
        "{target} is <activated|deactivated>",
        'the "Save" button is activated',
        state="enabled",
        active=True,
    ),
    *either(c.ElementIs, "{target} <is|is not> active", 'the "Orders" tab is active', state="selected", active=True),
    *(
        row
        for state, verb in _STATES.items()
        for row in either(c.ElementIs, f"{{target}} {verb}", f'the "Email" field {_holding(verb)}', state=state)
    ),
)
_VALUES = (
    *either(
        c.ValueIs,
        "{value} <is|is not> selected in {target}",
        '"Germany" is selected in the "Country" dropdown',
        comparison="equals",
        among=True,
    ),
    *_compared(c.ValueIs, "the value of {target}", 'the value of the "Email" field is "a@b.test"'),
    *either(
        c.TextIs,
        "{target} <is|is not> marked as {value:raw}",
        'the row "A-12" is marked as paid',
        comparison="shows",
        status=True,
        any_case=True,
    ),
    *_compared(c.TextIs, "{target}", 'the total is "42.50"'),
    *_compared(c.TitleIs, "the title", 'the title contains "Shop"'),
    *either(c.AddressIs, "the path <is|is not> {value}", 'the path is "/home"', comparison="equals"),
    *either(
        c.AddressIs,
        "the user <is|is not> on the home page",
        "the user is on the home page",
        comparison="matches",
        value=c.HOME_PAGE,
        any_case=True,
    ),
    *either(
        c.AddressIs,
        "the user <is|is not> on the {value:bare} page",
        "the user is on the orders page",
        comparison="shows",
        any_case=True,
    ),
    *either(
        c.AddressIs, "the user <is|is not> on the {value} page", 'the user is on the "orders" page', comparison="shows"
    ),
    *either(c.AddressIs, "the address <is|is not> {value}", 'the address is "/home"', comparison="equals", whole=True),
    *_compared(c.AddressIs, "the address", 'the address contains "/home"'),
    *either(
        c.LinkGoes,
        "{target} <goes|does not go> to {value}",
        'the "Terms" link goes to "/terms"',
        comparison="equals",
    ),
    says(
        c.LinkGoes,
        "{target} goes to the home page",
        "the logo image goes to the home page",
        comparison="matches",
        value=c.HOME_PAGE,
        any_case=True,
    ),
    says(
        c.LinkGoes,
        "{target} opens the {value:bare} page",
        'the "Help" link opens the help page',
        comparison="shows",
        any_case=True,
    ),
    says(c.LinkGoes, "{target} opens the {value} page", 'the "Help" link opens the "help" page', comparison="shows"),
    *_compared(c.MailIs, "the mail's subject", 'the mail\'s subject is "Hi"', part="subject"),
    *_compared(c.MailIs, "the mail's sender", 'the mail\'s sender is "Ann"', part="sender"),
    *_compared(c.MailIs, "the mail", 'the mail contains "Hello"', part="text"),
)
_NUMBERS = (
    *(
        row
        for left in (False, True)
        for comparison, how in _COUNTED.items()
        for row in either(
            c.CountIs,
            f"there {{count:be}}<| not> {how}{{count}} {{target:counted}}{' left' if left else ''}",
            f"there are {how}3 rows{' left' if left else ''}",
            comparison=comparison,
            left=left,
        )
    ),
    *(
        says(
            c.ChangedBy,
            f"{what} {verb}{by}",
            f"{example} {verb}{' by 2' if by else ''}",
            counted=counted,
            down=down,
        )
        for counted, what, example in (
            (True, "the number of {target:several}", "the number of rows"),
            (False, "{target}", "the total"),
        )
        for down, verb in ((False, "increases"), (True, "decreases"))
        for by in (" by {by:raw}", "")
    ),
    says(c.ListSorted, "{target} is sorted", "the list is sorted"),
    says(
        c.ListSorted,
        "{target} is sorted in descending order",
        "the list is sorted in descending order",
        descending=True,
    ),
    says(c.ListSorted, "{target} is sorted by {by}", 'the table is sorted by "Name"'),
    says(
        c.ListSorted,
        "{target} is sorted by {by} in descending order",
        'the table is sorted by "Name" in descending order',
        descending=True,
    ),
)
_SENT = tuple(
    row
    for method in ("", " {method:raw}")
    for verb, answer in (("was sent{having:having}", ""), ("answered {status}{having:having}", " answered 201"))
    for row in (
        says(
            c.Requested,
            f"the{method} request to {{address:raw}} {verb}",
            f"the{' POST' if method else ''} request to /cart{answer or ' was sent'}",
            every=True,
        ),
        *either(
            c.Requested,
            f"<a|no>{method} request to {{address:raw}} {verb}",
            f"a{' POST' if method else ''} request to /cart{answer or ' was sent'}",
        ),
    )
)
_OPERATIONS = either(
    c.Requested,
    "<a|no> GraphQL operation {operation} was sent{having:having}",
    'a GraphQL operation "AddItem" was sent',
    address="",
)
_AMOUNTS: tuple[tuple[Comparison, str], ...] = (
    ("equals", ""),
    ("at_least", "at least "),
    ("at_most", "at most "),
    ("more", "more than "),
    ("less", "less than "),
)
_IN_THE_ANSWER = (
    *either(
        c.AnswerIs,
        "the answer to the request <contains|does not contain> {value:body}",
        'the answer to the request contains {"id": 1}',
        part="body",
        comparison="contains",
    ),
    *(
        row
        for comparison, verb in _COMPARED.items()
        for part, what, example in (
            ("value", "{name} in the answer to the request", '"total" in the answer to the request'),
            ("header", "the header {name} of the answer to the request", 'the header "A" of the answer to the request'),
        )
        for row in either(
            c.AnswerIs,
            f"{what} {verb} {{value}}",
            f'{example} {verb[1:].partition("|")[0]} "39.90"',
            part=part,
            comparison=comparison,
        )
    ),
    *(
        row
        for comparison, words in _AMOUNTS
        for where, example in ((" under {name}", ' under "items"'), ("", ""))
        for row in either(
            c.AnswerIs,
            f"the answer to the request <has|does not have> {words}{{count:entries}}{where}",
            f"the answer to the request has {words}3 entries{example}",
            part="entries",
            comparison=comparison,
        )
    ),
    *either(
        c.AnswerIs,
        "the status of the answer to the request <is|is not> {count}",
        "the status of the answer to the request is 201",
        part="status",
    ),
    says(
        c.AnswerIs,
        "the answer to the request takes less than {seconds:duration}",
        "the answer to the request takes less than 0.3 seconds",
        part="time",
        comparison="less",
    ),
    *either(
        c.AnswerIs,
        "the answer to the request <matches|does not match> the schema {name}",
        'the answer to the request matches the schema "order.json"',
        part="schema",
    ),
)
_OF_THE_RUN = (
    says(c.NoEvents, "there are no console errors", "there are no console errors", kind="console_error"),
    says(c.NoEvents, "there are no failed requests", "there are no failed requests", kind="failed_request"),
    says(
        c.NoEvents,
        "the page has no {impact:raw} accessibility problems",
        "the page has no serious accessibility problems",
        kind="accessibility",
    ),
    *_SENT,
    *_OPERATIONS,
    *_IN_THE_ANSWER,
    says(c.LoadsWithin, "the page loads in {seconds:duration}", "the page loads in 2 seconds"),
    *either(c.ScrollsSideways, "the page <scrolls|does not scroll> sideways", "the page scrolls sideways"),
    says(c.LooksLikeBaseline, "the page looks like the baseline", "the page looks like the baseline"),
    says(c.LooksLikeBaseline, "the page looks like the baseline {name}", 'the page looks like the baseline "home"'),
    says(c.LooksLikeBaseline, "{target} looks like the baseline", "the header section looks like the baseline"),
    says(
        c.LooksLikeBaseline,
        "{target} looks like the baseline {name}",
        'the header section looks like the baseline "home"',
    ),
    *either(c.TabOpened, "<a|no> new tab is opened", "a new tab is opened"),
    *either(c.Downloaded, "<a|no> file is downloaded", "a file is downloaded"),
    *either(c.Downloaded, "the downloaded file <is|is not> named {name}", 'the downloaded file is named "report.csv"'),
    *either(
        c.Downloaded,
        "the downloaded file <contains|does not contain> {contains}",
        'the downloaded file contains "Lamp"',
        comparison="contains",
    ),
    says(
        c.Downloaded,
        "a {name:ending} file is downloaded",
        "a PDF file is downloaded",
        comparison="ends_with",
        any_case=True,
    ),
)
CLAIMS_BY_TOPIC = {
    "What is shown": _SHOWN,
    "What an element is like": _STATED,
    "Texts, values, addresses": _VALUES,
    "How many, and in which order": _NUMBERS,
    "What happened": _OF_THE_RUN,
}
CLAIMS = tuple(row for rows in CLAIMS_BY_TOPIC.values() for row in rows)
