"""Why a step failed, what kind of thing made it fail, and what a page says against a deed. Records only."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FailureKind = Literal[
    "not_found",  # no element fits the words
    "ambiguous",  # several fit equally well
    "not_actionable",  # found, but disabled, read-only or covered
    "assertion",  # a check does not hold
    "no_option",  # the choice is there, the option is not
    "not_kept",  # the page took back what was typed or chosen
    "timeout",  # the step's time was up while the page was busy
    "unreachable",  # the site did not answer, certificate, name
    "blocked",  # the operator's address rules refuse it
    "secret_host",  # a secret would be typed on a foreign host
    "page_error",  # the site answered 4xx or 5xx to a navigation
    "signed_out",  # whom the set-up of a suite signed in is not known to the site any more
    "crashed",  # page or browser died
    "unsupported",  # understood, but cannot be done here
]


FailureCause = Literal[
    "",  # nothing more is known than the kind
    # not_actionable:
    "disabled",
    "read_only",
    "hidden",
    "covered",
    "unusable",
    "out_of_view",
    "moving",
    "detached",  # the page took it away meanwhile
    "no_place",  # it has no size to click at or to drop on
    "no_focus",
    "not_switched",  # clicked, and neither on nor off as wanted
    "not_moved",  # dragged, and not where it should be
    "one_file",  # several files for a field of one
    "answered",  # the dialog had been answered before the step spoke of it
    # unsupported:
    "offers_options",  # nothing is typed where one chooses
    # not_found:
    "no_dialog",
    "rejected",  # what heals the saved place was refused by its owner
    # assertion:
    "elsewhere",  # the text is on the page, but not in the place named
    "no_baseline",  # no picture was accepted yet that its own could be compared with
    "measured",  # of the run and not of what the page shows: times, console, requests, pictures
    "stood_before",  # the message that says so was there before the deed, and was not told again
    "turned",  # it held at first, and then no longer, by itself
    "refused",  # a whole deed was done, and the application did not take it
]
"""What is known of a failure beyond its kind, set where it is known; `core/advice.py` has a row for each."""


class Failure(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Why a step failed, in words for a tester: `message` is one sentence that holds expected and seen.

    Nothing decides by the `message`: what it says as a fact is the `cause`. `candidates` (ambiguous): each with the
    sentence that would choose it; `places`: where each stands, as parts of the viewport (x, y, width, height; 1 is its
    whole width or height), None for one that is not drawn. `instead` (not_found): what was there.
    """

    kind: FailureKind
    message: str
    expected: str = ""
    seen: str = ""
    instead: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    places: tuple[tuple[float, float, float, float] | None, ...] = ()
    status: int = 0  # page_error: what the server answered
    advice: str = ""  # what to write instead or to do first; empty where there is nothing to say
    cause: FailureCause = ""


FailureClass = Literal[
    "application_error",  # it answered 5xx, its script broke, or it shows an error
    "application_changed",  # what the test uses is gone or different, and something similar is there
    "expectation",  # the application works, but not as the test expects
    "test_unclear",  # ambiguous, or about nothing that is there
    "not_understood",  # a part of the test was not read: nothing is said against the application
    "baseline_missing",  # nobody has accepted a picture to compare with yet
    "signed_out",  # the application wants a sign-in the test does not make
    "environment",  # unreachable, certificate, refused by the address rules, browser
    "performance",  # too slow
]


class Classified(Struct, frozen=True, rename="camel"):
    """What kind of thing made a step fail; `reason` is one sentence of what was observed."""

    kind: FailureClass
    reason: str


class Signal(Struct, frozen=True, rename="camel"):
    """The page's answer to an action that may be a refusal (decision 6). `http_error` is a 4xx answer.

    `unmoved`: the deed changed nothing, and a complaint that came while the form was filled in still stands there.
    `server_error` (a 5xx answer) is the opposite of a refusal: the application broke.
    """

    kind: Literal["alert", "error_text", "http_error", "invalid_field", "dialog", "unmoved", "server_error"]
    text: str
