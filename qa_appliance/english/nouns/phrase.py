"""Noun phrases: words that name an element become a Target. Never looks at a page, never reads a verb."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.target import RECORDS, Kind, Relation, Target
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.nouns.kinds import (
    extreme,
    in_its_part,
    kind_at_end,
    kind_beside_quote,
    kind_in_front,
    possessed,
    whose,
    without_alternative,
    without_naming,
    without_pointing,
)
from qa_appliance.english.nouns.names import may_be_a_name, never_a_name
from qa_appliance.english.nouns.places import (
    Joint,
    begins_a_place,
    counts_on,
    end_inside,
    end_of_something,
    holds_with,
    joints,
    on_the_page,
    place_at,
    place_inside,
    sides_of,
    tells_how,
    without_standing,
)
from qa_appliance.english.nouns.positions import read_position
from qa_appliance.english.nouns.refusals import REFUSALS
from qa_appliance.english.nouns.row_values import figure_of_one
from qa_appliance.english.words.lexicon import (
    ARTICLES,
    CANNOT_STAND_IN_A_NAME,
    COLLECTIVE_KINDS,
    KIND_WORDS,
    KINDS,
    LIMITING,
    MULTILINE,
    NAMED_BY_KIND,
    PAGE_WORDS,
    PLACE_HEADS,
    PLURALS,
    SIDES,
)
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import NUMBERS
from qa_appliance.language.word_sets import word_set

_LONGEST = 60  # words of a noun phrase with all its places
_LONGEST_PLAIN_NAME = 12
_MOST_QUALITIES = 3


def read_target(phrase: Phrase, *, plural: bool = False) -> Target | None:
    """The element a noun phrase names, or None where the words do not read as one. `plural` allows "rows"."""
    phrase = phrase.strip(",", ":")
    if not 0 < len(phrase) <= _LONGEST or not _closed(phrase):
        return None
    phrase.source.work.spend(len(phrase))
    phrase = without_pointing(phrase)
    if (owned := whose(phrase) or figure_of_one(phrase)) is not None:
        return owned
    head, relations = _split_relations(phrase)
    if head is not None and (part := in_its_part(without_articles(head.tokens))) is not None and not relations:
        head, relations = Phrase(part[0], head.source), list(_inside_part(Phrase([part[1]], head.source)))
    target = None if head is None else _read_head(head, plural)
    return None if target is None else replace(target, words=phrase.text, within=tuple(relations))


def _inside_part(part: Phrase) -> tuple[Relation, ...]:
    where = _read_head(part, False)
    return () if where is None else relation_inside(where)


def _closed(phrase: Phrase) -> bool:
    """Whether each parenthesis is closed: "each tab (Overview" was cut in the middle."""
    marks = [token.low for token in phrase.tokens if token.kind == "mark"]
    return marks.count("(") == marks.count(")")


def _split_relations(phrase: Phrase) -> tuple[Phrase | None, list[Relation]]:
    """The noun in front and the places it stands in: [the Edit button] [in the row "Alice"] [of the table "Users"]."""
    for joint in map(without_standing, joints(phrase)):
        head, rest = joint.head, joint.rest
        if counts_on(joint):
            continue
        if (whole := end_inside(joint)) is not None:
            return _related(whole)
        if end_of_something(rest) or tells_how(joint) or holds_with(joint):
            return None, []
        if not begins_a_place(joint):
            continue
        if on_the_page(rest):
            return _split_relations(head)
        if sides := sides_of(rest, joint.words):
            return _Cornered(head.tokens, head.source, sides), []
        return _related(joint)
    return phrase, []


def _related(joint: Joint) -> tuple[Phrase | None, list[Relation]]:
    """What the place is of, and the places that stands in."""
    inner, further = _split_relations(joint.rest)
    other = _read_head(inner, False) if inner is not None else None
    other = None if other is None else _as_place(other)
    if joint.collected and inner is not None:
        other = Target(words=inner.text, name=inner.text)
    if other is None:
        return None, []
    return joint.head, [Relation(place=place_at(joint, other), target=other), *further]


class _Cornered(Phrase, frozen=True, eq=False, gc=False):
    """A head with the side of the page it stands at: "at the top", "in the upper right corner"."""

    corner: tuple[str, ...]


def relation_inside(scope: Target) -> tuple[Relation, ...]:
    """Being inside an element, and inside all that this is in."""
    return Relation(place=place_inside(scope.kind), target=replace(_as_place(scope), within=())), *scope.within


def _as_place(target: Target) -> Target:
    """The left bar, as a place that something is in: where it stands is what it is called, so that it need not be there
    as a bar.
    """
    sided = bool(target.qualities) and not target.quoted and SIDES.issuperset(target.qualities)
    if not sided or target.words.split()[-1].lower() not in KIND_WORDS or target.kind not in COLLECTIVE_KINDS:
        return target
    return replace(target, name=" ".join(target.qualities), qualities=())


def _read_head(head: Phrase, plural: bool) -> Target | None:
    if (most := extreme(head)) is not None:
        bare, quality = most
        target = _read_head(bare, plural)
        return replace(target, words=head.text, qualities=(*target.qualities, quality)) if target else None
    tokens = possessed(without_articles(head.tokens))
    if len(tokens) == 1 and tokens[0].text in ARTICLES:
        return None
    ordinal, tokens = read_position(tokens)
    if not tokens:
        return Target(words=head.text, ordinal=ordinal) if ordinal else None
    quotes = [index for index, token in enumerate(tokens) if token.kind == "quoted"]
    if len(quotes) > 1:
        return None
    corner = head.corner if isinstance(head, _Cornered) else ()
    target = _quoted(head, tokens, quotes[0], ordinal) if quotes else _plain(head, tokens, ordinal, plural)
    return replace(target, qualities=target.qualities + corner) if target is not None and corner else target


_NOT_QUALITIES = (
    CANNOT_STAND_IN_A_NAME
    | PLACE_HEADS
    | LIMITING
    | (ARTICLES - {"another"})
    | word_set(
        "clicking pressing tapping entering selecting choosing opens shows leads takes goes closes redirects brings "
        "displays appears and or but then not no to with is are was be should must can does do has have that "
        "which who having it them all every each i you we user when as"
    )
)


def _quoted(head: Phrase, tokens: list[Token], at: int, ordinal: int) -> Target | None:
    """A quoted name, its kind before ("row “Alice”", "the field labelled “Email”") or behind it ("“Save” button").

    A noun that is no kind ("the tax category “Alcohol”") is kept as a quality.
    """
    before, behind = without_alternative(without_naming(tokens[:at])), without_alternative(tokens[at + 1 :])
    if not before and _unknown_noun(head, behind):
        before, behind = behind, []
    beside = kind_beside_quote(before, behind)
    if beside is None or refused(REFUSALS["quoted name"], before):
        return None
    kind, qualities = beside
    if kind == "field" and tokens[at - 1].low in _TELLING:
        kind = "text"  # "a green box saying “Sent”"
    if "element" in qualities and _of_the_code(tokens[at].value):
        return None  # element ".total": how a page is built is no text that it shows
    if len(qualities) > _MOST_QUALITIES or not (qualities == ["user"] or all(map(_may_be_a_quality, qualities))):
        return None
    if ordinal == 0 and before:
        ordinal, _ = read_position([*before, tokens[at]])
    lowered = tuple(word.lower() for word in qualities)
    return Target(words=head.text, name=tokens[at].value, kind=kind, quoted=True, ordinal=ordinal, qualities=lowered)


_TELLING = word_set("saying says reading reads telling tells stating states")
SELECTOR = re.compile(
    r"[.#][a-zA-Z_][\w-]*|//|(?:[a-z][a-z0-9]*)?\[[\w-]+|(?:h[1-6]|div|span|p|ul|ol|li|img|input|body|table)$"
)


def of_the_code(phrase: Phrase) -> bool:
    """ "div.error": how a page is built, which no text tells; files and names with a dot in front are none."""
    return phrase.only_quote is not None and TAGGED.match(phrase.only_quote) is not None


def _of_the_code(name: str) -> bool:
    return bool(
        SELECTOR.match(name) or _IDENTIFIER.fullmatch(name) or TAGGED.match(name) or _TAG_AND_CLASS.fullmatch(name)
    )


TAGGED = re.compile(
    r"(?:h[1-6]|div|span|ul|ol|li|img|input|body|table|section|form|button|tr|td|nav)"
    r"[.#](?!(?:txt|csv|pdf|png|jpe?g|docx?|xlsx?|json|xml|html?|md|py|js|ts|zip|gif|svg)\b)[a-zA-Z_][\w-]*$"
)
_TAG_AND_CLASS = re.compile(r"(?:p|a|label|main|header|footer|article|select|option|textarea)[.#][a-zA-Z_][\w-]*")
_IDENTIFIER = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)+")


def _unknown_noun(head: Phrase, behind: list[Token]) -> bool:
    """ "the “Alcohol” tax category" is the tax category “Alcohol”: between an article and the end nothing else fits."""
    return (
        0 < len(behind) <= _MOST_QUALITIES
        and (head.tokens[0].low in ARTICLES or [token.low for token in behind] in _CALLED_BY_QUOTES)
        and kind_at_end(behind)[0] is None
        and all(token.text.isalpha() and token.text.islower() for token in behind)
        and not behind[-1].low.endswith(("ed", "ing", "ly"))
    )


_CALLED_BY_QUOTES = tuple([noun] for noun in (*RECORDS, "title", "subtitle"))
"""Nouns that no verb begins with: "“Buy milk” task is shown"."""


def _may_be_a_quality(word: str) -> bool:
    return word.lower() not in _NOT_QUALITIES and word[0].isalpha()


def _plain(head: Phrase, tokens: list[Token], ordinal: int, plural: bool) -> Target | None:
    """A name without quotes, its kind behind it ("Save button") or in front ("row Alice", "field called Email")."""
    if refused(REFUSALS["plain name"], tokens) or not may_be_a_name(head, tokens, plural):
        return None
    noun, rest = _kind_of(head, tokens, plural)
    qualities, rest = _qualities_in_front(rest, sole=noun is None)
    sides, rest = _sides_in_front(noun, rest)
    qualities += sides
    if len(rest) > _LONGEST_PLAIN_NAME or (noun is not None and never_a_name(rest)) or _behind_a_state(qualities, rest):
        return None
    if noun == "word" and not rest and ordinal:
        return Target(words=head.text, kind="word", ordinal=ordinal)
    if noun in MULTILINE:
        qualities.append("multiline")
    name = Phrase(rest, head.source).text if rest else _name_in_kind(noun, tokens)
    kind: Kind = KINDS[noun] if noun is not None else "any"
    if not _tells_which(kind, name, ordinal) or _of_so_many(head, name, ordinal):
        return None
    return Target(words=head.text, name=name, kind=kind, ordinal=ordinal, qualities=tuple(qualities))


def _sides_in_front(noun: str | None, rest: list[Token]) -> tuple[list[str], list[Token]]:
    """ "The left menu": where it stands, which is no name."""
    stands = noun is not None and KINDS[noun] in COLLECTIVE_KINDS and SIDES.issuperset(token.text for token in rest)
    return ([token.low for token in rest], []) if stands else ([], rest)


def _behind_a_state(qualities: list[str], rest: list[Token]) -> bool:
    """ "visible the button": the state is said of it."""
    return bool(qualities and rest) and rest[0].text in ARTICLES


def _tells_which(kind: Kind, name: str, ordinal: int) -> bool:
    """Which row is "the new row", "the deleted row", no page tells."""
    if kind == "any":
        return bool(name or ordinal)
    words = name.split()
    deed = bool(words) and (OF_A_DEED.issuperset(words) or words[0] in _LATELY)
    return kind not in _LISTED or not deed


def _of_so_many(head: Phrase, name: str, ordinal: int) -> bool:
    """ "The first three", "the three", "the top one": so many of what was told before."""
    words = name.lower().split()
    if len(words) == _WORDS_OF_ONE and words[1] == "one" and words[0] in _ONE_OF_SEVERAL:
        return True
    several = bool(words) and words[0] != "one" and (words[0] in NUMBERS or words[0].isdecimal())
    if several and ordinal and words[-1].endswith("s"):
        return True  # "the first three comments"
    return name in NUMBERS and name != "one" and (ordinal != 0 or head.tokens[0].low == "the")


_WORDS_OF_ONE = 2  # the top one
_ONE_OF_SEVERAL = word_set("top bottom old new other upper lower right left latest newest oldest")
_LATELY = word_set("newly just previously recently")
OF_A_DEED = _LATELY | word_set(
    "new created added deleted removed edited updated changed renamed moved archived "
    "cancelled canceled uploaded submitted saved"
)
"""What was done to something, by which no page calls it."""
_LISTED: frozenset[Kind] = frozenset({"row", "item", "cell", "column", "tab"})


def _kind_of(head: Phrase, tokens: list[Token], plural: bool) -> tuple[str | None, list[Token]]:
    """The noun of kind and the words of the name; a noun in capitals that is all there is ("Menu") is a name."""
    noun, rest = _kind_before_kind(tokens) or kind_at_end(tokens)
    if noun is not None and not plural and len(head) == 1 and head.tokens[0].text[0].isupper():
        noun, rest = None, tokens
    if noun in NAMED_BY_KIND and all(token.low in PAGE_WORDS for token in rest):
        return noun, []  # "the page footer"
    return (noun, rest) if noun is not None else kind_in_front(tokens)


def _kind_before_kind(tokens: list[Token]) -> tuple[str | None, list[Token]] | None:
    """ "the image Logo", "the tab UI Options": a kind in lower case, then a name that ends with a noun of kind too."""
    if len(tokens) < _KIND_AND_NAME or not all(
        token.kind == "word" and token.text[0].isupper() for token in tokens[1:]
    ):
        return None
    noun, rest = kind_in_front(tokens)
    return (noun, rest) if noun is not None else None


_KIND_AND_NAME = 2  # words


def _qualities_in_front(tokens: list[Token], sole: bool) -> tuple[list[str], list[Token]]:
    """Colours, sizes, states before the name; `sole`: without a noun of kind the last word has to be the name."""
    count = 0
    while count < len(tokens) - sole and tokens[count].low in QUALITIES | SHADES and tokens[count].text[0].islower():
        count += 1
    return [token.low for token in tokens[:count]], tokens[count:]


def _name_in_kind(noun: str | None, tokens: list[Token]) -> str:
    """What a noun of kind says about the name ("the search box"), as it is written where it is."""
    name = NAMED_BY_KIND.get(noun, "") if noun is not None else ""
    return next((token.text for token in tokens if token.low == name), name) if len(tokens) > 1 else name


def as_setting(target: Target) -> Target:
    """ "Email notifications" that are off, "dark mode" that is on: a setting called so, no message and no colour."""
    message = target.kind in ("text", "alert") and target.words.split()[-1].lower() in PLURALS
    shade = target.kind == "any" and bool(target.name) and not SHADES.isdisjoint(target.qualities)
    if target.quoted or target.ordinal or not (message or shade):
        return target
    at = next((at for at, word in enumerate(target.words.split()) if word.lower() not in ARTICLES), 0)
    words = target.words.split()[at:]
    inside = target.within
    return target if inside else replace(target, name=" ".join(words), kind="any", qualities=())


def any_one(target: Target) -> Target:
    """ "click a checkbox" leaves it open which: the first will do."""
    first = target.words.split()[0].lower() if target.words else ""
    if first not in ("a", "an", "any") or target.name or target.ordinal or target.within or target.kind == "any":
        return target
    return replace(target, ordinal=1)


def as_number_of_page(target: Target) -> Target:
    """ "Page 3" that is highlighted is a number under the list."""
    numbered = target.kind == "page" and target.name.isdecimal() and not target.within
    return Target(words=target.words, name=f"page {target.name}") if numbered else target


def by_its_words(target: Target) -> Target:
    """ "Click on Create page": no page is clicked, it is what a link says; "the Orders page" is led to by “Orders”."""
    named = target.kind == "page" and not target.quoted and target.name[:1].isupper() and not target.within
    labelled = named and target.words.lower().endswith(" page") and target.words.split()[0].lower() not in ARTICLES
    return replace(target, kind="any", name=target.words) if labelled else target
