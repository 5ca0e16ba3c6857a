"""One clause that begins with a verb, or is a statement, as steps. Cuts no sentence and strips no politeness."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.checks import TextIs
from qa_appliance.core.steps import Assert, Choose, Click, Fill, Go, SetChecked, Step
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.seen import nothing_but
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.leads import BEING, VIEWING, Lead, expects
from qa_appliance.english.statements.read import CheckRead, read_check
from qa_appliance.english.verbs.registry import INDEX, READERS, verbs_at
from qa_appliance.english.wording.forms import read_form
from qa_appliance.english.words.auxiliaries import MODALS
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set


class Reading(Struct, frozen=True):
    """A piece that was read. `prefixes`: what a following piece may be put behind ("enter", "the page shows").

    `predicate` is the verb of a statement with what it says, which a following piece may leave out.
    """

    steps: tuple[Step, ...]
    rule: str
    prefixes: tuple[Phrase, ...] = ()
    carries: bool = False
    predicate: Phrase | None = None

    @property
    def checks(self) -> bool:
        """Whether it only asks how things are."""
        return all(isinstance(step, Assert) for step in self.steps)

    @property
    def family(self) -> str:
        return self.rule.partition(".")[0]

    @property
    def compares_a_text(self) -> bool:
        return any(isinstance(step, Assert) and isinstance(step.check, TextIs) for step in self.steps)

    @property
    def enters(self) -> bool:
        """Whether it only gives values to fields."""
        return all(isinstance(step, Fill | Choose) for step in self.steps)

    @property
    def fills(self) -> bool:
        """Whether it is a field's share of a form."""
        return all(isinstance(step, Fill | Choose | SetChecked) for step in self.steps)

    @property
    def leads_on(self) -> bool:
        """Whether it is a click or a page gone to, which words behind "by" may tell the means of."""
        return all(isinstance(step, Click | Go) for step in self.steps)


def only_noun(phrase: Phrase, reading: Reading | None) -> bool:
    """Whether a piece is not read, or read as nothing but what is seen: what it says of it stood before."""
    if reading is None:
        return True
    return reading.checks and not phrase.has(STARTERS) and phrase.tokens[0].low not in INDEX


def one_subject(read: Reading | None, phrase: Phrase, reading: Reading | None) -> bool:
    """Whether two pieces are one gap: a mere noun behind what is not read, or before it, "the list [and] all its cards
    are removed".
    """
    if read is None:
        return only_noun(phrase, reading)
    stated = reading is None and phrase.has(STARTERS) and phrase.tokens[0].low not in INDEX
    return stated and read.checks and phrase.has(_ITS) and read.predicate is None


_ITS = word_set("its their all both")


def performs(step: Step) -> bool:
    """Whether a step, or one within it, does something with the site instead of looking at it or waiting."""
    inner = (*getattr(step, "steps", ()), *getattr(step, "otherwise", ()))
    return any(map(performs, inner)) if inner else step.traits.performs


def verbal(phrase: Phrase, lead: Lead) -> Reading | None:
    rest = lead.phrase
    if rest.tokens[0].text == "Checking" or (rest.tokens[0].low == "checking" and not _ticks(rest)):
        return None  # what a test is called, a checking account: nothing is ticked
    if rest.tokens[0].low == "following" and rest[1:2].text.isalpha() and not rest[1:2].has(ARTICLES):
        return None  # "following users exist"
    for size, entry in verbs_at(rest.tokens):
        if (lead.negated and rest.tokens[0].low != "not") or _is_label(rest, size):
            continue
        found = read_form(entry.forms, rest[size:], READERS)
        if found is None:
            continue
        form, steps, slots = found
        prefixes: tuple[Phrase, ...] = (rest[:size],)
        read = slots.get("statement")
        if isinstance(read, CheckRead):
            predicate = rest[len(rest) - read.predicated :] if read.predicated else None
            return Reading(steps, read.rule, () if _exact(rest, read) else _prefixes(rest, read), predicate=predicate)
        return Reading(steps, form.id, prefixes, form.carries)
    return None


def _ticks(phrase: Phrase) -> bool:
    """ "After checking the box", "by checking “Terms”": a box, or what is named in quotes."""
    return bool(phrase.quotes()) or phrase.has(_BOXES)


_BOXES = word_set("box boxes checkbox checkboxes tickbox option options off")


def _is_label(phrase: Phrase, size: int) -> bool:
    """ "Type: Public" fills a field, whatever "type" is otherwise; "Search: lamp" searches."""
    following = phrase.tokens[size].low if size < len(phrase) else ""
    typed = phrase.tokens[0].text == "type" and phrase[size + 1 :].only_quote is not None
    return following == ":" and phrase.tokens[0].low in _LABELS and not typed


_LABELS = word_set("type set rate note")


def _exact(phrase: Phrase, read: CheckRead) -> bool:
    """ "contains exactly "A"": another one behind it would make it untrue."""
    return nothing_but(phrase[len(phrase) - read.complement :]) is not None


def _prefixes(phrase: Phrase, read: CheckRead) -> tuple[Phrase, ...]:
    tokens = phrase.tokens
    return phrase[: len(tokens) - read.complement], phrase[: len(tokens) - read.predicated]


def statement(phrase: Phrase, role: Role, first: bool, lead: Lead) -> Reading | None:
    for candidate in (phrase, lead.phrase) if lead.phrase is not phrase else (phrase,):
        begins = lead.person and (role == "given" or first) and role not in EXPECTING
        if begins and lead.phrase.tokens[0].low in ("am", "is", "are", "was") and _is_somewhere(lead.phrase):
            return None
        stripped = lead.unfilled if candidate is phrase else candidate
        read = read_check(stripped)
        if read is not None:
            prefixes = () if _exact(stripped, read) else _prefixes(stripped, read)
            predicate = stripped[len(stripped) - read.predicated :] if read.predicated else None
            checks = tuple(Assert(check=check) for check in read.checks)
            return Reading(checks, read.rule, prefixes, predicate=predicate)
    return None


def _is_somewhere(phrase: Phrase) -> bool:
    """ "am on the cart page", "is already on it", "is in the orders page", "is logged in"."""
    lows = [token.low for token in phrase.tokens if token.low != "already"]
    following, last = lows[1] if len(lows) > 1 else "", lows[-1]
    return following in ("on", "at", "logged", "signed") or (following == "in" and last in ("page", "homepage"))


def worded_as_deed(lead: Lead) -> bool:
    """ "Then click Save", "Then I click Save", "Then the user clicks Save": said in so many words.

    "Then the cart opens", "the user is taken to /a", "the user can click Save" are none.
    """
    first, subject = lead.phrase.tokens[0].low, lead.unfilled.tokens[0].low
    if first in BEING | VIEWING or expects(lead):
        return False
    before = lead.unfilled[: len(lead.unfilled) - len(lead.phrase)]
    if first in _BY_HAND or before.has(_ABLE):
        return not before.has(MODALS | _ABLE)  # "I should be able to open the cart": no deed shows that
    if _tells(lead.phrase):
        return False
    plain = any(words.split()[0] == first for _, entry in verbs_at(lead.phrase.tokens) for words in entry.words)
    return plain and (not lead.person or subject in ("i", "we"))


def _tells(phrase: Phrase) -> bool:
    """ "Change History shows that …", "search results show that …": what looks like a verb names what tells it."""
    tokens = phrase.tokens
    for before, word, after in zip(tokens[1:], tokens[2:], tokens[3:], strict=False):
        if word.low in _TELLING and before.low not in _LEADING:
            return True
        if word.low in _TELLING_OF_SEVERAL and after.low == "that":
            return True
    return False


_ABLE = frozenset({"able"})
_TELLING = word_set("shows displays contains lists says indicates includes reports")
_TELLING_OF_SEVERAL = word_set("show say indicate report")
_LEADING = word_set("that which who it")
"""Between these and what is told of, the clause's own verb has been: "open the page that shows the invoice"."""
_BY_HAND = word_set(
    "click clicks double-click double-clicks right-click right-clicks tap taps press presses type types hover hovers "
    "scroll scrolls upload uploads fill fills enters inputs select selects choose chooses"
)
"""What nothing but somebody's hand does, so that it tells no outcome."""
_AGAIN = frozenset({"again", "second", "twice", "times"})


def refers_back(phrase: Phrase, last: Step | None, done: Sequence[Step]) -> bool:
    """ "Save. After saving, …": what was done last is spoken of first, not done again."""
    if last is None or not done or not phrase.has(_BEHIND) or phrase.has(_AGAIN):
        return False
    step = done[0]
    if isinstance(last, Click) and isinstance(step, Click) and last.target.name:
        return clicks_again(last, done)
    return last.traits.performs and replace(last, sentence="", rule="") == replace(step, sentence="", rule="")


_BEHIND = frozenset({"after", "once"})


def clicks_again(last: Step | None, done: Sequence[Step]) -> bool:
    """Whether the first of these is the click that was done last."""
    step = done[0] if done else None
    if not isinstance(last, Click) or not isinstance(step, Click) or not last.target.name:
        return False
    return last.target.name.casefold() == step.target.name.casefold()


def asks_behind_a_dash(phrase: Phrase) -> bool:
    """ "Type a name - verify that …": what is asked for behind a dash is no part of what stands before it."""
    return any(dash.low in _DASHES and verb.text in _ASKED for dash, verb in pairwise(phrase.tokens))


_DASHES = frozenset({"-", "–", "—"})
_ASKED = word_set("verify ensure expect check confirm validate assert")


def may_be_a_subject(lead: Lead) -> bool:
    """ "Search has no results": a verb's word that may be a noun, unlike "click"."""
    tokens = lead.phrase.tokens
    if lead.person or tokens[0].low in IMPERATIVES or noun_like(lead.phrase):
        return False
    return len(tokens) > 1 and tokens[1].low not in ARTICLES


def subject_of_being(rest: Phrase) -> bool:
    """ "Access is denied", "Search is not possible": what looks like a verb is what is spoken of."""
    lows = [token.low for token in rest.tokens[:2]]
    return len(lows) > 1 and lows[1] in BEING and lows[0] not in BEING and lows[0] != "not"


IMPERATIVES = word_set(
    "click enter type verify validate ensure assert make hover drag press fill expect see confirm tap"
)


def noun_like(phrase: Phrase) -> bool:
    """ "search results are shown": a word that is a verb, but begins a noun here."""
    tokens = phrase.tokens
    if len(tokens) < 3 or tokens[1].kind != "word" or tokens[1].low in ARTICLES or tokens[1].low in _AFTER_VERBS:
        return False
    if tokens[0].low in IMPERATIVES or (tokens[0].low == "check" and tokens[1].low not in _NOUNS_OF_CHECK):
        return False
    for index in range(1, min(5, len(tokens))):
        if tokens[index].low in STARTERS and tokens[index].low not in (
            "load",
            "close",
            "open",
            "show",
            "no",
            "list",
            "to",
            "not",
        ):
            last = tokens[index - 1].low
            return index > 1 and (last in KIND_WORDS or last.endswith("s") or last in ("bar", "link"))
    return False


_NOUNS_OF_CHECK = frozenset({"box", "boxes", "mark", "marks", "list", "digit"})
_AFTER_VERBS = PLACE_HEADS - {"in", "on", "out"} | {"that", "it", "if", "whether", "all", "till"}


_VERIFYING = word_set(
    "expect expects verify verifies validate validates assert asserts ensure ensures confirm confirms check checks"
)
"""Behind "I", where something is expected: what is verified stands behind them, and somebody is no part of it."""


def tells_a_state(rest: Phrase, role: Role, first: bool) -> bool:
    """ "I should be on /home", "then I am on /home": where somebody is, not where to go."""
    lows = [token.low for token in rest.tokens[:4] if token.low != "already"]
    if lows[0] == "not":
        lows = lows[1:]
    verb, following = (*lows, "", "")[:2]
    return verb not in _VERIFYING and (
        role in EXPECTING
        or verb in ("be", "been")
        or (verb in ("am", "is", "are", "was") and (following not in ("on", "at") or not (first or role == "given")))
    )
