"""What stands behind a label in the same line: “Total: $39.90”, “Backup: ❌”. Pure."""

from __future__ import annotations

import re
import unicodedata

from qa_appliance.browser.find.texts import fold, squeeze

_MARKS = re.compile(r"^(?:[\s:=–—]|-(?![\d€$£¥]))+")  # a minus belongs to its number
_PARTED = re.compile(r"\s*[:=]")
_ENDS_AS_LABEL = re.compile(r"[:=]\s*$")
_JOINING = frozenset("\u200d\ufe0e\ufe0f")


def behind_label(own: str, label: str) -> str:
    """ "Total: $39.90" without "Total:"."""
    if not label or not own.casefold().startswith(label.casefold()):
        return ""
    return squeeze(_MARKS.sub("", own[len(label) :]))


def is_label_alone(own: str, label: str) -> bool:
    """Whether it says nothing but the label. Signs behind a colon are a value: “Backup: ❌”."""
    if fold(own) != fold(label):
        return False
    return not (signs_behind(own, label) and _PARTED.match(own, len(label)))


def signs_behind(own: str, label: str) -> str:
    """What stands behind the label where that is signs alone, such as “★★☆”; else ""."""
    rest = behind_label(own, label)
    signs = [sign for sign in rest if not (sign.isspace() or sign in _JOINING)]
    return rest if signs and all(unicodedata.category(sign) in ("So", "Sk") for sign in signs) else ""


def awaits_value(own: str, label: str) -> bool:
    """Whether it is the label with a mark behind which a value is to stand, and none does: “Voucher:”."""
    return fold(own) == fold(label) and _ENDS_AS_LABEL.search(own) is not None
