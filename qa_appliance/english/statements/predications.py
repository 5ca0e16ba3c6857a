"""What can be said of something, after each verb: the wordings as data, each with its builder. Reads nothing itself."""

from __future__ import annotations

from qa_appliance.english.checks import assertions as say
from qa_appliance.english.checks import contents, of_the_run, positions, states
from qa_appliance.english.checks.addresses import arrived, goes, led
from qa_appliance.english.checks.reported import about, reported
from qa_appliance.english.statements.brought import BROUGHT
from qa_appliance.english.statements.changes import CHANGES
from qa_appliance.english.statements.rows import Predication, says
from qa_appliance.english.statements.statuses import BEFORE_PLACES, STATUSES

_SEEN = (
    "visible|shown|displayed|present|seen|found|there|listed|showing|presented|rendered|available|offered|"
    "on_screen|on_the_page|on_the_screen"
)

_LEFT = "left|remaining"
_WITHIN = "in|on|inside|under|within {place:target}"
_EXACTLY = "[only|exactly|just]"
_IN_ORDER = (
    "{direction} // {direction} by|of {column:words} // sorted|ordered|arranged {direction} by|of {column:words} // "
    "sorted|ordered|arranged by {column:words} {direction} // "
    "by {column:words} {direction} // sorted|ordered|arranged {direction}"
)

_LISTED_AT_END = (
    "[shown|displayed|listed] at [the] [very] {end:end} of {place:target} // "
    "[shown|displayed|listed] [the] {ordinal} in|of {place:target}"
)
PREDICATIONS: tuple[Predication, ...] = (
    *BEFORE_PLACES,
    says(
        "check.sorted",
        "the products are listed in alphabetical order",
        "be",
        " // ".join(
            f"{seen}{order}" for order in _IN_ORDER.split(" // ") for seen in ("", "listed|shown|displayed|presented ")
        ),
        positions.list_sorted,
    ),
    says("check.sorted", "the products appear in alphabetical order", "appear", _IN_ORDER, positions.list_sorted),
    says("check.count", "there are 3 rows in the table", "be", f"{_SEEN} // {_SEEN} {_WITHIN}", say.counted_subject),
    says("check.state", "the password is visible", "be", "visible|shown|revealed|readable", states.secret_shown),
    says("check.count", "2 items are left", "be", f"{_LEFT} // {_LEFT} {_WITHIN}", say.counted_as_left),
    says("check.shown", '"Ann" is listed', "be", "listed", say.listed),
    says(
        "check.shown",
        '"Welcome" is shown',
        "be",
        f"{_SEEN} [in_page|on_page|in_the_page|on_screen|in_screen|in_the_screen] // {_LEFT} // "
        f"{_SEEN}|{_LEFT} {{place:anything}}",
        say.subject_shown,
    ),
    says(
        "check.shown", "the logo can be seen", "able", "seen|read|found|viewed [on_the_page|there]", say.subject_shown
    ),
    says("check.shown", 'the "Sign in" link is back', "be", "back [again] // appeared", say.subject_shown),
    says(
        "check.text",
        "the status is displayed as Active",
        "be",
        "shown|displayed|listed|marked|presented|rendered|printed as {value}",
        say.displayed_as,
    ),
    says(
        "check.text",
        "the order is shown as paid",
        "be",
        "shown|displayed|listed as {value}",
        say.displayed_in_a_word,
    ),
    says("check.state", "the password is hidden", "be", "hidden|concealed|invisible", states.secret_hidden),
    says(
        "check.hidden",
        "the spinner is hidden",
        "be",
        "hidden|invisible|absent|missing|not_there|nowhere_to_be_found|nowhere_to_be_seen|nowhere",
        states.subject_hidden,
    ),
    says("check.hidden", '"Rose" disappears from the cart', "disappear", "from {place:anything}", say.removed_from),
    says("check.hidden", "the spinner is gone", "be", "gone|removed|disappeared|vanished", states.disappeared),
    says(
        "check.hidden",
        '"Red shoes" is removed from the cart',
        "be",
        "removed|deleted|gone|cleared|missing from {place:anything}",
        say.removed_from,
    ),
    says(
        "check.in",
        '"Red shoes" is added to the cart',
        "be",
        "added|moved to {place:anything}",
        say.added_to,
    ),
    says(
        "check.value",
        '"Germany" is selected in Country',
        "be",
        "selected|chosen|picked|preselected|pre-selected in|for|under|as|from {field:target}",
        say.option_selected,
    ),
    says(
        "check.value",
        'the Country dropdown is set to "Germany"',
        "be",
        "set|filled|prefilled|pre-filled|populated|prepopulated|pre-populated|preselected to|with|as|by {value}",
        say.value_equals,
    ),
    says("check.state", "the Save button is disabled", "be", "{state}", states.state),
    says(
        "check.state",
        "the Save button cannot be clicked",
        "able",
        "clicked|pressed|used|tapped|selected|chosen|activated",
        states.usable,
    ),
    says("check.state", "the Name field can be edited", "able", "edited|changed|modified|typed_into", states.writable),
    says(
        "check.link",
        'the link "Terms" goes to /terms',
        "go",
        "[up] [to] {place:anything}",
        goes,
    ),
    says(
        "check.sorted",
        "the list is sorted by Name",
        "be",
        "sorted|ordered|arranged [{direction}] [by] [{column:words}] [,] [{order}] // sorted|ordered from {order}",
        positions.list_sorted,
    ),
    says("check.compare", "Total is more than 40", "be", "{bound}", say.compare),
    says(
        "check.text",
        "Total is 42.50",
        "be",
        "equal_to|the_same_as|identical_to|exactly|precisely {value}",
        say.text_equals,
    ),
    says(
        "check.download",
        'the downloaded file is named "report.csv"',
        "be",
        "named|called|saved_as {value}",
        of_the_run.named,
    ),
    says("check.contains", "the first row is about Ann", "be", "about {content:anything}", about),
    says(
        "check.text",
        'the button is called "Save"',
        "be",
        "called|named|titled|labelled|labeled {value}",
        positions.called,
    ),
    says(
        "check.address",
        "I should be on /dashboard",
        "be",
        "[back] to|on|at|in {place:anything}",
        arrived,
    ),
    says(
        "check.address",
        "I am redirected to the dashboard",
        "be",
        "[then|immediately|automatically|now] redirected|taken|sent|navigated|brought|led|forwarded|returned|directed "
        "[immediately|automatically] [back] to|on|at|in {place:anything}",
        led,
    ),
    *CHANGES,
    says("check.focus", "the focus moves to the Email field", "move", "[back] to {field:target}", states.cursor_in),
    says("check.focus", "the focus goes to the Email field", "go", "[back] to {field:target}", states.cursor_in),
    *BROUGHT,
    says(
        "check.focus",
        "the cursor is in the Email field",
        "be",
        "[placed|set|positioned|focused] in|on|inside {field:target}",
        states.cursor_in,
    ),
    says(
        "check.between",
        "the total is between 10 and 20",
        "be",
        "[in_the_range] between {low:value} and {high:value}",
        say.between,
    ),
    says("check.value", 'the Range dropdown is on "Week"', "be", "on|at {option:quoted}", say.chosen_on),
    says("check.in", 'the row "Alice" is in the list', "be", "{place:anything}", say.subject_in),
    says("check.in", '"Ann" is back in the list', "be", "back {place:anything}", say.back_in),
    says("check.text", 'the badge turns to "Won"', "be", "to|into {option:quoted}", say.turned_to),
    says(
        "check.text",
        '"Alice" is the first row',
        "be",
        "[the] {ordinal} {kind:bare} [in_the_list|in_the_table|on_the_page] // "
        "shown|displayed|listed as [the] {ordinal} {kind:bare}",
        positions.nth,
    ),
    says(
        "check.text",
        '"Alice" appears as the first row',
        "appear",
        "as [the] {ordinal} {kind:bare}",
        positions.nth,
    ),
    says("check.text", '"Alice" appears at the top of the list', "appear", _LISTED_AT_END, positions.at_end),
    says("check.text", '"Alice" is at the top of the list', "be", _LISTED_AT_END, positions.at_end),
    says(
        "check.text",
        '"Alice" is moved to the top of the list',
        "be",
        "moved|brought|pushed|put to|at [the] [very] {end:end} of {place:target}",
        positions.at_end,
    ),
    says("check.text", '"Alice" comes first in the list', "come", "{ordinal} in {place:target}", positions.at_end),
    says("check.text", 'the heading is "Hello"', "be", "{value}", say.text_is),
    says(
        "check.value",
        'Email has the value "a@b.c"',
        "have",
        "[the|a] value|content|contents [of] {value}",
        say.value_equals,
    ),
    says(
        "check.value", 'Country has "Germany" selected', "have", "{value} selected|chosen|preselected", say.value_equals
    ),
    says("check.focus", "the Email field has the focus", "have", "[the|a] [keyboard] focus|cursor", say.focused),
    says("check.title", 'the page has the title "Shop"', "have", "[the|a] title {value}", say.page_title),
    says(
        "check.text", 'every row has the label "bug"', "have", "[the|a] label|tag|badge {value}", contents.labelled_so
    ),
    says("check.text", 'the button has the text "Save"', "have", "[the|a] text|label|caption {value}", say.text_equals),
    says(
        "check.cell",
        'the row "Alice" has "Admin" under Role',
        "have",
        "{value} under|in [the_column|column] {column:target}",
        contents.cell,
    ),
    says(
        "check.cell",
        'every row has the status "Paid"',
        "have",
        "the {noun:bare} {value}",
        contents.cell_called,
    ),
    says("check.count", "the table has 3 rows", "have", "{counted:anything}", say.counted_inside),
    says("check.contains", "the page has a Save button", "have", "{content:anything}", contents.has),
    says("check.count", "the cart contains 2 items", "contain", "[a_total_of] {counted:anything}", say.counted_inside),
    says(
        "check.contains",
        'the page contains "Welcome"',
        "contain",
        "[the_text|the_word|the_words|text] {content:anything}",
        contents.contains,
    ),
    says(
        "check.cell",
        'the row "Alice" shows "Admin" under Role',
        "show",
        "{value} under|in|for|as [the_column|column] {column:target}",
        contents.cell,
    ),
    says("check.text", "the first product costs $20", "cost", "{value}", say.costs),
    says("check.text", "the order shows as Paid", "show", "as {value}", say.displayed_as),
    says("check.shown", '"Saved" shows under the Email field', "show", "{place:anything}", say.shows_there),
    says("check.count", "the list shows 3 items", "show", "{counted:anything}", say.counted_inside),
    says("check.contains", 'the page shows "Welcome"', "show", "{content:anything}", contents.shows),
    says("check.reported", "a message says that the bill has been added", "say", "that {reported:anything}", reported),
    says(
        "check.reported",
        "a message tells me that the code is wrong",
        "tell",
        "[me|us|the_user|the_customer|users|them] that {reported:anything}",
        reported,
    ),
    says("check.contains", 'the page says "Welcome"', "say", "[that|:] {content:anything}", contents.page_says),
    says("check.says", 'the heading says "Hello"', "say", "[that|:] {value}", say.text_is),
    says("check.address", "I should land on the dashboard", "arrive", "[back] on|at|in {place:anything}", led),
    says("check.seen", 'I see "Welcome"', "see", "[the_text|the_words] {content:anything}", contents.seen),
    says(
        "check.shown",
        'the "Billing" section is opened in the "Checkout" form',
        "be",
        "opened in|inside|within {place:target}",
        states.opened_in,
    ),
    says("check.shown", "the orders page opens", "go", "[up] [successfully|correctly]", states.opened),
    says("check.shown", "the orders page loads", "load", "[successfully|correctly|completely|fully]", states.loaded),
    says("check.shown", "the orders page is loaded", "be", "[fully|completely] loaded", states.loaded),
    says("check.state", "the menu expands", "unfold", "", states.unfolds),
    says("check.state", "the section collapses", "fold", "", states.folds),
    says(
        "check.count",
        "the Save button appears twice",
        "appear",
        f"{_EXACTLY} {{times}} // {_EXACTLY} {{times}} {{place:anything}}",
        positions.so_often,
    ),
    says(
        "check.count",
        "the Save button is shown twice",
        "be",
        f"shown|displayed|listed|there {_EXACTLY} {{times}} // "
        f"shown|displayed|listed|there {_EXACTLY} {{times}} {{place:anything}}",
        positions.so_often,
    ),
    says("check.shown", "the warning message displays", "show", "", say.displays),
    says("check.shown", '"Saved" appears', "appear", "", say.subject_shown),
    says("check.shown", 'the message "Saved" must come', "come", "[up]", say.subject_shown),
    says("check.shown", '"Saved" appears in the header', "appear", "{place:anything}", say.subject_shown),
    says(
        "check.hidden",
        "the spinner disappears",
        "disappear",
        "[from|on] [the_page|the_screen|view] // again // "
        "[again] after a_few|some|several|a_couple_of seconds|moments // [again] after a moment|while",
        states.disappeared,
    ),
    says("check.hidden", "the dialog closes", "close", "[again|by_itself|automatically]", states.closed),
    says("check.hidden", "the dialog is closed", "be", "closed|dismissed [again]", states.closed),
    says("check.order", '"Alice" comes before "Bob"', "come", "{place:anything}", say.in_order),
    says("check.text", "the total equals 42.50", "equal", "[to] {value}", say.text_equals),
    says(
        "check.baseline",
        "the page matches the baseline",
        "match",
        "[the|its] baseline|screenshot|snapshot [image] [{name:quoted}]",
        of_the_run.baseline,
    ),
    says(
        "check.matches",
        'the order number matches "\\d+"',
        "match",
        "[the] [pattern|regex|expression] {value}",
        say.text_matches,
    ),
    says("check.starts", 'the heading starts with "Order"', "start", "with {value}", say.starts),
    says("check.ends", 'the address ends with "/home"', "end", "with|in|on {value}", say.ends),
    says("check.exists", "the Save button exists", "exist", "", say.exists),
    says(
        "check.loads",
        "the page loads in 2 s",
        "load",
        "[in|within|under] [in|within|under|less_than|at_most|no_more_than|up_to] {seconds:duration}",
        of_the_run.loads_within,
    ),
    says(
        "check.loads-clean",
        "the login page loads without errors",
        "load",
        "[successfully] without|with_no [any] errors|error|issues",
        of_the_run.loads_clean,
    ),
    says(
        "check.loads-clean",
        "the page loads without console errors",
        "load",
        "[successfully] without|with_no [any] [browser] console|javascript|js errors|error|issues",
        of_the_run.loads_quietly,
    ),
    says(
        "check.sideways",
        "the page does not scroll sideways",
        "scroll",
        "sideways|horizontally|sidewards|left_and_right|to_the_side|to_the_right",
        of_the_run.scrolls_sideways,
    ),
    says(
        "check.baseline",
        "the page looks like the baseline",
        "look",
        "like|the_same_as|identical_to|as_in [the|its] baseline|screenshot|snapshot|before [image] [{name:quoted}]",
        of_the_run.baseline,
    ),
    says(
        "check.state",
        'the task "Buy milk" is marked as done',
        "be",
        "marked|flagged|shown|displayed|listed as {state}",
        states.marked_as,
    ),
    says(
        "check.state",
        '"Roses" is highlighted in the menu',
        "be",
        "{state} in|on|within {place:target}",
        states.state_in,
    ),
    *STATUSES,
)
