"""What keeps words behind a verb from being opened, typed, waited for or seen: the rows of this layer."""

from __future__ import annotations

from typing import Literal

from qa_appliance.english.words.lexicon import ARTICLES, PRONOUNS
from qa_appliance.english.words.refusals import Refusal
from qa_appliance.language.word_sets import word_set

Reading = Literal[
    "page",
    "seen",
    "typed where the focus is",
    "left at a value",
    "field before a value",
    "waited for",
    "done by its button",
]

REFUSALS: dict[Reading, tuple[Refusal, ...]] = {
    "page": (
        Refusal(
            word_set("more"), "first", "what is there already is to become more", "load more results", exactly=True
        ),
        Refusal(word_set("any some"), "first", "which one is for the tester to say", "go to any other page"),
        Refusal(
            word_set("with"), "behind the first", "it tells more of a page than its name", "go to the cart with a lamp"
        ),
        Refusal(word_set("her his their"), "first", "whose it is, no page tells", "open her profile"),
        Refusal(word_set("browser"), "last", "there is one browser, and it is open", "open the Safari browser"),
        Refusal(word_set("firefox safari edge opera"), "last", "no such browser is here", "open the shop in Firefox"),
    ),
    "seen": (
        Refusal(word_set("that if whether how what why as to"), "first", "it says something", "see how it feels"),
    ),
    "typed where the focus is": (
        Refusal(ARTICLES | PRONOUNS, "first", "it tells of a text", "press Tab and type any name"),
        Refusal(
            word_set("all valid invalid into in nothing"),
            "first",
            "it tells of a text",
            "press Tab and type valid data",
        ),
        Refusal(word_set("characters letters digits"), "last", "it tells how many", "press Tab and type 20 characters"),
        Refusal(word_set("and , then but :"), "anywhere", "it is more than a text", "press Tab and type Ann and Bob"),
    ),
    "left at a value": (
        Refusal(ARTICLES | PRONOUNS, "first", "it tells where or how", "leave Size at the small"),
        Refusal(
            word_set("is are was were default present rest home once top bottom on off unchanged they"),
            "anywhere",
            "which value that is, it does not say",
            "leave Priority at default",
        ),
        Refusal(word_set("and , then but :"), "anywhere", "it is more than a value", "leave Size at 3 and smile"),
    ),
    "field before a value": (
        Refusal(
            word_set("text value string word words phrase letters characters following"),
            "anywhere",
            "it names the value",
            "enter value “a”",
        ),
        Refusal(
            word_set("in into to on as with for at and"), "anywhere", "it tells where", "enter into “a”", exactly=True
        ),
    ),
    "done by its button": (
        Refusal(
            word_set(
                "total price number value title name id url address amount sum code text heading label alert prompt "
                "dialog dialogue modal popup pop-up banner notification toast confirmation box window cart basket "
                "password email page link button same first last rest following"
            ),
            "anywhere",
            "it is looked at, kept or closed",
            "save the total",
        ),
    ),
    "waited for": (
        Refusal(word_set("to"), "anywhere", "what is to happen is none of the ends known", "wait for Ann to answer"),
    ),
}
