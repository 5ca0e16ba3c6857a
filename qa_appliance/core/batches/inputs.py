"""Inputs that break forms: chosen by what the test itself types into the field, so that each fits its kind.

The same field gets the same inputs every time: a finding can be repeated.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from msgspec import Struct

ASKED_FOR = "qa-fuzz-markup"
"""In an address only a page asks for that took typed text for markup."""
EXECUTED = "qa-fuzz-executed"
"""On the console only of a page that carried typed text out."""

FieldKind = Literal["text", "email", "number", "date", "address"]

_LONG = 10_000  # characters


class Input(Struct, frozen=True):
    """`label` says what is unusual about the text."""

    label: str
    text: str


def field_kind(text: str) -> FieldKind:
    """Of a field into which a test types this."""
    return next((kind for kind, looks in _LOOKS.items() if looks.fullmatch(text.strip())), "text")


def inputs_for(kind: FieldKind) -> list[Input]:
    return [Input(*row) for row in (*_OF_KIND[kind], *_OF_ALL)]


_LOOKS: dict[FieldKind, re.Pattern[str]] = {
    "email": re.compile(r"[^@\s]+@[^@\s]+|\{unique email.*\}"),
    "number": re.compile(r"[-+]?\d+([.,]\d+)?"),
    "date": re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\{today.*\}"),
    "address": re.compile(r"https?://\S+"),
}

_MARKUP = f'<img src="/{ASKED_FOR}.gif" onerror="console.error(\'{EXECUTED}\')">'

_OF_ALL = (
    ("empty", ""),
    ("only spaces", "   "),
    ("one character", "x"),
    ("very long", "long " * (_LONG // 5)),
    ("one very long word", "w" * _LONG),
    ("accents and umlauts", "Zoë Çelik-Müller, Łódź"),
    ("Chinese and Japanese", "測試用戶 テスト"),
    ("right to left", "مرحبا שלום"),
    ("direction overridden", "invoice\u202efdp.exe"),
    ("emoji", "👩‍👩‍👧 🏳️‍🌈 👍🏽"),
    ("stacked accents", "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a"),
    ("invisible characters", "a\u200bb\ufeffc\u00add"),
    ("quotes", 'O\'Neill "The" `Rock` „x“'),
    ("markup", f"<b>bold</b>{_MARKUP}"),
    ("markup out of an attribute", f'">{_MARKUP}'),
    ("script", f"<script>console.error('{EXECUTED}')</script>"),
    ("SQL", "Robert'); DROP TABLE students;--"),
    ("SQL that is always true", "' OR '1'='1"),
    ("template", "{{7*7}} ${7*7} #{7*7} <%= 7*7 %>"),
    ("path", "../../../../etc/passwd"),
    ("shell", "; echo x | id `id` $(id)"),
    ("formula", '=HYPERLINK("http://x.example","x")'),
    ("a word programs stumble over", "null"),
    ("per cent signs", "%s%n%x %00 100%"),
    ("a line break", "one\r\ntwo"),
)

_OF_KIND: dict[FieldKind, tuple[tuple[str, str], ...]] = {
    "text": (("a number", "42"),),
    "email": (
        ("no at sign", "ada.example.com"),
        ("two at signs", "ada@@example.com"),
        ("no host", "ada@"),
        ("with a plus", "ada+test@example.com"),
        ("the longest local part", "a" * 64 + "@example.com"),
        ("international", "müller@bücher.example"),
        ("a second address behind it", "ada@example.com\nbcc: eve@example.com"),
    ),
    "number": (
        ("zero", "0"),
        ("below zero", "-1"),
        ("a fraction", "0.5"),
        ("a comma", "1,5"),
        ("many decimals", "0.1234567890123456789"),
        ("32 bits and one", "2147483648"),
        ("64 bits and one", "9223372036854775808"),
        ("an exponent", "1e309"),
        ("not a number", "NaN"),
        ("leading zeros", "007"),
        ("words", "twelve"),
    ),
    "date": (
        ("29 February of a common year", "2027-02-29"),
        ("29 February of a leap year", "2028-02-29"),
        ("day 0", "2027-01-00"),
        ("month 13", "2027-13-01"),
        ("before 1900", "1899-12-31"),
        ("the last day there is", date.max.isoformat()),
        ("the other order", "31/12/2027"),
    ),
    "address": (
        ("no scheme", "example.com"),
        ("a script", f"javascript:console.error('{EXECUTED}')"),
        ("a file", "file:///etc/passwd"),
        ("a very long address", "https://example.com/" + "a" * 3_000),
    ),
}
