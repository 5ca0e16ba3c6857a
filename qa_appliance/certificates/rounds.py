"""How much computing a file with a key asks for, as far as it says so in the open: read from its structure alone.

Each derivation of a key from a passphrase names its salt (an octet string) and then its rounds (whole numbers): PBKDF2
and PKCS #12 one, scrypt N, r and p. What is encrypted may ask for more: whoever opens it has to be stopped by a clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

MOST_ROUNDS = 1_000_000
LARGEST_NUMBER = 8192  # bits: the modulus of an RSA key
_INTEGER, _OCTETS, _SEQUENCE = 0x02, 0x04, 0x30
_INSIDE = frozenset({_OCTETS, _SEQUENCE, 0x24, 0x31, 0xA0, 0xA1})  # what others may lie in
_DEEPEST, _MOST_ITEMS = 20, 20_000


class _Item(NamedTuple):
    tag: int
    content: memoryview


def asked_for(der: bytes) -> str:
    """A sentence where a file asks for more than is done, else nothing."""
    rounds, larger = 0, False
    for items in _groups(memoryview(der)):
        rounds += _rounds(items)
        larger = larger or any(i.tag == _INTEGER and len(i.content) > LARGEST_NUMBER // 8 + 1 for i in items)
    if rounds > MOST_ROUNDS:
        return f"Its key is derived in {rounds:,} rounds, and {MOST_ROUNDS:,} may be: store it with fewer."
    return f"Its key is too large: RSA of {LARGEST_NUMBER} bits at most." if larger else ""


def _rounds(items: list[_Item]) -> int:
    """Of one sequence: the numbers that stand behind its salt."""
    at = next((nth for nth, item in enumerate(items) if item.tag == _OCTETS), len(items)) + 1
    numbers = []
    for item in items[at:]:
        if item.tag != _INTEGER:
            break
        numbers.append(int.from_bytes(item.content[:16], "big") << 8 * max(0, len(item.content) - 16) % 64)
    return math.prod(numbers[:3]) if len(numbers) > 2 else numbers[0] if numbers else 0


def _groups(whole: memoryview) -> Iterator[list[_Item]]:
    """Every row of items, and those within them. Of what is no such structure, none."""
    open_rows, seen = [(whole, 0)], 0
    while open_rows:
        content, depth = open_rows.pop()
        items = _items(content)
        seen += len(items)
        if seen > _MOST_ITEMS:
            return
        if items:
            yield items
        if depth < _DEEPEST:
            open_rows += [(item.content, depth + 1) for item in items if item.tag in _INSIDE]


def _items(content: memoryview) -> list[_Item]:
    items, at = list[_Item](), 0
    while at + 2 <= len(content):
        tag, size = content[at], content[at + 1]
        at += 2
        if size > 0x80:
            size, at = int.from_bytes(content[at : at + size - 0x80], "big"), at + size - 0x80
        elif size == 0x80:  # up to a mark: not as such files are written
            return []
        if at + size > len(content):
            return []
        items.append(_Item(tag, content[at : at + size]))
        at += size
    return items if at == len(content) else []
