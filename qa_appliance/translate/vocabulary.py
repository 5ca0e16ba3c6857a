"""The lists of words in `rows/*.toml` that decide what may be a name or a text. Pure data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

Words = frozenset[str]


class Vocabulary(Struct, frozen=True):
    """Each field is the list of that name. `any_case` in a comment: compared without regard to capitals."""

    adverbs: Words
    never_named: Words
    """With these in it, words are neither a name nor a text."""
    never_in_names: Words
    never_bare: Words
    """Like these, but first words of texts."""
    never_in_common: Words
    """In no name that has not two capitals (any case)."""
    never_first: Words
    """A name begins with these only where each of its words has a capital (any case)."""
    denying: Words
    """No name begins with these (any case)."""
    never_last: Words
    never_alone: Words
    """By itself no name (any case)."""
    never_alone_small: Words
    """By itself, in lower case, no name."""
    never_of: Words
    """Before "of" they tell a part or an amount (any case)."""
    generic: Words
    """What a thing of the page is; its name follows: user Bob."""
    clear_nouns: Words
    """Kinds of elements that stand in no name but at its end: what follows is something else."""
    ends_of_elements: Words
    leading_on: Words
    """Small words and verbs, which rarely stand in a name."""
    joining: Words
    """Those of them that may stand within a name in lower case."""
    particles: Words
    """With what a name may end: Sign in, Save as, Select all."""
    with_particles: Words
    """The verbs before them."""
    auxiliaries: Words
    plural_verbs: Words
    verbs_of_any_number: Words
    telling_nothing: Words
    """Words that together name nothing: the other page."""
    standing_for_others: Words
    purposes: Words
    """What one does: behind "to" they tell what for. With the verbs of all deeds."""
    after_a_deed: Words
    """Behind a verb in the name of a button: add to cart."""
    asking: Words
    owned: Words
    articles: Words
    """Before a name: those of the rows, and those of what is owned, which no row may drop."""
    telling: Words
    """States and looks: no tag and no label of something."""
    of_a_text: Words
    """What texts, times and amounts consist of: no things one could count on a page."""
    irregular_plurals: Words
    nouns_of_sight: Words
    """Kinds of what is seen for which no row has a noun."""
    no_sorts: Words
    """What a quote names that is no thing of the page's own: the text "A"."""
    no_page: Words
    """Which page it is, something else tells."""
    closing: Words
    """With one of these a text does not end: they belong to what is done."""
    beginning_a_text: Words
    """Small words a text may begin with: in progress, on hold, out of stock."""
    within_a_text: Words
    within_a_slug: Words
    read_first: Words
    """A clause in which one of these stands is put to the rows before the forms (any case)."""
    within_no_name: Words
    """All that stands in no name in lower case."""


def vocabulary(words: Mapping[str, list[str]], verbs: Words, articles: Words) -> Vocabulary:
    """`words`: the lists by their names. Raises msgspec.ValidationError where one is missing."""
    lists = {name: frozenset(each) for name, each in words.items()}
    within_no_name = lists["never_named"] | lists["never_in_names"] | lists["never_bare"] | lists["auxiliaries"]
    derived = {
        "within_no_name": within_no_name,
        "articles": articles | lists["owned"],
        "purposes": lists["purposes"] | verbs,
    }
    return msgspec.convert(lists | derived, Vocabulary)
