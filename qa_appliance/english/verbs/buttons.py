"""Deeds called by the button that does them: save, submit, confirm, delete. Where no such button is, the step fails."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.core.steps import Click, Press, Step
from qa_appliance.core.target import Place, Relation, Target
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.verbs.data import REMEMBER
from qa_appliance.english.verbs.go import open_page
from qa_appliance.english.verbs.refusals import REFUSALS
from qa_appliance.english.wording.forms import Form, Verb, form, verb
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_key
from qa_appliance.language.word_sets import word_set


def _button(name: str) -> Target:
    return Target(words=f"the “{name}” button", name=name, kind="button")


def _press(name: str) -> Callable[[], Step]:
    def press() -> Step:
        return _click(name)

    return press


def _click(name: str) -> Click:
    return Click(target=_button(name), confirms=name in _ASKED_FOR)


_ASKED_FOR = frozenset({"Confirm"})
"""What is said to a question, whatever the button that says it is called."""


def _press_called(name: str) -> Callable[[Phrase], Step | None]:
    """ "Save Changes", both in capitals: that is what the button says."""

    def press(rest: Phrase) -> Step | None:
        named = rest.strip("and", "&")
        if not 0 < len(named) <= _LONGEST_REST or not all(token.text[0].isupper() for token in named.tokens):
            return None
        called = f"{name} {rest.text}"
        return Click(target=Target(words=called, name=called, kind="button"))

    return press


_LONGEST_REST = 2  # words


def _press_as(name: str) -> Callable[[Phrase], Step | None]:
    """ "Save as draft": so the button is called."""

    def press(way: Phrase) -> Step | None:
        plain = len(way) <= _LONGEST_REST and way.tokens[-1].text.isalpha() and way.tokens[-1].text.islower()
        return Click(target=_button(f"{name} as {way.text}")) if plain else None

    return press


def _press_for(name: str) -> Callable[[Phrase], Step | None]:
    """ "send the message": a noun for what is at hand; "the total" and what is looked at are nothing to be saved."""

    def press(what: Phrase) -> Step | None:
        word = what.tokens[0]
        plain = len(what) == 1 and word.text.isalpha() and word.text.islower()
        return _click(name) if plain and not refused(REFUSALS["done by its button"], [word]) else None

    return press


def _submit(what: Phrase) -> Step | None:
    """ "submit the review": what is sent in by a form; "the publisher" is none of it."""
    return _press_for("Submit")(what) if what.tokens[-1].low in _SUBMITTED else None


_SUBMITTED = word_set(
    "request order application review comment message ticket survey questionnaire quiz answer answers claim report "
    "feedback registration booking reservation query search question response proposal payment offer exam assignment "
    "homework vote rating bid post article idea suggestion complaint story task issue reply expense expenses timesheet "
    "transaction appointment profile document file"
)


def _press_beside(name: str) -> Callable[[Target], Step | None]:
    """ "delete “Reports”", "approve it": the button that stands with what is named."""

    def press(what: Target) -> Step | None:
        what = _by_its_name(what)
        named = (what.quoted and what.kind not in _NEVER_DONE) or is_pronoun(what)
        if not named:
            return None
        place: Place = "row" if what.kind == "row" else "near"
        button = Target(
            words=f"“{name}” of {what.words}", name=name, within=(Relation(place, what), *what.within), meant=True
        )
        return Click(target=button)

    return press


def _by_its_name(what: Target) -> Target:
    """ "The Desk Lamp", "the customer Acme": with an article what is called so; "the message “Hi”" by what it says.

    Without one ("Delete Account") it is what a button says.
    """
    article, *words = what.words.split() or [""]
    if what.quoted and what.kind == "text" and "message" in words:
        return replace(what, kind="any")
    if what.quoted or what.kind != "any" or what.within or what.ordinal or article.lower() not in ARTICLES:
        return what
    nouns = list(itertools.takewhile(str.islower, words))
    name = words[len(nouns) :]
    called = (
        len(name) > 0 and len(nouns) <= 1 < len(words) and all(word[0].isupper() or word[0].isdigit() for word in name)
    )
    return replace(what, name=" ".join(name), quoted=True) if called else what


def press_beside(word: str, what: Target) -> Step | None:
    """ "Mute the channel “random”": a deed that few applications have, of what is named in quotes."""
    return _press_beside(word.capitalize())(what) if what.quoted else None


_NEVER_DONE = frozenset({"field", "editor", "dropdown", "checkbox", "column", "page", "dialog", "alert", "text"})


def _press_in(name: str) -> Callable[[Target], Step | None]:
    """ "confirm in the dialog"."""

    def press(place: Target) -> Step | None:
        if place.kind != "dialog":
            return None
        button = Target(
            words=f"“{name}” in {place.words}", name=name, kind="button", within=(Relation("dialog", place),)
        )
        return Click(target=button)

    return press


def press_key(key: Phrase) -> Step | None:
    """ "confirm with Enter"."""
    name = read_key(key.text) if len(key) == 1 and not key.quotes() else None
    return None if name is None else Press(keys=(name,))


def press_answer(answer: Phrase) -> Step | None:
    """ "Yes, delete it": a button that answers a question and says what it does."""
    lows = [token.low for token in answer.tokens]
    plain = all(token.kind == "word" and token.text.islower() for token in answer.tokens[2:])
    named = lows[0] in ("yes", "no") and lows[1:2] == [","] and 2 < len(lows) <= _LONGEST_ANSWER and plain
    return Click(target=_button(answer.text)) if named else None


_LONGEST_ANSWER = 6  # words and the comma


def press_again() -> Step:
    return Click(target=Target(words="it", name="it"))


def use(button: Target) -> Step | None:
    """ "Use the “Delete” button to remove the row": what is done with a button; with a field nobody knows what."""
    return Click(target=button) if button.quoted and button.kind in ("button", "link", "icon") else None


class _Done(NamedTuple):
    """A verb that names its button. `alone`: nothing has to follow it; `noun`: it may be said of what is at hand;
    `beside`: the button may stand with one of several things.
    """

    word: str
    alone: bool = True
    noun: bool = True
    beside: bool = True


_DONE = (
    _Done("send", beside=False),
    _Done("continue", alone=False, noun=False, beside=False),
    _Done("confirm", beside=False),
    _Done("pay", noun=False, beside=False),
    _Done("publish"),
    _Done("unpublish", alone=False, noun=False),
    _Done("approve"),
    _Done("reject"),
    _Done("archive"),
    _Done("restore", alone=False, noun=False),
    _Done("duplicate", alone=False, noun=False),
    _Done("cancel"),
    _Done("delete", alone=False, noun=False),
    _Done("remove", alone=False, noun=False),
    _Done("edit", alone=False, noun=False),
    _Done("update", noun=False, beside=False),
    _Done("search", alone=False, noun=False, beside=False),
)
_ON = form("go.on", "continue to payment", "[on] to {page:anything}", open_page)
_IN = form("click.in-dialog", "confirm in the dialog", "[<what_is_asked>] in|on {place:target}", _press_in("Confirm"))
_WANTED = form(
    "click.confirm",
    "confirm that you want to delete it",
    "[that] you|I|we|they really|surely|definitely want|wish to {~what:anything} // "
    "[that] you|I|we|they want|wish to {~what:anything}",
    _press("Confirm"),
)
_KEY = form("keys.confirm", "confirm with Enter", "[it|this] with|by_pressing {key:bare}", press_key)
_AGAIN = form("click.again", "search again", "[it|this] [once] again", _press("Search"))
_OWN = {"search": (_AGAIN,), "continue": (_ON,), "confirm": (_IN, _KEY, _WANTED)}
"""What only one of these verbs can be said with."""


def _skip(what: Phrase) -> Step | None:
    """ "Skip the tour": what an application offers to go past; not "skip the third row"."""
    plain = len(what) <= _LONGEST_REST + 1 and what.text.islower()
    return Click(target=_button("Skip")) if plain and what.tokens[-1].low in _SKIPPED else None


_SKIPPED = word_set(
    "tour introduction intro onboarding tutorial walkthrough wizard guide survey offer step question video ad setup"
)


def _at_hand(name: str, hand: Callable[[Phrase], Step | None] | None = None) -> Form:
    return form("click.done", "send the message", "the|my|your|this {what:bare}", hand or _press_for(name))


def _forms(done: _Done) -> tuple[Form, ...]:
    name = done.word.capitalize()
    forms = list(_OWN.get(done.word, ()))
    if done.alone:
        forms.append(form("click.alone", "publish", "[now]" if done.beside else "[it|them|this] [now]", _press(name)))
    if done.noun:
        forms.append(_at_hand(name))
    if done.beside:
        forms.append(form("click.beside", 'delete "Reports"', "{what:target}", _press_beside(name)))
    return tuple(forms)


def _named(name: str) -> Form:
    return form(f"click.{name.lower()}", f"{name} Changes", "{rest:bare}", _press_called(name))


def _saving(name: str, thing: str, hand: Callable[[Phrase], Step | None] | None = None) -> tuple[Form, ...]:
    word = name.lower()
    return (
        _named(name),
        form(f"click.{word}", f"{word} {thing}", "<what_was_entered>", _press(name)),
        form(
            "click.as",
            "save as draft",
            "[it|them|this] as [a|an|the] {way:bare} // the {~what:bare} as [a|an|the] {way:bare}",
            _press_as(name),
        ),
        _at_hand(name, hand),
    )


VERBS: tuple[Verb, ...] = (
    verb(
        "click, click on, press, tap, choose, select, answer, confirm with, answer with",
        form("click.answer", "click Yes, delete it", "{answer:anything}", press_answer),
    ),
    verb("click, press, tap", form("click.again", 'click "Next", click again', "[once] again", press_again)),
    verb("use", form("click.use", 'use the "Delete" button to remove the row', "{button:target} to {~purpose}", use)),
    verb("save", REMEMBER, *_saving("Save", "the changes")),
    verb("skip", form("click.skip", "skip the tour", "the|this {what:bare} [for_now]", _skip)),
    verb("submit", *_saving("Submit", "the form", _submit)),
    verb(
        "apply",
        *_saving("Apply", "the changes"),
    ),
    *(verb(done.word, *_forms(done)) for done in _DONE),
)
