"""Pronouns: "it" becomes what was named last. Reads no words itself."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from itertools import dropwhile, takewhile
from typing import TypeGuard

from msgspec.structs import replace

from qa_appliance.core.checks import Check, Downloaded, ElementIs, TextIs, TextShown
from qa_appliance.core.steps import (
    AcceptCookies,
    AddToCart,
    Assert,
    Choose,
    Clear,
    Click,
    Dialog,
    Download,
    Drag,
    Fill,
    Go,
    Hover,
    Message,
    Press,
    SelectText,
    SetChecked,
    Step,
    Tab,
)
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.mentions import AGAIN, POINTING, of_what_was_named, pointed_at
from qa_appliance.english.nouns.parts import changed, from_the_end, last_named
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.english.nouns.topics import (
    is_the_record,
    of_download,
    of_its_address,
    of_the_message,
    of_typed_text,
    topic,
)
from qa_appliance.english.words.lexicon import PLACE_HEADS, PRONOUNS
from qa_appliance.language.tokens import Phrase


class Unclear(Exception):
    """What leans on the steps before it and finds nothing there; the message says what and why."""


_BY_WHICH_WORD = "No form reads this clause. It does not say with which password."


class Pronouns:
    """Follows the steps of a plan in order. `resolve` raises Unclear where nothing before is meant.

    `unread`: the clauses so far that no form reads. What they named nobody knows: nothing before them is spoken of.
    """

    def __init__(self, unread: Sized) -> None:
        self._done: list[Step] = []
        self._unread = unread
        self._unread_at: list[int] = []  # how many they were at each step

    def resolve(self, step: Step, mentioned: bool, quoted: bool) -> Step:
        """The step with its pronouns replaced; `mentioned`: its words hold one (else nothing is to be done).

        What is typed without a field goes where the focus is. Unless it is `quoted`, the step before has to have set
        it: of "Input Email ada" nobody knows which words are the field.
        """
        if isinstance(step, Fill) and step.target is None and self._without_a_place(quoted):
            raise _into_which_field(step.value.text)
        if step.rule == "click.login" and not self._typed_a_secret():
            raise Unclear(_BY_WHICH_WORD)
        if self._beside_a_text(step) or _in_a_pronoun(step, mentioned):
            raise _stands_for_nothing(step.sentence)
        if isinstance(step, Clear) and step.target.words.lower() in _SEVERAL and self._filled_several():
            raise Unclear(_WHICH_FIELDS)
        step = self._of_deed(self._of_the_site(step))
        if (there := self._there(step)) is not None:
            step = self._of_ones(there)
        elif mentioned or isinstance(step, Message):
            step = self._of_ones(self._resolved(step))
        step = self._of_found(of_its_address(of_the_message(step, self._done), self._done))
        pointed = of_what_was_named(step, self._done)
        if pointed is None:
            raise _stands_for_nothing(step.sentence)
        step = pointed
        self._done = [*self._done, step]
        self._unread_at = [*self._unread_at, len(self._unread)]
        return step

    def pointed(self, steps: list[Step], words: Phrase) -> list[Step] | None:
        """Steps in a place, told in these words, that may be one named before; None where there is none."""
        if not words.has(POINTING):
            return steps
        found = [step for each in steps if (step := pointed_at(each, self._done)) is not None]
        return found if len(found) == len(steps) else None

    def _without_a_place(self, quoted: bool) -> bool:
        """Whether nothing tells where a text goes that is typed without a field."""
        return self._typed_just_before() or not (quoted or self._focused())

    def _beside_a_text(self, step: Step) -> bool:
        """ "Select the text in Name and delete it": a text that is written has no button of its own."""
        before = self._done[-1] if self._done else None
        named = last_named(before) if isinstance(before, Assert) else None
        of_field = isinstance(before, SelectText | Fill | Clear) or (named is not None and named.kind == "field")
        if not of_field or not isinstance(step, Click):
            return False
        if step.confirms:  # a password, which is typed once more
            return isinstance(before, Fill) and before.value.secret and step.sentence.lower().endswith(" it")
        return step.target.kind == "any" and any(is_pronoun(relation.target) for relation in step.target.within)

    def _focused(self) -> bool:
        before = self._done[-1] if self._done else None
        if isinstance(before, Click):
            return before.rule == "click.focus" or before.target.kind in _TAKING_KEYS
        if isinstance(before, Assert) and isinstance(before.check, ElementIs):
            return before.check.state == "focused" and not before.check.negated
        return isinstance(before, Clear | Press | SelectText)

    def _typed_just_before(self) -> bool:
        """ "Enter “ada” and “x”": where the first one went, the second one does not belong."""
        before = self._done[-1] if self._done else None
        return isinstance(before, Fill) and before.target is None

    def _typed_a_secret(self) -> bool:
        """ "Enter the name and the password and log in": a form was filled just before, with what one signs in with."""
        filled = takewhile(lambda step: isinstance(step, Fill | Choose | SetChecked | Assert), reversed(self._done))
        return any(isinstance(step, Fill) and step.value.secret for step in filled)

    def _filled_several(self) -> bool:
        """Whether more than one field was filled just before: no single one of them is meant."""
        return len(self._done) > 1 and all(isinstance(step, Fill | Choose) for step in self._done[-2:])

    def _of_ones(self, step: Step) -> Step:
        """ "The first item …, and the last one …": one of what was named just before."""
        named = last_named(self._done[-1]) if self._done else None
        if named is None or (named.kind == "any" and not named.ordinal):
            return step
        return _ones(step, named)

    def _of_the_site(self, step: Step) -> Step:
        """ "Open the Bookings application", before anything else: what is tested itself."""
        named = not self._done and isinstance(step, Go) and step.page.lower().endswith(_SITES)
        return replace(step, url="/", page="") if named else step

    def _of_deed(self, step: Step) -> Step:
        """ "Click Save. It shows “Saved”": what a deed led to shows it, not the button."""
        if not self._done or not isinstance(step, Assert | Click):
            return step
        last = self._done[-1]
        if isinstance(last, Go) and last.page:
            step = changed(step, _without_a_place)
        if isinstance(step, Click):
            return step
        led = _shown_by(_loosely(step.check) if step.rule == _SAYS else step.check, last)
        return step if led is None else replace(step, check=led)

    def _of_found(self, step: Step) -> Step:
        """ "find the email by Ann and click the star": what was looked for just before is what it belongs to."""
        before = self._done[-1] if self._done else None
        if not isinstance(before, Assert) or not isinstance(before.check, ElementIs) or not isinstance(step, Click):
            return step
        found, first = before.check.target, before.sentence.lower().split()[:1]
        if first not in (["find"], ["locate"]) or found.kind not in ("item", "row") or not found.name:
            return step
        if step.target.within or step.seek or is_pronoun(step.target):
            return step
        row = Relation(place="row", target=replace(found, kind="any"))
        return replace(step, target=replace(step.target, within=(row,)))

    def _before(self, step: Step) -> Iterator[Step]:
        """The steps before it, from the last; none of its own sentence: "It has the fields Name and City"."""
        done, now = zip(reversed(self._done), reversed(self._unread_at), strict=True), len(self._unread)
        known = (each for each, _ in takewhile(lambda pair: pair[1] == now, done))
        return dropwhile(lambda each: bool(step.sentence) and each.sentence == step.sentence, known)

    def _dragged(self, step: Step) -> Target | None:
        """What was dragged just before: it, and not where it was put; "there" it is in that."""
        last = self._done[-1] if self._done else None
        if not isinstance(last, Drag) or last.to is None:
            return None
        stays = step.sentence.lower().rstrip(" .").endswith("there")
        return replace(last.target, within=relation_inside(last.to)) if stays else last.target

    def _clicked(self) -> Target | None:
        """What was clicked last by its name."""
        clicked = (done for done in reversed(self._done) if isinstance(done, Click) and done.rule != _BY_VERB)
        return next((done.target for done in clicked), None)

    def _named_before(self, step: Step) -> Target | None:
        """What was named last; what is clicked again is what was clicked before."""
        if (dragged := self._dragged(step)) is not None:
            return dragged
        again = AGAIN in step.sentence.lower().split()
        if again and isinstance(step, Click) and (clicked := self._clicked()) is not None:
            return clicked
        named = next((name for done in self._before(step) if (name := last_named(done)) is not None), None)
        if not isinstance(step, SetChecked) or (named is not None and named.kind not in _PRESSED and not again):
            return named
        ticked = (done.target for done in reversed(self._done) if isinstance(done, SetChecked))
        return next(ticked, named)

    def _there(self, step: Step) -> Step | None:
        """ "Save. It is still in the list": what was worked on or typed is, and not the button that was pressed.

        None where something else is asked or done.
        """
        check = step.check if isinstance(step, Assert) else None
        if check is None or not _is_there(check):
            return None
        spoken_of = self._dragged(step) or topic([*self._before(step)][::-1])
        if spoken_of is None:
            raise Unclear(_NAME_IT.format(step.sentence))
        if isinstance(spoken_of, Target):
            return changed(step, lambda part: _of_it(part, spoken_of))
        return replace(step, check=of_typed_text(check, spoken_of.value.text))

    def _resolved(self, step: Step) -> Step:
        before = next((done for done in reversed(self._done) if not isinstance(done, Assert)), None)
        last = self._done[-1] if self._done else None
        downloaded = isinstance(last, Assert) and isinstance(last.check, Downloaded)
        if (isinstance(before, Download) or downloaded) and isinstance(step, Assert) and isinstance(step.check, TextIs):
            if is_pronoun(step.check.target):
                return replace(step, check=of_download(step.check))
        elif isinstance(before, Tab) and isinstance(step, Click) and _closes_it(step.target):
            return Tab(move="close", sentence=step.sentence, rule="tab.close")
        named = self._named_before(step)
        step = _answered(step, named)
        if isinstance(step, AddToCart) and step.item.lower() in PRONOUNS:
            return _put(step, self._done)
        return changed(step, lambda part: _of_pronoun(part, named))


def _in_a_pronoun(step: Step, mentioned: bool) -> bool:
    """ "It has a button “A” and a link “B”": of the second nobody says anew in what it is."""
    parts = from_the_end(step) if isinstance(step, Assert) and not mentioned else ()
    return any(is_pronoun(relation.target) for part in parts if isinstance(part, Target) for relation in part.within)


def _answered(step: Step, named: Target | None) -> Step:
    """ "accept it", said of the cookie banner or of a dialog of the browser; any other step as it is."""
    if not isinstance(step, Click) or step.target.name not in _ANSWERS or not _closes_it(step.target) or named is None:
        return step
    words = named.words.lower().split()
    accept = step.target.name == "Accept"
    if accept and not {"cookie", "cookies"}.isdisjoint(words):
        return AcceptCookies(sentence=step.sentence, rule="cookies.accept")
    if named.kind == "alert" and not named.name and words[-1] in _OF_THE_BROWSER:
        return Dialog(accept=accept, sentence=step.sentence, rule="dialog.accept" if accept else "dialog.dismiss")
    return step


_ANSWERS = frozenset({"Accept", "Close"})
_OF_THE_BROWSER = frozenset({"alert", "prompt", "confirm"})


def _shown_by(check: Check, before: Step) -> TextIs | TextShown | None:
    shows = isinstance(check, TextIs) and check.comparison in ("shows", "contains") and is_pronoun(check.target)
    if not (isinstance(check, TextIs) and shows and isinstance(before, Click | Go | Press | Hover)):
        return None
    opened = isinstance(before, Click) and before.until
    return check if opened else TextShown(text=check.value, negated=check.negated)


def _without_a_place(part: object) -> object | None:
    """ "Open the orders. It has 3 rows", "… and edit it": what is on the page that was opened."""
    if not isinstance(part, Target) or is_pronoun(part):
        return None
    within = tuple(relation for relation in part.within if not is_pronoun(relation.target))
    return replace(part, within=within) if len(within) < len(part.within) else None


_SAYS = "check.says"


def _loosely(check: Check) -> Check:
    """ "Open the menu. It says “No orders”": it does beside whatever else; denied, no part of it does."""
    if not isinstance(check, TextIs) or check.comparison != "equals":
        return check
    return replace(check, comparison="contains" if check.negated else "shows")


def _is_there(check: Check) -> TypeGuard[ElementIs | TextShown]:
    """Whether all it asks is that what a pronoun stands for is there, or is not."""
    if isinstance(check, TextShown):
        return check.text.lower() in PRONOUNS
    target = check.target if isinstance(check, ElementIs) and check.state == "visible" else None
    return target is not None and (is_pronoun(target) or is_the_record(target))


def _of_it(part: object, named: Target) -> object | None:
    """What stands in place of "it", or of "the entry", which holds by any entry."""
    if isinstance(part, Target) and is_the_record(part):
        return replace(named, within=(*named.within, *part.within))
    return _of_pronoun(part, named)


_NAME_IT = "“{}” could speak of several things: write what is meant, in quotes, “Buy milk” is in the list."
_PRESSED = frozenset({"button", "link"})  # never ticked: "Tick A, click the Save button, untick it"
_BY_VERB = "click.alone"  # a button said by its verb alone, "Cancel": nothing is named by it
_SEVERAL = frozenset({"them", "both", "these", "those", "all of them", "both of them"})
_WHICH_FIELDS = "Which fields? Write each of them: clear Name and City."
_SITES = (" application", " website", " web site", " web app")
_TAKING_KEYS = frozenset({"field", "cell", "editor", "spinner", "dropdown"})


def _stands_for_nothing(words: str) -> Unclear:
    return Unclear(f"“{words}” could stand for nothing that was named before.")


def _into_which_field(text: str) -> Unclear:
    *field, value = text.split() or [""]
    if not field or not PLACE_HEADS.isdisjoint(field):
        field, value = ["Name"], text
    return Unclear(f"Into which field? Write it so: enter “{value}” into {' '.join(field)}.")


def _put(step: AddToCart, done: list[Step]) -> Step:
    """ "Add it to the cart": what was named, or else what was opened, on whose page there is one such button."""
    named = (
        name for before in reversed(done) if not isinstance(before, Choose | Fill) and (name := last_named(before))
    )
    product = next(named, None)
    if product is None:
        raise _stands_for_nothing(step.item)
    if product.name:
        return replace(step, item=product.name)
    button = Target(words="“Add to cart”", name="Add to cart")
    return Click(target=button, sentence=step.sentence, rule="cart.add")


def _closes_it(target: Target) -> bool:
    return bool(target.within) and is_pronoun(target.within[0].target)


def _of_pronoun(part: object, named: Target | None) -> object | None:
    """What stands in place of a part that is a pronoun, or stands in one."""
    if isinstance(part, Target):
        within = tuple(inner for relation in part.within for inner in _relations(relation, named))
        if not is_pronoun(part):
            return replace(part, within=within)
        known = _known(part, named)
        return replace(known, within=(*known.within, *within)) if within else known
    if isinstance(part, TextShown) and part.text.lower() in PRONOUNS and named is not None:
        return ElementIs(target=named, state="visible", negated=part.negated)
    return None


def _ones(step: Step, named: Target) -> Step:
    def of_one(part: object) -> Target | None:
        if not isinstance(part, Target):
            return None
        is_one = part.name in ("one", "") and not part.quoted and part.kind == "any" and part.ordinal
        return replace(named, words=f"{part.words} of {named.words}", ordinal=part.ordinal) if is_one else part

    return changed(step, of_one)


def _relations(relation: Relation, named: Target | None) -> tuple[Relation, ...]:
    if relation.place == "inside" and is_pronoun(relation.target):
        return relation_inside(_known(relation.target, named))
    return (replace(relation, target=changed(relation.target, lambda part: _of_pronoun(part, named))),)


def _known(pronoun: Target, named: Target | None) -> Target:
    if named is None:
        raise _stands_for_nothing(pronoun.words)
    return named


def is_pronoun(target: Target) -> bool:
    """ "it", and "it" in "it is not in the list"."""
    words = target.name if target.within and target.name else target.words
    return not target.quoted and target.kind == "any" and words.lower() in PRONOUNS
