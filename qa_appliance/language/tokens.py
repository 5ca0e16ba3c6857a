"""Tokens: words, quotes and marks of a description, each with its place in it. Nothing here knows what a word means."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Hashable, Sequence
from typing import Literal, Protocol, TypeVar

from msgspec import Struct

TokenKind = Literal["word", "quoted", "mark"]


class Token(Struct, frozen=True, gc=False):
    """`text` as written, `low` for comparing ("" for quotes, which are never compared), `value` without its quotes.

    `start` and `end` count code points of the description.
    """

    kind: TokenKind
    text: str
    low: str
    value: str
    start: int
    end: int


_PLAIN = r"[^\s,;:!?()\[\]\"“”„«»‹›`.>]"
_TOKEN = re.compile(
    rf"""
      (?P<quoted>
          "(?<![\d\w]")(?:[^"\\\n]|\\.)*"
        | “[^”“"\n]*[”“"] | „[^“”"\n]*[“”"] | «[^»\n]*» | »[^«\n]*« | ‹[^›\n]*› | `[^`\n]*`
        | ‘(?:[^’\n]|’(?=\w))*’
        | '(?<![\w']')(?:[^'\n]|'(?=\w)){{1,500}}'(?!\w) | (?<!\S)''(?![^\s.,;)])
        | <(?=[A-Z])[^<>\n]{{1,60}}>(?=\ (?:button|link|field|tab|menu|icon|checkbox|dropdown|option|textbox)\b)
      )
    | (?P<body> \{{\s*"(?:[^{{}}\n]|\{{(?:[^{{}}\n]|\{{(?:[^{{}}\n])*\}})*\}})*\}} | \{{\}}
          | \[\s*(?:\{{\s*"(?:[^{{}}\n]|\{{(?:[^{{}}\n]|\{{(?:[^{{}}\n])*\}})*\}})*\}}\s*,?\s*)+\] | \[\](?=[\s.,;]|$) )
    | (?P<bracketed> \[[^\]\n]+\] )
    | (?P<numbered> (?<![^\s(]) \#\d{{3,}} (?![\w#-]|[.,]\d) )
    | (?P<word>
          (?<!\S)\?[\w-]+=[^\s"“”«»]*[^\s"“”«».,;:!?)]
        | (?:https?://|www\.|localhost\b|/(?=\w))
          (?:[^\s"“”«»]*\?[^\s"“”«»]*[^\s"“”«».,;:!)]|[^\s"“”«»]*[^\s"“”«».,;:!?)])
        | [\w-]++(?:\.[\w-]++)*\.[a-z]{{2,}}(?::\d+)?/[^\s"“”«»]*[^\s"“”«».,;:!?)]
        | \{{[^{{}}\n]*\}}(?:[\w@.+-]*\w)?
        | -> | => | >
        | \.?{_PLAIN}+(?:(?:\.(?=[^\s.,;:!?)\]"”»])|(?<=\d)[,:](?=\d)|(?<=\w)[-!?](?=\w)){_PLAIN}*)*
          (?:…|\.\.\.|(?<=\w)!+(?=\)))?
      )
    | (?P<mark> \.\.\. | [^\s] )
    """,
    re.VERBOSE,
)
LINE_BREAK = "\ue00a"
"""A line's end inside a quote that was written over several lines; descriptions do not hold it otherwise."""
_UNESCAPE = re.compile(r"\\([\"\\])")
_ARROWS = frozenset({"->", "=>", ">", "→", "›", "➜", "➔", "➡", "⟶"})
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'"})


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """Read `text[start:end]`. A quote shields everything inside; a quote never closed stays a mark of its own.

    `[Save]` counts as quoted, as do JSON bodies and `#1042`, which is what something is called; e-mail addresses, URLs,
    paths, decimals, times and `{names}` are one word each.
    """
    tokens: list[Token] = []
    for found in _TOKEN.finditer(text, start, len(text) if end is None else end):
        begin, stop = found.span()
        raw, kind = text[begin:stop], found.lastgroup
        if kind == "word":
            if raw in _ARROWS:
                tokens.append(Token("mark", raw, ">", raw, begin, stop))
            else:
                low = raw.lower()
                tokens.append(Token("word", raw, low.translate(_APOSTROPHES) if "’" in low else low, raw, begin, stop))
        elif kind == "mark":
            mark = ">" if raw in _ARROWS else raw
            tokens.append(Token("mark", raw, mark, raw, begin, stop))
        else:
            value = raw if kind in ("body", "numbered") else raw[1:-1]
            if raw[0] == '"':
                value = _UNESCAPE.sub(r"\1", value).replace(LINE_BREAK, "\n")
            tokens.append(Token("quoted", raw, "", value, begin, stop))
    return tokens


Read = TypeVar("Read")


class Bound(Protocol):
    """What the reading may cost (work.py)."""

    def spend(self, units: int) -> None: ...
    def read(self, reader: Callable[[Phrase], Read], span: Phrase, tokens: Sequence[object]) -> Read: ...
    def recall(self, key: Hashable, make: Callable[[], Read]) -> Read: ...
    def by_rows(self, key: Hashable, make: Callable[[], tuple[Read, int]]) -> Read | None: ...


class Source(Struct, frozen=True, eq=False):
    """A description as it was written, and the work of reading it."""

    text: str
    work: Bound


class Phrase(Struct, frozen=True, eq=False, gc=False):
    """A run of tokens together with the description they stand in."""

    tokens: list[Token]
    source: Source

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, span: slice) -> Phrase:
        return Phrase(self.tokens[span], self.source)

    def __add__(self, other: Phrase) -> Phrase:
        return Phrase(self.tokens + other.tokens, self.source)

    @property
    def text(self) -> str:
        """The exact words of the description; of words brought together from two places, the words with spaces."""
        tokens = self.tokens
        if not tokens:
            return ""
        if len(tokens) == 1:
            return tokens[0].text
        slice_ = self.source.text[tokens[0].start : tokens[-1].end]
        for left, right in itertools.pairwise(tokens):
            if right.start < left.end or right.start - left.end > 3:
                return " ".join(token.text for token in tokens)
        return slice_

    @property
    def only_quote(self) -> str | None:
        """The quoted text, where the phrase is one quote and nothing else."""
        if len(self.tokens) == 1 and self.tokens[0].kind == "quoted":
            return self.tokens[0].value
        return None

    @property
    def start(self) -> int:
        return self.tokens[0].start if self.tokens else 0

    def has(self, words: frozenset[str]) -> bool:
        """Whether one of these words or marks stands in it, outside quotes."""
        return not words.isdisjoint([token.low for token in self.tokens])

    def quotes(self) -> list[Token]:
        return [token for token in self.tokens if token.kind == "quoted"]

    def strip(self, *marks: str) -> Phrase:
        """Without these marks or words at both ends."""
        tokens = self.tokens
        first, last = 0, len(tokens)
        while first < last and tokens[first].low in marks:
            first += 1
        while last > first and tokens[last - 1].low in marks:
            last -= 1
        return self if last - first == len(tokens) else Phrase(tokens[first:last], self.source)
