"""The engine: each span of a clause read by the rows of a category, once. Pure, and bounded in work.

Every word is taken: by a row's own words, or by a blank. Of several readings those cost more that take words for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from operator import attrgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.language.tokens import Token
from qa_appliance.language.nouns import NOUNS
from qa_appliance.translate.forms import FORMS
from qa_appliance.translate.grammar import NO_WORD, SUBJECT, Grammar, Row
from qa_appliance.translate.open import LONGEST, LOOSE, OPEN
from qa_appliance.translate.placed import opposite, placed
from qa_appliance.translate.template import Blank, Bound, Parts, fits

Joint = Literal["", "and", "or", "nor"]
_KEPT = 4
_ANY_LENGTH = 1_000
_BARE_IN_LIST = 2.5
_ARTICLES = frozenset({"the", "a", "an", "its", "this", "that"})
_OF_ACTS = 0.2
"""What two acts cost that could be one of which more is said: in the dialog, click A and B."""
_SEVERAL_PERHAPS = 2 * _BARE_IN_LIST - 2.4
_SEVERAL_NAMED = _SEVERAL_PERHAPS + 0.4
_SEVERAL_THINGS = 0.15
_OF_A_NAME = 4.0
_QUOTES = "\"'"
_MOST_WORK = 6_000
_BLANK = re.compile(r"\\\{|\{(\w+)(?:!(\w+))?(?:@(\w+)(?:!(\w+))?)?(\*)?\}")
_SUBJECT = re.compile(f"{SUBJECT}(?:!(\\w+))?")
_AS_WRITTEN = "{=}"
_LATER = re.compile(r"«([^«|»]*)\|([^«|»]*)»")
"""«is|is not»: turned by the row that takes what this one says."""
_EMPTY = "\0"
_NOTHING = re.compile(f" {_EMPTY}(?= |$)|{_EMPTY}")
_TURNED = re.compile(r"<([^|<>]*)\|([^|<>]*)>")
_PLACED = " ~~ "
"""In what a row says: before the place in which that is done, or in which it holds."""
_NO_NAMES = frozenset({"the", "a", "an", "it", "they", "them", "this", "that", "these", "those"})
_NOT = re.compile(r"\b(?:not|no|gone|closes|disabled)\b")
_BEHIND_A_VERB = frozenset({"", "the", "a", "an", "on", "my", "your", "his", "her", "their", "in", "over"})
_SURE = "_sure"
"""Behind a category: nothing in it is denied."""
_DENYING = frozenset({"no", "not", "never", "nothing", "none", "nor", "neither", "nobody", "cannot", "without"})
_ONE = "_one"
"""Behind a category: one of it, no list."""
_DENIED = re.compile(r"!!(.*?)!!")
"""In what a row says: what is to be said the other way round."""
_DONE_IN_A_ROW = frozenset({"choosing", "filling", "labelled", "assignment"})
_SEQUENCES = (
    frozenset({"deed", "claim", "act", "line", "sentence", "opening", "check", "cause", "effect", "entry"})
    | _DONE_IN_A_ROW
)
_SET_APART = frozenset({"box", "box_name", "checked", "cleared", "choice", "file", "item"})
"""Of these several without quotes are as likely as one with an "and" in its name."""
_LISTS = (
    frozenset({"thing", "text", "name", "predicate", "page", "entry", "deed", "claim", "act", "line", "effect", "keys"})
    | frozenset({"only_mark", "mark", "titled", "state", "said", "counted", "measure", "mixed"})
    | _DONE_IN_A_ROW
    | _SET_APART
)
_WITH_COMMAS = frozenset({"predicate", "choice", "file", "titled"})
"""Of these the last may have no more than a comma before it."""
_OPPOSED = frozenset({"but", "while", "whereas"})
_JOINTS: dict[str, Joint] = {"and": "and", "or": "or", "nor": "nor", "&": "and"}
_AND = frozenset({"and", "but", "then", ","})
"""Between what is done and said in a row."""
_ENDS = frozenset({".", ";", "!", "?", ">", ":", "-", "*"})
"""Behind these a capital tells no name."""
_STOPS = frozenset({".", ";", "!"})
_SEVERAL = {"names": "one_name", "quotes": "quote", "commons": "common", "ranks": "rank", "nths": "one_nth"}
"""Lists that are always of two or more, each with what stands in it."""
_TITLED = "titled"
"""The mood in which words with capitals count as a row's own: the Save Button."""
_NAMING = frozenset({"name", "bare", "proper", "common", "title", "thing_alone", "deed_name", "sort", "plural"})
_IN_QUOTES = frozenset({"quote"})
_IN_LOWER_CASE = frozenset({"ordinal", "quality", "count"})


class Tangled(Exception):
    """Reading takes too much work: it is nothing that anyone would write."""


class Meaning(Struct, frozen=True):
    """`says`: sentences of the test language in a row, or one thing or several that `joint` joins."""

    says: tuple[str, ...]
    cost: float = 0.0
    joint: Joint = ""


class Chart:
    """One clause."""

    def __init__(self, tokens: Sequence[Token], rules: Grammar) -> None:
        self.tokens = tokens
        self.rules = rules
        self._left = _MOST_WORK
        self._known: dict[tuple[str, int, int], list[Meaning]] = {}
        self._possible: dict[str, bool] = {}
        self._is_quoting = any(token.kind == "quoted" for token in tokens)
        self._rows: dict[str, tuple[str, str, dict[str, list[Row]], list[Row]]] = {}
        self.lows = [_low(tokens, at) for at in range(len(tokens))]
        self._here = {*self.lows, ""}
        self._lowered = [replace(tokens[0], text=tokens[0].low), *tokens[1:]]
        self._begins_a_sentence = _is_no_name(tokens, rules)

    def meanings(self, category: str, start: int, end: int) -> list[Meaning]:
        """The cheapest readings of a span, the best first. Raises Tangled."""
        key = (category, start, end)
        if key not in self._known:
            self._known[key] = []  # a row that leads back to the same span says nothing
            self._left -= 1
            if self._left < 0:
                raise Tangled
            self._known[key] = _best(self._each(category, start, end))
        return self._known[key]

    def _each(self, category: str, start: int, end: int) -> Iterator[Meaning]:
        if category.endswith("+"):
            for meaning in self.meanings(category[:-1], start, end):
                if meaning.joint:
                    yield replace(meaning, cost=meaning.cost - _of_bare(meaning.says))
            return
        base, _, mood = category.partition(".")
        mood, _, limit = mood.partition(".")
        if base.endswith(_SURE):
            if not any(self._is_denial(at) for at in range(start, end)):
                yield from self.meanings(category.replace(_SURE, "", 1), start, end)
            return
        if base.endswith(_ONE):
            whole = category.replace(_ONE, "", 1)
            yield from (each for each in self.meanings(whole, start, end) if len(each.says) == 1 and not each.joint)
            return
        known = self._rows.get(category)
        if known is None:
            known = self._rows[category] = self._applicable(category)
        base, mood, by_first, beginning_open = known
        if base in OPEN and not (start == 0 and base in _NAMING and self._begins_a_sentence):
            tokens = self._lowered if start == 0 and base in _IN_LOWER_CASE else self.tokens
            more = self._more_than_one(start, end) if base in _NAMING else 0.0
            if not self._is_begun(start, end):
                for text, cost in OPEN[base](tokens[start:end], self.rules):
                    yield Meaning((text,), cost + more)
        elif base not in self.rules.rows and (tuple(self.lows[start:end]), False) in self.rules.groups.get(base, ()):
            yield Meaning((" ".join(self.lows[start:end]),))
        view = _View(self, start, mood)
        if limit and (view.low(start),) not in {form for form, _ in self.rules.groups[limit]}:
            return
        rows = by_first.get(view.low(start))
        rows = [*rows, *beginning_open] if rows else beginning_open
        if rows:
            last, length = view.low(end - 1), end - start
            for row in rows:
                if len(row.parts) > length or (row.ends is not None and last not in row.ends):
                    continue
                for bound in fits(_in_mood(row.parts, category) if mood else row.parts, view, start, end, Bound()):
                    if _AS_WRITTEN in row.to[0]:
                        yield Meaning((row.to[0].replace(_AS_WRITTEN, " ".join(self.lows[start:end])),), row.cost)
                    elif row.denial or not bound.denied:
                        yield from self._made(row, bound)
        if base in _SEVERAL:
            yield from self._several(_SEVERAL[base], start, end)
        if base in _LISTS:
            yield from self._listed(category, base, start, end)

    def _is_begun(self, start: int, end: int) -> bool:
        """Whether its first word has its capital only from where it stands, and is no name without."""
        if self._is_being_done(start):
            return True
        first = self.tokens[start]
        if first.kind != "word" or first.text == first.low or not _begins(self.tokens, start):
            return False
        if first.low in self.rules.never_named or first.low in _NO_NAMES:
            return True
        return first.low.endswith("ing") and start + 1 < end and self.lows[start + 1] in _BEHIND_A_VERB

    def _is_being_done(self, at: int) -> bool:
        """clicking "A", clicking the …: no name."""
        verb = self.rules.bases["ing"].get(self.tokens[at].text)
        behind = self.lows[at + 1] if at + 1 < len(self.lows) else "."
        return verb is not None and behind in _BEHIND_A_VERB and ((verb,), False) in self.rules.groups["by_hand"]

    def _is_denial(self, at: int) -> bool:
        low = self.tokens[at].low
        if low == "no" and at + 1 < len(self.tokens) and self.tokens[at + 1].low == "longer":
            return False
        return low in _DENYING or low.endswith("n't")


    def _more_than_one(self, start: int, end: int) -> float:
        """What it costs to take "Name and Email" for one name, where "are empty" follows, or "should be empty"."""
        verb = self.tokens[end].low if end < len(self.tokens) else ""
        if verb not in self.rules.plural_verbs and verb not in self.rules.verbs_of_any_number:
            return 0.0
        inner = range(start + 1, end - 1)
        if not any(self.tokens[at].text == "and" and self.tokens[at + 1].text[:1].isupper() for at in inner):
            return 0.0
        return _SEVERAL_NAMED if verb in self.rules.plural_verbs else _SEVERAL_PERHAPS

    def _applicable(self, category: str) -> tuple[str, str, dict[str, list[Row]], list[Row]]:
        """Its rows whose words are all here: by the word they begin with, and those that begin openly."""
        base, _, mood = category.partition(".")
        mood = mood.partition(".")[0]
        here = self._here
        if mood == _TITLED:
            here = {token.low for token in self.tokens}
        elif mood:
            here = here | {self.rules.bases[mood].get(word, "") for word in here}
        by_first: dict[str, list[Row]] = {}
        beginning_open: list[Row] = []
        for row in self._with_words_of(base, here):
            if any(need.isdisjoint(here) for need in row.needs) or not all(map(self._is_possible, row.holds)):
                continue
            if row.begins is None:
                beginning_open.append(row)
            for word in here.intersection(row.begins or ()):
                by_first.setdefault(word, []).append(row)
        return base, mood, by_first, beginning_open

    def _is_possible(self, category: str) -> bool:
        """Whether any span can be of it at all: no quote, where nothing is quoted."""
        known = self._possible.get(category)
        if known is not None:
            return known
        self._possible[category] = True  # while that is being asked
        base = category.partition(".")[0].removesuffix(_ONE).removesuffix(_SURE)
        category = category.replace(_ONE, "", 1).replace(_SURE, "", 1)
        if base in OPEN:
            possible = base not in _IN_QUOTES or self._is_quoting
        elif base in _SEVERAL:
            possible = self._is_possible(_SEVERAL[base])
        else:
            self._rows[category] = known_rows = self._applicable(category)
            possible = bool(known_rows[2] or known_rows[3])
        self._possible[category] = possible
        return possible

    def _with_words_of(self, base: str, here: set[str]) -> Iterable[Row]:
        by_word = self.rules.by_word.get(base, {})
        found = [row for word in by_word.keys() & (here | {NO_WORD}) for row in by_word[word]]
        return sorted({row.number: row for row in found}.values(), key=attrgetter("number"))

    def _made(self, row: Row, bound: Bound) -> Iterator[Meaning]:
        found = [
            [(field, category, meaning) for meaning in self.meanings(category, start, end)]
            for field, category, start, end in bound.blanks
        ]
        for each in product(*found):
            cost = row.cost + sum(meaning.cost for _, _, meaning in each)
            yield from _filled(
                row, {field: (category, meaning) for field, category, meaning in each}, bound.denied, cost
            )

    def _listed(self, category: str, base: str, start: int, end: int) -> Iterator[Meaning]:
        """ "A, B and C": of each the same is said."""
        for at in range(start + 1, end - 1):
            low = self.tokens[at].low
            joint = _JOINTS.get(low) if self.tokens[at].kind != "quoted" else None
            if base == "line":
                if low not in _STOPS:
                    continue
                joint = "and"
            elif (joint is None and base in _SEQUENCES and low in _AND) or (
                low in _OPPOSED and base in ("claim", "predicate")
            ):
                joint = "and"
            if joint is None and not (low == "," and base in _WITH_COMMAS):
                continue
            if self.tokens[at].text == "&" and "quoted" not in (self.tokens[at - 1].kind, self.tokens[at + 1].kind):
                continue  # Terms & Conditions
            following = at + 1
            while (
                following < end - 1
                and self.tokens[following].low in ("then", "also", ",", "and", "but")
                and base in _SEQUENCES
            ):
                following += 1
            if base not in _SEQUENCES and base != "predicate" and self.rules.begins_deed(self.tokens[following]):
                continue
            stop = at - 1 if self.tokens[at - 1].low == "," and at - 1 > start else at
            for first in self._firsts(category, start, stop, joint or "and"):
                for last in self.meanings(category, following, end):
                    if base in _SEQUENCES:
                        if (
                            joint == "or"
                            and base == "claim"
                            and len(first.says) == len(last.says) == 1
                            and not _denies(first, last)
                        ):
                            yield Meaning((f"either {first.says[0]} or {last.says[0]}",), first.cost + last.cost)
                        if (joint or "and") == "and":
                            more = _OF_ACTS if base == "act" else 0.0
                            if stop - start == 1 and _is_checked(last) and self._is_name_after_all(following):
                                more += _OF_A_NAME
                            yield Meaning((*first.says, *last.says), first.cost + last.cost + more)
                    elif not last.joint:
                        says = (*first.says, *last.says)
                        cost = first.cost + last.cost + self._of_several(base, start, following, end, says)
                        cost += self._of_one_noun(base, start, stop, following, end)
                        if base == "thing" and self.lows[following] not in _ARTICLES and _shares_a_noun(says):
                            cost += _BARE_IN_LIST
                        yield Meaning(says, cost + _SEVERAL_THINGS, joint or "and")

    def _is_name_after_all(self, at: int) -> bool:
        """Behind a deed of one word and "and": Save and close is shown."""
        token = self.tokens[at]
        named = token.kind == "word" and token.low not in (*_NO_NAMES, *self.rules.never_named)
        return named and ("verify", token.low) not in self.rules.by_first

    def _of_several(self, base: str, start: int, last: int, end: int, says: tuple[str, ...]) -> float:
        """What it costs that these are no single one with an "and" in its name."""
        if base == "keys":
            return 0.0
        if base not in _SET_APART:
            return _of_bare(says)
        if base in ("box", "box_name", "checked", "cleared"):
            return _of_bare(says) if says[0][0] not in _QUOTES and says[-1].endswith(" checkbox") else 0.0
        if self.lows[last] in ("the", "a", "an") or len(says) > 2:
            return 0.0
        return 0.0 if any(token.kind == "quoted" for token in self.tokens[start:end]) else 2 * _BARE_IN_LIST

    def _of_one_noun(self, base: str, start: int, stop: int, following: int, end: int) -> float:
        """What it costs that "terms and conditions checkbox" is no single one, "name and price of the lamp" of one."""
        token = self.tokens[following]
        if base != "thing" or token.kind == "quoted" or token.low in self.rules.articles:
            return 0.0
        last = self.meanings("noun_np", following, end) or self.meanings("thing_there", following, end)
        return _BARE_IN_LIST if last and self.meanings("named_np", start, stop) else 0.0

    def _several(self, one: str, start: int, end: int) -> Iterator[Meaning]:
        """ "A, B and C", and no single one."""
        for at in range(start + 1, end - 1):
            token = self.tokens[at]
            joint = None if token.kind == "quoted" else "and" if token.low == "," else _JOINTS.get(token.low)
            if joint is None:
                continue
            stop = at - 1 if self.tokens[at - 1].low == "," and at - 1 > start else at
            for last in self.meanings(one, at + 1, end):
                for first in self._firsts(one, start, stop, joint) if not last.joint else ():
                    yield Meaning((*first.says, *last.says), first.cost + last.cost, joint)

    def _firsts(self, category: str, start: int, end: int, joint: Joint) -> Iterator[Meaning]:
        """What stands before the last of a list: one, or several with commas between."""
        for meaning in self.meanings(category, start, end):
            if not meaning.joint:
                yield meaning
        for at in range(start + 1, end - 1):
            if self.tokens[at].low == "," and self.tokens[at].kind != "quoted":
                for last in self.meanings(category, at + 1, end):
                    if not last.joint:
                        for first in self._firsts(category, start, at, joint):
                            yield Meaning((*first.says, *last.says), first.cost + last.cost)


def _either(one: str, other: str) -> str:
    return f"either {one.removeprefix('either ')} or {other.removeprefix('either ')}"


class _View:
    """The words as a row of one span sees them: the first verb in its base form where it has a mood."""

    def __init__(self, chart: Chart, start: int, mood: str) -> None:
        self._chart = chart
        self._titled = mood == _TITLED
        self._first = chart.rules.bases[mood].get(chart.lows[start], "\0") if mood and not self._titled else ""
        self._start = start

    def low(self, at: int) -> str:
        if at == self._start and self._first:
            return self._first
        if self._titled:
            return self._chart.tokens[at].low
        return self._chart.lows[at]

    def reads(self, category: str, start: int, end: int) -> bool:
        if end - start > LONGEST.get(category, _ANY_LENGTH) and category not in self._chart.rules.rows:
            return False
        return bool(self._chart.meanings(category, start, end))

    def beginnings(self, name: str) -> frozenset[str]:
        return self._chart.rules.beginnings[name]

    def group(self, name: str, at: int) -> Iterator[tuple[int, bool]]:
        tokens, rules = self._chart.tokens, self._chart.rules
        seen: set[tuple[int, bool]] = set()
        while at < len(tokens):
            for form, denied in rules.by_first.get((name, self.low(at)), ()):
                stop = self._along(form, at)
                while stop is not None and (stop, denied) not in seen:
                    seen.add((stop, denied))
                    yield stop, denied
                    if name in rules.verbs and stop < len(tokens) and tokens[stop].low in rules.adverbs:
                        stop += 1
            if tokens[at].low not in rules.adverbs:
                return
            at += 1

    def _along(self, form: tuple[str, ...], at: int) -> int | None:
        tokens, adverbs = self._chart.tokens, self._chart.rules.adverbs
        for number, word in enumerate(form):
            while number and at < len(tokens) and tokens[at].low in adverbs and tokens[at].low != word:
                at += 1
            if at >= len(tokens) or self.low(at) != word:
                return None
            at += 1
        return at


def _in_mood(parts: Parts, category: str) -> Parts:
    """A deed that begins with a deed has its mood: clicks "A" twice."""
    first = parts[0]
    if isinstance(first, Blank) and category.startswith(f"{first.category}."):
        return (Blank(first.field, category), *parts[1:])
    return parts


def _is_checked(meaning: Meaning) -> bool:
    return meaning.says[0].startswith("verify that ")


def _denies(*meanings: Meaning) -> bool:
    return any(_NOT.search(each) for meaning in meanings for each in meaning.says)


def _of_bare(says: tuple[str, ...]) -> float:
    """What it costs that several names without quotes, articles and nouns are no single one: Save and Close."""
    return sum(_BARE_IN_LIST for each in says if each[:1] not in (*_QUOTES, SUBJECT) and not each.startswith("the "))


def _shares_a_noun(says: tuple[str, ...]) -> bool:
    """The save and close button: one or two?"""
    nouns = tuple(f" {noun}" for noun in NOUNS.values() if noun)
    return says[-1].endswith(nouns) and not any(each.endswith(nouns) or each[0] in _QUOTES for each in says[:-1])


def _begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a capital is due there."""
    return at == 0 or tokens[at - 1].low in _ENDS


def _low(tokens: Sequence[Token], at: int) -> str:
    """As a row may have it: a word with a capital that does not begin the clause is a name."""
    token = tokens[at]
    if token.text.startswith(("I'", "I’")):
        return token.low  # I'm, I've
    if not _begins(tokens, at) and token.kind == "word" and token.text[:1].isupper() and not token.text.isupper():
        return token.text
    return token.low


def _is_no_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    """A first word has its capital from where it stands: Then, Click the …"""
    low = tokens[0].low
    if low in rules.leading_on or low in rules.never_named or low in rules.never_in_names:
        return True
    return low in rules.bases["ed"].values() and len(tokens) > 1 and tokens[1].low in rules.articles


def _best(found: Iterator[Meaning]) -> list[Meaning]:
    best: dict[tuple[tuple[str, ...], Joint], Meaning] = {}
    for meaning in found:
        key = (meaning.says, meaning.joint)
        if key not in best or meaning.cost < best[key].cost:
            best[key] = meaning
    return sorted(best.values(), key=lambda meaning: meaning.cost)[:_KEPT]


def _filled(row: Row, fields: dict[str, tuple[str, Meaning]], denied: bool, cost: float) -> Iterator[Meaning]:
    """What the row says, once for each of a list that stands in a blank of it."""
    starred = {found[1] for text in row.to for found in _BLANK.finditer(text) if found[5]}
    lists = [field for field, of in fields.items() if _is_a_list(*of) and field not in starred]
    if len(lists) > 1:
        return
    joint: Joint = fields[lists[0]][1].joint if lists else ""
    rounds = [{field: each} for field in lists for each in fields[field][1].says] or [{}]
    turned = denied != (joint == "nor")
    says: list[str | None] = []
    for text, chosen in _rounds(row.to, rounds):
        values = {
            field: chosen.get(field) or (_in_a_row(meaning) if field in starred else meaning.says[0])
            for field, (_, meaning) in fields.items()
        }
        for each in _one_by_one(text, fields, values, starred):
            says.append(_changed(_text_of(row, text, each, turned=turned)))
    made = tuple(each for each in says if each is not None)
    if len(made) == len(says):
        yield from _joined(row, made, cost, joint, denied)


def _is_a_list(category: str, meaning: Meaning) -> bool:
    return len(meaning.says) > 1 and category.partition(".")[0] not in _SEQUENCES


def _text_of(row: Row, text: str, values: dict[str, str], *, turned: bool) -> str:
    """One of the row's texts with what fills it. "!" before it: it denies what others hold."""
    flips = text.startswith("!") and not text.startswith("!!")
    side = 1 if turned == flips else 2
    made = _TURNED.sub(lambda found: found[side], text[1:] if flips else text)
    made = _BLANK.sub(lambda found: _value(found, values), made)
    if not row.defers:
        made = _LATER.sub(lambda found: found[side], made)
    return _NOTHING.sub("", made).strip()


def _joined(row: Row, says: tuple[str, ...], cost: float, joint: Joint, denied: bool) -> Iterator[Meaning]:
    if row.category not in _SEQUENCES:
        if joint == "or":
            yield Meaning(says, cost, "and" if denied else "or")
        elif joint != "nor" or row.category == "predicate":
            yield Meaning(says, cost, "and" if len(says) > 1 else "")
    elif joint != "or" or denied:
        yield Meaning(tuple(dict.fromkeys(says)) if row.category == "claim" else says, cost)
    elif row.category == "claim":
        yield Meaning((f"either {' or '.join(says)}",), cost)


def _changed(said: str) -> str | None:
    """With its place where it belongs, and what is denied as the opposite of what it says."""
    if found := _DENIED.search(said):
        other = opposite(found[1])
        return None if other is None else f"{said[: found.start()]}{other}{said[found.end() :]}"
    if _PLACED not in said:
        return said
    made = placed(*said.replace(LOOSE, "").split(_PLACED, 1))
    return f"{made}{LOOSE}" if made is not None and LOOSE in said else made


def _one_by_one(
    text: str, fields: dict[str, tuple[str, Meaning]], values: dict[str, str], starred: set[str]
) -> Iterator[dict[str, str]]:
    """What fills a text: where several sentences stand in it, the text is said of each before the next text is."""
    for found in _BLANK.finditer(text):
        name = found[1]
        if name in fields and name not in starred:
            category, meaning = fields[name]
            if category.partition(".")[0] in _SEQUENCES and len(meaning.says) > 1:
                yield from ({**values, name: each} for each in meaning.says)
                return
    yield values


def _rounds(texts: Sequence[str], rounds: list[dict[str, str]]) -> Iterator[tuple[str, dict[str, str]]]:
    """All that is said of one before the next; where something is said of none of the list, it is said once."""
    names = [{found[1] for found in _BLANK.finditer(text)} | {found[3] for found in _BLANK.finditer(text)} for text in texts]
    if all(rounds[0].keys() <= each for each in names):
        yield from ((text, chosen) for chosen in rounds for text in texts)
    else:
        for text, each in zip(texts, names, strict=True):
            yield from ((text, chosen) for chosen in (rounds if rounds[0].keys() <= each else rounds[:1]))


def _in_a_row(meaning: Meaning) -> str:
    *first, last = meaning.says
    return f"{', '.join(first)} {meaning.joint or 'and'} {last}" if first else last


def _value(found: re.Match[str], values: dict[str, str]) -> str:
    """What fills a blank: in another form (`{several!each}`), or said of what fills another (`{predicate@thing}`)."""
    if found[0] == "\\{":  # a brace of the test language
        return "{"
    value = FORMS[found[2]](values.get(found[1], "")) if found[2] else values.get(found[1], "")
    if found[3]:
        subject = FORMS[found[4]](values[found[3]]) if found[4] else values[found[3]]
        value = _SUBJECT.sub(lambda of: FORMS[of[1]](subject) if of[1] else subject, value)
    return value or _EMPTY
