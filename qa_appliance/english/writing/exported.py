"""The line over an exported test by which an import knows that its comments are still the sentences of its steps.

It holds a digest of all that stands below it: of a file that was changed by hand the code is read, not the comments.
"""

from __future__ import annotations

import hashlib
import re

_WORDS = "The comment over each step is the sentence it came from"
_LINE = re.compile(rf"\A(?://|#) {_WORDS} \((?P<digest>[0-9a-f]{{16}})\)\.\n")


def with_digest(sign: str, text: str) -> str:
    """`sign`: how a comment begins in that language."""
    return f"{sign} {_WORDS} ({_digest(text)}).\n{text}"


def is_as_exported(text: str) -> bool:
    """Whether a file is, to the letter, what was exported; line ends may be another system's."""
    text = text.replace("\r\n", "\n")
    found = _LINE.match(text)
    return found is not None and found["digest"] == _digest(text[found.end() :])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
