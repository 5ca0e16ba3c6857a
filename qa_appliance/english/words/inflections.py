"""The forms of a verb: click, clicks, clicked, clicking. Regular rules plus a list; meanings are in the lexicon."""

from __future__ import annotations

from qa_appliance.english.words.word_sets import word_set

_IRREGULAR = {
    "go": "go goes went going gone", "be": "be am is are was were being i'm",
    "choose": "choose chooses chose choosing chosen", "write": "write writes wrote writing written",
    "put": "put puts putting", "set": "set sets setting", "hit": "hit hits hitting",
    "see": "see sees saw seeing seen", "find": "find finds found finding", "give": "give gives gave giving given",
    "make": "make makes made making", "cut": "cut cuts cutting", "come": "come comes came coming",
    "bring": "bring brings brought bringing", "strike": "strike strikes struck striking",
    "get": "get gets got getting", "look": "look looks looked looking", "keep": "keep keeps kept keeping",
    "do": "do does did doing done", "take": "take takes took taking taken", "send": "send sends sent sending",
    "leave": "leave leaves left leaving", "hold": "hold holds held holding", "shut": "shut shuts shutting",
    "say": "say says said saying", "not": "not", "no": "no", "never": "never", "should": "should",
}  # fmt: skip
_DOUBLING = word_set("tap scan drag drop flip log pick-up submit slip skip grab plug run jog stop refer")


def inflections(verb: str) -> tuple[str, ...]:
    """All forms of a verb, its plain form first."""
    if verb in _IRREGULAR:
        return tuple(_IRREGULAR[verb].split())
    stem = verb + verb[-1] if verb in _DOUBLING else verb
    ends_e = verb.endswith("e")
    third = verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")
    past = verb + "d" if ends_e else stem + "ed"
    gerund = verb[:-1] + "ing" if ends_e and not verb.endswith("ee") else stem + "ing"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        third, past, gerund = verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"
    return (verb, third, past, gerund)
