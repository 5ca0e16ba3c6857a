"""What keeps words from being a subject, a thing that is shown, a place one is at: the rows of this layer."""

from __future__ import annotations

from typing import Literal

from qa_appliance.english.words.auxiliaries import DO, HAVE
from qa_appliance.english.words.refusals import Refusal
from qa_appliance.language.word_sets import word_set

Reading = Literal["subject", "shown", "had by somebody", "arrived", "text", "shown as"]

_CUT = DO | HAVE | word_set("is are was were should must can will not cannot can't won't doesn't isn't to the a an for")

REFUSALS: dict[Reading, tuple[Refusal, ...]] = {
    "subject": (
        Refusal(
            word_set("all every each"),
            "first",
            "it is said of several",
            "All Prices are more than 10",
        ),
        Refusal(
            word_set("only just each"),
            "last",
            "it is said of all there is, and is no part of a name",
            "the result list only contains lamps",
            exactly=True,
        ),
        Refusal(word_set("nothing no none"), "whole", "nothing is named", "Nothing is selected"),
        Refusal(word_set("not"), "first", "its subject stands before", "not Save is shown"),
        Refusal(
            word_set("tell describe explain summarize summarise"),
            "first",
            "it asks for an answer",
            "describe the total is 5",
        ),
        Refusal(
            word_set("what who whom whose why how"),
            "anywhere",
            "it asks for an answer",
            "say what is shown",
            exactly=True,
        ),
        Refusal(
            word_set("is are was were am isn't aren't wasn't weren't should must"),
            "anywhere",
            "a verb stands in it: it is a sentence, no noun",
            "the tab where it was opened is selected",
            exactly=True,
        ),
        Refusal(
            word_set("after before once when while during upon until since without"),
            "first",
            "it tells when",
            "after login Dashboard is shown",
        ),
        Refusal(
            word_set("verifies validates asserts ensures checks confirms"),
            "behind the first",
            "somebody looks at it",
            "the test engineer validates that the cart is shown",
            exactly=True,
        ),
        Refusal(
            word_set("tells informs warns complains"),
            "behind the first",
            "it tells what is said, not what is so",
            "an order tells me that the title is required",
            exactly=True,
        ),
        Refusal(
            word_set("no"),
            "behind the first",
            "what is denied begins a statement of its own",
            "the title no results are listed",
            exactly=True,
        ),
        Refusal(
            word_set("instead"), "first", "it tells what is not so", "Instead of Save the button should say Update"
        ),
        Refusal(word_set("longer"), "first", "its subject stands before", "no longer shows the banner"),
        Refusal(_CUT, "last", "it is cut in the wrong place", "check that the modal cannot be closed", exactly=True),
    ),
    "shown": (
        Refusal(
            word_set("elements components messaging"),
            "last",
            "no page calls anything so",
            "Basic navigation elements are shown",
            exactly=True,
        ),
        Refusal(
            word_set(
                "layout alignment spacing functionality behavior behaviour persistence responsiveness consistency "
                "update updating styling redirect redirection"
            ),
            "last",
            "it tells what to judge, not what is there",
            "verify the page layout",
            exactly=True,
        ),
        Refusal(
            word_set(
                "clearly correctly properly successfully accurately smoothly gracefully consistently automatically "
                "immediately instantly visually"
            ),
            "anywhere",
            "it tells how, which nothing shows",
            "see the images displayed properly",
            exactly=True,
        ),
        Refusal(
            word_set("persists persist updates works clears remains"),
            "whole",
            "it tells what it does, which nothing shows",
            "save and verify persists",
            exactly=True,
        ),
        Refusal(
            word_set("persists indicates explains describes prompts requires changes updates triggers fires"),
            "behind the first",
            "it tells what it does, which nothing shows",
            "see the message persists",
            exactly=True,
        ),
        Refusal(
            word_set("many few several enough lots plenty most"),
            "first two",
            "nobody can tell how many these are",
            "many results are shown",
        ),
        Refusal(
            word_set("works returns functions responds renders fails passes accepts allows supports behaves happens"),
            "behind the first",
            "it tells what it does, which nothing shows",
            "see the toggle works",
            exactly=True,
        ),
        Refusal(
            word_set("all"), "behind the first", "nobody can tell which", "see a summary of all values", exactly=True
        ),
        Refusal(word_set("all every each both"), "first", "it is said of several", "I see All flags"),
        Refusal(
            word_set("both none each all"),
            "last",
            "it is said of what was told before",
            "in Deleted files both are listed",
            exactly=True,
        ),
        Refusal(
            word_set("disabled enabled unchecked ticked unticked expanded collapsed"),
            "last",
            "it tells how it is",
            "I see Save button disabled",
            exactly=True,
        ),
        Refusal(
            word_set("increase decrease reduction"),
            "first two",
            "what there was before is not known",
            "see the increase in the count",
            exactly=True,
        ),
        Refusal(
            word_set("forward forwards backward backwards"),
            "last",
            "it tells which way it goes",
            "see the slider moving forward",
            exactly=True,
        ),
        Refusal(
            word_set("more"), "first", "what there was before is not known", "more results are shown", exactly=True
        ),
    ),
    "had by somebody": (
        Refusal(
            word_set(
                "account accounts access permission permissions rights right privilege privileges credentials role "
                "roles subscription license licence membership"
            ),
            "anywhere",
            "it tells of somebody, and no page shows it",
            "the user has an account",
        ),
    ),
    "shown as": (
        Refusal(
            word_set(
                "expected described follows before usual is intended required specified designed well such defined "
                "above below normal usually planned given text html image link list table default well-formed "
                "dots bullets asterisks"
            ),
            "anywhere",
            "it tells how it was thought to be, not what it says",
            "the total is shown as expected",
        ),
    ),
    "arrived": (
        Refusal(word_set("url address"), "last", "which that is, is not told", "I am directed to the domain URL"),
        Refusal(
            word_set("after before when while if with without until again because by via from and or once in"),
            "anywhere",
            "it tells when or how, not where",
            "the user is redirected to the homepage after login",
        ),
        Refusal(
            word_set(
                "another same this current right correct wrong other different next previous new last first blank "
                "protected restricted relevant respective appropriate corresponding specific"
            ),
            "anywhere",
            "it tells which page by another one",
            "I should be on the right page",
        ),
    ),
    "text": (
        Refusal(
            word_set("number integer string"),
            "last",
            "it tells what sort of text it is",
            "the code is a 6-digit number",
            exactly=True,
        ),
        Refusal(
            word_set(
                "than before after higher lower more less longer later not until when while if because visible shown "
                "between offered listed displayed marked available with instead"
            ),
            "anywhere",
            "it tells how it is and is no text",
            "the total is 5 instead",
            exactly=True,
        ),
    ),
}
