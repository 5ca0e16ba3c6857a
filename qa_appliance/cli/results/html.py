"""A report as one page that a browser opens from the disk: no server, no script, no request to anywhere.

Pictures of what failed are inside; film, trace and all else are links to the kept files beside it.
"""

from __future__ import annotations

import base64
import mimetypes
import os
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from urllib.parse import quote

from qa_appliance.cli.results.ended import Ended
from qa_appliance.cli.results.page_style import STYLE
from qa_appliance.cli.running.outcome import Attempt, Outcome, in_words, steps_of
from qa_appliance.client.channel import Run
from qa_appliance.core.evidence.steps import read_otherwise

_LARGEST = 3 * 1024 * 1024  # bytes of a picture that is put inside
_MOST = 60 * 1024 * 1024  # of all of them
_PICTURES = (
    ("failureScreenshotUrl", "The page when it failed"),
    ("actualScreenshotUrl", "The picture that was compared"),
)
_MARKS = {"passed": "✓", "failed": "✗", "skipped": "–"}


def html(ended: Ended, file: Path) -> bytes:
    """`file`: where the page will lie, for its links."""
    page = _Page(file.absolute().parent)
    order = sorted(ended.outcomes, key=lambda outcome: outcome.result in ("passed", "flaky"))
    tests = "".join(page.test(ended, outcome) for outcome in order)
    when = datetime.fromtimestamp(ended.began, UTC).strftime("%Y-%m-%d %H:%M UTC")
    heading = in_words(ended.outcomes)
    broken = '<p class="note">The command was interrupted; not every test was run.</p>' if ended.interrupted else ""
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
        ' img-src data:">'
        f"<title>{escape(heading)}</title><style>{STYLE}</style></head><body><main>"
        f'<h1>{escape(heading)}</h1><p class="soft">{escape(ended.suite)} · {when} ·'
        f" {ended.stopped - ended.began:.0f} s</p>{broken}{tests}</main></body></html>\n"
    )
    return text.encode("utf-8", "replace")


class _Page:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._room = _MOST

    def test(self, ended: Ended, outcome: Outcome) -> str:
        right = outcome.result == "passed"
        place = ended.suite_of(outcome) + (f":{outcome.test.line}" if outcome.test.file else "")
        tries = "".join(
            self._attempt(attempt, number, len(outcome.attempts)) for number, attempt in enumerate(outcome.attempts, 1)
        )
        why = "" if right else f'<p class="why">{escape(outcome.headline)}</p>'
        return (
            f'<details class="test {outcome.result}"{"" if right else " open"}><summary>'
            f'<b class="result">{outcome.result}</b> <span class="name">{escape(outcome.test.name)}</span>'
            f' <span class="soft">{escape(place)} · {outcome.seconds:.1f} s</span></summary>{why}'
            f'<pre class="words">{escape(_words(outcome))}</pre>{tries}</details>'
        )

    def _attempt(self, attempt: Attempt, number: int, of: int) -> str:
        run = attempt.shown
        head = f"<h3>Try {number} of {of}: {attempt.result}</h3>" if of > 1 else ""
        steps = "".join(self._step(step) for step in steps_of(run))
        return f"{head}<ol>{steps}</ol>{self._links(attempt)}"

    def _step(self, step: Run) -> str:
        words = escape(str(step["sentence"] or step["action"]))
        otherwise = read_otherwise(str(step.get("readsAs") or ""), str(step["sentence"]))
        under = f'<p class="soft">read as: {escape(otherwise)}</p>' if otherwise else ""
        under += "".join(
            f'<p class="{kind}">{escape(str(step[field]))}</p>'
            for field, kind in (("error", "why"), ("note", "soft"))
            if step[field]
        )
        pictures = "".join(self._picture(step.get(field), words) for field, words in _PICTURES)
        mark, seconds = _MARKS[step["result"]], step["durationMs"] / 1000
        return (
            f'<li class="{step["result"]}"><span class="mark">{mark}</span> {words}'
            f' <span class="soft">{seconds:.2f} s</span>{under}{pictures}</li>'
        )

    def _picture(self, found: object, words: str) -> str:
        """Inside the page, or a link where it is too large."""
        path = Path(found) if isinstance(found, str) else None
        if path is None or not path.is_file():
            return ""
        size, kind = path.stat().st_size, mimetypes.guess_type(path.name)[0] or ""
        if not kind.startswith("image/") or size > min(_LARGEST, self._room):
            return f'<p><a href="{self._link(path)}">{words}</a></p>'
        self._room -= size
        data = base64.b64encode(path.read_bytes()).decode()
        return f'<figure><img alt="{words}" src="data:{kind};base64,{data}"><figcaption>{words}</figcaption></figure>'

    def _links(self, attempt: Attempt) -> str:
        files = attempt.kept.files if attempt.kept else []
        links = "".join(f'<a href="{self._link(path)}">{escape(path.name)}</a> ' for path in files)
        return f'<p class="files">{links}</p>' if links else ""

    def _link(self, path: Path) -> str:
        return quote(Path(os.path.relpath(path.absolute(), self._folder)).as_posix())


def _words(outcome: Outcome) -> str:
    """What the test says, as the appliance shows it to whoever may not read its passwords."""
    return str(outcome.last.run.get("maskedInstruction") or "") if outcome.last else ""
