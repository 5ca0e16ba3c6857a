"""Whole deeds: search, accept cookies, add to the cart."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.steps import (
    AcceptCookies,
    AddToCart,
    Click,
    Fill,
    Message,
    Press,
    Repeat,
    Search,
    Step,
    Value,
)
from qa_appliance.core.target import RECORDS, Relation, Target
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.verbs.clearing import clear
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import ARTICLES, PRONOUNS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import value_of


def search(text: Phrase) -> Step | None:
    elsewhere = text.has(_BELOW) or text.tokens[0].text in ("when", "if", "using", "by", "with")
    pointing = text.text.lower() in _SEARCHED_BEFORE or (not text.quotes() and elsewhere)
    place = text.has(_FOR) and text.source.text[: text.start].split()[-1:] != ["for"]  # "search Products for lamps"
    return None if pointing or place else Search(text=value_of(text).text)


_SEARCHED_BEFORE = PRONOUNS | {"again"}
_FOR = frozenset({"for"})
_BELOW = frozenset({"below", "following", "are", "is"})
"""What is searched for stands somewhere else; "search indexes are up to date" tells how something is."""


def search_record(noun: Phrase, text: str) -> Step | None:
    """ "Search for the patient “Bo Chen”": by what it is called."""
    words = [token.low for token in noun.tokens if token.low not in ARTICLES]
    return Search(text=text) if len(words) == 1 and words[0] in RECORDS | _SOLD else None


_SOLD = frozenset({"product", "item", "article", "page", "file"})


def enter_credentials(user: str, password: str) -> tuple[Step, ...]:
    """ "Enter the credentials “ann” and “x”": who it is, and the password."""
    return (
        Fill(target=Target(words="username", name="username"), value=Value(text=user)),
        Fill(target=Target(words="password", name="password"), value=Value(text=password, secret=True)),
    )


def search_in(text: Phrase, field: Target) -> tuple[Step, ...] | Step | None:
    """In a field, or in what is searched by the field that stands with it: "in the customers list"."""
    if field.name.lower() in _ELSEWHERE:
        return None
    if field.kind in ("item", "section", "row", "page") and not field.name:
        return Search(text=value_of(text).text)  # "search products for “Lamp”"
    if field.kind in ("list", "table"):
        beside = Relation("near", replace(field, kind="any")) if field.name else Relation("near", field)
        field = Target(words=f"the search field of {field.words}", name="search", kind="field", within=(beside,))
    return Fill(target=field, value=value_of(text)), Press(keys=("Enter",), target=field)


_ELSEWHERE = frozenset({"web", "internet", "google", "online", "net"})


def remove_from_cart(item: str) -> Step:
    """The “Remove” (or delete) beside that product."""
    if item in _AT_HAND:
        return Click(target=Target(words="“Remove”", name="Remove"))
    row = Relation("row", Target(words=item, name=item, quoted=item.lower() not in PRONOUNS))
    return Click(target=Target(words=f"“Remove” in the row “{item}”", name="Remove", within=(row,)))


def add_this() -> Step:
    """ "Add to cart": by the button that is called so."""
    return Click(target=Target(words="“Add to cart”", name="Add to cart"))


def add_to_cart(item: str) -> Step | None:
    if item in ("products", "items", "articles", "things", "some products", "some items", "multiple items"):
        return None  # which ones, it does not say
    if item in _AT_HAND:
        return Click(target=Target(words="“Add to cart”", name="Add to cart"))
    return AddToCart(item=item)


_AT_HAND = frozenset({"product", "item", "article"})
"""Not called by a name: the one the page is about, which has the only button there is."""


def add_often(item: str, times: int) -> Step | None:
    added = add_to_cart(item)
    return None if added is None or times < 1 else Repeat(steps=(added,), times=times)


def add_nth(nth: Target) -> Step | None:
    """The button of the first, the second, the last product."""
    if not nth.ordinal or nth.name or nth.kind not in ("item", "row"):
        return None
    words = f"“Add to cart” in {nth.words}"
    return Click(target=Target(words=words, name="Add to cart", within=relation_inside(nth)))


def _name_of(part: Phrase) -> str:
    """Of one of several: in quotes, or in capitals behind an article of its own; "Bed and Breakfast" may be one."""
    rest = part[1:] if len(part) > 1 and part.tokens[0].low in ARTICLES else None
    named = rest is not None and all(token.text[0].isupper() or token.text[0].isdigit() for token in rest.tokens)
    return part.only_quote or (rest.text if rest is not None and named else "")


def remove_each(items: tuple[Phrase, ...]) -> tuple[Step, ...] | None:
    names = [_name_of(part) for part in items]
    return tuple(remove_from_cart(name) for name in names if name) if all(names) else None


def reply(text: Phrase, what: Phrase | None = None) -> Step | None:
    """To what was written, said by name or by a pronoun; without it, to what is open."""
    written, clear = _written(what)
    if what is not None and ("question" in what.text.lower().split() or _is_request(what)):
        return None  # a quiz's, or a page's, not somebody's
    return Message(move="reply", what=written, text=value_of(text)) if clear else None


def _is_request(what: Phrase) -> bool:
    """ "GET /api/price", "requests to /api/price"."""
    return what.tokens[-1].text.startswith("/") or "://" in what.tokens[-1].text


def forward(what: Phrase, to: Phrase) -> Step | None:
    written, clear = _written(what)
    named = to.only_quote is not None or to.tokens[0].text[0].isupper() or to.tokens[0].text[0] == "{" or "@" in to.text
    return Message(move="forward", what=written, to=value_of(to)) if clear and named else None


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


def accept_cookies() -> Step:
    return AcceptCookies()


REPLY = form(
    "message.reply-to",
    'reply to "Ann" with "Thank you"',
    "[to] {what:anything} with|saying|by_writing <a_text> {text:quotephrase} // {text:quotephrase} to {what:anything}",
    reply,
)

VERBS = (
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
            "search.record",
            'search for the patient "Bo Chen"',
            "for {noun:bare} [with|by] [the] [name|title] [called|named] {text:quoted} "
            "[in|using|with] [the] [search] [search|field|box|bar]",
            search_record,
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
        form(
            "cart.add",
            'add "Red shoes" to the cart twice',
            "{item} {times} to|into|in <the_cart> // {item} to|into|in <the_cart> {times}",
            add_often,
        ),
        form("cart.add", 'add "Red shoes" to the cart', "{item} to|into|in <the_cart>", add_to_cart),
        form("cart.this", "add to cart", "to|into <the_cart>", add_this),
        form("cart.nth", "add the first product to the cart", "{nth:target} to|into|in <the_cart>", add_nth),
    ),
    verb(
        "remove, delete, take",
        form("cart.remove-each", 'remove "A" and "B" from the cart', "{items:listed} from <the_cart>", remove_each),
        form(
            "cart.remove",
            'remove "Red shoes" from the cart',
            "{item} from <the_cart> // {item} out of <the_cart>",
            remove_from_cart,
        ),
        form(
            "clear.field",
            "delete the content of the Name field",
            "[all] [of] [the] text|content|contents|value of|in|from {target} // everything in|inside|from {target}",
            clear,
        ),
    ),
    verb(
        "enter, provide, type",
        form(
            "type.credentials",
            'enter the credentials "ann" and "secret"',
            "[the|my|valid|login|user] [login|user] credentials|login_details [:] "
            "{user:quoted} and|/|, {password:quoted}",
            enter_credentials,
        ),
    ),
    verb(
        "reply",
        REPLY,
    ),
    verb(
        "forward",
        form("message.forward", 'forward the email by "Ann" to "Bob"', "{what:anything} to {to:value}", forward),
    ),
)
