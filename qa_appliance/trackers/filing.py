"""Files one issue: through the same guard as runs, within a time, without redirects. Keeps nothing of the answer."""

from __future__ import annotations

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.report import Ticket
from qa_appliance.outgoing import Unreached, post
from qa_appliance.store.tables.trackers import NewIssue, Tracker
from qa_appliance.trackers.sent import NAMES, issue_of, post_of, refusal_of
from qa_appliance.trackers.wiki import wiki_of

_MOST_BYTES = 1_000_000  # of an answer


class Unfiled(Exception):
    """`message` is a sentence for people that holds no token."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


async def file_issue(
    guard: Guard, tracker: Tracker, token: str, ticket: Ticket, link: str, authorities: str = ""
) -> NewIssue:
    """With the way to the run below its text. `authorities` (PEM) are trusted too. Raises `Unfiled`."""
    markdown = f"{ticket.markdown.rstrip()}\n\n[The run and its evidence](<{link}>)\n"
    text = wiki_of(markdown) if tracker.kind == "jira" else markdown
    sent = post_of(tracker, token, ticket.title, text)
    name = NAMES[tracker.kind]
    try:
        answer = await post(guard, sent.url, sent.body, sent.headers, most_bytes=_MOST_BYTES, authorities=authorities)
    except Unreached as unreached:
        look = " Look there for the issue before you try again." if unreached.late else ""
        raise Unfiled(f"{name}: {unreached.message}{look}") from unreached
    if not 200 <= answer.status < 300:
        raise Unfiled(refusal_of(tracker, token, answer.status, answer.body))
    issue = issue_of(tracker, answer.body)
    if issue is None:
        raise Unfiled(f"What answered is not {name}: it told of no issue. Look at the address in the settings.")
    return issue
