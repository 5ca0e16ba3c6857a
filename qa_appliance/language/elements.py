"""Elements read back from their phrase: the other side of `nouns`. Pure.

Without quotes a name is as short as what follows allows: what could be a place is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF
from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.nouns import NOUNS, PLACES, noun_of, plural_of
from qa_appliance.language.parsing import bare, ordinal, quoted, spend

Read = Iterator[tuple[Target, int]]

_ONE = {noun: kind for kind, noun in NOUNS.items() if noun} | {"textarea": "field"}
_SEVERAL = {plural_of(noun): kind for noun, kind in _ONE.items()}
_LONGEST_FIRST = "|".join(sorted((*_ONE, *_SEVERAL), key=len, reverse=True))
_NOUN = re.compile(rf"(?:{_LONGEST_FIRST})(?![\w-])")
_QUALITY = re.compile(r"[^\W\d_][\w'-]*")
_MOST = re.compile(r" with the ((?:highest|lowest|latest|earliest) [\w'-]+(?: [\w'-]+)?)")
_SIDE = re.compile(
    r" (?:at the (top|bottom)|on the (left|right)|in the ((?:upper|lower|top|bottom) (?:left|right)) corner)"
)
_PLACE = re.compile(" (?:" + "|".join(sorted(set(PLACES.values()), key=len, reverse=True)) + ") ")
_WITHIN: dict[Kind, Place] = {
    "row": "row",
    "section": "section",
    "dialog": "dialog",
    "frame": "frame",
    "column": "column",
}
_BY_WORDS: dict[str, Place] = {words: place for place, words in PLACES.items() if words != "in"}
_MOST_QUALITIES = 3
_UNSAID_KINDS: tuple[Kind, ...] = ("any", "text", "item")
"""What an element can be of which no noun tells the kind; where things are counted, an entry first."""
_NO_QUALITIES = frozenset(
    word for words in (*_ONE, *_SEVERAL, *PLACES.values(), "the a of with on at by") for word in words.split()
) - {"text"}


def element(text: str, at: int) -> Read:
    """ "the second “Edit” button in the row “Alice”", "Save"."""
    yield from _elements(text, at)


@lru_cache(maxsize=1_000)
def _elements(text: str, at: int) -> tuple[tuple[Target, int], ...]:
    return tuple(_with_places(text, at, _by_itself(text, at)))


def _by_itself(text: str, at: int) -> Read:
    """Without its places. Those that follow each other are all of the first: a place has none of its own."""
    if text.startswith(f"the {ITSELF}", at):
        end = at + len(f"the {ITSELF}")
        yield Target(words=text[at:end], name=ITSELF), end
        return
    begin = at + len("the ") if text.startswith("the ", at) else at
    for target, end in _core(text, begin, _ONE, with_article=begin > at):
        yield replace(target, words=text[at:end]), end


def every(text: str, at: int) -> Read:
    """ "row in the table": without an article."""
    yield from _with_places(text, at, _core(text, at, _ONE, with_article=True))


def several(text: str, at: int) -> Read:
    yield from _with_places(text, at, _core(text, at, _SEVERAL, with_article=True))
    yield from every(text, at)


def folded(text: str, at: int) -> Read:
    if text.startswith("the ", at):
        for target, end in every(text, at + len("the ")):
            yield replace(target, words=text[at:end], qualities=("collapsed",)), end


def confirmed(text: str, at: int) -> Read:
    yield Target(words="the “Confirm” button", name="Confirm", kind="button"), at


def deed_to(text: str, at: int) -> Read:
    for deed in ("delete ", "remove "):
        if text.startswith(deed, at):
            for target, end in element(text, at + len(deed)):
                place: Place = "row" if target.kind == "row" else "near"
                name = deed.strip().capitalize()
                words = f"“{name}” of {target.words}"
                yield Target(words=words, name=name, within=(Relation(place, target),), meant=True), end


def comes(text: str, at: int) -> Read:
    """ "“A” comes before “B”"."""
    for target, end in element(text, at):
        if text.startswith(" comes", end):
            for relation, stop in _place(text, end + len(" comes")):
                if relation.place in ("before", "after"):
                    yield replace(target, within=(*target.within, relation)), stop


def _with_places(text: str, at: int, cores: Read) -> Read:
    for target, end in cores:
        for places, stop in _places(text, end):
            yield replace(target, words=text[at:stop], within=places), stop


def _places(text: str, at: int) -> Iterator[tuple[tuple[Relation, ...], int]]:
    for relation, end in _place(text, at):
        for others, stop in _places(text, end):
            yield (relation, *others), stop
    yield (), at


def _place(text: str, at: int) -> Iterator[tuple[Relation, int]]:
    found = _PLACE.match(text, at)
    if found is None:
        return
    spend()
    words = found[0].strip()
    for target, end in _by_itself(text, found.end()):
        if words == "in":
            yield Relation(_WITHIN.get(target.kind, "inside"), target), end
        else:
            yield Relation(_BY_WORDS[words], target), end


def _core(text: str, at: int, nouns: dict[str, Kind], *, with_article: bool) -> Read:
    """Its position, qualities, name and kind, and what is said behind them."""
    begins: list[tuple[int, int]] = [(0, at)]
    if with_article:
        numbered = [(number, end + 1) for number, end in ordinal(text, at) if text[end : end + 1] == " "]
        begins = [each for each in numbered if not text.startswith("name", each[1])] + begins  # the last name is none
    for number, begin in begins:
        for qualities, start in _qualities(text, begin) if with_article else (((), begin),):
            for target, end in _named(text, start, nouns, with_article=with_article):
                for behind, stop in _behind(text, end):
                    held = (*qualities, *target.qualities, *behind)
                    yield replace(target, ordinal=number, qualities=held), stop


def _qualities(text: str, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Before a name in quotes any words, else those that are known."""
    words: list[str] = []
    ends = [at]
    while (found := _QUALITY.match(text, ends[-1])) and text[found.end() : found.end() + 1] == " ":
        if len(words) == _MOST_QUALITIES or found[0] in _NO_QUALITIES:
            break
        words.append(found[0])
        ends.append(found.end() + 1)
    for count in range(len(words), -1, -1):
        known = all(word in QUALITIES | SHADES or word == "multiline" for word in words[:count])
        if known or text[ends[count] : ends[count] + 1] in ("'", '"'):
            yield tuple(words[:count]), ends[count]


def _named(text: str, at: int, nouns: dict[str, Kind], *, with_article: bool) -> Read:
    """A name and its noun, either of them alone, and the noun first of lists and rows."""
    noun = _NOUN.match(text, at)
    if noun is not None and noun[0] in nouns and with_article:
        alone = noun_of(noun[0], nouns)
        for name, end in quoted(text, noun.end() + 1) if text[noun.end() : noun.end() + 1] == " " else ():
            yield replace(alone, name=name, quoted=True), end
        yield alone, noun.end()
    for is_quoted, names in ((True, quoted(text, at)), (False, bare(text, at))):
        for name, end in names:
            behind = _NOUN.match(text, end + 1) if text[end : end + 1] == " " else None
            if behind is not None and behind[0] in nouns:
                yield replace(noun_of(behind[0], nouns), name=name, quoted=is_quoted), behind.end()
            for kind in _UNSAID_KINDS if nouns is _ONE else _UNSAID_KINDS[::-1]:
                yield Target(words="", name=name, quoted=is_quoted, kind=kind), end


def _behind(text: str, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
    if (most := _MOST.match(text, at)) is not None:
        for words in (most[1], most[1].rpartition(" ")[0]):
            if " " in words:
                yield from _with_side((words,), text, most.start(1) + len(words))
    yield from _with_side((), text, at)


def _with_side(held: tuple[str, ...], text: str, at: int) -> Iterator[tuple[tuple[str, ...], int]]:
    side = _SIDE.match(text, at)
    if side is not None:
        words = next(filter(None, side.groups())).split()
        yield (*held, *words), side.end()
    yield held, at
