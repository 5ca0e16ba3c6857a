"""Records by their sort: "User Bo Chen", "Open orders". What begins a sentence with a capital is no text for that."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.target import RECORDS, Target
from qa_appliance.language.tokens import Phrase


def is_a_record(phrase: Phrase) -> bool:
    """ "User Bo Chen", "Order 1002": an element by its name, beside what sort it is."""
    return len(phrase) > 1 and phrase.tokens[0].low in RECORDS


def one_of_its_sort(target: Target) -> bool:
    """ "The mail", "the task": which one no page calls so. Denied, it is only known to be gone if it was there."""
    return target.kind == "any" and target.name in RECORDS and not (target.quoted or target.ordinal or target.qualities)


def has_gone(target: Target, phrase: Phrase) -> bool:
    """ "The task" that is gone."""
    return phrase.tokens[0].low == "the" and one_of_its_sort(target)


def several_denied(phrase: Phrase, negated: bool) -> Phrase:
    """ "Open orders are not shown": where several of a sort are denied, the capital is only that of the sentence."""
    first, others = phrase.tokens[:1], phrase.tokens[1:]
    words = bool(others) and all(token.kind == "word" and token.text.islower() for token in others)
    if not (negated and words and others[-1].low.endswith("s")):
        return phrase
    if first[0].kind != "word" or not (first[0].text[:1].isupper() and first[0].text[1:].islower()):
        return phrase
    return Phrase([replace(first[0], text=first[0].low, value=first[0].low), *others], phrase.source)
