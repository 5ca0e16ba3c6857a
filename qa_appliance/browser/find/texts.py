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


def same_dressed_down(sought: str, seen: str) -> bool:
    """Equal but for case, accents, punctuation, counters, icons and plural. Words all of symbols compare as written.

    A number that was said is never dropped as a counter: “Task 1” is not “Task 2”.
    """
    if not seen:
        return False
    folded = fold(sought)
    if not folded:
        return squeeze(sought) == squeeze(seen)
    given = fold(seen)
    if folded == given or folded.replace(" ", "") == given.replace(" ", ""):
        return True
    return bare(sought) == bare(seen) and _NUMBER.findall(folded) in ([], _NUMBER.findall(given))


def starts(sought: str, seen: str) -> bool:
    """As whole words or as the beginning of one; a number is whole: “Order 1” does not begin “Order 10”."""
    wanted, given = fold(sought), fold(seen)
    if not wanted or not given.startswith(wanted) or _splits_number(wanted, given, 0):
        return False
    return len(wanted) > 2 or given[len(wanted) :].startswith(" ")


def whole_words(sought: str, seen: str) -> bool:
    wanted, given = fold(sought), fold(seen)
    return bool(wanted) and f" {wanted} " in f" {given} "


def contained(sought: str, seen: str) -> bool:
    """A part of a short name's words: “Save” of “Autosave”. In a sentence a part of a word is something else."""
    wanted, given = fold(sought), fold(seen)
    at = given.find(wanted) if len(wanted) > 2 and given.count(" ") <= wanted.count(" ") + 1 else -1
    return at >= 0 and not _splits_number(wanted, given, at)


def _splits_number(wanted: str, given: str, at: int) -> bool:
    """Whether the words found at a place end or begin in the middle of a number."""
    before, after = given[at - 1 : at] if at else "", given[at + len(wanted) : at + len(wanted) + 1]
    return (wanted[-1].isdigit() and after.isdigit()) or (wanted[0].isdigit() and before.isdigit())


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
