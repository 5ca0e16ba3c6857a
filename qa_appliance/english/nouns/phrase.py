"""Noun phrases: words that name an element become a Target. Never looks at a page, never reads a verb."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.english.nouns.kinds import (
    LONGEST_NAMING,
    extreme,
    kind_at_end,
    kind_in_front,
    whose,
    without_pointing,
)
from qa_appliance.english.nouns.names import by_age, of_several, plausible_join
from qa_appliance.english.words.lexicon import (
    ARTICLES,
    CANNOT_STAND_IN_A_NAME,
    COLLECTIVE_KINDS,
    KIND_WORDS,
    KINDS,
    LIMITING,
    MULTILINE,
    NAMED_BY_KIND,
    NAMING,
    PLACE_HEADS,
    PLACES,
    PLURALS,
    QUALITIES,
    SHADES,
    SIDES,
    WEAK_PLACES,
)
from qa_appliance.english.words.tokens import Phrase, Token
from qa_appliance.english.words.values import read_ordinal
from qa_appliance.english.words.word_sets import word_set

_LONGEST = 60  # words of a noun phrase with all its places
_LONGEST_PLAIN_NAME = 12
_PLACE_OF_KIND: dict[Kind, Place] = {
    "row": "row", "section": "section", "dialog": "dialog", "frame": "frame", "column": "column", "form": "section",
}  # fmt: skip
_IN_NO_NAME = frozenset({"“", '"', ";", ">", "?"})
_PAGE_WORDS = frozenset({"page", "screen", "site", "website", "view"})
_LONGEST_PLACE = max(len(words) for words in PLACES)


def read_target(phrase: Phrase, *, plural: bool = False) -> Target | None:
    """The element a noun phrase names, or None where the words do not read as one. `plural` allows "rows"."""
    phrase = phrase.strip(",", ":")
    if not 0 < len(phrase) <= _LONGEST or phrase.has(_IN_NO_NAME):
        return None
    phrase.source.work.spend(len(phrase))
    phrase = without_pointing(phrase)
    if (owned := whose(phrase)) is not None:
        return owned
    head, relations = _split_relations(phrase)
    if head is None:
        return None
    target = _read_head(head, plural)
    if target is None:
        return None
    return Target(
        words=phrase.text,
        name=target.name,
        kind=target.kind,
        quoted=target.quoted,
        ordinal=target.ordinal,
        qualities=target.qualities,
        within=tuple(relations),
    )


def _split_relations(phrase: Phrase) -> tuple[Phrase | None, list[Relation]]:
    """The noun in front and the places it stands in: [the Edit button] [in the row "Alice"] [of the table "Users"]."""
    tokens = phrase.tokens
    for index in range(1, len(tokens)):
        if tokens[index].low not in PLACE_HEADS:
            continue
        for length in range(min(_LONGEST_PLACE, len(tokens) - index), 0, -1):
            words = tuple(token.low for token in tokens[index : index + length])
            place = PLACES.get(words)
            rest = phrase[index + length :]
            if place is None or not rest.tokens or _counts_on(tokens[index - 1], words, rest.tokens[0]):
                continue
            if _end_of_something(rest):
                return None, []
            if length == 1 and words[0] in WEAK_PLACES and not _clear(phrase[:index], rest, words[0]):
                continue
            head = phrase[:index]
            if _on_the_page(rest):
                return _split_relations(head)
            if corner := _corner(rest, words):
                return _Cornered(head.tokens, head.source, corner), []
            inner, further = _split_relations(rest)
            other = _read_head(inner, False) if inner is not None else None
            collected = head.tokens[-1].low in _COLLECTING and rest.tokens[0].text.islower() and len(rest) == 1
            if collected and inner is not None:  # "the list of files"
                other = Target(words=inner.text, name=inner.text)
            if other is None:
                return None, []
            return head, [Relation(place=_place(place, other, words, collected), target=other), *further]
    return phrase, []


def _counts_on(before: Token, words: tuple[str, ...], after: Token) -> bool:
    """ "third from last", "the second of the Edit buttons": the preposition belongs to the position."""
    if read_ordinal(before.low) is None:
        return False
    return words == ("of",) or (words[0] in ("from", "to") and after.low in ("last", "the", "bottom"))


def _end_of_something(rest: Phrase) -> bool:
    """ "at the top of the list": no element is called so."""
    lows = [token.text for token in rest.tokens if token.low not in ARTICLES][:2]
    return len(lows) == 2 and lows[1] == "of" and lows[0] in _ENDS and not _corner(rest, ("at",))


_ENDS = frozenset({"top", "bottom", "end", "beginning", "start"})


class _Cornered(Phrase, frozen=True, eq=False, gc=False):
    """A head with the side of the page it stands at: "at the top", "in the upper right corner"."""

    corner: tuple[str, ...]


def _corner(rest: Phrase, place: tuple[str, ...]) -> tuple[str, ...]:
    words = [token.low for token in rest.tokens if token.low not in ARTICLES]
    if words[-3:] == ["of", "page"] or (len(words) > 2 and words[-2] == "of" and words[-1] in _PAGE_WORDS):
        words = words[:-2]
    if words and words[-1] in ("corner", "side", "hand", "edge", "right-hand", "left-hand"):
        words = words[:-1]
    words = [part for word in words for part in word.split("-") if part != "hand"]
    sides = tuple(word for word in words if word in SIDES)
    return sides if words and len(sides) == len(words) and place[0] in ("at", "in", "on") else ()


def _on_the_page(rest: Phrase) -> bool:
    words = [token.low for token in rest.tokens]
    return words in (["the", "page"], ["this", "page"], ["screen"], ["the", "screen"], ["page"], ["the", "site"],
                     ["the", "website"], ["the", "current", "page"])  # fmt: skip


def _clear(head: Phrase, rest: Phrase, word: str) -> bool:
    """Whether a preposition that also stands in names ("Sign in") is one here."""
    last, first = head.tokens[-1], rest.tokens[0]
    headed = last.kind == "quoted" or last.low in KIND_WORDS or read_ordinal(last.low) is not None
    if word == "of" and last.low in _COLLECTING and first.text.islower():
        return True
    if word == "of" and last.low == "date" and len(rest) == 1 and first.text.islower():
        return False  # "date of birth"
    if word == "for" and not headed:
        return first.low == "the" and len(rest) > 2 and rest.tokens[1].low in KIND_WORDS
    if last.low == "with" or _naming_before(head):
        return False
    if (
        word in ("of", "for", "about")
        and first.kind == "quoted"
        and last.low in KIND_WORDS
        and last.low not in _RELATED
    ):
        return False
    if rest.tokens[0].low in KIND_WORDS and (len(rest) == 1 or rest.tokens[1].low in PLACE_HEADS):
        noun = PLURALS.get(first.low, first.low)
        return headed and KINDS.get(noun) in COLLECTIVE_KINDS
    if headed or first.kind == "quoted":
        return True
    kinded = rest.tokens[-1].low in KIND_WORDS or (len(rest) > 1 and first.low in KIND_WORDS)
    return kinded or (
        first.low in ("the", "my", "its", "this") and word in ("in", "of", "inside", "below", "above", "near")
    )


_AFTER_NAME_ORDINALS = frozenset({"name", "names", "updated", "modified", "seen", "login", "visited", "step"})
_RELATED = frozenset({"button", "link", "icon", "checkbox", "price", "quantity", "image", "cell", "dropdown", "switch"})


def _naming_before(head: Phrase) -> bool:
    return head.tokens[-1].low in ("labelled", "labeled", "named", "called", "titled", "saying")


_COLLECTING = frozenset({"list", "table", "grid"})


def _place(place: Place, other: Target, words: tuple[str, ...], collected: bool) -> Place:
    if place == "inside":
        if words == ("for",) and other.kind == "any":
            return "near"
        if words == ("of",) and collected:
            return "near"
        if words == ("of",) and other.kind in ("item", "any"):
            return "near" if other.kind == "any" else "inside"
        return _PLACE_OF_KIND.get(other.kind, "inside")
    if place == "below" and words == ("under",) and other.kind == "column":
        return "column"
    return place


def relation_inside(scope: Target) -> tuple[Relation, ...]:
    """Being inside an element, and inside all that this is in."""
    return Relation(place=_PLACE_OF_KIND.get(scope.kind, "inside"), target=_bare(scope)), *scope.within


def _bare(target: Target) -> Target:
    return Target(
        words=target.words, name=target.name, kind=target.kind, quoted=target.quoted, ordinal=target.ordinal,
        qualities=target.qualities,
    )  # fmt: skip


def _read_head(head: Phrase, plural: bool) -> Target | None:
    if (told := extreme(head)) is not None:
        bare, quality = told
        target = _read_head(bare, plural)
        return replace(target, words=head.text, qualities=(*target.qualities, quality)) if target else None
    corner = head.corner if isinstance(head, _Cornered) else ()
    tokens = list(head.tokens)
    while len(tokens) > 1 and tokens[0].low in ARTICLES:
        tokens = tokens[1:]
    if len(tokens) == 1 and tokens[0].text in ARTICLES:
        return None
    ordinal, tokens = _ordinal(tokens)
    if not tokens:
        return Target(words=head.text, ordinal=ordinal) if ordinal else None
    quotes = [index for index, token in enumerate(tokens) if token.kind == "quoted"]
    if len(quotes) > 1:
        return None
    if quotes:
        return _quoted(head, tokens, quotes[0], ordinal, corner)
    return _plain(head, tokens, ordinal, corner, plural)


def _ordinal(tokens: list[Token]) -> tuple[int, list[Token]]:
    """A position said in front ("2nd", "the third from last", "second to last") or behind ("row 3", "item #2")."""
    first = tokens[0].low
    number = read_ordinal(first) if tokens[0].kind == "word" else None
    following = tokens[1].low if len(tokens) > 1 else ""
    if following in _AFTER_NAME_ORDINALS or (tokens[0].text[0].isupper() and following and following not in KIND_WORDS):
        number = None if tokens[1].kind == "word" else number
    if number is not None and (len(tokens) > 1 or first in ("first", "last", "second", "third")):
        lows = [token.low for token in tokens[1:4]]
        if number > 0 and lows[:2] in (["to", "last"], ["from", "last"], ["from", "bottom"]):
            return -number, tokens[3:]
        if number > 0 and lows[:1] == ["last"]:
            return -number, tokens[2:]
        if number > 0 and lows[:3] == ["from", "the", "end"]:
            return -number, tokens[4:]
        if lows[:1] == ["of"]:
            rest = tokens[2:]
            while rest and (rest[0].low in ARTICLES or rest[0].low.isdecimal()):
                rest = rest[1:]
            return number, rest
        return number, tokens[1:]
    if len(tokens) > 1 and tokens[-1].kind == "word":
        last, before = tokens[-1].low, tokens[-2].low
        if last.startswith("#") and (position := read_ordinal(last)):
            return position, tokens[:-1]
        if before in ("number", "no", "nr", "#") and last.isdecimal() and len(tokens) > 2:
            return int(last), tokens[:-2]
        if before in KINDS and last.isdecimal() and before not in ("page", "text", "option", "field", "card"):
            return int(last), tokens[:-1]
    return 0, tokens


def _quoted(head: Phrase, tokens: list[Token], at: int, ordinal: int, corner: tuple[str, ...]) -> Target | None:
    """A quoted name, its kind before ("row “Alice”", "the field labelled “Email”") or behind it ("“Save” button")."""
    before, after = tokens[:at], tokens[at + 1 :]
    before = _without_naming(before)
    if any(token.low in ("that", "which", "who", "where") for token in before):
        return None
    kind: Kind = "any"
    qualities: list[str] = []
    if after:
        found, rest = kind_at_end(after)
        if found is None:
            return None
        kind = KINDS[found]
        qualities += [token.text for token in rest]
    if before:
        found, rest = kind_at_end(before)
        if found is not None and kind == "any":
            kind = KINDS[found]
        elif found is not None:
            rest = before
        qualities = [token.text for token in rest if token.low not in ARTICLES] + qualities
    if len(qualities) > 3 or any(word.lower() in _NOT_QUALITIES or not word[0].isalpha() for word in qualities):
        return None
    if ordinal == 0 and before:
        ordinal, rest = _ordinal([*before, tokens[at]])
    return Target(
        words=head.text, name=tokens[at].value, kind=kind, quoted=True, ordinal=ordinal,
        qualities=tuple(word.lower() for word in qualities) + corner,
    )  # fmt: skip


_NOT_QUALITIES = (
    CANNOT_STAND_IN_A_NAME
    | PLACE_HEADS
    | LIMITING
    | word_set(
        "and or but then not no to with is are was be should must can does do has have that which who it "
        "them all every each "
        "i you we user when as"
    )
)


def _without_naming(before: list[Token]) -> list[Token]:
    lows = [token.low for token in before]
    for length in range(min(LONGEST_NAMING, len(before)), 0, -1):
        if tuple(lows[-length:]) in NAMING:
            return before[:-length]
    return before


def _kind_before_name(tokens: list[Token]) -> tuple[str | None, list[Token]] | None:
    """ "the image Logo", "the tab Menu": a kind in lower case, then a name that is a noun of kind as well."""
    if len(tokens) != 2 or not tokens[1].text[0].isupper() or tokens[1].kind != "word":
        return None
    noun, rest = kind_in_front(tokens)
    return (noun, rest) if noun is not None else None


def _plain(head: Phrase, tokens: list[Token], ordinal: int, corner: tuple[str, ...], plural: bool) -> Target | None:
    """A name without quotes, its kind behind it ("Save button") or in front ("row Alice", "field called Email")."""
    if any(token.low in CANNOT_STAND_IN_A_NAME and token.text.islower() for token in tokens):
        return None
    if any(token.kind == "mark" and token.low not in ("&", "'", "(", ")", "!", "...", ".") for token in tokens):
        return None
    if not plausible_join(tokens) or (not plural and of_several(tokens)) or by_age(head):
        return None
    noun, rest = _kind_before_name(tokens) or kind_at_end(tokens)
    if noun is not None and not plural and len(tokens) == 1 and head.tokens[0].text[0].isupper() and len(head) == 1:
        noun, rest = None, tokens
    if noun is None:
        noun, rest = kind_in_front(tokens)
    qualities: list[str] = []
    while rest and (noun is not None or len(rest) > 1) and rest[0].low in QUALITIES | SHADES:
        if rest[0].text[0].isupper():
            break
        qualities.append(rest[0].low)
        rest = rest[1:]
    name = Phrase(rest, head.source).text if rest else ""
    if len(rest) > _LONGEST_PLAIN_NAME:
        return None
    if noun in MULTILINE:
        qualities.append("multiline")
    if noun in ("word", "words") and not name and ordinal:
        return Target(words=head.text, kind="word", ordinal=ordinal)
    if noun is not None and not name:
        name = NAMED_BY_KIND.get(noun, "")
        written = next((token.text for token in tokens if token.low == name), name)
        name = written if len(tokens) > 1 else name
    kind: Kind = KINDS[noun] if noun is not None else "any"
    if kind == "any" and not name and not ordinal:
        return None
    return Target(words=head.text, name=name, kind=kind, ordinal=ordinal, qualities=tuple(qualities) + corner)


def any_one(target: Target) -> Target:
    """ "click a checkbox" leaves it open which: the first will do."""
    first = target.words.split()[0].lower() if target.words else ""
    if first not in ("a", "an", "any") or target.name or target.ordinal or target.within or target.kind == "any":
        return target
    return replace(target, ordinal=1)
