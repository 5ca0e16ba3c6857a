"""Which words of a clause its sentences carry: the first rows are of words that are left out."""

from __future__ import annotations

import pytest

from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.language.tokens import tokenize
from qa_appliance.translate.carried import left_out

LEFT_OUT = [
    ("wait for the order confirmation page to load", ["wait for the page to load"], True, "order"),
    ("Click View details for order 7", ["click 7"], True, "View"),
    ("The user sets From date to 1 March", ['set the date to "1 March"'], True, "From"),
    ("the status changes from Active to Closed", ['verify that the status is "Closed"'], False, "Active"),
    ("Step 1 is highlighted in the progress bar", ["verify that Step 1 is selected"], False, "progress"),
    ("the wishlist is empty in the sidebar", ["verify that the sidebar section is empty"], False, "wishlist"),
    ("click the gadget", ["click the button"], True, "gadget"),
    ("untick the newsletter", ["untick the checkbox"], True, "newsletter"),
    ("the Save button is disabled", ["verify that the Save button is visible"], False, "disabled"),
    ("the first row shows the lamp", ["verify that the row shows the lamp"], False, "first"),
]
CARRIED = [
    ("please tap on the Save button now", ["click the Save button"], True),
    ("the nurse clicks Save", ["click Save"], True),
    ("As a buyer, I click Save", ["click Save"], True),
    ("click the star to mark it as important", ["click the star icon"], True),
    ("confirm the reservation", ["confirm"], True),
    ("saves the payee", ["click the Save button"], True),
    ("open the menu via the burger icon", ["click the burger icon"], True),
    ('search for the patient "Bo Chen"', ['search for "Bo Chen"'], True),
    ('choose the colour "Olive"', ['choose "Olive"'], True),
    ("click the Delete button (red, below the list)", ["click the Delete button"], True),
    ("open the public blog at /blog", ["open /blog"], True),
    ("clicked on Bob's textbox", ["click the Bob field"], True),
    ("the reader sees three hits", ["verify that there are 3 items"], False),
    ("the toast has disappeared", ["verify that the alert is gone"], False),
    ("the Next button is greyed out", ["verify that the Next button is disabled"], False),
]


@pytest.mark.parametrize(("clause", "sentences", "deeds", "word"), LEFT_OUT)
def test_a_word_that_nothing_tells_is_left_out(clause: str, sentences: list[str], deeds: bool, word: str) -> None:
    assert left_out(tokenize(clause), sentences, INDEX, deeds=deeds) == word
    assert left_out(tokenize(clause), [clause], INDEX, deeds=deeds) == ""


@pytest.mark.parametrize(("clause", "sentences", "deeds"), CARRIED)
def test_words_go_by_their_class_or_are_told_by_others(clause: str, sentences: list[str], deeds: bool) -> None:
    assert left_out(tokenize(clause), sentences, INDEX, deeds=deeds) == ""
