"""Keys of the keyboard. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from qa_appliance.language.tokens import Token
from qa_appliance.language.values import read_key
from qa_appliance.language.words import keys
from qa_appliance.translate.open.figures import counted
from qa_appliance.translate.open.names import named
from qa_appliance.translate.rules import Category, Found, Grammar

_MOST_PRESSES = 20
_HELD = {
    "shift": "Shift",
    "ctrl": "Control",
    "control": "Control",
    "alt": "Alt",
    "cmd": "Meta",
    "command": "Meta",
    "meta": "Meta",
}


def _keys(tokens: Sequence[Token], rules: Grammar) -> Found:
    key = read_key(" ".join(token.value for token in tokens)) if len(tokens) <= 3 else None
    if key is not None:
        yield keys((key,)), 0.0


def _sure_key(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A key whose words are a button's name as well: where "key" is said."""
    words = " ".join(token.value for token in tokens)
    if tokens[0].text == "a" or len(tokens) > 2 or read_key(words) is not None:
        return
    key = read_key(words, sure=True)
    if key is not None:
        yield keys((key,)), 0.0


def _unsure_key(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same, where nothing says that it is a key: as likely as a name."""
    for name, cost in named(tokens, rules) if tokens[0].kind != "quoted" else ():
        for key, _ in _sure_key(tokens, rules):
            if name:
                yield key, cost


def _repeated_keys(tokens: Sequence[Token], rules: Grammar) -> Found:
    """ "Tab 3 times", "the down arrow key twice"."""
    lows = [token.low for token in tokens]
    for ending in (["in", "a", "row"], ["in", "succession"], ["consecutively"]):
        if lows[-len(ending) :] == ending:
            lows = lows[: -len(ending)]
            tokens = tokens[: len(lows)]
    if not lows:
        return
    if lows[-1] == "twice":
        times, end = 2, len(lows) - 1
    elif lows[-1] == "times" and len(lows) > 2 and (often := next(counted(tokens[-2:-1], rules), None)):
        times, end = int(often[0]), len(lows) - 2
    else:
        return
    end -= end > 1 and lows[end - 1] in ("key", "keys")
    key = read_key(" ".join(token.value for token in tokens[:end])) if end <= 3 else None
    if key is not None and 1 < times <= _MOST_PRESSES:
        yield keys((key,) * times), 0.0


def _chord(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A key that nothing else can be: Ctrl+S, F5."""
    for text, cost in _keys(tokens, rules):
        if "+" in text or re.fullmatch(r"F\d+", text):
            yield text, cost


def _modifier(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].low in _HELD:
        yield _HELD[tokens[0].low], 0.0


KEYS: dict[str, Category] = {
    "keys": _keys,
    "sure_key": _sure_key,
    "unsure_key": _unsure_key,
    "repeated_keys": _repeated_keys,
    "chord": _chord,
    "modifier": _modifier,
}
