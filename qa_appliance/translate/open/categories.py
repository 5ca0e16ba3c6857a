"""All open categories by the names that rows call them. Pure data."""

from __future__ import annotations

from qa_appliance.translate.open.addresses import ADDRESSES
from qa_appliance.translate.open.fields import FIELDS
from qa_appliance.translate.open.figures import FIGURES, MOST_QUALITIES
from qa_appliance.translate.open.keys import KEYS
from qa_appliance.translate.open.nameable import LONGEST_NAME
from qa_appliance.translate.open.names import MOST_WORDS_OF_A_SORT, NAMES
from qa_appliance.translate.open.quotes import QUOTES
from qa_appliance.translate.open.roles import LONGEST_ROLE, ROLES
from qa_appliance.translate.open.texts import TEXTS
from qa_appliance.translate.rules import Category

OPEN: dict[str, Category] = QUOTES | FIGURES | NAMES | FIELDS | TEXTS | KEYS | ADDRESSES | ROLES
_OF_ONE_WORD = ("quote", "number", "word", "variable", "address", "path", "ordinal", "owner", "keeper", "count", "file")
LONGEST = {
    **dict.fromkeys(_OF_ONE_WORD, 1),
    "duration": 2,
    **dict.fromkeys(("bare", "proper", "common", "title", "thing_alone", "plural"), LONGEST_NAME + 1),
    "quality": MOST_QUALITIES,
    "sort": MOST_WORDS_OF_A_SORT,
    **dict.fromkeys(("role", "owning_role"), LONGEST_ROLE),
}
"""How many words it takes at most; of others, any number."""
