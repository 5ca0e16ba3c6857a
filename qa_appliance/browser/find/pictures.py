"""What the pictures on icons stand for: "the magnifier" is the search. Two tables' worth of words; no search."""

from __future__ import annotations

from qa_appliance.browser.find.texts import bare, fold

# what people see | what it does, and what icon sets call it
_PICTURES = (
    "magnifier, magnifying glass, loupe, lens | search, find, zoom",
    "cog, gear, cogwheel, gear wheel, wrench, spanner | setting, configure, configuration, preference, option, tool",
    "bin, trash, trash can, trashcan, rubbish bin, dustbin, garbage, waste basket | delete, remove",
    "pencil, pen | edit, modify, rename, write, compose",
    "cross, x | close, dismiss, cancel, remove, clear, time, times, xmark",
    "house | home, start, start page, home page",
    "bell | notification, alert, reminder",
    "plus, plus sign | add, new, create, insert",
    "minus, minus sign | remove, reduce, decrease, less, subtract",
    "heart | favourite, favorite, like, wish list, wishlist",
    "star | favourite, favorite, bookmark, rate",
    "eye | show, view, preview, reveal, show password, watch",
    "floppy, floppy disk, disk, diskette | save",
    "envelope, letter | mail, email, message, inbox",
    "question mark | help, support, faq",
    "three dots, dot, kebab, ellipsis | more, more option, option, action, more action, menu",
    "three lines, hamburger, burger, three bars | menu, navigation, open menu, main menu, toggle menu",
    "moon, sun | dark mode, light mode, theme, toggle theme, dark theme, light theme",
    "paper plane, paperplane | send",
    "paperclip, paper clip | attach, attachment, attach file",
    "padlock, lock | lock, secure, private",
    "globe | language, world",
    "printer | print",
    "circular arrow, circle arrow | refresh, reload, sync, redo, retry",
    "speech bubble, bubble | comment, chat, message, reply",
    "avatar, head, silhouette | account, profile, user, my account",
    "calendar | date, choose date, pick date",
    "clipboard | copy, copy to clipboard",
    "funnel | filter",
    "trolley, basket, cart, shopping cart | cart, basket, shopping cart, checkout",
)


def _rows() -> dict[str, frozenset[str]]:
    meanings: dict[str, frozenset[str]] = {}
    for row in _PICTURES:
        seen, does = ([bare(word) for word in part.split(",")] for part in row.split("|"))
        for word in seen:
            meanings[word] = frozenset(seen) | frozenset(does)
    return meanings


_MEANINGS = _rows()


def meanings_of(picture: str) -> frozenset[str]:
    """What an icon with that picture may be called; empty where it is none that people name by what it shows."""
    return _MEANINGS.get(bare(picture), frozenset()) or _MEANINGS.get(fold(picture), frozenset())
