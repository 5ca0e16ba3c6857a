"""A deed and what it leads to, said in one sentence: click "A" -> "B" is shown, clicking "A" opens the help page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS, PRONOUNS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_key
from qa_appliance.language.word_sets import word_set

_ARROWS = frozenset({"->", "=>", "→", "⇒"})


def _asks(behind: Sequence[Token]) -> bool:
    """ "Verify the list closes", "check that …"; "check out" is something to do."""
    if len(behind) < _SHORTEST_DEED or behind[0].text not in _ASKING:
        return False
    return behind[0].text in ("verify", "ensure", "validate") or behind[1].low in ("that", "if", "whether")


_IMPLYING = frozenset({"=>", "⇒"})
_DASHES = frozenset({"-", "–", "—"})
_EXPECTED = frozenset({"expected", "expect", "expecting"})
_POINTING = word_set("click clicking press pressing tap tapping hovering typing entering selecting choosing")
_LEADING = word_set("redirects leads navigates takes brings goes")
_SHOWING = word_set("opens shows displays reveals loads")
_HIDING = word_set("closes hides dismisses removes")
_LED_TO = (
    _LEADING
    | _SHOWING
    | _HIDING
    | word_set(
        "populates adds updates filters saves clears scrolls jumps toggles expands collapses appears should must"
    )
)
_STATES = {"clears": "empty", "empties": "empty", "enables": "enabled", "disables": "disabled"}
_JOINTS = word_set("and , : then but")
_SOMEBODY = word_set("me you us him her them user customer visitor back directly")
_OTHER = word_set("new another separate")
_PAGES = word_set("page screen site website homepage")


def stated_outcome(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """Where an arrow stands before a statement, or "expected:" before anything; "File -> New" is a path."""
    tokens = phrase.tokens
    for at in range(1, len(tokens) - 1):
        if at > 1 and tokens[at].text == "to" and _asks(tokens[at + 1 :]):
            return phrase[:at], phrase[at + 1 :]  # "click it again to verify that the list closes"
        if tokens[at].text in _ARROWS and _states(tokens[at + 1 :], sure=_implies(tokens, at)):
            return phrase[:at], _of_the_page(phrase[at + 1 :])
        if tokens[at].low in _DASHES and tokens[at + 1].text in _LED_TO and tokens[0].low in INDEX:
            return phrase[:at], phrase[at + 1 :]  # "Click the row - opens its details"
        if tokens[at].low in _DASHES | {","} and tokens[at + 1].low in _EXPECTED:
            behind = phrase[at + 2 :].strip("result", ":")
            if behind.tokens and len(behind) < len(phrase) - at - 2:
                return phrase[:at], behind if behind.only_quote is None else phrase[at + 1 :]
    return None


def _implies(tokens: Sequence[Token], at: int) -> bool:
    """ "press OK => “Saved”"; where several arrows stand, they part the names of a path."""
    return tokens[at].text in _IMPLYING and sum(token.text in _IMPLYING for token in tokens) == 1


def _states(tokens: Sequence[Token], *, sure: bool) -> bool:
    """Whether a statement stands there; `sure`: the arrow before it parts no names of a path."""
    if sure and len(tokens) == 1:
        return tokens[0].kind == "quoted"
    if len(tokens) == _A_MESSAGE and {tokens[0].kind, tokens[1].kind} == {"quoted", "word"}:
        noun = tokens[0] if tokens[1].kind == "quoted" else tokens[1]
        return noun.low in _MESSAGES
    modal = tokens[0].low in _WITHOUT_SUBJECT[0] and len(tokens) > 1
    return modal or any(token.low in STARTERS for token in tokens[1:])


_A_MESSAGE = 2  # words: “Saved” message
_MESSAGES = word_set(
    "snackbar toast message error alert banner notification warning text tooltip heading title headline"
)


def _of_the_page(behind: Phrase) -> Phrase:
    """ "Should show “Saved”", said of nothing: of the page."""
    lows = [token.low for token in behind.tokens[:2]]
    if len(lows) < len(_WITHOUT_SUBJECT) or any(
        low not in words for low, words in zip(lows, _WITHOUT_SUBJECT, strict=True)
    ):
        return behind
    return _phrased(behind.tokens[0], ["the", "page"], behind, [])


_WITHOUT_SUBJECT = (word_set("should must will"), word_set("show display say read contain see"))


def led_by_a_click(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """ "Clicking “Help” opens the help page", also asked for: the click, and that somebody is led there."""
    phrase = _asked_for(phrase)
    tokens = phrase.tokens
    if tokens[0].low not in _POINTING:
        return _led_by_a_thing(phrase)
    for at in range(2, len(tokens) - 1):
        if tokens[at].low in _JOINTS | _DASHES | _ASKING:
            return None
        named = (
            tokens[at - 1].kind == "quoted"
            or tokens[at - 1].text == "it"
            or tokens[at - 1].low in KIND_WORDS
            or tokens[at - 1].text[0].isupper()
        )
        outcome = _statement(phrase[at:]) if named else None
        if outcome is None and named and tokens[at].text in _ACTING and tokens[0].low.endswith("ing"):
            outcome = phrase[at:]  # whatever that is, the click is not for it
        if outcome is not None:
            return phrase[:at], outcome
    return None


def _asked_for(phrase: Phrase) -> Phrase:
    """What is said behind "verify that", "check whether", "ensure"."""
    if phrase.tokens[0].low not in _ASKING or len(phrase) < _SHORTEST_ASKED:
        return phrase
    inner = phrase[1:]
    return inner[1:] if inner.tokens[0].low in ("that", "if", "whether", "when") else inner


_ASKING = word_set("verify check ensure confirm validate test assert")
_SHORTEST_ASKED = 4  # words


def _led_by_a_thing(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """ "The Cancel button closes the form", "the gear icon should open the menu": the click on it, and what it does.

    Where a link leads to can be seen without a click.
    """
    at = next((at for at, token in enumerate(phrase.tokens[1:-1], 1) if token.text in _DOING), 0)
    thing, behind = phrase[:at].strip(*_OUGHT, *_MANNERS), phrase[at:]
    if phrase.tokens[at - 1].low in _OUGHT and behind.tokens[0].text in _BASES:
        behind = _phrased(behind.tokens[0], [f"{behind.tokens[0].text}s"], behind[1:], [])
    if not at or not _is_clicked(thing) or behind.tokens[0].text in _BASES or behind[1:2].has(_WHERE | PRONOUNS):
        return None
    if thing.tokens[-1].low == "link" and _to_a_page(behind):
        return None
    outcome = _statements(behind)
    first = thing.tokens[0]
    verb = "press" if _is_a_key(thing) else "click"
    click = replace(first, kind="word", text=verb, low=verb, value=verb, end=first.start)
    return None if outcome is None else (Phrase([click, *thing.tokens], phrase.source), outcome)


def _is_clicked(thing: Phrase) -> bool:
    """ "The Cancel button", called something, and one."""
    if not thing.tokens or thing.has(_NOT_ONE) or thing.tokens[-1].low not in _CLICKED:
        return bool(thing.tokens) and _is_a_key(thing)
    return len(thing) > (thing.tokens[0].low in ARTICLES) + 1


def _statements(behind: Phrase) -> Phrase | None:
    """ "Closes the form and opens the orders page": both."""
    tokens = behind.tokens
    at = next((at for at in range(2, len(tokens) - 2) if tokens[at].low in ("and", "then")), 0)
    if not at or tokens[at + 1].text not in _DOING | _SHOWING | _HIDING:
        return _statement(behind)
    first, second = _statement(behind[:at]), _statement(behind[at + 1 :])
    return None if first is None or second is None else first + behind[at : at + 1] + second


def _is_a_key(thing: Phrase) -> bool:
    """ "The Escape key", "Esc"; "Home" and "End" may be links."""
    words = [token for token in thing.tokens if token.low not in ARTICLES]
    named = len(words) == _A_KEY and words[-1].low == "key"
    return (named or (len(words) == 1 and words[0].low in ("escape", "esc"))) and read_key(words[0].value) is not None


_A_KEY = 2  # words: Escape key


def _to_a_page(behind: Phrase) -> bool:
    return behind.tokens[0].text in _LEADING or behind.tokens[-1].low in _PAGES or "/" in behind.tokens[-1].value


_CLICKED = word_set("button btn icon link cta arrow")
_WHERE = PLACE_HEADS - {"to"}
_BASES = word_set("open close hide redirect lead navigate take bring clear")
_ACTING = word_set("switches toggles changes updates triggers adds starts filters sorts submits saves works expands")
_DOING = _BASES | word_set("opens closes hides dismisses redirects leads navigates takes brings clears empties")
_OUGHT = word_set("should must will shall")
_MANNERS = word_set("correctly successfully immediately properly also always")
_NOT_ONE = word_set("no not never only all every each both any and or that which if when after with new")


def after_doing(phrase: Phrase) -> Phrase:
    """ "The menu opens on clicking Help": after it."""
    tokens = phrase.tokens
    for at in range(2, len(tokens) - 1):
        gerund = tokens[at + 1].low in INDEX and tokens[at + 1].text.islower() and tokens[at + 1].low in _POINTING
        if tokens[at].text in ("on", "upon") and gerund and tokens[at + 1].low.endswith("ing"):
            after = replace(tokens[at], text="after", low="after", value="after")
            return Phrase([*tokens[:at], after, *tokens[at + 1 :]], phrase.source)
    return phrase


def upon_doing(phrase: Phrase) -> Phrase | None:
    """ "On clicking Save, …", "on click of the Save button": with "after" and the gerund."""
    tokens = phrase.tokens
    if tokens[0].low not in ("on", "upon") or len(phrase) < _SHORTEST_DEED:
        return None
    after = replace(tokens[0], text="After", low="after", value="After")
    if tokens[1].low in ("click", "tap") and tokens[2].low in ("of", "on"):
        doing = replace(tokens[1], text="clicking", low="clicking", value="clicking")
        return Phrase([after, doing, *tokens[3:]], phrase.source) if len(phrase) > _SHORTEST_DEED else None
    gerund = tokens[1].low in INDEX and tokens[1].text.islower() and tokens[1].low.endswith("ing")
    return Phrase([after, *tokens[1:]], phrase.source) if gerund else None


_SHORTEST_DEED = 3  # words: on clicking Save


def _statement(behind: Phrase) -> Phrase | None:
    """What a click "redirects to", "opens", "closes" or "clears", as a statement."""
    verb, rest = behind.tokens[0], behind[1:]
    if verb.text == "brings" and len(rest) > 1 and "back" in (rest.tokens[0].low, rest.tokens[-1].low):
        return _phrased(verb, [], rest.strip("back"), ["is", "shown"])
    if verb.text in _LEADING:
        while len(rest) > 1 and (rest.tokens[0].low in _SOMEBODY or _of_somebody(rest.tokens)):
            rest = rest[1:]
        return _phrased(verb, ["user", "is", "redirected"], rest, []) if rest.tokens[0].low == "to" else None
    if verb.text in _SHOWING and rest.has(_OTHER) and rest.tokens[-1].low in ("tab", "window"):
        return None
    return _what_follows(verb, rest)


def _what_follows(verb: Token, rest: Phrase) -> Phrase | None:
    if verb.text in _SHOWING:
        led = rest.tokens[-1].low in _PAGES or rest.tokens[-1].value.startswith("/")
        if led:
            return _phrased(verb, ["user", "is", "redirected", "to"], rest, [])
        return _phrased(verb, [], rest, ["is", "shown"])
    if verb.text in _STATES:
        return _phrased(verb, [], rest, ["is", _STATES[verb.text]])
    return _phrased(verb, [], rest, ["is", "gone"]) if verb.text in _HIDING else None


def _of_somebody(tokens: list[Token]) -> bool:
    return tokens[0].low in ARTICLES and tokens[1].low in _SOMEBODY


def _phrased(verb: Token, before: list[str], rest: Phrase, behind: list[str]) -> Phrase:
    front, back = ([replace(verb, text=word, low=word, value=word) for word in words] for words in (before, behind))
    return Phrase([*front, *rest.tokens, *back], rest.source)
