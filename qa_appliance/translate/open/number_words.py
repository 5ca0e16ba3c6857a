"""Words for numbers, positions and times. Pure data."""

from __future__ import annotations

import re

from qa_appliance.language.values import NUMBERS

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
UNITS = {
    unit: size
    for units, size in (
        ("s sec secs second seconds", 1.0),
        ("ms milliseconds millisecond", 0.001),
        ("min mins minute minutes m", 60.0),
        ("h hour hours", 3600.0),
    )
    for unit in units.split()
}
DURATION = re.compile(rf"(\d+(?:\.\d+)?|{'|'.join(NUMBERS)}) ?({'|'.join(UNITS)})")
