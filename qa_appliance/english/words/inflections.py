"""The forms of a verb: click, clicks, clicked, clicking. Regular rules plus a list; meanings are in the lexicon."""

from __future__ import annotations

from qa_appliance.language.word_sets import phrases, word_set

_IRREGULAR_FORMS = (
    "go goes went going gone, be am is are was were being i'm, choose chooses chose choosing chosen, "
    "write writes wrote writing written, put puts putting, set sets setting, hit hits hitting, "
    "see sees saw seeing seen, find finds found finding, give gives gave giving given, make makes made making, "
    "cut cuts cutting, come comes came coming, bring brings brought bringing, strike strikes struck striking, "
    "get gets got getting, look looks looked looking, keep keeps kept keeping, do does did doing done, "
    "take takes took taking taken, send sends sent sending, leave leaves left leaving, hold holds held holding, "
    "shut shuts shutting, say says said saying, not, no, never, should"
)
_IRREGULAR = {forms[0]: forms for forms in phrases(_IRREGULAR_FORMS)}
_DOUBLING = word_set("tap scan drag drop flip log pick-up submit slip skip grab plug run jog stop refer")


def inflections(verb: str) -> tuple[str, ...]:
    """All forms of a verb, its plain form first."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    stem = verb + verb[-1] if verb in _DOUBLING else verb
    ends_e = verb.endswith("e")
    third = verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")
    past = verb + "d" if ends_e else stem + "ed"
    gerund = verb[:-1] + "ing" if ends_e and not verb.endswith("ee") else stem + "ing"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        third, past, gerund = verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"
    return (verb, third, past, gerund)
