"""Words and what they are: kinds of elements, ordinals, places, colours, number words. Data only, no reading."""

from __future__ import annotations

from qa_appliance.core.target import Kind, Place
from qa_appliance.english.words.word_sets import word_set

ARTICLES = word_set("the a an this that these those my your our his her their its any some another")

KINDS: dict[str, Kind] = {
    "button": "button", "btn": "button", "cta": "button", "push button": "button", "submit button": "button",
    "link": "link", "hyperlink": "link", "anchor": "link",
    "field": "field", "input": "field", "textbox": "field", "text box": "field", "text field": "field",
    "text input": "field", "text entry": "field", "input field": "field", "input box": "field",
    "entry field": "field", "textarea": "field", "text area": "field",
    "box": "field", "edit box": "field", "search box": "field", "search field": "field", "search bar": "field",
    "checkbox": "checkbox", "check box": "checkbox", "tick box": "checkbox", "tickbox": "checkbox",
    "check-box": "checkbox",
    "radio": "radio", "radio button": "radio", "radiobutton": "radio", "radio option": "radio",
    "switch": "switch", "toggle": "switch", "toggle switch": "switch",
    "option": "option", "choice": "option", "suggestion": "option",
    "dropdown": "dropdown", "drop-down": "dropdown", "drop down": "dropdown", "select": "dropdown",
    "select box": "dropdown", "combobox": "dropdown", "combo box": "dropdown", "combo": "dropdown",
    "dropdown list": "dropdown", "dropdown menu": "dropdown", "drop-down list": "dropdown",
    "drop-down menu": "dropdown", "drop down list": "dropdown", "drop down menu": "dropdown", "picklist": "dropdown",
    "listbox": "dropdown", "list box": "dropdown", "selector": "dropdown",
    "slider": "slider", "range": "slider",
    "stepper": "spinner", "spin button": "spinner", "number field": "spinner",
    "tab": "tab",
    "menu": "menu", "context menu": "menu", "menu bar": "menu", "navigation menu": "menu", "hamburger menu": "menu",
    "menu item": "menuitem", "menuitem": "menuitem", "menu entry": "menuitem", "menu option": "menuitem",
    "row": "row", "table row": "row",
    "cell": "cell", "table cell": "cell",
    "column": "column", "column header": "column", "column heading": "column",
    "table": "table", "grid": "table", "data table": "table",
    "list": "list",
    "item": "item", "list item": "item", "card": "item", "tile": "item", "entry": "item", "list entry": "item",
    "product": "item", "result": "item", "search result": "item", "article": "item", "post": "item",
    "dialog": "dialog", "dialogue": "dialog", "modal": "dialog", "popup": "dialog", "pop-up": "dialog",
    "dialog box": "dialog", "modal dialog": "dialog", "modal window": "dialog", "pop up": "dialog",
    "popup window": "dialog", "overlay": "dialog", "lightbox": "dialog", "drawer": "dialog",
    "section": "section", "panel": "section", "area": "section", "region": "section", "block": "section",
    "accordion": "section", "sidebar": "section", "side bar": "section", "header": "section", "footer": "section",
    "toolbar": "section", "navigation": "section", "navigation bar": "section", "navbar": "section",
    "fieldset": "section", "group": "section", "box section": "section", "widget": "section", "nav": "section",
    "nav bar": "section", "top bar": "section",
    "form": "form",
    "frame": "frame", "iframe": "frame", "inline frame": "frame",
    "heading": "heading", "headline": "heading", "title heading": "heading",
    "image": "image", "picture": "image", "photo": "image", "logo": "image", "avatar": "image", "thumbnail": "image",
    "img": "image",
    "icon": "icon", "symbol": "icon", "star": "icon",
    "text": "text", "label": "text", "paragraph": "text", "word": "text", "caption": "text", "badge": "text",
    "message": "text", "notice": "text", "phrase": "text", "sentence": "text", "tooltip": "text", "hint": "text",
    "counter": "text",
    "alert": "alert", "toast": "alert", "notification": "alert", "banner": "alert", "success message": "alert",
    "confirmation message": "alert", "confirmation": "alert", "warning": "alert", "warning message": "alert",
    "snackbar": "alert", "flash message": "alert",
    "file input": "file", "file field": "file", "file upload": "file", "upload field": "file", "file picker": "file",
    "dropzone": "file", "drop zone": "file", "upload area": "file",
    "editor": "editor", "rich text editor": "editor", "text editor": "editor",
    "calendar": "calendar", "date picker": "calendar", "datepicker": "calendar", "date field": "calendar",
    "tree": "tree", "tree view": "tree",
    "folder": "treeitem", "file": "treeitem", "folder or file": "treeitem", "file or folder": "treeitem",
    "tree item": "treeitem", "treeitem": "treeitem", "node": "treeitem", "tree node": "treeitem",
    "page": "page", "screen": "page", "site": "page", "website": "page", "view": "page",
}  # fmt: skip
"""Nouns that say what sort of thing is meant. A noun keeps standing in the name where it is all there is to it."""

PLURALS: dict[str, str] = {
    **{f"{noun}s": noun for noun in KINDS if not noun.endswith(("s", "x", "y", "h"))},
    "boxes": "box", "checkboxes": "checkbox", "check boxes": "check box", "textboxes": "textbox",
    "text boxes": "text box", "entries": "entry", "list entries": "list entry", "radios": "radio",
    "switches": "switch", "radio buttons": "radio button", "hyperlinks": "link", "bodies": "body",
    "branches": "node", "children": "item",
}  # fmt: skip

NAMED_BY_KIND: dict[str, str] = {
    "search box": "search", "search field": "search", "search bar": "search", "submit button": "submit",
    "hamburger menu": "menu", "logo": "logo", "avatar": "avatar", "header": "header", "footer": "footer",
    "sidebar": "sidebar", "side bar": "sidebar", "star": "star", "navigation": "navigation",
    "navigation bar": "navigation", "navbar": "navigation", "nav": "navigation",
    "success message": "success", "confirmation message": "confirmation", "warning message": "warning",
    "warning": "warning", "toolbar": "toolbar", "badge": "badge", "counter": "counter", "toast": "toast",
    "tooltip": "tooltip", "snackbar": "snackbar",
}  # fmt: skip
"""What such a noun says about the name besides the kind, where no name is given."""

KIND_WORDS = frozenset(word for noun in (*KINDS, *PLURALS) for word in noun.split())

MULTILINE = frozenset({"textarea", "text area"})
"""Nouns for a field of several lines: a quality besides the kind."""

COLLECTIVE_KINDS: frozenset[Kind] = frozenset({"section", "dialog", "form", "frame", "table", "list", "menu", "tree"})
"""Kinds a sentence can be inside of."""

ORDINALS: dict[str, int] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "1st": 1, "2nd": 2, "3rd": 3, "last": -1, "final": -1, "topmost": 1,
    "bottommost": -1, "penultimate": -2, "second-to-last": -2, "second-last": -2, "next-to-last": -2,
    "third-from-last": -3, "third-to-last": -3, "third-last": -3,
}  # fmt: skip

COLOURS = word_set(
    "red green blue yellow orange purple violet pink black white grey gray brown cyan magenta "
    "turquoise teal navy gold "
    "golden silver beige"
)
SIZES = word_set("big large small little tiny huge bold italic underlined round square rounded wide narrow")
STATES_BEFORE = word_set(
    "selected checked unchecked highlighted active disabled enabled visible hidden focused open "
    "expanded collapsed "
    "current"
)
QUALITIES = COLOURS | SIZES | STATES_BEFORE
SHADES = word_set("light dark bright pale")
SIDES = word_set("top bottom left right upper lower")

_PLACE_WORDS: dict[Place, str] = {
    "near": "next to, near, near to, beside, by, close to, adjacent to, nearest to, closest to, alongside, "
    "belonging to, "
    "on the same line as, at the level of",
    "below": "below, beneath, underneath, under",
    "above": "above, over, on top of",
    "left_of": "left of, to the left of, on the left of, on the left side of",
    "right_of": "right of, to the right of, on the right of, on the right side of",
    "before": "before, in front of",
    "after": "after, behind, following",
    "inside": "inside, inside of, in, within, on, from, of, for, into, at, out of",
}
PLACES: dict[tuple[str, ...], Place] = {
    tuple(words.split()): place for place, listed in _PLACE_WORDS.items() for words in listed.split(", ")
}
PLACE_HEADS = frozenset(words[0] for words in PLACES)
WEAK_PLACES = word_set(
    "in on from of for by under over before after at into within following behind near inside below above"
)
"""Prepositions that stand in names as well ("Sign in", "Terms of service"): they count only beside a clear noun."""

_NAMING_WORDS = (
    "labelled, labeled, named, called, titled, saying, that says, which says, with the text, with text, "
    "with the label, with label, with the name, with name, with the title, with title, "
    "with the placeholder, with placeholder, with the caption, with the heading, with heading, marked, "
    "reading, that reads, containing, containing the text, that contains, which contains, with, showing, "
    "that shows, for, of, about, entitled, whose name is, having"
)
NAMING = {
    tuple(words.split())
    for words in _NAMING_WORDS.split(", ")
}  # fmt: skip
"""What may stand between a kind and its quoted name: the field labelled "Email", the row with "Alice"."""

_SMALL_NUMBERS = (
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, "
    "sixteen, seventeen, eighteen, nineteen, twenty"
)
NUMBERS: dict[str, int] = {word: number for number, word in enumerate(_SMALL_NUMBERS.split(", "))} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100, "dozen": 12,
}  # fmt: skip

SECRET_WORDS = word_set(
    "password passwords passwort passcode passphrase pin token secret otp cvv cvc pwd pass-phrase "
    "credential "
    "credentials one-time 2fa mfa apikey api-key"
)
"""A field whose words hold one of these takes a secret."""

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
