"""What each tracker is sent and what it answers: addresses, headers, bodies, refusals. Pure.

Nobody is called by what a page under test says, and nothing it says is a command to the tracker.
"""

from __future__ import annotations

import base64
import re
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct

from qa_appliance.store.tables.trackers import NewIssue, Tracker, TrackerKind

NAMES: dict[TrackerKind, str] = {"github": "GitHub", "gitlab": "GitLab", "jira": "Jira"}
USUAL: dict[TrackerKind, str] = {"github": "https://github.com", "gitlab": "https://gitlab.com"}
"""Where the tracker is unless somebody says so; Jira is nowhere in particular."""

_SEGMENT = r"(?!\.{1,2}(?:/|$))[A-Za-z0-9_.-]+"
PLACES: dict[TrackerKind, tuple[re.Pattern[str], str]] = {
    "github": (re.compile(f"{_SEGMENT}/{_SEGMENT}"), "the owner and the name of a repository, such as acme/shop"),
    "gitlab": (re.compile(f"{_SEGMENT}(?:/{_SEGMENT})*"), "the path or the number of a project, such as acme/shop"),
    "jira": (re.compile(r"[A-Z][A-Z0-9_]+"), "the key of a project, such as SHOP"),
}

_LONGEST: dict[TrackerKind, int] = {"github": 65_536, "gitlab": 1_000_000, "jira": 32_767}  # characters of a text
_CUT = "\n\n…"
_LONGEST_ANSWER = 300
_REFUSALS = {
    401: "{name} does not take the token. It may have ended; give a new one in the project's settings.",
    403: "{name} does not let the owner of the token file issues there.",
    404: "{name} has no {place} that the owner of the token may see.",
    410: "Issues are switched off there.",
    429: "{name} was asked too often. Try again later.",
}


class Post(Struct, frozen=True):
    url: str
    headers: dict[str, str]
    body: bytes


def post_of(tracker: Tracker, token: str, title: str, text: str) -> Post:
    """`text`: Markdown, of Jira its own markup."""
    base, place = tracker.base_url.rstrip("/"), quote(tracker.place, safe="/" if tracker.kind == "github" else "")
    text = _shortened(text, _LONGEST[tracker.kind])
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "qa-appliance"}
    if tracker.kind == "github":
        headers |= {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}
        headers["Authorization"] = f"Bearer {token}"
        return _post(f"{_github(base)}/repos/{place}/issues", headers, {"title": title, "body": _quiet(text)})
    if tracker.kind == "gitlab":
        headers["PRIVATE-TOKEN"] = token
        return _post(f"{base}/api/v4/projects/{place}/issues", headers, {"title": title, "description": _quiet(text)})
    headers["Authorization"] = f"Bearer {token}" if tracker.account is None else _basic(tracker.account, token)
    fields = {
        "project": {"key": tracker.place},
        "issuetype": {"name": tracker.issue_type},
        "summary": title,
        "description": text,
    }
    return _post(f"{base}/rest/api/2/issue", headers, {"fields": fields})


def issue_of(tracker: Tracker, answer: bytes) -> NewIssue | None:
    """What a tracker answered to a new issue; None where that is none."""
    try:
        found = msgspec.json.decode(answer, type=dict[str, object])
    except msgspec.DecodeError:
        return None
    if tracker.kind == "jira":
        key = found.get("key")
        ok = isinstance(key, str) and re.fullmatch(r"[A-Za-z0-9_]+-\d+", key)
        return NewIssue(str(key), f"{tracker.base_url.rstrip('/')}/browse/{key}") if ok else None
    number, url = (found.get("number"), found.get("html_url"))
    if tracker.kind == "gitlab":
        number, url = found.get("iid"), found.get("web_url")
    if not isinstance(number, int) or not isinstance(url, str) or not re.match(r"https?://[^\s]+$", url):
        return None
    return NewIssue(f"#{number}", url)


def refusal_of(tracker: Tracker, token: str, status: int, answer: bytes) -> str:
    """Why there is no issue, in a sentence for people and in the tracker's own words; without the token."""
    name = NAMES[tracker.kind]
    if 300 <= status < 400:
        return f"{name} answered {status}: it is somewhere else now. Give its new address in the project's settings."
    fixed = _REFUSALS.get(status, "{name} did not take the issue: it answered {status}.")
    sentence = fixed.format(name=name, place=tracker.place, status=status)
    words = " ".join(" ".join(_texts(answer)).replace(token, "••••").split())
    if not words:
        return sentence
    cut = words if len(words) <= _LONGEST_ANSWER else words[:_LONGEST_ANSWER].rstrip() + "…"
    return f"{sentence} {name} says: {cut}"


def _texts(answer: bytes) -> list[str]:
    """The texts that a tracker gives as reasons, each with the field it is about."""
    try:
        found = msgspec.json.decode(answer, type=dict[str, object])
    except (msgspec.DecodeError, RecursionError):
        return []
    texts: list[str] = []
    for name in ("message", "error", "error_description", "errorMessages", "errors"):
        given = found.get(name)
        named = given.items() if isinstance(given, dict) else (("", each) for each in _listed(given))
        texts += [f"{field}: {reason}" if field else reason for field, each in named if (reason := _reason(each))]
    return texts


def _listed(given: object) -> list[object]:
    return given if isinstance(given, list) else [given]


def _reason(given: object) -> str:
    if isinstance(given, dict):
        return " ".join(str(given[name]) for name in ("field", "code", "message") if isinstance(given.get(name), str))
    return ", ".join(each for each in _listed(given) if isinstance(each, str))


def _post(url: str, headers: dict[str, str], body: dict[str, object]) -> Post:
    return Post(url, headers, msgspec.json.encode(body))


def _github(base: str) -> str:
    """Where the API of the site at that address is: beside it in GitHub's own cloud, within it elsewhere."""
    parts = urlsplit(base)
    host = parts.hostname or ""
    if host == "github.com" or host.endswith(".ghe.com"):
        return f"{parts.scheme}://api.{parts.netloc}"
    return base if host == "api.github.com" or base.endswith("/api/v3") else f"{base}/api/v3"


def _basic(account: str, token: str) -> str:
    return "Basic " + base64.b64encode(f"{account}:{token}".encode()).decode()


def _quiet(text: str) -> str:
    """What stands after an @ is nobody's name, and a line that begins with / no command."""
    return re.sub(r"^/", r"\\/", re.sub(r"@(?=\w)", "@\u200b", text), flags=re.MULTILINE)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - len(_CUT)].rpartition("\n")[0] + _CUT
