"""Whether words can be a plain name: what is joined in it, and what speaks of several or of an age. Reads no kind."""

from __future__ import annotations

from itertools import pairwise

from qa_appliance.core.target import RECORDS, Target
from qa_appliance.english.nouns.edges import without_articles
from qa_appliance.english.words.lexicon import ARTICLES, EVERY, KIND_WORDS, PLACE_HEADS, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

_SEVERAL = EVERY | {"both"}
_AGES = word_set("newest oldest latest earliest recent")
_MARKS = word_set("& ' ( ) ! ? ... .")
"""Marks that may stand in a plain name."""
_COMPARING = word_set("= == != === >= <=")
_DANGLING = word_set("or and nor with of")
_LEADING_ON = word_set("for of with from at by to")
_JOINED_ON = word_set("or and nor to through throughout around away")
"""In lower case these begin no name."""
_LONGEST_JOINED = 4  # words behind an "and" in a name


def may_be_a_name(head: Phrase, tokens: list[Token], plural: bool) -> bool:
    """Whether unquoted words may name one element, or several (`plural`); `tokens` are the head's to be named."""
    if (
        _with_an_aside(tokens)
        or _noun_within(tokens)
        or _begins_no_name(tokens)
        or _dangles(tokens)
        or _or_another(tokens)
        or _does_to_another(tokens)
        or _states_behind_a_dash(tokens)
        or any(token.low in _COMPARING for token in tokens)
    ):
        return False
    return plausible_join(tokens) and (plural or not _of_several(head)) and not _by_age(head)


def _with_an_aside(tokens: list[Token]) -> bool:
    """Marks that stand in no name: "close button (X)", "Cmd+D (Mac) or Ctrl+D (Windows)"; "Total (net)" is one."""
    marks = {token.low for token in tokens if token.kind == "mark"}
    beside = "(" in marks and (tokens[0].text[0].islower() or any(token.text == "or" for token in tokens))
    return beside or not marks <= _MARKS


def _states_behind_a_dash(tokens: list[Token]) -> bool:
    """ "task text - editing mode activates": a statement, and no part of a name."""
    at = next((at for at, token in enumerate(tokens) if token.low in _DASHES), len(tokens))
    behind = tokens[at + 1 :]
    return at > 0 and len(behind) > 1 and all(token.text.isalpha() and token.text.islower() for token in behind)


_DASHES = frozenset({"-", "–", "—"})


def _begins_no_name(tokens: list[Token]) -> bool:
    return tokens[0].text in _JOINED_ON or (len(tokens) > 1 and tokens[0].text in _POINTING)


_POINTING = word_set("it them itself")
"""What stands for something that was named goes on with what is said of that: "it opens the editor"."""


def _noun_within(tokens: list[Token]) -> bool:
    """ "close button Cancel": a noun of kind between its name and what is said of it; no element is called all that."""
    if not tokens[0].text[0].islower():
        return False
    return any(
        token.text in _USED_BY_NAME and tokens[at].text[0].islower() and tokens[at + 2].text[0].isupper()
        for at, token in enumerate(tokens[1:-1])
    )


_USED_BY_NAME = word_set("button buttons link links tab tabs checkbox checkboxes field fields dropdown switch icon")


def _or_another(tokens: list[Token]) -> bool:
    """ "a download started or a message", "Retry or press Esc", "Retry several times": more than one thing is told."""
    return any(
        (token.text == "or" and (after.text in ("a", "an", "the") or after.text in _BY_HAND))
        or (after.text == "times" and token.text in _OFTEN)
        for token, after in pairwise(tokens)
    )


_BY_HAND = word_set("click tap press hit")


def _does_to_another(tokens: list[Token]) -> bool:
    """ "2nd thumbnail changes the main image": what is named, and what it does."""
    return any(
        (token.text in _DOING and after.text in ARTICLES) or (token.text in _SWITCHING and after.text == "to")
        for token, after in pairwise(tokens[1:])
    )


_DOING = word_set("changes updates adds removes marks moves replaces resets clears sends saves selects starts stops")
_SWITCHING = word_set("switches changes toggles goes")
_OFTEN = word_set("few several many multiple numerous two three four five six ten")


def _dangles(tokens: list[Token]) -> bool:
    """ "index page for": what it goes on with was taken for something else; "Search for" in capitals is a label."""
    return len(tokens) > 1 and tokens[-1].text in _LEADING_ON and tokens[0].text[0].islower()


def never_a_name(tokens: list[Token]) -> bool:
    """What is left before a noun of kind, where it says something else: the login or | submit button,
    the table with the role | Editor, the toggle to enable the | banner.
    """
    dangling = bool(tokens) and (tokens[-1].text in _DANGLING or _dangles(tokens) or _of_a_file(tokens))
    dangling = dangling or (len(tokens) > 2 and tokens[0].text in KIND_WORDS and tokens[1].text == "to")
    either = bool(tokens) and tokens[0].text[0].islower() and any(token.text == "or" for token in tokens)
    return (
        dangling or either or any(token.text == "with" and after.text in ARTICLES for token, after in pairwise(tokens))
    )


def _of_a_file(tokens: list[Token]) -> bool:
    """ "b.txt in": of the list that follows it is no name."""
    return len(tokens) > 1 and tokens[-1].text in ("in", "on") and "." in tokens[-2].text


def _of_several(head: Phrase) -> bool:
    """ "all rows", "Every field"; "All" in capitals before what is no plural is a name ("All orders link"), and so is
    "All Posts" that is clicked or gone to.
    """
    tokens = head.tokens
    if tokens[0].low not in _SEVERAL or _is_an_entry(head):
        return False
    if len(tokens) == 1:
        return tokens[0].text.islower()
    return tokens[0].text.islower() or tokens[0].low != "all" or tokens[-1].low in PLURALS


def _is_an_entry(head: Phrase) -> bool:
    """ "Posts > All Posts", "click All Posts": what a menu offers, each word with a capital."""
    before = head.source.text[: head.tokens[0].start].split()
    entered = bool(before) and before[-1].lower() in _BEFORE_AN_ENTRY
    return entered and len(head) > 1 and all(token.text[0].isupper() for token in head.tokens)


_BEFORE_AN_ENTRY = word_set("click clicking on press tap open choose select to > → › -> =>")


def _by_age(head: Phrase) -> bool:
    """ "the newest order": what a page shows does not tell which is meant."""
    words = [token.text for token in head.tokens]
    the_newest = len(words) > 2 and words[0].lower() == "the" and words[1] in _AGES
    return the_newest or words[1:3] == ["most", "recent"]


def plausible_join(tokens: list[Token]) -> bool:
    """Whether unquoted words joined by "and" may be one name: "Save and Close", not "Save and close the dialog"."""
    joins = [index for index, token in enumerate(tokens) if index and token.kind != "quoted" and token.low in _JOINING]
    return all(_joined(tokens[:index], tokens[index], tokens[index + 1 :]) for index in joins)


_JOINING = word_set("and then , but")
_NEVER_JOINED = (ARTICLES | PLACE_HEADS | word_set("it them him her to with")) - {"close"}


_DEEDS = word_set("click press tap hit type enter select choose open submit tick untick check uncheck")
"""With one of these behind "and" something else is done: "the rows and click Tag"."""


def _joined(before: list[Token], joint: Token, after: list[Token]) -> bool:
    if joint.low == "then" or not 0 < len(after) <= _LONGEST_JOINED:
        return False
    if any(word.text in _NEVER_JOINED for word in after):
        return False
    if len(after) > 1 and after[0].text in _DEEDS:
        return False
    if after[0].low.isdecimal() and not before[-1].low.isdecimal():
        return False
    return len(after) <= 2 or any(word.text[0].isupper() for word in after)


_ATTRIBUTES = word_set(
    "status state priority assignee owner author reporter type category role stage severity currency country language "
    "version balance plan department total subtotal amount quantity price date number code id reference name title "
    "subject level grade score result city unit due phase visibility progress"
)
_JUDGED = word_set("new old same previous other first last next current right wrong correct")


def is_attribute(noun: Phrase) -> bool:
    """ "status", "the due date": what something has, of which its value tells; "the new status" tells of a change."""
    words = [token for token in noun.tokens if token.low not in ARTICLES]
    plain = all(token.kind == "word" and token.text.replace("-", "").isalpha() for token in words)
    own = plain and 0 < len(words) <= _LONGEST_ATTRIBUTE and words[-1].low in _ATTRIBUTES
    return own and not any(token.low in _JUDGED or token.text[1:] != token.low[1:] for token in words)


_LONGEST_ATTRIBUTE = 3  # words


def in_capitals_throughout(value: Phrase) -> bool:
    """ "Open", "Ann Lee", "12 May 2027", "912.00": no word of a sentence among them."""
    words = value.tokens
    amount = len(words) == _AMOUNT and words[0].text[0].isdigit() and words[1].text in ("%", "€", "$", "£")
    return amount or (
        0 < len(words) <= _LONGEST_VALUE
        and all(
            token.kind == "word" and (token.text[0].isupper() or any(map(str.isdigit, token.text))) for token in words
        )
    )


_LONGEST_VALUE = 4  # words
_AMOUNT = 2  # words: 0 %


def value_of_attribute(phrase: Phrase) -> str | None:
    """ "The status Active", "status as Confirmed", "the progress 0 %": the value alone."""
    inner = phrase.strip(*ARTICLES)
    for at in range(1, len(inner)):
        joined = at + 1 < len(inner) and inner.tokens[at].low in ("as", "of")
        value = inner[at + joined :]
        if is_attribute(inner[:at]) and (in_capitals_throughout(value) or value.only_quote is not None):
            return value.only_quote or value.text
    return None


def in_own_words(phrase: Phrase) -> bool:
    """ "Product name", "validation error", "logout button", said without quotes to be shown: words of the tester for
    what is there, and no text of the page.
    """
    opened = next((at for at, token in enumerate(phrase.tokens) if token.low == "(" and at), len(phrase))
    words = [token for token in phrase.tokens[:opened] if token.low not in (",", "and")]
    if len(words) < len(phrase) and phrase[:opened].text.islower() and not phrase.quotes():
        return in_own_words(Phrase(words[-1:], phrase.source))
    plain = all(
        token.kind == "word" and token.text.replace("'", "").isalpha() and token.text.islower() for token in words
    )
    named = words[0].low not in PLACE_HEADS | _DAYS  # "in progress", "today's date"
    return leaves_open(phrase) or (plain and named and _singular(words[-1].low) in _ATTRIBUTES | KIND_WORDS | _SORTS)


def _singular(word: str) -> str:
    return word.removesuffix("s") if word.removesuffix("s") in _ATTRIBUTES | _SORTS else word


_DAYS = word_set("today's tomorrow's yesterday's")
_SORTS = word_set(
    "image size colour color review description info information details content contents data error feedback summary "
    "statistics stats address phone email time duration rating discount availability"
)


def leaves_open(phrase: Phrase) -> bool:
    """ "The correct price", "appropriate results": which these are the test has to say."""
    first, *rest = without_articles(phrase.tokens)
    if first.text in ("number", "amount", "count") and rest and rest[0].text == "of":
        return True
    return first.low in _FITTING and bool(rest) and (rest[0].text.islower() or len(rest) == 1)


_FITTING = word_set(
    "correct proper appropriate relevant corresponding respective suitable expected valid matching same updated "
    "specific"
)


def states_something(phrase: Phrase) -> bool:
    """ "The translation is gone", "the image requires cropping": a sentence, which nothing is called; in capitals it
    may be a text.
    """
    first = phrase.tokens[0]
    if any(by.text == "by" and deed.text.endswith("ing") for by, deed in pairwise(phrase.tokens)):
        return True  # "the password by clicking the eye"
    a_text = first.low not in ARTICLES and (first.text[0].isupper() or first.text[0] == "{")
    return not a_text and any(token.text in _STATING for token in phrase.tokens[1:])


_STATING = word_set(
    "is are was were am has have had does did isn't aren't hasn't doesn't requires needs retains keeps belongs remains "
    "contains includes becomes exists"
)


def surely_a_name(name: str) -> bool:
    """ "Product A", "Ann Lee": not "Task", with which a sentence begins, nor the "Selected" product."""
    words = name.split()
    return len(words) > 1 and all(word[0].isupper() or word[0].isdigit() for word in words)


def may_be_called_so(phrase: Phrase) -> bool:
    """ "Holidays", with which a sentence begins: a name, unless it is a noun for what there are several of."""
    words = phrase.tokens
    return len(words) == 1 and words[0].text.isalpha() and words[0].text[0].isupper() and words[0].low not in _NOUNS


_NOUNS = (
    KIND_WORDS
    | PLURALS.keys()
    | RECORDS
    | {f"{noun}s" for noun in RECORDS}
    | word_set("everything nothing something all both none it this that these those they he she one i we you")
)


def of_a_session(phrase: Phrase) -> bool:
    """ "I'm logged out", "the user is signed in": nothing that is shown tells so by these words."""
    first, lows = phrase.tokens[0], [token.low for token in phrase.tokens]
    somebody = first.low in _OF_SOMEBODY or "user" in lows[:2]
    return somebody and not phrase.quotes() and lows[-2:-1] != [] and lows[-2] in _SIGNED and lows[-1] in ("in", "out")


_OF_SOMEBODY = word_set("i'm we're you're i am we")
_SIGNED = word_set("logged signed")


def names_no_text(target: Target) -> bool:
    """ "message with the total" tells what it is about, "3" how many."""
    described = target.kind in ("text", "alert", "item") and target.name.split(" ")[0].lower() in ARTICLES
    return described or target.name.replace(".", "").isdecimal()
