"""What Markdown, exported from an editor, writes before a mark that means nothing special, and at a line's end."""

from __future__ import annotations

import re

_EXPORTED = re.compile(r"^[ \t]*\d{1,3}\\[.)][ \t]|[^\\\n]\\[ \t]*\n", re.MULTILINE)
"""1\\. Open the page\\"""
_NUMBER = re.compile(r"^([ \t]*\d{1,3})\\([.)])(?=[ \t])", re.MULTILINE)
_AT_THE_END = re.compile(r"\\(?=[ \t]*$)", re.MULTILINE)
_BEFORE_A_MARK = re.compile(r"(?<!\S)\\(?=[-*_#>~+\[\]])")
_BREAK_AT_THE_END = re.compile(r"<br ?/?>(?=[ \t]*$)", re.IGNORECASE | re.MULTILINE)


def without_escapes(written: str) -> str:
    """The text with blanks in their place, so that every word of it stays where it is.

    Only in a text that shows that it was exported so: elsewhere a stroke may be what is typed.
    """
    if "<" in written:
        written = _BREAK_AT_THE_END.sub(lambda found: " " * len(found.group()), written)
    if "\\" not in written or _EXPORTED.search(written) is None:
        return written
    written = _NUMBER.sub(r"\1\2 ", written)
    return _BEFORE_A_MARK.sub(" ", _AT_THE_END.sub(" ", written))
