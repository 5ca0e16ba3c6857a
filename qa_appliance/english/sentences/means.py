"""Deeds in other words than their verb's: by which means or tool, by the button that does them, "name it “A”"."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.sentences.leads import Lead
from qa_appliance.english.sentences.readings import Reading, verbal
from qa_appliance.english.verbs.buttons import press_beside
from qa_appliance.english.verbs.check import ASKING
from qa_appliance.english.verbs.registry import INDEX, verbs_at
from qa_appliance.english.words.lexicon import ARTICLES, PLACE_HEADS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_ordinal
from qa_appliance.language.word_sets import word_set


def by_its_button(phrase: Phrase) -> Reading | None:
    """ "Mute the channel “random”", "like the post “Hello”": the button called so that stands with what is named."""
    tokens = phrase.tokens
    if tokens[0].low not in _BUTTONS or len(tokens) < 2 or tokens[-1].kind != "quoted" or len(phrase.quotes()) > 1:
        return None
    noun = [token for token in tokens[1:-1] if token.low not in ARTICLES]
    if len(noun) > 1 or any(not token.text.islower() or token.low in PLACE_HEADS for token in noun):
        return None
    quote = read_target(phrase[len(tokens) - 1 :])
    step = None if quote is None else press_beside(tokens[0].low, quote)
    return None if step is None else Reading((step,), "click.beside")


_BUTTONS = word_set(
    "mute unmute pin unpin lock unlock star unstar like unlike follow unfollow block unblock bookmark flag "
    "activate deactivate suspend ban promote share rename resolve close reopen restart resume "
    "stop pause subscribe unsubscribe accept decline invite merge"
)


_LONGEST_SHORT = 6  # words


def named_so(phrase: Phrase) -> Reading | None:
    """ "name it “A”", "call the folder “A”": its name is entered."""
    tokens = phrase.tokens
    called = tokens[0].low in _CALLING and 2 < len(tokens) <= _LONGEST_SHORT and tokens[-1].kind == "quoted"
    if not called or tokens[1].low not in _IT or len(phrase.quotes()) > 1 or phrase.has(PLACE_HEADS):
        return None
    words = ("enter", "into", _CALLING[tokens[0].low])
    enter, into, field = (replace(tokens[0], text=word, low=word.lower(), value=word) for word in words)
    active = Phrase([enter, tokens[-1], into, field], phrase.source)
    return verbal(active, Lead(active, active, False, False))


_CALLING = {"name": "Name", "names": "Name", "call": "Name", "calls": "Name", "title": "Title"}
_IT = word_set("it them this the")


def by_means(phrase: Phrase) -> Reading | None:
    """An end and its means: "log out by clicking …" is the click."""
    tokens = phrase.tokens
    for start in range(1, len(tokens) - 2):
        begin = _begins_means(tokens, start)
        if not begin:
            continue
        verbs = verbs_at(tokens)
        if not verbs or _asks(phrase[:start]):
            return None
        means, named = phrase[begin:], phrase[verbs[0][0] : start]
        if tokens[-1].low in ("it", "them") and named.tokens:  # "open "x" by clicking it"
            means = means[: len(means) - 1] + named
        elif any(map(_tells_which, named.tokens)) or phrase[:start].has(_CLAIMING):
            return None
        elif named.quotes() or means.has(_OWNED):  # "delete "x" by clicking its icon"
            owned = _of_named(means, named)
            if owned is None:
                return None
            means = owned
        return verbal(means, Lead(means, means, False, False))
    return None


def _begins_means(tokens: list[Token], at: int) -> int:
    """Where the means begins: behind "by", or at "clicking" itself; 0 where none does."""
    if tokens[at].text in _PRESSING and _ends_a_thing(tokens[at - 1]):
        return at
    following = tokens[at + 1].low
    return at + 1 if tokens[at].low == "by" and following in INDEX and following.endswith("ing") else 0


def _ends_a_thing(token: Token) -> bool:
    """ "Submits the issue clicking Send": no preposition and no verb before the means."""
    plain = token.low not in INDEX and token.low not in PLACE_HEADS | STARTERS | _JOINING
    return token.kind == "quoted" or (plain and token.text.isalnum())


_PRESSING = frozenset({"clicking", "pressing", "tapping"})
_JOINING = frozenset({"when", "after", "before", "while", "without", "once", "upon", "than", "and", "or", "i", "user"})


def _asks(end: Phrase) -> bool:
    """ "Make sure both were stored by opening Orders": what is asked for is not told by doing that."""
    ticks = end.tokens[0].low in ("check", "checks") and bool(end.quotes())
    asks = end.tokens[0].low in ASKING or end[:3].has(_SURE) or (end.tokens[0].low == "confirm" and end.has(_BEING_SO))
    return asks and not ticks


_BEING_SO = word_set("is are was were works work worked")


_SURE = word_set("sure certain")
_CLAIMING = word_set("that whether if can cannot could able")
""" "Verify that the user can sort by clicking Name" tells of what is so: nothing is clicked."""


def by_tool(phrase: Phrase) -> Reading | None:
    """ "delete it via the bin icon": the click on what it is done with; of one named in quotes, what stands with it."""
    tokens = phrase.tokens
    if tokens[0].low not in _DONE_WITH:
        return None
    at = next((at for at in range(len(tokens) - 2, 0, -1) if tokens[at].low in _WITH), 0)
    if not at:
        return None
    return None if at == len(tokens) - 2 else _by_thing(phrase[1:at], phrase[at + 1 :])


def _by_thing(named: Phrase, tool: Phrase) -> Reading | None:
    """The click on the button, icon or link that something named is dealt with by."""
    target = read_target(tool)
    first = tool.tokens[0]
    if target is None or target.kind not in _TOOLS or (first.low not in ARTICLES and not tool.quotes()):
        return None
    click = replace(first, kind="word", text="click", low="click", value="click")
    words = [click, *tool.tokens]
    if named.quotes() or named.has(_POINTED):
        words += [] if target.within else [replace(click, text="of", low="of", value="of"), *named.tokens]
    elif any(_tells_which(token) for token in named.tokens):
        return None
    means = Phrase(words, tool.source)
    return verbal(means, Lead(means, means, False, False))


_TOOLS = word_set("button icon link image")


_WITH = word_set("via using with through")
_POINTED = word_set("it them")
_DONE_WITH = word_set(
    "delete deletes remove removes edit edits open opens close closes archive archives approve approves reject rejects "
    "publish publishes save saves send sends submit submits start starts stop stops cancel cancels like likes bookmark "
    "bookmarks pin pins favourite favorite expand collapse reset clear duplicate copy share print zoom mute play pause "
    "follow unfollow star upvote run runs execute executes show hide export refresh add create undo redo copies pastes"
)


def _tells_which(token: Token) -> bool:
    """ "add the first product by clicking the heart", "approve Ann's request by …": of which one the heart is."""
    return token.kind == "word" and (read_ordinal(token.low) is not None or token.text.istitle())


_OWNED = word_set("its their")


def _of_named(means: Phrase, named: Phrase) -> Phrase | None:
    """ "clicking its icon" is "clicking the icon of …"; what is named and not clicked may not be left out."""
    at = next((at for at, token in enumerate(means.tokens) if token.low in _OWNED), None)
    if at is None or not named.tokens:
        return None
    of = replace(means.tokens[at], text="of", low="of", value="of")
    return Phrase([*means.tokens[:at], *means.tokens[at + 1 :], of, *named.tokens], means.source)
