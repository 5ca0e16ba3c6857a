"""Clauses: one sentence is cut where verbs begin that read completely, and each piece is read by one frame.

A conjunction splits only if every piece reads; "click Save and Close" stays one name, "click Save and close the
dialog" does not. Never drops a word: what no frame takes comes back as an unread piece.
"""

from __future__ import annotations

import re
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.steps import Assert, Click, SetChecked, Step
from qa_appliance.english.checks.elliptic import names_a_figure, with_the_verb_of
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.nouns.kinds import in_capitals, is_thing, names_a_thing
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.sentences.deadlines import in_time
from qa_appliance.english.sentences.endings import without_as_well, without_ending, without_manner
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.inversions import (
    called_by_a_deed,
    done_to_it,
    filled_in,
    fronted,
    in_another_place,
    led_there,
    passive,
    speaks_of_a_thing,
    thing_in_a_state,
    without_subject,
    without_verb,
)
from qa_appliance.english.sentences.labels import alone, labelled
from qa_appliance.english.sentences.leads import Lead, expects, ought_to_arrive, stands_somewhere, without_lead
from qa_appliance.english.sentences.means import by_its_button, by_means, by_tool, named_so
from qa_appliance.english.sentences.questions import inability
from qa_appliance.english.sentences.readings import (
    IMPERATIVES,
    Reading,
    asks_behind_a_dash,
    clicks_again,
    may_be_a_subject,
    noun_like,
    one_subject,
    performs,
    statement,
    tells_a_state,
    verbal,
    worded_as_deed,
)
from qa_appliance.english.verbs.choices import CHOSEN_OF
from qa_appliance.english.verbs.joined import cuts_at, goes_on_with, named_in_the_past, of_one_noun, one_name, plural
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_key
from qa_appliance.language.word_sets import word_set

_LONGEST = 60
"""Words and quotes in one clause. A longer one is no clause; reading stays fast whatever is written."""
_MOST_SPANNED = 12  # parts between conjunctions in one piece, which may be a long list
_WORDS_OF_A_UNIT = 8  # of a clause that is only looked at: its slots are counted where they are read


class Piece(Struct, frozen=True):
    phrase: Phrase
    reading: Reading | None


def read_sentence(phrase: Phrase, role: Role, first: bool) -> list[Piece]:
    """The pieces of a sentence, in order and without a word left out. `first`: nothing was done before it.

    Of all ways to cut it, the one is taken that leaves the fewest words unread and then has the most pieces.
    """
    phrase = phrase.strip(",")
    if not phrase.tokens:
        return []
    tokens = phrase.tokens
    key = (phrase.text, *(token.text for token in tokens), role, first)
    found = phrase.source.work.recall(key, lambda: [_placed(piece, tokens) for piece in _pieces(phrase, role, first)])
    return [Piece(Phrase([tokens[at] for at in places], phrase.source), reading) for places, reading in found]


def clicked_last(phrase: Phrase, last: Step | None) -> bool:
    """Whether this is the click that was done last."""
    pieces = read_sentence(phrase, "when", False)
    return clicks_again(last, [step for piece in pieces if piece.reading is not None for step in piece.reading.steps])


def _placed(piece: Piece, tokens: list[Token]) -> tuple[list[int], Reading | None]:
    """Which of the sentence's tokens it holds, and its reading without the words of this description."""
    place_of = {id(token): at for at, token in enumerate(tokens)}
    places = [place_of[id(token)] for token in piece.phrase.tokens]
    return places, piece.reading and replace(piece.reading, prefixes=(), predicate=None)


def _pieces(phrase: Phrase, role: Role, first: bool) -> list[Piece]:
    """The pieces of a sentence that was not read before."""
    cuts = cuts_at(phrase.tokens)
    begins = [0, *(stop for _, stop in cuts)]
    ends = [*(start for start, _ in cuts), len(phrase)]
    parts = [phrase[begin:end] for begin, end in zip(begins, ends, strict=True)]
    alone = _read_alone(parts, role, first)
    things = _things(parts, alone)
    go_on = any(one_name(*pair) for pair in pairwise(parts)) or any(map(plural, parts[1:]))
    if all(alone) and not go_on:
        return [Piece(part, reading) for part, reading in zip(parts, alone, strict=True)]

    def way(begin: int, end: int) -> tuple[int, list[Piece]]:
        """The best way to cut up to `begin`, with one piece from there to `end`."""
        cost, before = best[begin]
        part = phrase[begins[begin] : ends[end - 1]]
        reading = alone[begin] if begin == end - 1 else None
        if begin < end - 1 and begin not in things and not asks_behind_a_dash(part):
            reading = read_clause(part, _role_of(part, role, [each.reading for each in before]), first and not before)
        further = _of_a_piece(part, reading, parts[begin:end], joined=begin > 0)
        if reading is None and before and (last := before[-1].reading) is not None:
            reading = _carried(part, before, last, role)
            further = _cost(part) if reading is None else -1 if last.carries else 0
        return cost + further, [*before, Piece(part, reading)]

    best: list[tuple[int, list[Piece]]] = [(0, [])]
    for end in range(1, len(ends) + 1):
        ways = [way(begin, end) for begin in range(max(0, end - _MOST_SPANNED), end)]
        best.append(min(ways, key=lambda way: way[0]))
    return _joined(best[-1][1], phrase)


def _read_alone(parts: list[Phrase], role: Role, first: bool) -> list[Reading | None]:
    """Each part read by itself; words in capitals behind a check go on with what is there, and are no deed."""
    alone: list[Reading | None] = []
    names = of_one_noun(parts)
    for at, part in enumerate(parts):
        before = alone[-1] if alone else None
        listed = at in names or _goes_on(parts[:at], part, before)
        alone.append(None if listed else read_clause(part, _role_of(part, role, alone), first and not alone))
    if alone == [None] and (not first or role in EXPECTING):
        return [without_verb(without_lead(parts[0]).phrase, role)]
    return alone


def _goes_on(behind: list[Phrase], part: Phrase, before: Reading | None) -> bool:
    """Whether it goes on with the parts it stands behind, the last of which was read as `before`."""
    checked = before is not None and before.checks
    listed = (in_capitals(part.tokens) or _is_thing(part)) and (before is None or checked)
    return bool(behind) and (listed or goes_on_with(behind[-1], part, checked=checked))


def _role_of(part: Phrase, role: Role, before: list[Reading | None]) -> Role:
    """Behind a check in its sentence "To: Savings" is what is to stand there as well, and is typed nowhere."""
    checked = any(each is not None and each.checks for each in before)
    labels = any(token.low == ":" and token.kind == "mark" for token in part.tokens[1:-1])
    return "expected" if checked and labels else role


def _things(parts: list[Phrase], alone: list[Reading | None]) -> set[int]:
    """Which of the parts begin with a thing that no verb is to be seen in."""
    return {at for at, part in enumerate(parts) if at and alone[at] is None and _is_thing(part)}


def _is_thing(part: Phrase) -> bool:
    return named_in_the_past(part) or (is_thing(part.tokens) and part.tokens[0].low not in IMPERATIVES)


def _of_a_piece(part: Phrase, reading: Reading | None, parts: list[Phrase], *, joined: bool) -> int:
    """What a piece of these parts costs: less than nothing where it is read; `joined`: something stands before it."""
    if reading is None:
        return _cost(part)
    if reading.checks and len(reading.steps) >= len(parts) > 1:
        return -1 - len(parts)  # "the fields Name and City are shown": a check for each
    if len(parts) == 2 and one_name(*parts):
        return -3
    goes_on = joined and (plural(part) or (len(parts) > 1 and parts[0].only_quote is not None))
    return 2 if goes_on else -1


def _cost(part: Phrase) -> int:
    return 1000 + 10 * len(part)


def _joined(pieces: list[Piece], sentence: Phrase) -> list[Piece]:
    """Unread neighbours are one gap, and so is a mere noun behind them: “… should reflect "John" and "Doe"”."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and one_subject(joined[-1].reading, piece.phrase, piece.reading):
            begin, end = joined[-1].phrase.tokens[0], piece.phrase.tokens[-1]
            joined[-1] = Piece(sentence[sentence.tokens.index(begin) : sentence.tokens.index(end) + 1], None)
        else:
            joined.append(piece)
    return joined


def _carried(part: Phrase, before: list[Piece], last: Reading, role: Role) -> Reading | None:
    """Read with what it leaves out of the piece before it."""
    whole = next((piece.phrase for piece in reversed(before) if piece.phrase.only_quote is None), part)
    elsewhere = None if last.checks else in_another_place(whole, part)
    if elsewhere is not None:
        reading = read_clause(elsewhere, role, False)
        return reading if reading is not None and reading.rule == last.rule else None
    if last.checks and names_a_figure(part):
        stated = next(filter(None, (with_the_verb_of(part, piece.phrase) for piece in reversed(before))), None)
        return None if stated is None else read_clause(stated, role, False)
    return _behind_a_prefix(part, last, role) or _shortened(part, last, role)


def _shortened(part: Phrase, last: Reading, role: Role) -> Reading | None:
    """ "“B” isn't" behind "“A” is shown", "the Cancel button hidden" behind "the Save button is shown"."""
    if last.predicate is None or not last.checks or part.tokens[0].low in INDEX:
        return None
    for whole in filled_in(part, last.predicate):
        reading = read_clause(whole, role, False)
        if reading is not None and reading.checks:
            return reading
    return None


def _behind_a_prefix(part: Phrase, last: Reading, role: Role) -> Reading | None:
    """A piece that leaves out the verb of the one before: enter X in A "and Y in B" · "A" is shown "but not in …"."""
    first = part.tokens[0]
    if _no_box(part, last) or first.low in _OF_ITS_OWN or not _may_leave_out_its_verb(part, last):
        return None
    prefixes = last.prefixes[::-1] if first.low in STARTERS else last.prefixes
    again = first.low in STARTERS - _DENYING or first.kind == "quoted"  # "the list closes, “A” removed": of “A”
    prefixes = prefixes[:1] if last.checks and again else prefixes
    read = (read_clause(prefix + part, role, False) for prefix in prefixes)
    return next((each for each in read if each is not None and _of_one_sort(each, last, part)), None)


_DENYING = word_set("not no never")


def _no_box(part: Phrase, last: Reading) -> bool:
    """ "tick Closed, Amount 5.50, Save": what comes to a figure or is pressed is not ticked; nor is a deed a value."""
    if not last.checks and part.tokens[0].text in _BY_HAND:
        return True  # "enters “a” and clicks search"
    ticks = any(isinstance(step, SetChecked) for step in last.steps)
    return ticks and ("." in part.tokens[-1].text or (len(part) == 1 and part.tokens[0].low in INDEX))


def _of_one_sort(reading: Reading, last: Reading, part: Phrase) -> bool:
    """Whether what was read with the verb of the piece before says the same sort of thing."""
    if reading.rule == last.rule or (last.checks and reading.checks):
        return True
    led = part.tokens[0].low == "to" and reading.leads_on  # "go to the dashboard, then to Settings > Users"
    return led or (_goes_on_alike(part, last) and reading.family == last.family)


_LONGEST_CHOICE = 5  # words
_SAYING_MORE = STARTERS | {"among"}
""" "There are 3 tabs, among them “A”": no text that is called so."""
_OF_ITS_OWN = word_set("make ensure verify assert validate its their his her")
"""With these another statement begins: "clear Filter and make sure that …", "A is 5 and its owner is unlike B"."""


def _may_leave_out_its_verb(part: Phrase, last: Reading) -> bool:
    first = part.tokens[0]
    predicated = first.low in STARTERS
    if last.checks and first.low in INDEX and not predicated and not (first.low.endswith("ed") or _is_thing(part)):
        return False
    if last.carries or first.kind == "quoted" or (first.low in ("on", "onto", "to") and last.leads_on):
        return True
    if _goes_on_alike(part, last):
        return True
    if not last.checks and names_a_thing(part.tokens):
        return True  # "click the button A and the button B"
    return last.checks and (predicated or not part.has(_SAYING_MORE))


_BY_HAND = word_set("clicks presses taps selects enters types navigates submits")


def _goes_on_alike(part: Phrase, last: Reading) -> bool:
    """ "Press Tab twice and then Enter", "choose the color "Olive" and size M"."""
    if last.rule.startswith("keys."):
        return len(part) == 1 and read_key(part.text) is not None
    return last.rule.startswith("choose.") and part.tokens[0].low in CHOSEN_OF and len(part) <= _LONGEST_CHOICE


def read_clause(phrase: Phrase, role: Role, first: bool) -> Reading | None:
    """One clause by one frame: a verb in front, a statement about the page, or a passive.

    Where a check is said nothing is done: a deed read there is none.
    """
    phrase.source.work.spend(1 + len(phrase) // _WORDS_OF_A_UNIT)
    reading = _whole_words(phrase, _read_clause(phrase, role, first))
    lead = without_lead(phrase)
    if reading is None or not any(map(performs, reading.steps)):
        return reading or without_subject(lead.phrase, role)
    if role == "expected" or (role == "then" and not worded_as_deed(lead)):
        # "user navigated to the cart page"
        return (led_there(lead.phrase) if lead.person else None) or without_subject(lead.phrase, role)
    behind = not first and role != "given"
    if behind and ought_to_arrive(lead):
        return read_clause(phrase, "then", first)
    return None if expects(lead) or (behind and stands_somewhere(lead)) else reading


def _whole_words(phrase: Phrase, reading: Reading | None) -> Reading | None:
    """A click on a name without quotes keeps what is said behind it: something may be called “Pay now”."""
    step = reading.steps[-1] if reading is not None and len(reading.steps) == 1 else None
    if reading is None or not isinstance(step, Click) or step.target.quoted or step.target.kind != "any":
        return reading
    if is_pronoun(step.target):
        return reading
    ending = phrase[len(without_ending(phrase)) :]
    words = step.target.words
    if not ending.tokens or words != step.target.name or not phrase.text.endswith(f"{words} {ending.text}"):
        return reading
    return replace(reading, steps=(replace(step, target=replace(step.target, words=f"{words} {ending.text}")),))


def _read_clause(phrase: Phrase, role: Role, first: bool) -> Reading | None:
    phrase = without_as_well(phrase)
    lead = without_lead(without_ending(phrase))
    rest = lead.phrase
    if not rest.tokens or len(rest) > _LONGEST:
        return None
    if lead.negated and (unable := inability(phrase)) is not None:
        return Reading((Assert(check=unable),), "check.unable")
    if (timed := in_time(rest)) is not None:
        return timed
    if done_to_it(rest, role):
        return passive(rest, role)
    begins = rest.tokens[0].low in INDEX and not speaks_of_a_thing(rest)
    return (
        thing_in_a_state(rest, role)
        or (statement(phrase, role, first, lead) if not begins or _states(lead, role, first) else None)
        or (_begun_by_verb(phrase, lead, role, first) if begins else None)
        or _in_another_order(rest, role)
    )


def _states(lead: Lead, role: Role, first: bool) -> bool:
    """Whether what begins with a verb's word tells how something is."""
    return noun_like(lead.phrase) or (lead.person and tells_a_state(lead.phrase, role, first))


def _in_another_order(rest: Phrase, role: Role) -> Reading | None:
    """What neither begins with a verb nor states anything: a passive, a place said first, a label and its value."""
    return (
        passive(rest, role)
        or fronted(rest)
        or led_there(rest)
        or by_tool(rest)
        or by_its_button(rest)
        or named_so(rest)
        or labelled(rest, role)
        or _nothing_of(rest)
        or alone(rest, role)
        or called_by_a_deed(rest, role)
    )


def _begun_by_verb(phrase: Phrase, lead: Lead, role: Role, first: bool) -> Reading | None:
    """A clause that begins with a verb; where no form of the verb reads it, the word may name what is spoken of."""
    rest = lead.phrase
    reading = verbal(phrase, lead)
    if reading is None or reading.leads_on:
        reading = by_means(rest) or by_tool(rest) or reading
    if reading is None and (plain := without_manner(rest)) is not None:
        reading = verbal(plain, replace(lead, phrase=plain))
        reading = None if reading is None or reading.checks else replace(reading, prefixes=(), carries=False)
    if reading is not None or not may_be_a_subject(lead):
        return reading
    check = statement(phrase, role, first, lead)
    return None if check is None or check.compares_a_text else check


def _nothing_of(phrase: Phrase) -> Reading | None:
    """A bare "no console errors": said of the page as it is. Of "no errors and warnings are shown" it is no part."""
    if len(phrase) < 2 or phrase.tokens[0].low != "no" or _MORE_OF_IT.match(phrase.source.text, phrase.tokens[-1].end):
        return None
    check = shown(phrase)
    return None if check is None else Reading((Assert(check=check),), "check.shown")


_MORE_OF_IT = re.compile(r" (?:and|or) (?!the |an? )(?:\w+ ){1,3}(?:are|were|is|was|appears?|exists?)\b", re.IGNORECASE)
