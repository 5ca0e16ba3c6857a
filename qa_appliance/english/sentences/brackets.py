"""Conditions over several lines that "end" closes: if … · else · end. Gives the lines the depth they stand for."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.sentences.text import Sentence

_OPENING = frozenset({"if", "unless"})
_ENDS = (["end"], ["end", "if"], ["endif"], ["fi"])
_ELSE = (["else"], ["otherwise"])
_DEEPER = 1000  # than any indentation


def bracketed(block: list[Sentence]) -> list[Sentence]:
    """The sentences without "end"; those a condition or "else" holds up to it are deeper than it, as if indented."""
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
        elif index in conditions:
            found.append(replace(sentence, phrase=sentence.phrase.strip("then"), depth=depth, opens=True))
            open_now += 1
        else:
            found.append(replace(sentence, depth=depth))
    return found


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
