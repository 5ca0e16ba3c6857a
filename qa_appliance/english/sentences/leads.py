"""What stands before a verb and changes nothing: politeness, persons, modals, order words. Never the verb itself."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.verbs.places import read_person
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set


class Lead(Struct, frozen=True):
    """`phrase` begins at the verb; `unfilled` only lost politeness and order words; `person`: somebody was named."""

    phrase: Phrase
    unfilled: Phrase
    person: bool
    negated: bool


_Spelled = dict[str, list[list[str]]]
_LONGEST_EXPRESSION = 6  # words


def _spelled(line: str) -> _Spelled:
    """Expressions by their first word, the longest first."""
    spelled: _Spelled = {}
    for words in sorted((expression.split() for expression in line.split(", ")), key=len, reverse=True):
        spelled.setdefault(words[0], []).append(words)
    return spelled


_FILLERS = _spelled(
    "please, now, next, then, finally, first, firstly, secondly, thirdly, lastly, afterwards, "
    "afterward, after that, also, "
    "and, but, so, let's, lets, let us, go ahead and, simply, just, kindly, and then, first of all, "
    "at the end, in the end, "
    "once again, again, subsequently, here, at last, to start, to begin with, to finish, after this, as a next step, "
    "at this point, by default, immediately, quickly, carefully, proceed to, continue to, when done, once done, "
    "thereafter, additionally, this time, that, try to, attempt to, from there, from there on, from here, so :"
)
_PERSONS = _spelled(
    "i, we, you, he, she, they, the user, a user, user, users, the users, the customer, a "
    "customer, customer, the visitor, "
    "a visitor, visitor, visitors, the tester, tester, someone, the shopper, the admin, the administrator, the person, "
    "anyone, anybody, everyone, everybody, "
    "an admin, the buyer, the guest, a guest, the client, a shopper, a buyer, a client, a tester, an administrator"
)
_MODALS = _spelled(
    "should, must, can, will, shall, may, could, would, should be able to, must be able to, can be "
    "able to, will be able to, "
    "am able to, is able to, are able to, want to, wants to, need to, needs to, have to, has to, try to, tries to, "
    "would like to, 'd like to, ought to, should now, can now, will now, should then, must then, "
    "should also, can also, "
    "attempt to, attempts to, decide to, decides to, have, has, had, do, does, am going to, is going "
    "to, then, now, also, next, "
    "choose to, chooses to, elect to, elects to, should to, must to, should still, should immediately, can still, am "
    "then, successfully, first, again, to"
)
_NEGATIONS = _spelled(
    "do not, don't, does not, doesn't, did not, didn't, should not, shouldn't, must not, mustn't, "
    "cannot, can not, can't, "
    "will not, won't, should no longer, can no longer, no longer, never, should never, must never, "
    "not, could not, couldn't"
)


def without_lead(phrase: Phrase) -> Lead:
    """The clause from its verb on; a denial before the verb is kept as one word "not"."""
    tokens = phrase.tokens
    begin = _past(tokens, _role(phrase), _FILLERS)
    if begin >= len(tokens):
        begin = 0
    unfilled = phrase[begin:]
    at = _past_person(tokens, begin)
    person = at > begin
    verb, negated = _past_modals(tokens, at, person=person)
    if verb >= len(tokens):
        return Lead(phrase[at:], unfilled, person, False)
    if negated:
        source = tokens[verb - 1]
        denial = Token("word", source.text, "not", source.value, source.start, source.end)
        return Lead(Phrase([denial, *tokens[verb:]], phrase.source), unfilled, person, True)
    return Lead(phrase[verb:] if verb else phrase, unfilled if verb else phrase, person, False)


_ELIDED = frozenset({"i'll", "i'd", "i've", "we'll", "you'll", "we've"})


def _past_person(tokens: list[Token], at: int) -> int:
    """Behind "I", "the user"; `at` itself where nobody is named, or a thing is ("User: …")."""
    person = _longest(tokens, at, _PERSONS)
    if person:
        named = at + person < len(tokens) and not _contracted(tokens[at + person])
        return at + person + _lettered(tokens, at, person) if named else at
    if role := _acting(tokens, at):
        return role
    return at + 1 if tokens[at].low in _ELIDED and at + 1 < len(tokens) else at


_ROLES = word_set(
    "member landlord tenant donor pupil student teacher lecturer employee manager agent operator clerk rep patient "
    "doctor nurse driver passenger reporter moderator seller subscriber applicant librarian borrower reader player "
    "worker supervisor owner host attendee participant organizer organiser developer reviewer author shopper buyer "
    "user customer visitor tester guest client admin administrator reception receptionist cashier learner trainer "
    "candidate recruiter accountant investor traveller traveler"
)
_WHOEVER = word_set("user customer visitor guest tester client player reader viewer")


def is_of_a_trade(word: str) -> bool:
    """Whether it is somebody in particular who is called so: a clerk is, a user may be anybody."""
    return word in _ROLES and word not in _WHOEVER


_LONGEST_ACTING = 4  # words: the registered sales rep
_LETTERS = word_set("a 1 one")


def _acting(tokens: list[Token], at: int) -> int:
    """Behind "the landlord", "a sales rep", where what follows is what they do; 0 where it is not."""
    for end in range(at, min(at + _LONGEST_ACTING, len(tokens) - 1)):
        token = tokens[end]
        if token.kind != "word" or not (token.text.isalpha() and (token.text.islower() or end == at)):
            return 0
        following = tokens[end + 1]
        if token.low in _ROLES and _acts(following):
            return end + 1
    return 0


def _acts(token: Token) -> bool:
    if token.text in _BY_HAND:
        return True
    return token.low in INDEX and token.low[-1] == "s" and (token.low not in STARTERS or token.low in _GOING)


_BY_HAND = word_set("click enter type press navigate")
"""Said of somebody without the verb's ending by many, and no part of a name: "Admin click on Save"."""
_GOING = word_set("opens goes navigates closes")


def _lettered(tokens: list[Token], at: int, person: int) -> int:
    """The letter of "User A": the first of several, so the one whose browser it is."""
    end = at + person
    first = end + 1 < len(tokens) and tokens[end - 1].low == "user" and tokens[end].low in _LETTERS
    return int(first and tokens[end].text != "a" and tokens[end + 1].low in INDEX)


def _past_modals(tokens: list[Token], at: int, *, person: bool) -> tuple[int, bool]:
    """Where the verb begins, and whether it is denied."""
    negated = False
    while at < len(tokens):
        denied = _longest(tokens, at, _NEGATIONS)
        if denied:
            negated, at = True, at + denied
            continue
        modal = _modal(tokens, at, person=person, negated=negated)
        if not modal or at + modal >= len(tokens) or tokens[at + modal].low in _LABELLING:
            break
        at += modal
    return at, negated


_LABELLING = frozenset({":", "="})  # "To: a@b.c" is a field
_BARE_MODALS = frozenset({"must", "should", "can", "to", "shall"})


def _modal(tokens: list[Token], at: int, *, person: bool, negated: bool) -> int:
    """The number of words of a modal; where nobody is named only the plainest are none of a name's own."""
    modal = _longest(tokens, at, _MODALS) if person or negated else 0
    if person:
        filler = 0 if modal else _longest(tokens, at, _FILLERS)
        return modal or (filler if at + filler < len(tokens) and _is_filler(tokens, at, filler) else 0)
    return modal or int(tokens[at].low in _BARE_MODALS)


_LONGEST_ROLE = 4  # words


def _role(phrase: Phrase) -> int:
    """The words of "As a customer, I …"; who is another person in a browser of their own is no role."""
    tokens = phrase.tokens
    if tokens[0].low != "as" or len(tokens) < 4 or tokens[1].low not in ("a", "an", "the"):
        return 0
    for at in range(3, min(len(tokens) - 1, 2 + _LONGEST_ROLE)):
        if (begins := _not_signed_in(tokens, at)) and phrase[1:at].has(_NOBODY_KNOWN | {"user", "customer"}):
            return begins
        if tokens[at].low in (",", "i", "we"):
            begins = at + 1 if tokens[at].low == "," else at
            named = tokens[begins].low in ("i", "we") and read_person(phrase[1:at]) is None
            unknown = tokens[at].low == "," and phrase[1:at].has(_NOBODY_KNOWN) and tokens[begins].low in INDEX
            return begins if named or unknown else 0
    return 0


def _not_signed_in(tokens: list[Token], at: int) -> int:
    """Behind "who is not signed in, ": as everybody is at first; 0 where something else is said of who it is."""
    lows = [token.low for token in tokens[at : at + len(_UNSIGNED) + 1]]
    begins = at + len(_UNSIGNED) + 1
    unsigned = (
        lows[:1] in (["who"], ["that"])
        and lows[1:3] == ["is", "not"]
        and lows[3:5] in (["logged", "in"], ["signed", "in"])
    )
    return begins if unsigned and lows[5:] == [","] and begins < len(tokens) else 0


_UNSIGNED = ("who", "is", "not", "signed", "in")
_NOBODY_KNOWN = word_set("visitor guest anonymous")
"""Who has not signed in: as everybody is at first."""


_NO_PERSONS = word_set(": = > field name menu is: id account list")


def _contracted(token: Token) -> bool:
    return token.kind == "quoted" or token.low in _NO_PERSONS


def _past(tokens: list[Token], at: int, words: _Spelled) -> int:
    while at < len(tokens):
        size = _longest(tokens, at, words)
        if size and at + size < len(tokens) and _is_filler(tokens, at, size):
            at += size
        elif tokens[at].low == "," and at + 1 < len(tokens):
            at += 1
        else:
            break
    return at


BEING = word_set("be been am is are was were isn't aren't wasn't weren't being i'm")
_ALSO_NAMES = frozenset({"first", "next", "here", "just", "again", "proceed", "continue", "quickly"})


def _is_filler(tokens: list[Token], at: int, size: int) -> bool:
    """ "first, click" is order, "First name" is not; "proceed to click" is a lead, "proceed to checkout" is not."""
    if tokens[at].low == "that" and size == 1:
        return _longest(tokens, at + 1, _PERSONS) > 0  # "Given that I am …"; "that button" is spoken of
    if tokens[at].low not in _ALSO_NAMES:
        return True
    following = tokens[at + size]
    if following.low in BEING:
        return False  # "Next is greyed out"
    return following.low == "," or following.low in INDEX or following.low in ("i", "we", "you", "please")


def _longest(tokens: list[Token], at: int, words: _Spelled) -> int:
    """The number of words of the longest of these expressions that begins at `at`, 0 for none."""
    candidates = words.get(tokens[at].low)
    if candidates is None:
        return 0
    following = [token.low for token in tokens[at : at + _LONGEST_EXPRESSION]]
    return next((len(each) for each in candidates if following[: len(each)] == each), 0)


def expects(lead: Lead) -> bool:
    """ "I should be logged in", "Search results should be listed": what ought to be is checked, never done."""
    if any(token.text == "should" for token in lead.phrase.tokens[1:]):
        return True
    before = lead.unfilled.tokens[: len(lead.unfilled) - len(lead.phrase)]
    first = lead.phrase.tokens[0].low
    return (first in BEING or first in VIEWING) and any(token.low in _OUGHT for token in before)


VIEWING = word_set("view views")
"""What somebody ought to view is seen, where "view the “Details” tab" goes there."""
_OUGHT = word_set("should must shall ought")


def ought_to_arrive(lead: Lead) -> bool:
    """ "The user should navigate to the cart", behind a deed: where that ought to have led."""
    before = lead.unfilled.tokens[: len(lead.unfilled) - len(lead.phrase)]
    ought = lead.person and any(token.low in _OUGHT for token in before)
    return ought and lead.phrase.tokens[0].low in _ARRIVING


_ARRIVING = word_set("navigate go return land arrive proceed")


def stands_somewhere(lead: Lead) -> bool:
    """ "the user is on the Orders page", said behind a deed: where that led to."""
    lows = [token.low for token in lead.phrase.tokens[:2]]
    return lead.person and len(lows) > 1 and lows[0] in BEING and lows[1] in ("on", "at")


def standing(phrase: Phrase, *, given: bool) -> Phrase:
    """Where somebody is, said alone: "a user on the orders page", "the list of orders at /orders" as "on …"."""
    tokens = phrase.tokens
    lead = without_lead(phrase)
    if lead.person and lead.phrase.tokens[0].low in _STANDING:
        return lead.phrase
    if given and (opened := _is_open(phrase)) is not None:
        return opened
    if not given or len(tokens) < _SHORTEST_STANDING or phrase.quotes() or phrase.has(_STATED):
        return phrase
    if tokens[-2].low in _STANDING and tokens[-1].value.startswith(("/", "http")):
        return phrase[len(phrase) - 2 :]
    page = tokens[0].low == "the" and tokens[-1].low == "page"
    return Phrase([replace(tokens[0], text="on", low="on", value="on"), *tokens], phrase.source) if page else phrase


def _is_open(phrase: Phrase) -> Phrase | None:
    """ "The login page is open", where a test begins: on the login page."""
    tokens = phrase.tokens
    if len(tokens) < _SHORTEST_STANDING or phrase.quotes() or tokens[-1].low not in _OPEN or tokens[-2].low != "is":
        return None
    if tokens[-3].low not in _PAGES or not all(token.kind == "word" for token in tokens):
        return None
    return Phrase([replace(tokens[0], text="on", low="on", value="on"), *tokens[:-2]], phrase.source)


_OPEN = word_set("open opened displayed shown loaded launched visible")
_PAGES = word_set("page homepage")
_STANDING = word_set("on at")
_STATED = BEING | word_set("has have shows")
_SHORTEST_STANDING = 3  # words: the orders page


def open_there(phrase: Phrase) -> Phrase | None:
    """ "The shop is open at /shop", "the browser is opened to the login page" as "open …"."""
    tokens = phrase.tokens
    at = next((at for at in range(2, len(tokens) - 1) if tokens[at].low in ("open", "opened")), 0)
    if not at or tokens[at - 1].low != "is" or tokens[at + 1].low not in ("at", "to", "on"):
        return None
    browser = [token.low for token in tokens[: at - 1] if token.low not in ARTICLES] == ["browser"]
    alone = tokens[at + 1].low == "at" and at + 2 == len(tokens) - 1
    opens = replace(tokens[at], text="open", low="open", value="open")
    placed = (browser or alone) and at + 2 < len(tokens)
    return Phrase([opens, *tokens[at + 2 :]], phrase.source) if placed else None


def signed_in(phrase: Phrase) -> Phrase | None:
    """ "The manager “mo” is logged in with the password “x”", "user “mo” logs in …": its password told."""
    tokens = phrase.tokens
    at = next((at for at in range(1, len(tokens) - 2) if tokens[at].low in _SIGNED), 0)
    is_in = tokens[at - 1].low in _IS_IN
    who = at - 2 if is_in else at - 1
    if not at or (tokens[at].low in _SIGNS) == is_in or not _by_password(tokens[at:]):
        return None
    plain = all(token.low in ARTICLES or token.text.islower() for token in tokens[: max(0, who)])
    quoted = [token for token in tokens if token.kind == "quoted"]
    if not plain or quoted != [tokens[who], tokens[-1]]:
        return None
    words = ("log", "in", "as", "with", "password")
    log, into, as_, with_, password = (replace(tokens[at], text=word, low=word, value=word) for word in words)
    return Phrase([log, into, as_, quoted[0], with_, password, quoted[1]], phrase.source)


def _by_password(tokens: list[Token]) -> bool:
    lows = [token.low for token in tokens[1:-1] if token.low not in ARTICLES]
    return lows in (["in", "with", "password"], ["in", "using", "password"], ["in", "by", "password"])


_SIGNS = word_set("logs signs")
_SIGNED = _SIGNS | {"logged", "signed"}
_IS_IN = word_set("is are was has have")
