"""How words on a page are compared with words in a sentence: same, same but for dress, near, or meaning the same."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

# Each line: words testers and pages use for the same thing. The first one stands for all. What a form may have both of
# (a phone and a mobile number, a quantity and an amount, a password and a passphrase) is not the same: what was to be
# entered into the one would go into the other where the one is missing.
_SAME_MEANING = (
    "log in|login|sign in|signin|log on|logon|sign on",
    "log out|logout|sign out|signout|log off|logoff|sign off",
    "sign up|signup|register|create account|create an account|registration|join",
    "cart|basket|shopping cart|shopping basket|shopping bag|bag|trolley",
    "add to cart|add to basket|add to bag|buy|buy now",
    "checkout|check out|proceed to checkout|go to checkout",
    "email|e mail|email address|e mail address|mail",
    "username|user name|user|login name",
    "phone|telephone|phone number|telephone number",
    "mobile|mobile number|mobile phone|cell phone",
    "zip|zip code|postcode|postal code|post code",
    "search|find|look up|search box|search bar|search field",
    "delete|remove|trash|bin|erase",
    "edit|change|modify",
    "save|save changes|apply",
    "submit|send|ok",
    "cancel|dismiss|abort",
    "close|x",
    "next|continue|forward",
    "back|previous|prev",
    "settings|preferences|options|configuration",
    "profile|account|my account|my profile",
    "home|homepage|home page|start page",
    "menu|navigation|hamburger",
    "first name|given name|forename",
    "last name|surname|family name",
    "date of birth|birthday|birth date|dob",
    "quantity|qty",
    "password|pass word|pass",
    "notifications|alerts|bell",
    "help|support",
    "favourite|favorite|like|star|heart",
    "picture|image|photo|avatar",
)
_CANON = {words: group.split("|")[0] for group in _SAME_MEANING for words in group.split("|")}

_COUNTER = re.compile(r"(?<=\S)\s*[(\[]\s*\d[\d.,+]*\s*[)\]]$|(?<=[^\W\d])\s+\d{1,3}\+?$")
_NUMBER = re.compile(r"\d+")
_CLOSE_ENOUGH = 0.82
_MOST_KNOWN = 100_000  # texts: those of the largest page are each folded at many rungs
_SHORTEST_CLOSE = 4  # characters: below that, one letter makes another word


FILE_ENDINGS = (
    r"pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|tsv|md|log|png|jpe?g|gif|svg|webp|bmp|heic|mp[34]|mov|avi|wav|zip"
    r"|gz|tar|7z|json|xml|ya?ml|html?|ics|vcf|eml|sql|py|js|ts|css"
)
_FILE = re.compile(rf"\w\.(?:{FILE_ENDINGS})$", re.IGNORECASE)
_LONGEST_FILE = 200  # characters
_NUMBERED = re.compile(r" ?\(\d+\)|[-_~]?\w")
_COPY = re.compile(r"(?:\w[-.~]|\bcopy of |\bkopie von )\Z", re.IGNORECASE)


def names_a_file(text: str) -> bool:
    """Whether the text is a file's name: "a.txt"."""
    return _FILE.search(text[-_LONGEST_FILE:]) is not None and not any(map(str.isspace, text))


def is_other_file(text: str, at: int, end: int) -> bool:
    """Whether what stands there is a file's name, and a part of another one: cv.pdf in “cv.pdf (1)” or “old-cv.pdf”,
    plan.doc in “plan.docx”."""
    if not _FILE.search(text[max(at, end - _LONGEST_FILE) : end]):
        return False
    return bool(_NUMBERED.match(text, end) or _COPY.search(text[max(0, at - 12) : at]))


def squeeze(text: str) -> str:
    return " ".join(text.split())


_PLAIN = {code: None if chr(code) == "'" else chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}


@lru_cache(maxsize=_MOST_KNOWN)
def fold(text: str) -> str:
    """Without case, accents, punctuation and icons: "E-Mail *" and "e mail" are one."""
    if text.isascii():  # most texts, and a large page has a hundred thousand
        return " ".join(text.translate(_PLAIN).split())
    flat = unicodedata.normalize("NFKD", text.casefold())
    kept = [c if c.isalnum() else "" if unicodedata.combining(c) or c in "'’" else " " for c in flat]
    return " ".join("".join(kept).split())


@lru_cache(maxsize=_MOST_KNOWN)
def bare(text: str) -> str:
    """Folded, and without a counter at the end ("Inbox (3)") and the plural."""
    folded = fold(_COUNTER.sub("", squeeze(text)))
    return " ".join(_singular(word) for word in folded.split())


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def called_so(sought: str, seen: str) -> bool:
    """Whether what is seen is called as was said: the one comparison of names.

    Case, white space, invisible characters, how a dash or a quotation mark is drawn, and decorations do not count. A
    part of a name is none, nor is another form, another spelling or another word for it.
    """
    if sought == seen:
        return bool(seen)
    if not seen or _letters(sought) not in _letters(seen):  # nearly all there is on a page: it has to be quick
        return False
    if plain(sought) == plain(seen):
        return bool(plain(seen))
    if _COUNTER_BEHIND.search(sought) or _FILE.search(sought):  # Inbox (3), cv.pdf (1) are others
        return False
    return bool(undressed(sought)) and undressed(sought) == undressed(seen)


@lru_cache(maxsize=_MOST_KNOWN)
def _letters(text: str) -> str:
    return fold(text).replace(" ", "")


@lru_cache(maxsize=_MOST_KNOWN)
def plain(text: str) -> str:
    """Without case, surplus white space and invisible characters, and with one sort of dash, quote and ellipsis."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_TYPOGRAPHY)
        text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return squeeze(text.casefold())


_TYPOGRAPHY = str.maketrans(
    dict.fromkeys("–—‑‐‒―−", "-")
    | dict.fromkeys("’‘ʼ´", "'")
    | dict.fromkeys("“”„«»″", '"')
    | dict.fromkeys(range(0xFE00, 0xFE10))
    | {"…": "...", 0xAD: None}
)


@lru_cache(maxsize=_MOST_KNOWN)
def undressed(text: str) -> str:
    """Without what decorates a name: a counter in brackets, a picture, a final colon, ellipsis, asterisk or stop,
    "(optional)", a hint at a key. “Log in”, “log-in” and “login” are one; 1 2 and 12 are not."""
    kept = plain(text)
    for _ in range(_MOST_DRESS):
        shorter = without_pictures(kept)
        for dress in _DRESS:
            shorter = dress.sub("", shorter).strip()
        if shorter in (kept, ""):
            break
        kept = shorter
    return _BETWEEN_LETTERS.sub("", _STOPS.sub(" ", kept))


def without_pictures(text: str) -> str:
    """Without the pictures and signs of icon fonts before and behind it."""
    start, end = 0, len(text)
    while start < end and _is_picture(text[start]):
        start += 1
    while end > start and _is_picture(text[end - 1]):
        end -= 1
    return text[start:end].strip()


def _is_picture(character: str) -> bool:
    return character > "~" and character != "°" and unicodedata.category(character) in ("So", "Sk", "Co")


_NAMED_KEYS = "enter|return|esc|escape|del|delete|tab|space|backspace|up|down|left|right|home|end"
_KEY = rf"(?:[a-z0-9]|f\d{{1,2}}|{_NAMED_KEYS}|[↵⏎⌫⎋])"
_HELD = r"(?:(?:ctrl|control|cmd|command|alt|option|opt|shift|meta|win)\s*[+-]\s*|[⌘⌥⇧⌃^]\s*\+?\s*)"
_HINT = rf"{_HELD}+{_KEY}"
_COUNTER_BEHIND = re.compile(r"[(\[]\s*\d[\d.,]*\+?\s*[)\]]\s*$")
_DRESS = (
    re.compile(r"(?<=\S)\s*[(\[]\s*\d[\d.,]*\+?\s*[)\]]$"),  # Inbox (3)
    re.compile(r"(?<=\S)\s*[(\[](?:optional|required)[)\]]$"),
    re.compile(rf"(?<=\S)(?:\s+{_HINT}|\s*[(\[](?:{_HINT}|f\d{{1,2}}|esc|del|enter)[)\]])$"),  # Save Ctrl+S
    re.compile(r"^[^\w\s]+\s+(?=\D)|\s+[^\w\s%°€$£¥)\]}\"'#]+$"),  # + Add, Next →
    re.compile(r"(?<=[\w)\]\"'%])\s*[:*!?.,]+$"),  # Email: *, More..., Saved!
)
_STOPS = re.compile(r"(?<=[^\W\d])[,;:.!?]+\s+")  # “Yes, delete it” is “Yes delete it”
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])(?: |-)(?=[^\W\d_])")
_MOST_DRESS = 4  # decorations of one name


def in_quotes(words: str, sentence: str) -> bool:
    """Whether a sentence has them in quotes."""
    return re.search(rf"[\"'“”„«»‘’`]{re.escape(words)}[\"'“”„«»‘’`]", sentence) is not None


def begins_line(label: str, line: str, *, sentence: bool = False) -> bool:
    """Whether the words are the label before what a line states: “Total” of “Total: 5” and “Total €5”, not of “Total
    items: 5”; in a `sentence` also what it speaks of: “The trial ends in 3 days”."""
    wanted, given = plain(label).rstrip(" :="), plain(line)
    if not wanted or not given.startswith(wanted):
        return False
    return _STATED.match(given, len(wanted)) is not None or (
        sentence and _SENTENCE.match(given, len(wanted)) is not None
    )


_SENTENCE = re.compile(r"\s+(?:is|are|was|were|has|have|will|(?:end|start|begin|expire|renew|cost|remain)s?)\b")
_STATED = re.compile(r"\s*[:=]\s*\S|\s+-\s+\S|\s*[-+]?[€$£¥]?\s?\d")


def whole_words(sought: str, seen: str) -> bool:
    """Whether all that was said are whole words of a longer text, one after the other. A number is one word with its
    points, a word with hyphens as well: “save” is none of “auto-save”, “42” none of “42.50”."""
    wanted = fold(sought)
    return bool(wanted) and f" {wanted} " in f" {fold(seen)} " and _words(sought) in _words(seen)


@lru_cache(maxsize=_MOST_KNOWN)
def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(plain(text)))} "


_WORD = re.compile(r"[-+]?\d+(?:[.,:/]\d+)*\w*|\w+(?:[-'’.]\w+)*")


def same_meaning(sought: str, seen: str) -> bool:
    canon = _CANON.get(fold(sought))
    same = canon is not None and canon == _CANON.get(bare(seen), _CANON.get(fold(seen)))
    return same or _turned_round(sought, seen)


def _turned_round(sought: str, seen: str) -> bool:
    """ "The status filter" is “Filter by status”, "the product search" “Search products”."""
    what, _, does = fold(sought).rpartition(" ")
    found = _TO_USE.fullmatch(fold(seen)) if does in _USES else None
    return found is not None and found[1] == _USES[does] and bare(found[2]) == bare(what)


_USES = {"filter": "filter", "search": "search", "sort": "sort", "selector": "select", "picker": "choose"}
_TO_USE = re.compile(rf"({'|'.join(set(_USES.values()))}) (?:by |for |a |an |your |the )*(.+)")


def closeness(sought: str, seen: str) -> float:
    """0..1; 1 is the same."""
    return SequenceMatcher(None, fold(sought), fold(seen)).ratio()


def close_spelling(sought: str, seen: str) -> bool:
    wanted, given = fold(sought), fold(seen)
    if len(wanted) < _SHORTEST_CLOSE or abs(len(wanted) - len(given)) > 3 or re.sub(r"\D", "", wanted + given):
        return False
    return SequenceMatcher(None, wanted, given).ratio() >= _CLOSE_ENOUGH


@lru_cache(maxsize=20_000)
def spelled_out(identifier: str) -> str:
    """The words in an identifier: "user_name", "userName" and "user-name" are "user name"."""
    return fold(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", identifier).replace("_", " "))


_MARKS = re.compile(r"^(?:[\s:=–—]|-(?![\d€$£¥]))+")  # a minus belongs to its number
_PARTED = re.compile(r"\s*[:=]")
_ENDS_AS_LABEL = re.compile(r"[:=]\s*$")
_JOINING = frozenset("\u200d\ufe0e\ufe0f")


def behind_label(own: str, label: str) -> str:
    """ "Total: $39.90" without "Total:"."""
    if not label or not own.casefold().startswith(label.casefold()):
        return ""
    return squeeze(_MARKS.sub("", own[len(label) :]))


def is_label_alone(own: str, label: str) -> bool:
    """Whether it says nothing but the label. Signs behind a colon are a value: “Backup: ❌”."""
    if fold(own) != fold(label):
        return False
    return not (signs_behind(own, label) and _PARTED.match(own, len(label)))


def signs_behind(own: str, label: str) -> str:
    """What stands behind the label where that is signs alone, such as “★★☆”; else ""."""
    rest = behind_label(own, label)
    signs = [sign for sign in rest if not (sign.isspace() or sign in _JOINING)]
    return rest if signs and all(unicodedata.category(sign) in ("So", "Sk") for sign in signs) else ""


def awaits_value(own: str, label: str) -> bool:
    """Whether it is the label with a mark behind which a value is to stand, and none does: “Voucher:”."""
    return fold(own) == fold(label) and _ENDS_AS_LABEL.search(own) is not None
