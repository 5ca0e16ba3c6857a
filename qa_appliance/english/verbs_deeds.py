"""Whole deeds: log in, log out, search, accept cookies, add to the cart."""

from __future__ import annotations

from qa_appliance.core.steps import AcceptCookies, AddToCart, Fill, LogIn, LogOut, Press, Search, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.english.frames import Slots, form, verb
from qa_appliance.english.tokens import Phrase
from qa_appliance.english.values import value_of


def log_in(slots: Slots) -> Step | None:
    user, password = _credential(slots.get("user")), _credential(slots["password"])
    if password is None:
        return None
    return (
        LogIn(user=user, password=Value(text=password, secret=True))
        if user is None
        else LogIn(user=Value(text=user), password=Value(text=password, secret=True))
    )


def _credential(phrase: Phrase | None) -> str | None:
    if phrase is None:
        return None
    if phrase.only_quote is None and len(phrase) > 1:
        return None
    return value_of(phrase).text


def log_out(slots: Slots) -> Step:
    return LogOut()


def search(slots: Slots) -> Step | None:
    phrase: Phrase = slots["text"]
    target: Target | None = slots.get("field")
    text = value_of(phrase).text
    if target is not None and target.kind != "page" and target.name.lower() not in ("search", ""):
        return None
    return Search(text=text)


def search_in(slots: Slots) -> tuple[Step, ...] | None:
    target: Target = slots["field"]
    return Fill(target=target, value=value_of(slots["text"])), Press(keys=("Enter",), target=target)


def add_to_cart(slots: Slots) -> Step:
    return AddToCart(item=slots["item"])


def add_each(slots: Slots) -> tuple[Step, ...] | None:
    items: tuple[Phrase, ...] = slots["items"]
    if not all(part.only_quote is not None for part in items):
        return None
    return tuple(AddToCart(item=part.only_quote or "") for part in items)


def accept_cookies(slots: Slots) -> Step:
    return AcceptCookies()


_USER = (
    "[the|my] [user|username|user_name|email|e-mail|email_address|login|account|name|credentials] [name|address] [:|=]"
)
_WITH_WORD = "[the|my|a] password|passcode|pw|pass|pin [:|=] [of]"
_CART = "[the|my|your] [shopping] cart|basket|bag|trolley"
COOKIES = (
    "[all|the] [all|the] "
    "cookies|cookie_banner|cookie_notice|cookie_consent|consent_banner|cookies_banner|cookie_dialog|"
    "cookie_popup"
)

VERBS = (
    verb(
        "log in, sign in, login, log on, signin, log into, sign into, log back in, authenticate, sign "
        "on, be logged in, be signed in, "
        "log myself in, sign back in",
        form(
            "login.both",
            'log in as "x" with password "y"',
            f"[to] [the_site|the_app|the_application|the_shop|the_website] as|with|using|via {_USER} "
            f"{{user:value}} and|with|,|/|using {_WITH_WORD} {{password:value}} // "
            f"as|with|using {_USER} {{user:value}} and|, with|using {_WITH_WORD} {{password:value}} // "
            f"as|with|using {{user:value}} / {{password:value}} // "
            f"as|with|using {{user:quotephrase}} and|, {{password:quotephrase}} // "
            "with|using credentials {user:value} and|/ {password:value} // "
            "as {user:value} ( {password:value} ) // "
            "as {user:value} with|using {password:value}",
            log_in,
        ),
        form("login.password", 'log in with password "y"', f"with|using {_WITH_WORD} {{password:value}}", log_in),
    ),
    verb(
        "log out, sign out, logout, log off, signout, logoff, sign off",
        form("logout", "log out", "[of|from] [the|my] [site|app|application|account|shop|website] [again]", log_out),
    ),
    verb(
        "search, look up",
        form(
            "search.for",
            'search for "shoes"',
            "[the] [site|page|shop|catalogue|catalog|store|website] [for] {text:value} "
            "[in|using|with|on|via] [the] [search] [field|box|bar|site|page]",
            search,
        ),
        form(
            "search.in",
            'search for "shoes" in Products',
            "for {text:value} in {field:target} // {field:target} for {text:value}",
            search_in,
        ),
    ),
    verb(
        "add, put in the cart, put into the cart",
        form("cart.each", 'add "A" and "B" to the cart', f"{{items:listed}} to|into|in {_CART}", add_each),
        form("cart.add", 'add "Red shoes" to the cart', f"{{item}} to|into|in {_CART}", add_to_cart),
    ),
)
