"""Logging in and out: a user and a password, with the role they are of and the site they are for."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TypeGuard

from msgspec.structs import replace

from qa_appliance.core.checks import ElementIs, ErrorShown, MessageSays
from qa_appliance.core.steps import Assert, Click, Go, LogIn, LogOut, Step, Value, WaitFor
from qa_appliance.core.target import Target
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.lexicon import ARTICLES
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import SECRET_WORDS, value_of
from qa_appliance.language.word_sets import word_set

_LONGEST_ROLE = 3  # words
_LONGEST_SITE = 4  # words
_NO_ROLE = word_set("and with using or not no via by different another wrong invalid incorrect")
_NO_ONE = _NO_ROLE | word_set("again once twice please first optional required needed if")
_NO_SITE = word_set("as with using and or via browser tab window incognito again back by")
_INTO = word_set("to into in on at")


def read_role(phrase: Phrase) -> Phrase | None:
    """ "the customer", "teacher", "my student ID": who logs in, told before the name."""
    plain = all(token.kind == "word" and token.text.replace("-", "").isalpha() for token in phrase.tokens)
    words = [token for token in phrase.tokens if token.low not in ARTICLES]
    if not plain or not 0 < len(words) <= _LONGEST_ROLE or not words[0].text.islower():
        return None
    lows = {token.low for token in words}
    return phrase if lows.isdisjoint(_NO_ROLE | SECRET_WORDS) else None


def read_account(phrase: Phrase) -> Phrase | None:
    """ "The existing project", "workspace": what is logged into by its own name, told before that name."""
    role = read_role(phrase)
    return phrase if role is not None and role.tokens[-1].low in _ACCOUNTS else None


_ACCOUNTS = word_set("project account workspace team organization organisation tenant company group room household")


def read_site(phrase: Phrase) -> Phrase | None:
    """ "to the ticketing system", "into admin panel": what is logged into; one is there already."""
    tokens = phrase.tokens
    words = len(tokens) - (tokens[0].low in _INTO)
    if not 0 < words <= _LONGEST_SITE:
        return None
    plain = all(token.kind == "word" and token.text[0].isalpha() for token in tokens)
    return phrase if plain and not phrase.has(_NO_SITE) else None


def read_one(phrase: Phrase) -> Phrase | None:
    """A name or a password: a quote, or a single word."""
    first = phrase.tokens[0]
    return phrase if len(phrase) == 1 and first.kind != "mark" and first.low not in ARTICLES | _NO_ONE else None


def read_both(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """ "admin/admin123": a user and a password, an address is neither."""
    if len(phrase) != 1:
        return None
    token = phrase.tokens[0]
    user, mark, password = token.value.partition("/")
    if (
        not mark
        or not user
        or not password
        or token.low == "and/or"
        or "/" in password
        or "." in user.split("@")[0]
        or ":" in user
    ):
        return None
    parts = (replace(token, text=part, low=part.lower(), value=part) for part in (user, password))
    first, second = (Phrase([part], phrase.source) for part in parts)
    return first, second


def log_in(
    password: Phrase | None = None, user: Phrase | None = None, both: tuple[Phrase, Phrase] | None = None
) -> Step | None:
    user, password = both or (user, password)
    name, word = _credential(user), _credential(password)
    if word is None or (user is not None and name is None):
        return None
    return LogIn(user=None if name is None else Value(text=name), password=Value(text=word, secret=True))


def log_in_alike(user: Phrase, password: Phrase) -> Step | None:
    """ "log in with admin and admin": one word for both; two words may as well be two ways to log in."""
    return log_in(password, user) if user.text == password.text else None


def log_in_at(
    url: str,
    user: Phrase | None = None,
    password: Phrase | None = None,
    both: tuple[Phrase, Phrase] | None = None,
) -> tuple[Step, ...] | None:
    done = log_in(password, user, both)
    return None if done is None else (Go(url=url), done)


def _credential(phrase: Phrase | None) -> str | None:
    if phrase is None:
        return None
    if phrase.only_quote is None and len(phrase) > 1:
        return None
    return value_of(phrase).text


def press_log_in() -> Step:
    """Behind what was typed: the button of the form. Where nothing was, it is no deed that could be done."""
    return Click(target=Target(words="the “Log in” button", name="Log in", kind="button"))


def log_out() -> Step:
    return LogOut()


def log_out_by(way: Target) -> Step | None:
    """The way is found as without its being said: what logs out may lie in a menu."""
    return LogOut() if way.kind in ("menu", "button", "link", "icon", "image") else None


def as_attempts(steps: list[Step]) -> list[Step]:
    """With what says of itself that it may be refused, or is followed by an error that is to be shown, marked so."""
    pairs = zip_longest(steps, steps[1:])
    return [replace(step, attempt=True) if _is_tried(step, after) else step for step, after in pairs]


def _is_tried(step: Step, after: Step | None) -> TypeGuard[LogIn]:
    if not isinstance(step, LogIn) or not isinstance(after, Assert | WaitFor):
        return False
    check = after.check
    if isinstance(check, ElementIs) and check.target.name == "password" and check.target.kind == "field":
        return not check.negated
    shows_error = isinstance(check, ErrorShown) and not check.negated
    return (
        shows_error
        or _TRIED.search(step.sentence) is not None
        or (isinstance(check, MessageSays) and check.of == "error")
    )


_TRIED = re.compile(
    r"^\W*(?:i )?(?:try|trying|attempt)\b|\b(?:wrong|invalid|incorrect|bad|unknown|non-?existent|unregistered)\b",
    re.IGNORECASE,
)


VERBS = (
    verb(
        "log in, sign in, login, log on, signin, log into, sign into, log back in, authenticate, sign "
        "on, be logged in, be signed in, "
        "log myself in, sign back in, do login, do a login, do the login, perform login, perform a login, make login, "
        "perform the login",
        form(
            "login.both",
            'log in as "x" with password "y"',
            "[to] [the_site|the_app|the_application|the_shop|the_website] as|with|using|via <user> "
            "{user:value} and|with|,|/|using <password> {password:value} // "
            "as|with|using <user> {user:value} and|, with|using <password> {password:value} // "
            "as|with|using {user:value} / {password:value} // "
            "as|with|using {user:quotephrase} and|, {password:quotephrase} // "
            "[{~site:site}] as {~role:role} ( {both:both} ) // "
            "[{~site:site}] as|with|using [{~role:role}] {user:one} and|,|with|using <password> {password:one} // "
            "[{~site:site}] as|with|using [{~role:role}] {user:one} and|,|with {password:quotephrase} // "
            "[{~site:site}] as|with|using [{~role:role}] {user:one} / {password:one} // "
            "[{~site:site}] as|with|using [{~role:role}] {user:one} ( <password> {password:one} ) // "
            "[{~site:site}] as|with|using [{~role:role}] {user:one} ( {password:one} ) // "
            "[{~site:site}] as|with|using [{~role:role}] ( {user:one} ) and|,|with|using <password> {password:one} // "
            "[{~site:site}] as {~role:role} ( {user:one} /|, {password:one} ) // "
            "[{~site:site}] as {~role:role} with|using <user> {user:one} and|,|/ <password> {password:one} // "
            "[{~site:site}] [with|as|using] [:] {both:both} // [{~site:site}] ( {both:both} ) // "
            "[{~site:site}] ( {user:one} , {password:one} ) // "
            "[to|into|as|with|using] {~account:account} {user:one} and|,|with|using|/ <password> {password:one} // "
            "[to|into|as|with|using] {~account:account} {user:one} ( <password> {password:one} ) // "
            "[to|into|as|with|using] {~account:account} {user:one} ( {password:one} ) // "
            "( {~account:account} {user:one} ,|/ <password> {password:one} ) // "
            "[to|into] {~account:account} {user:one} / {password:one} // "
            "[to|into] {~account:account} {user:one} with|using {password:one} as <password> // "
            ": {user:one} / {password:one} // "
            "[{~site:site}] with|using {user:one} and {password:figure} // "
            "with|using credentials {user:value} and|/ {password:value} // "
            "as {user:value} ( {password:value} ) // "
            "( {user:value} / {password:value} ) // "
            "as {user:value} ( <password> {password:value} ) // "
            "[as] [{~who:anything}] <credentials> // "
            "as {user:value} with|using {password:value} // "
            "with|using [wrong|invalid|incorrect|correct|valid] <password> {password:value} for|as [the] [user] "
            "{user:value}",
            log_in,
        ),
        form(
            "login.at",
            'log in at /login as "x" with password "y"',
            "at|on|via|to|into {url:address} as|with|using <user> {user:value} and|,|with|using <password> "
            "{password:value} // "
            "at|on|via|to|into {url:address} as|with|using {user:one} and|,|with|using <password> {password:one} // "
            "at|on|via|to|into {url:address} as|with|using {user:value} / {password:value} // "
            "at|on|via|to|into {url:address} as|with|using {user:one} ( <password> {password:one} ) // "
            "at|on|via|to|into {url:address} as|with|using {user:one} ( {password:one} ) // "
            "[at|on|via|to|into] {url:address} as|with|using {both:both} // "
            "at|on|via {url:address} [as] [{~who:anything}] <credentials> // "
            "[{~site:site}] as|with|using <user> {user:one} and|,|with <password> {password:one} at|on {url:address}",
            log_in_at,
        ),
        form("login.both", "log in with ada and ada", "as|with|using {user:one} and {password:one}", log_in_alike),
    ),
    verb(
        "open, visit, go, navigate",
        form(
            "login.at",
            "open /login (login: ada / tea4two)",
            "[to] {url:address} ( login|log_in|credentials|user|account [:] {user:one} /|, {password:one} ) // "
            "[to] {url:address} <credentials>",
            log_in_at,
        ),
    ),
    verb(
        "log out, sign out, logout, log off, signout, logoff, sign off",
        form("logout", "log out via the user menu", "via|using|through|with|from|by {way:target}", log_out_by),
        form("logout", "log out", "[of|from] [the|my] [site|app|application|account|shop|website] [again]", log_out),
    ),
    verb(
        "submit, fill and submit, fill in and submit",
        form(
            "login.submit",
            'submit the login form with email "a@b.c" and password "y"',
            "[the] login|sign-in|log_in form with|using <user> {user:value} and|, <password> {password:value}",
            log_in,
        ),
    ),
    verb(
        "log in, sign in, login, log on, sign on",
        form("click.login", 'enter the password "x" and log in', "[now]", press_log_in),
    ),
)
