"""The whole sentence a clause is a part of, as it was written. Pure."""

from __future__ import annotations

import re

_ENDS = re.compile(r"\n\s*(?:(?:[-*•|#]|\d{1,3}[.)])\s)?|[.!?](?=\s+[^\sa-z])")
_LONGEST = 600  # characters


def around(words: str, start: int, text: str) -> tuple[str, str]:
    """What stands before and behind the clause in its sentence; of a very long one, nothing behind."""
    if start < 0 or words[start : start + len(text)] != text:
        return "", ""
    stop = start + len(text)
    begin = max((found.end() for found in _ENDS.finditer(words, 0, start)), default=0)
    rest = _ENDS.search(words, stop)
    end = rest.start() + (words[rest.start()] in ".!?") if rest is not None else len(words)
    before, behind = words[begin:start].lstrip()[-_LONGEST:], words[stop:end].rstrip()
    return before, behind if len(before) + len(behind) <= _LONGEST else ""
