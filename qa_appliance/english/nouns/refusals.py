"""What keeps words from naming an element or from being counted: the rows of this layer. Reads nothing itself."""

from __future__ import annotations

from typing import Literal

from qa_appliance.english.words.lexicon import CANNOT_STAND_IN_A_NAME
from qa_appliance.english.words.refusals import Refusal
from qa_appliance.language.word_sets import word_set

Reading = Literal["plain name", "quoted name", "counted", "stated", "never called"]

_TELLING = word_set(
    "is are was were am be been being isn't aren't has have had does do did that which who will would should must "
    "can could match matches matched exceeds equals works fails get gets got"
)
JUDGING = word_set(
    "broken dead missing duplicate duplicated invalid wrong unexpected new more other further additional out unread "
    "empty blank same identical different"
)
"""What no element is called: "no broken links" must not be the count of links named so."""
DESCRIBING = word_set(
    "stale duplicate duplicated unexpected invalid wrong urgent overdue open active inactive pending unpaid unread "
    "unresolved unassigned available late recent old outstanding incomplete expensive cheap similar sold unsold hidden "
    "lost broken paid"
)
"""What things are like; so do words in "-ed"."""
NEVER_CALLED = word_set(
    "duplicates overlap overlaps overlapping scrollbar scrollbars difference differences change changes flicker "
    "flickering overflow shift shifts loss leak leaks crash crashes delay "
    "delays lag typo typos way possibility need gap gaps match matches hit hits data "
    "trace traces sign signs evidence indication indications issue issues problem problems bug bugs defect defects "
    "glitch glitches vulnerability vulnerabilities misconfigurations artifacts artefacts inconsistencies anomalies "
    "interruption interruptions regressions"
)

REFUSALS: dict[Reading, tuple[Refusal, ...]] = {
    "plain name": (
        Refusal(CANNOT_STAND_IN_A_NAME, "anywhere", "it begins something else", "click everything Save", exactly=True),
        Refusal(
            word_set("when if while because unless whenever"),
            "behind the first",
            "it tells when or why",
            "check for the banner when logged in",
            exactly=True,
        ),
        Refusal(
            word_set("comparing ensuring confirming verifying"),
            "behind the first",
            "it tells how, or what follows from it",
            "I see the lamp confirming the order",
            exactly=True,
        ),
        Refusal(
            word_set("already"),
            "behind the first",
            "it says something of it",
            "see the visitor already there",
            exactly=True,
        ),
        Refusal(
            word_set("including showcasing appearing displaying corresponding belonging"),
            "behind the first",
            "it tells more of a thing than its name",
            "click the button appearing after a while",
            exactly=True,
        ),
        Refusal(
            word_set("verify validate ensure assert"),
            "behind the first",
            "another sentence begins there",
            "click on another brand and verify",
            exactly=True,
        ),
        Refusal(word_set("over"), "whole", "what it is said of is left out", "hover over", exactly=True),
        Refusal(
            word_set("across throughout regardless despite"),
            "behind the first",
            "it tells how far or against what",
            "click Save across devices",
            exactly=True,
        ),
        Refusal(
            word_set("be been of"),
            "first",
            "what it is said of stands before it",
            "User should be logged out and Login page should be displayed",
            exactly=True,
        ),
        Refusal(word_set("once twice thrice"), "last", "it tells how often", "the error once is shown", exactly=True),
        Refusal(
            word_set("appears appeared disappears disappeared"),
            "last",
            "it is said of something",
            "hover over Add appears",
            exactly=True,
        ),
        Refusal(
            word_set("says states"),
            "behind the first",
            "it tells what is said",
            "a picture says that the page does not exist",
            exactly=True,
        ),
        Refusal(
            word_set("which who whose among amongst"),
            "first",
            "it goes on about what was named before",
            "the cart icon, which has a badge, is shown",
            exactly=True,
        ),
        Refusal(
            word_set("is are was were"),
            "first",
            "it is said of something",
            "make sure exactly one card, “A”, is left",
            exactly=True,
        ),
        Refusal(
            word_set("showing displaying saying"),
            "behind the first",
            "it tells what that shows",
            "a card is in the column showing $5",
            exactly=True,
        ),
        Refusal(
            word_set("we've i've"),
            "behind the first",
            "it tells how that came about",
            "the line we've made up is shown",
            exactly=True,
        ),
        Refusal(
            word_set("can could might isn't aren't wasn't doesn't"),
            "behind the first",
            "it tells what somebody can do",
            "verify the user can sort the table",
            exactly=True,
        ),
        Refusal(
            word_set("instead rather via"),
            "behind the first",
            "it tells what else, or by which way",
            "press Skip instead of going on",
            exactly=True,
        ),
        Refusal(
            word_set("browser's"),
            "first",
            "what is the browser's stands on no page",
            "set the browser's location to Tokyo",
            exactly=True,
        ),
        Refusal(
            word_set("ones"),
            "last",
            "it tells which of what was told before",
            "tick the two most recent ones",
            exactly=True,
        ),
        Refusal(
            word_set("random"), "first", "which one is for the tester to say", "click random product", exactly=True
        ),
        Refusal(word_set("e.g eg i.e"), "behind the first", "it gives an example", "see Badge with number e.g. 2"),
        Refusal(word_set("again"), "whole", "it is done once more", "click again", exactly=True),
        Refusal(word_set("by"), "first", "it tells by which way", "click by the way", exactly=True),
        Refusal(word_set("on onto"), "first", "it tells where", "click on a seat that is free", exactly=True),
        Refusal(
            word_set("following"), "anywhere", "what follows is not there", "click the following link", exactly=True
        ),
        Refusal(word_set("below above"), "first", "what stands below is not there", "choose below link", exactly=True),
        Refusal(
            word_set("other others else somebody someone anybody anyone"),
            "behind the first",
            "whose it is, no name tells",
            "I see the ticket of other customers",
            exactly=True,
        ),
        Refusal(
            word_set("sure"),
            "second",
            "it asks for something",
            "clear Filter and make sure that more rows are displayed",
            exactly=True,
        ),
        Refusal(word_set("that"), "second", "it asks for something", "check that the page loads within 2 seconds"),
        Refusal(
            word_set("opens closes shows hides leads triggers navigates redirects displays goes takes"),
            "behind the first",
            "it tells what that does",
            "tapping burger opens menu",
            exactly=True,
        ),
    ),
    "quoted name": (
        Refusal(word_set("matching"), "anywhere", "a pattern is no name", 'I should see text matching "x.*"'),
        Refusal(
            word_set("saved stored remembered variable"),
            "first",
            "it is kept nowhere",
            "the page shows saved value “x”",
        ),
        Refusal(
            word_set("storage localstorage sessionstorage"),
            "anywhere",
            "no page shows it",
            "set local storage item “x” to “y”",
        ),
        Refusal(word_set("stored"), "anywhere", "it is kept nowhere", "click link stored value “x”", exactly=True),
        Refusal(
            word_set("that which who where"), "anywhere", "it says something of it", "click the row that “Ann” row"
        ),
    ),
    "counted": (
        Refusal(_TELLING, "behind the first", "it says something of it", "there are 3 rows which match"),
        Refusal(JUDGING, "first", "no element is called so", "there are 3 broken links", exactly=True),
        Refusal(word_set("seconds second minutes ms milliseconds"), "whole", "it is a time", "no more than 20 seconds"),
        Refusal(word_set("as"), "first", "it tells what that is", "the user has “4” as the code", exactly=True),
    ),
    "stated": (Refusal(_TELLING, "behind the first", "it says something of it", "no Upload exceeds the limit"),),
    "never called": (Refusal(word_set("to"), "behind the first", "it says what for", "there is no Help to read"),),
}
