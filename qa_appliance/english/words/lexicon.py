"""Words and what they are: kinds of elements, places, colours, pronouns. Data only, no reading."""

from __future__ import annotations

from qa_appliance.core.target import Kind, Place
from qa_appliance.language.word_sets import by_words, phrases, word_set

ARTICLES = word_set("the a an this that these those my your our his her their its any some another")

_KIND_NOUNS: dict[Kind, str] = {
    "button": "button, btn, cta, push button, submit button",
    "link": "link, hyperlink, anchor",
    "field": "field, input, textbox, text box, text field, text input, text entry, input field, form field, input box, "
    "entry field, textarea, text area, box, search box, search field, search bar",
    "checkbox": "checkbox, check box, tick box, tickbox, check-box",
    "radio": "radio, radio button, radiobutton, radio option",
    "switch": "switch, toggle, toggle switch",
    "option": "option, choice, suggestion",
    "dropdown": "dropdown, drop-down, drop down, select, select box, combobox, combo box, combo, dropdown list, "
    "dropdown menu, drop-down list, drop-down menu, drop down list, drop down menu, picklist, listbox, list box, "
    "selector",
    "slider": "slider, range slider",
    "spinner": "stepper, spin button, number field",
    "tab": "tab",
    "menu": "menu, context menu, menu bar, navigation menu, hamburger menu",
    "menuitem": "menu item, menuitem, menu entry, menu option",
    "row": "row, table row",
    "cell": "cell, table cell",
    "column": "column, column header, column heading",
    "table": "table, grid, data table",
    "list": "list",
    "item": "item, list item, card, tile, entry, list entry, product, result, search result, article, post",
    "dialog": "dialog, dialogue, modal, popup, pop-up, dialog box, modal dialog, modal window, pop up, popup window, "
    "pop-up window, "
    "overlay, lightbox, drawer",
    "section": "section, panel, area, region, block, accordion, sidebar, side bar, header, footer, toolbar, "
    "navigation, navigation bar, navbar, fieldset, group, box section, widget, nav, nav bar, top bar",
    "form": "form",
    "frame": "frame, iframe, inline frame",
    "heading": "heading, headline, title heading",
    "image": "image, picture, photo, logo, avatar, thumbnail, img",
    "icon": "icon, symbol, star",
    "text": "text, label, paragraph, word, caption, badge, message, notice, phrase, sentence, tooltip, hint, counter",
    "alert": "alert, toast, notification, banner, success message, confirmation message, confirmation, warning, "
    "warning message, snackbar, flash message",
    "file": "file input, file field, file upload, upload field, file picker, dropzone, drop zone, upload area",
    "editor": "editor, rich text editor, text editor",
    "calendar": "calendar, date picker, datepicker",
    "tree": "tree, tree view",
    "treeitem": "folder, file, folder or file, file or folder, tree item, treeitem, node, tree node",
    "page": "page, screen, site, website, view",
}
KINDS: dict[str, Kind] = by_words(_KIND_NOUNS)
"""Nouns that say what sort of thing is meant. A noun keeps standing in the name where it is all there is to it."""

_IRREGULAR_PLURALS = {
    "box": "boxes",
    "checkbox": "checkboxes",
    "check box": "check boxes",
    "textbox": "textboxes",
    "text box": "text boxes",
    "entry": "entries",
    "list entry": "list entries",
    "radio": "radios",
    "switch": "switches",
    "body": "bodies",
    "node": "branches",
    "item": "children",
}
PLURALS: dict[str, str] = {
    **{f"{noun}s": noun for noun in KINDS if not noun.endswith(("s", "x", "y", "h"))},
    **by_words(_IRREGULAR_PLURALS),
    "hyperlinks": "link",
}

NAMED_BY_KIND: dict[str, str] = by_words(
    {
        "search": "search box, search field, search bar",
        "submit": "submit button",
        "menu": "hamburger menu",
        "logo": "logo",
        "avatar": "avatar",
        "header": "header, top bar",
        "footer": "footer",
        "sidebar": "sidebar, side bar",
        "star": "star",
        "navigation": "navigation, navigation bar, navbar, nav",
        "success": "success message",
        "confirmation": "confirmation message",
        "warning": "warning message, warning",
        "toolbar": "toolbar",
        "badge": "badge",
        "counter": "counter",
        "toast": "toast",
        "tooltip": "tooltip",
        "snackbar": "snackbar",
    }
)
"""What such a noun says about the name besides the kind, where no name is given."""

PAGES_BY_NAME = word_set("dashboard homepage home overview")
"""What needs no noun to be a page."""
PAGE_WORDS = word_set(_KIND_NOUNS["page"].replace(",", ""))
"""Nouns for a page as a whole."""

KIND_WORDS = frozenset(word for noun in (*KINDS, *PLURALS) for word in noun.split())

MULTILINE = frozenset({"textarea", "text area"})
"""Nouns for a field of several lines: a quality besides the kind."""

COLLECTIVE_KINDS: frozenset[Kind] = frozenset({"section", "dialog", "form", "frame", "table", "list", "menu", "tree"})
"""Kinds a sentence can be inside of."""

SIDES = word_set("top bottom left right upper lower")

_PLACE_WORDS: dict[Place, str] = {
    "near": "next to, near, near to, beside, by, close to, adjacent to, nearest to, closest to, alongside, "
    "belonging to, against, corresponding to, on the same line as, at the level of",
    "below": "below, beneath, underneath, under",
    "above": "above, over, on top of",
    "left_of": "left of, to the left of, on the left of, on the left side of",
    "right_of": "right of, to the right of, on the right of, on the right side of",
    "before": "before, in front of",
    "after": "after, behind, following",
    "inside": "inside, in the context of, inside of, in, within, on, from, of, for, into, at, out of",
}
PLACES: dict[tuple[str, ...], Place] = {tuple(words.split()): place for words, place in by_words(_PLACE_WORDS).items()}
PLACE_HEADS = frozenset(words[0] for words in PLACES)
WEAK_PLACES = word_set(
    "in on from of for by under over before after at into within following behind near inside below above"
)
"""Prepositions that stand in names as well ("Sign in", "Terms of service"): they count only beside a clear noun."""

_NAMING_WORDS = (
    "labelled, labeled, named, called, titled, saying, that says, which says, with the text, with text, with "
    "the label, with label, with the name, with name, with the title, with title, with the subject, with "
    "subject, with the placeholder, with placeholder, with the caption, with the heading, with heading, "
    "marked, reading, that reads, containing, containing the text, that contains, which contains, with, "
    "showing, that shows, for, of, about, entitled, whose name is, having"
)
NAMING = frozenset(phrases(_NAMING_WORDS))
"""What may stand between a kind and its quoted name: the field labelled "Email", the row with "Alice"."""

EVERY = word_set("every each all")
"""Words for all of several things, of each of which something is said."""

PRONOUNS = frozenset({"it", "them", "this", "that one", "this one", "the same", "those", "these", "that"})

CANNOT_STAND_IN_A_NAME = word_set(
    "until unless whenever because should shall if while whether whichever whatever somehow something anything "
    "everything someone somewhere everywhere nothing without except excluding neither nor either outside anywhere than"
)
"""Unquoted and in lower case these begin something else, so words around them are no plain name."""

LIMITING = word_set(
    "never only exactly just almost nearly hardly barely scarcely neither nor either except excluding without unless "
    "twice thrice once times partially partly half mostly otherwise instead using solely precisely longer merely "
    "unlike case-sensitively nothing none"
)
"""Words that turn or narrow what a clause says: no reading may leave one out."""
