"""The engine: each span of a clause read by the rows of a category, once. Pure, and bounded in work.

Every word is read: by a row's own words, or by a blank. Of several readings those cost more that take words for names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.language.tokens import Token
from qa_appliance.translate.clause import Clause
from qa_appliance.translate.filling import filled
from qa_appliance.translate.lists import LISTS, SEVERAL, cost_of_bare, listed, several
from qa_appliance.translate.meaning import Joint, Meaning
from qa_appliance.translate.open.categories import LONGEST, OPEN
from qa_appliance.translate.rules import NO_WORD, Grammar, Row
from qa_appliance.translate.template import Blank, Bound, Parts, fits

_KEPT = 4
_ANY_LENGTH = 1_000
_MOST_WORK = 3_000  # spans of one clause; of 100 that strangers wrote one takes as many
_AS_WRITTEN = "{=}"
_SURE = "_sure"
"""Behind a category: nothing in it is denied."""
_ONE = "_one"
"""Behind a category: one of it, no list."""
_TITLED = "titled"
"""The mood in which words with capitals count as a row's own: the Save Button."""
_NAMING = frozenset({"name", "bare", "proper", "common", "title", "thing_alone", "deed_name", "sort", "plural"})
_IN_QUOTES = frozenset({"quote"})
_IN_LOWER_CASE = frozenset({"ordinal", "quality", "count"})


class Tangled(Exception):
    """Reading takes too much work: it is nothing that anyone would write."""


class _Rows(Struct, frozen=True):
    """The rows of a category whose words are all here: by the word they begin with, and those that begin openly."""

    by_first: dict[str, list[Row]]
    beginning_open: list[Row]

    ends: frozenset[str] | None
    """With what it can end; None: that is open."""

    def from_word(self, word: str) -> list[Row]:
        found = self.by_first.get(word)
        return [*found, *self.beginning_open] if found else self.beginning_open


class Chart(Clause):
    """One clause, and what each span of it means as each category."""

    def __init__(self, tokens: Sequence[Token], rules: Grammar) -> None:
        super().__init__(tokens, rules)
        self._left = _MOST_WORK
        self._known: dict[tuple[str, int, int], list[Meaning]] = {}
        self._possible: dict[str, bool] = {}
        self._rows: dict[str, _Rows] = {}
        self._begun: dict[tuple[str, int], bool] = {}
        self._ended: dict[tuple[str, int], bool] = {}
        self.groups: dict[tuple[str, int, str], list[tuple[int, bool]]] = {}
        self._here = {*self.lows, ""}

    @property
    def spans(self) -> int:
        """How many were tried."""
        return _MOST_WORK - max(self._left, 0)

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
        base = category.partition(".")[0]
        if category.endswith("+"):
            for meaning in self.meanings(category[:-1], start, end):
                if meaning.joint:
                    yield replace(meaning, cost=meaning.cost - cost_of_bare(meaning.says))
        elif base.endswith(_SURE):
            if not any(self.is_denial(at) for at in range(start, end)):
                yield from self.meanings(category.replace(_SURE, "", 1), start, end)
        elif base.endswith(_ONE):
            whole = category.replace(_ONE, "", 1)
            yield from (each for each in self.meanings(whole, start, end) if len(each.says) == 1 and not each.joint)
        else:
            yield from self._of_itself(category, start, end)

    def _of_itself(self, category: str, start: int, end: int) -> Iterator[Meaning]:
        """As the category is, with nothing asked of it beyond its mood and what its first word is limited to."""
        base, _, mood = category.partition(".")
        mood, _, limit = mood.partition(".")
        yield from self._of_words(base, start, end)
        view = View(self, start, mood)
        if limit and (view.low(start),) not in {form for form, _ in self.rules.groups[limit]}:
            return
        yield from self._of_rows(category, view, start, end)
        if base in SEVERAL:
            yield from several(self, base, start, end)
        if base in LISTS:
            yield from listed(self, category, start, end)

    def _of_words(self, base: str, start: int, end: int) -> Iterator[Meaning]:
        """What stands for itself: as an open category, or as a class of words."""
        if base not in OPEN:
            if base not in self.rules.rows and (tuple(self.lows[start:end]), False) in self.rules.groups.get(base, ()):
                yield Meaning((" ".join(self.lows[start:end]),))
            return
        if self.is_begun(start, end) or (start == 0 and base in _NAMING and self.begins_a_sentence):
            return
        tokens = self.lowered if start == 0 and base in _IN_LOWER_CASE else self.tokens
        more = self.more_than_one(start, end) if base in _NAMING else 0.0
        for text, cost in OPEN[base](tokens[start:end], self.rules):
            yield Meaning((text,), cost + more)

    def _of_rows(self, category: str, view: View, start: int, end: int) -> Iterator[Meaning]:
        rows = self._rows_of(category)
        possible = rows.from_word(view.low(start))
        if not possible:
            return
        last, length = view.low(end - 1), end - start
        for row in possible:
            if len(row.parts) > length or (row.ends is not None and last not in row.ends):
                continue
            for bound in fits(_in_mood(row.parts, category), view, start, end, Bound()):
                if _AS_WRITTEN in row.to[0]:
                    yield Meaning((row.to[0].replace(_AS_WRITTEN, " ".join(self.lows[start:end])),), row.cost)
                elif row.denial or not bound.denied:
                    yield from self._made(row, bound)

    def may_read(self, category: str, start: int, end: int) -> bool:
        """Whether a span begins and ends as what is of the category does: known before it is read."""
        key = (category, start)
        begins = self._begun.get(key)
        if begins is None:
            begins = self._begun[key] = self._may_begin(category, start)
        if not begins:
            return False
        key = (category, end)
        ends = self._ended.get(key)
        if ends is None:
            ends = self._ended[key] = self._may_end(category, end)
        return ends

    def _may_begin(self, category: str, start: int) -> bool:
        base, mood, category = _plain(category)
        if base in OPEN or base in SEVERAL or base not in self.rules.rows:
            return True
        return bool(self._rows_of(category).from_word(View(self, start, mood).low(start)))

    def _may_end(self, category: str, end: int) -> bool:
        base, mood, category = _plain(category)
        if mood or base in OPEN or base in SEVERAL or base not in self.rules.rows:
            return True
        ends = self._rows_of(category).ends
        return ends is None or self.lows[end - 1] in ends

    def _rows_of(self, category: str) -> _Rows:
        rows = self._rows.get(category)
        if rows is None:
            rows = self._rows[category] = self._applicable(category)
        return rows

    def _applicable(self, category: str) -> _Rows:
        base, _, mood = category.partition(".")
        here = self._words_in(mood.partition(".")[0])
        by_first: dict[str, list[Row]] = {}
        beginning_open: list[Row] = []
        for row in self._with_words_of(base, here):
            if any(words.isdisjoint(here) for words in row.required) or not all(map(self._is_possible, row.holds)):
                continue
            if row.begins is None:
                beginning_open.append(row)
            for word in here.intersection(row.begins or ()):
                by_first.setdefault(word, []).append(row)
        ends = [row.ends for row in (*beginning_open, *chain.from_iterable(by_first.values()))]
        closed = [each for each in ends if each is not None]
        return _Rows(by_first, beginning_open, frozenset().union(*closed) if len(closed) == len(ends) else None)

    def _words_in(self, mood: str) -> set[str]:
        """All words of the clause, as rows see them in that mood."""
        if mood == _TITLED:
            return {token.low for token in self.tokens}
        if mood:
            return self._here | {self.rules.bases[mood].get(word, "") for word in self._here}
        return self._here

    def _is_possible(self, category: str) -> bool:
        """Whether any span can be of it at all: no quote, where nothing is quoted."""
        category = category.removesuffix("+")
        known = self._possible.get(category)
        if known is not None:
            return known
        self._possible[category] = True  # while that is being asked
        base = category.partition(".")[0].removesuffix(_ONE).removesuffix(_SURE)
        category = category.replace(_ONE, "", 1).replace(_SURE, "", 1)
        if base in OPEN:
            possible = base not in _IN_QUOTES or self.is_quoting
        elif base in SEVERAL:
            possible = self._is_possible(SEVERAL[base])
        else:
            rows = self._rows_of(category)
            possible = bool(rows.by_first or rows.beginning_open)
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
            yield from filled(
                row, {field: (category, meaning) for field, category, meaning in each}, bound.denied, cost
            )


class View:
    """The words as a row of one span sees them: the first verb in its base form where it has a mood."""

    def __init__(self, chart: Chart, start: int, mood: str) -> None:
        self._chart = chart
        self._titled = mood == _TITLED
        self._first = chart.rules.bases[mood].get(chart.lows[start], "\0") if mood and not self._titled else ""
        self._start = start
        self._variant = mood

    def low(self, at: int) -> str:
        if at == self._start and self._first:
            return self._first
        if self._titled:
            return self._chart.tokens[at].low
        return self._chart.lows[at]

    def reads(self, category: str, start: int, end: int) -> bool:
        if end - start > LONGEST.get(category, _ANY_LENGTH) and category not in self._chart.rules.rows:
            return False
        return self._chart.may_read(category, start, end) and bool(self._chart.meanings(category, start, end))

    def beginnings(self, name: str) -> frozenset[str]:
        return self._chart.rules.beginnings[name]

    def group(self, name: str, at: int) -> Sequence[tuple[int, bool]]:
        key = (name, at, self._variant if at <= self._start or self._titled else "")
        found = self._chart.groups.get(key)
        if found is None:
            found = self._chart.groups[key] = list(self._wordings(name, at))
        return found

    def _wordings(self, name: str, at: int) -> Iterator[tuple[int, bool]]:
        tokens, rules = self._chart.tokens, self._chart.rules
        seen: set[tuple[int, bool]] = set()
        while at < len(tokens):
            for form, denied in rules.by_first.get((name, self.low(at)), ()):
                stop = self._along(form, at)
                while stop is not None and (stop, denied) not in seen:
                    seen.add((stop, denied))
                    yield stop, denied
                    if name in rules.verbs and stop < len(tokens) and tokens[stop].low in rules.words.adverbs:
                        stop += 1
            if tokens[at].low not in rules.words.adverbs:
                return
            at += 1

    def _along(self, form: tuple[str, ...], at: int) -> int | None:
        tokens, adverbs = self._chart.tokens, self._chart.rules.words.adverbs
        for number, word in enumerate(form):
            while number and at < len(tokens) and tokens[at].low in adverbs and tokens[at].low != word:
                at += 1
            if at >= len(tokens) or self.low(at) != word:
                return None
            at += 1
        return at


def _in_mood(parts: Parts, category: str) -> Parts:
    """A deed that begins with a deed has its mood: clicks "A" twice."""
    first = parts[0] if "." in category else None
    if isinstance(first, Blank) and category.startswith(f"{first.category}."):
        return (Blank(first.field, category), *parts[1:])
    return parts


def _best(found: Iterator[Meaning]) -> list[Meaning]:
    best: dict[tuple[tuple[str, ...], Joint], Meaning] = {}
    for meaning in found:
        key = (meaning.says, meaning.joint)
        if key not in best or meaning.cost < best[key].cost:
            best[key] = meaning
    return sorted(best.values(), key=lambda meaning: meaning.cost)[:_KEPT]


def _plain(category: str) -> tuple[str, str, str]:
    """Its base, its mood, and the category itself without what limits it."""
    base, dot, rest = category.rstrip("+").replace(_ONE, "", 1).replace(_SURE, "", 1).partition(".")
    return base, rest.partition(".")[0], f"{base}{dot}{rest}"
