"""Whole deeds: log in, log out, search, accept cookies, add to the cart."""

from __future__ import annotations

from qa_appliance.core.steps import (
    AcceptCookies,
    AddToCart,
    Click,
    Fill,
    LogIn,
    LogOut,
    Message,
    Press,
    Search,
    Step,
    Value,
)
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.frames import Slots, form, verb
from qa_appliance.english.words.lexicon import PRONOUNS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.values import value_of


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
    if phrase.text.lower() in PRONOUNS:
        return None
    if target is not None and target.kind != "page" and target.name.lower() not in ("search", ""):
        return None
    return Search(text=text)


def search_in(slots: Slots) -> tuple[Step, ...] | None:
    target: Target = slots["field"]
    return Fill(target=target, value=value_of(slots["text"])), Press(keys=("Enter",), target=target)


def remove_from_cart(slots: Slots) -> Step:
    """The “Remove” (or delete) beside that product."""
    item: str = slots["item"]
    row = Relation("row", Target(words=item, name=item, quoted=True))
    return Click(target=Target(words=f"“Remove” in the row “{item}”", name="Remove", within=(row,)))


def add_to_cart(slots: Slots) -> Step:
    return AddToCart(item=slots["item"])


def add_each(slots: Slots) -> tuple[Step, ...] | None:
    items: tuple[Phrase, ...] = slots["items"]
    if not all(part.only_quote is not None for part in items):
        return None
    return tuple(AddToCart(item=part.only_quote or "") for part in items)


def reply(slots: Slots) -> Step | None:
    """To what was written, said by name or by a pronoun; without it, to what is open."""
    what, clear = _written(slots.get("what"))
    return Message(move="reply", what=what, text=value_of(slots["text"])) if clear else None


def forward(slots: Slots) -> Step | None:
    what, clear = _written(slots["what"])
    to: Phrase = slots["to"]
    named = to.only_quote is not None or to.tokens[0].text[0].isupper() or to.tokens[0].text[0] == "{" or "@" in to.text
    return Message(move="forward", what=what, to=value_of(to)) if clear and named else None


_WRITTEN = frozenset({"email", "e-mail", "mail", "message", "comment", "post", "ticket", "thread", "tweet", "review"})


def _written(phrase: Phrase | None) -> tuple[Target | None, bool]:
    """ "them", "that email": what was named before; the second part is false where the words name nothing."""
    if phrase is None:
        return None, True
    lows = [token.low for token in phrase.tokens]
    pointed = len(lows) == 2 and lows[0] in ("that", "this") and lows[1] in _WRITTEN
    if pointed or lows in (["them"], ["him"], ["her"], ["it"]):
        return Target(words="it", name="it"), True
    target = read_target(phrase)
    return target, target is not None and target.kind not in ("page", "dialog")


def accept_cookies(slots: Slots) -> Step:
    return AcceptCookies()


_SAYING = "[with|saying|by_writing] [the|a] [text|message|words|answer|comment]"
REPLY = form(
    "message.reply-to",
    'reply to "Ann" with "Thank you"',
    "[to] {what:anything} with|saying|by_writing [the|a] [text|message|words|answer|comment] {text:quotephrase} // "
    "{text:quotephrase} to {what:anything}",
    reply,
)
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
    verb(
        "remove, delete, take",
        form(
            "cart.remove",
            'remove "Red shoes" from the cart',
            f"{{item}} from {_CART} // {{item}} out of {_CART}",
            remove_from_cart,
        ),
    ),
    verb(
        "reply",
        form("message.reply", 'reply with "Thank you"', f"{_SAYING} {{text:quotephrase}}", reply),
        REPLY,
    ),
    verb(
        "forward",
        form("message.forward", 'forward the email by "Ann" to "Bob"', "{what:anything} to {to:value}", forward),
    ),
)
