"""Lines that belong together: what a colon at a line's end opens, a condition that "end" closes (if … else … end)."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.target import Target
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.sentences.clauses import Piece, read_sentence
from qa_appliance.english.sentences.leads import without_lead
from qa_appliance.english.sentences.readings import Reading
from qa_appliance.english.sentences.text import Sentence
from qa_appliance.english.sentences.unread import ROW
from qa_appliance.english.verbs.field_names import without_judgement
from qa_appliance.english.verbs.pairs import NOT_FIELDS, fill_pairs
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import PLURALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set

_OPENING = frozenset({"if", "unless"})
_ENDS = (["end"], ["end", "if"], ["endif"], ["fi"])
_ELSE = (["else"], ["otherwise"])
_DEEPER = 1000  # than any indentation


def bracketed(block: list[Sentence]) -> list[Sentence]:
    """The sentences without "end"; those a condition or "else" holds up to it are deeper than it, as if indented."""
    block = [part for sentence in _with_whole_tables(block) for part in _asked_below(sentence)]
    conditions = _closed(block)
    found: list[Sentence] = []
    open_now = 0
    for index, sentence in enumerate(block):
        lows = [token.low for token in sentence.phrase.tokens]
        depth = sentence.depth + open_now * _DEEPER
        if open_now and lows in _ENDS:
            open_now -= 1
        elif open_now and lows in _ELSE:
            found.append(replace(sentence, depth=depth - _DEEPER, opens=True))
        elif open_now and lows[:1] in _ELSE:
            found.append(replace(sentence, depth=depth - _DEEPER, opens=_goes_on(block, index)))
        elif index in conditions:
            held = _goes_on(block, index)
            found.append(replace(sentence, phrase=sentence.phrase.strip("then"), depth=depth, opens=held))
            open_now += 1
        else:
            found.append(replace(sentence, depth=depth))
    return found


def _asked_below(sentence: Sentence) -> list[Sentence]:
    """ "Click "Save" and verify:" over lines: what is done, and a sentence that opens what is to be checked."""
    tokens = sentence.phrase.tokens
    at = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].low in ("and", "then", ",")), 0)
    asks = " ".join(token.low for token in tokens[at + 1 :]).removesuffix(" that").removesuffix(" the following")
    if not (sentence.opens and at and asks in _ASKING):
        return [sentence]
    done = sentence.phrase[:at].strip(",", "and", "then")
    return [replace(sentence, phrase=done, opens=False), replace(sentence, phrase=sentence.phrase[at + 1 :])]


def _with_whole_tables(block: list[Sentence]) -> list[Sentence]:
    """The rows of a table that no line tells the meaning of, in one."""
    found: list[Sentence] = []
    for sentence in block:
        if found and sentence.phrase.tokens[0].low == ROW == found[-1].phrase.tokens[0].low:
            found[-1] = replace(found[-1], phrase=found[-1].phrase + sentence.phrase)
        else:
            found.append(sentence)
    return found


def _goes_on(block: list[Sentence], index: int) -> bool:
    """Whether what a condition, or its "otherwise", holds is in the lines below, not in its own alone."""
    following = [token.low for token in block[index + 1].phrase.tokens]
    return following not in _ENDS and following[:1] not in _ELSE


def _closed(block: list[Sentence]) -> set[int]:
    """Which sentences are conditions that an "end" closes, the innermost first."""
    waiting: list[int] = []
    closed: set[int] = set()
    for index, sentence in enumerate(block):
        lows = [token.low for token in sentence.phrase.tokens]
        if lows[0] in _OPENING:
            waiting.append(index)
        elif lows in _ENDS and waiting:
            closed.add(waiting.pop())
    return closed


def opened(block: list[Sentence], index: int, opener: Sentence) -> tuple[list[Sentence], int]:
    """The sentences a colon at a line's end opens: the deeper lines, else the lines up to the next empty one."""
    start = index
    while index < len(block) and block[index].depth > opener.depth:
        index += 1
    if index > start or opener.depth % 2:
        return block[start:index], index
    line = opener.line
    while index < len(block) and block[index].line - line <= 1:
        line = block[index].line
        index += 1
    return block[start:index], index


def same_line(block: list[Sentence], index: int, first: Sentence) -> tuple[list[Sentence], int]:
    """The sentences behind one in its own line."""
    start = index
    while index < len(block) and block[index].line == first.line:
        index += 1
    return block[start:index], index


_LONGEST_NAME = 4  # words
_NOTHING_NAMED = frozenset({"following", "these", "below"})


def _is_name(phrase: Phrase) -> bool:
    """Whether a line is the name of one thing: quoted, or few words the first of which is written in capitals."""
    if phrase.quotes():
        return phrase.only_quote is not None
    return len(phrase) <= _LONGEST_NAME and phrase.tokens[0].text[0].isupper() and not phrase.has(STARTERS)


_ANNOUNCING = frozenset({"do", "follow", "perform", "execute", "complete", "test", "try"})
_BARE_FILLING = (["fill", "in"], ["fill", "out"], ["enter"], ["fill"])
_ANNOUNCED = frozenset(
    {"the", "these", "this", "following", "steps", "actions", "instructions", "below", "in", "order", "needful", "as"}
    | {"per", "mentioned", "given"}
)


def _only_announces(phrase: Phrase) -> bool:
    """ "Follow these steps:" says nothing of its own."""
    lows = [token.low for token in without_lead(phrase).phrase.tokens]
    return lows in _BARE_FILLING or (len(lows) > 1 and lows[0] in _ANNOUNCING and _ANNOUNCED.issuperset(lows[1:]))


def announced(phrase: Phrase, lines: list[Sentence]) -> list[Sentence] | None:
    """What stands below "Follow these steps:" or, to be checked, below "Verify that:"; None where it says more."""
    if _only_announces(phrase):
        return lines
    words = " ".join(token.low for token in without_lead(phrase).phrase.tokens)
    asks = words.removesuffix(" that").removesuffix(" the following") in _ASKING
    if not asks or all(_is_name(line.phrase) for line in lines):
        return None
    return [replace(line, role="expected") for line in lines]


_ASKING = frozenset(
    {"verify", "check", "ensure", "confirm", "validate", "assert", "expect", "make sure", "observe", "verify that"}
)


def points_below(phrase: Phrase) -> bool:
    """ "I should see the following": what is spoken of stands in the lines below."""
    return len(phrase) > 2 and (phrase.tokens[-1].low in _NOTHING_NAMED or _following(phrase) > 0)


def listed(phrase: Phrase, lines: list[Sentence]) -> list[Phrase]:
    """What is said of each of the names below; nothing where a line is none."""
    return [_naming(phrase, line.phrase) for line in lines] if all(_is_name(line.phrase) for line in lines) else []


def _naming(phrase: Phrase, name: Phrase) -> Phrase:
    """What is said of a line below: "the following fields are shown" over "Name" is that the field “Name” is shown."""
    at = _following(phrase)
    if at:
        noun = phrase.tokens[at + 1]
        before, behind = phrase.tokens[:at], phrase.tokens[at + 2 :]
        if noun.low in _WITHOUT_A_KIND:
            return Phrase([*before, *name.tokens, *behind], phrase.source)
        singular = _OF_TEXTS.get(noun.low) or PLURALS[noun.low]
        kind = replace(noun, text=singular, low=singular, value=singular)
        return Phrase([*before, kind, *name.tokens, *behind], phrase.source)
    return (phrase[:-1].strip("the") if points_below(phrase) else phrase) + name


def _following(phrase: Phrase) -> int:
    """Where "following" stands before a noun of kind; 0 where it does not."""
    lows = [token.low for token in phrase.tokens]
    at = next((at for at, low in enumerate(lows) if low in ("following", "these")), 0)
    return at if at and at + 1 < len(lows) and lows[at + 1] in _KINDS else 0


_WITHOUT_A_KIND = word_set("elements components things details parts texts items")
""" "the following elements": each of any kind."""
_OF_TEXTS = {"errors": "error"}
_KINDS = PLURALS.keys() | _WITHOUT_A_KIND | _OF_TEXTS.keys()


def filling(phrase: Phrase, lines: list[Sentence]) -> list[Piece] | None:
    """ "Fill in the form:" over lines of label and value."""
    lows = [token.low for token in without_lead(phrase).phrase.tokens]
    if not lows or lows[0] not in _FILLING:
        return None
    pieces = [piece for line in lines for piece in _of_a_field(line.phrase)]
    return pieces if all(piece.reading is not None and piece.reading.fills for piece in pieces) else None


def _of_a_field(line: Phrase) -> list[Piece]:
    """ "Add a note: “x”" is a field there, whatever its label is elsewhere: a deed, a state, what tells of a test."""
    at = next((at for at, token in enumerate(line.tokens) if token.low == ":" and token.kind == "mark"), 0)
    if not at or line[at + 1 :].only_quote is None or line[:at].quotes():
        return read_sentence(line, "", False)
    label = line[:at]
    if label.tokens[0].low in _ENTERING and len(label) > 1:
        pieces = read_sentence(line, "", False)
        if all(piece.reading is not None and piece.reading.fills for piece in pieces):
            return pieces
    target = None if label.tokens[0].low in INDEX else read_target(label)
    if target is None or target.kind in NOT_FIELDS:
        target = Target(words=label.text, name=label.text)
    pair = without_judgement(target), line[at + 1 :]
    return [Piece(line, Reading(fill_pairs([pair]), "type.pairs"))]


_FILLING = word_set("fill fills enter enters complete completes provide provides input inputs type types set sets")
_ENTERING = word_set("fill enter complete provide input type set select choose pick put tick check")
