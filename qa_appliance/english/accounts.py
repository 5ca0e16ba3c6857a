"""Whether a test's sign-ins are of accounts that are known, and what to write of one that is not. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qa_appliance.core.classify import names_a_sign_out
from qa_appliance.core.steps import Click, Cookies, Go, LogIn, LogOut, Person, SignIn, Step, Visitor
from qa_appliance.core.test_data.project import Account, ProjectData, not_known
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.english.sentences.asides import tells_a_story
from qa_appliance.english.sentences.leads import is_of_a_trade
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.write import quote, write

ACTING = "acting.as"
"""The rule of a step that signs in who does a sentence."""

_UNNAMED = "…"
_LONGEST_NAME = 5  # words
_ARTICLES = frozenset({"a", "an", "the"})
_FIRST = frozenset({"then", "now", "next", "and", "finally", "afterwards", "later", "given", "when", ","})
_STOPS = (",", ":")
_VISITORS = frozenset({"visitor", "guest", "anonymous user", "anonymous visitor", "unauthenticated user"})


class Lack(NamedTuple):
    """Why nobody can sign in so, and whole sentences to write instead."""

    reason: str
    nearest: tuple[str, ...]


class Acting(NamedTuple):
    """Who does a sentence: the words that say so, the step that makes it so, and what is done."""

    words: Phrase
    step: SignIn | Visitor
    rest: Phrase


def acting(phrase: Phrase, accounts: Sequence[Account] | None) -> Acting | None:
    """ "As the clerk, click Save", "Then as an editor I open Posts", "As the clerk:" over lines.

    Only where the project knows somebody: of a name or role that it knows, as nobody, or in a role that it does not
    know, which is left to be found lacking.
    """
    tokens = phrase.tokens
    at = next((nth for nth, token in enumerate(tokens) if token.low not in _FIRST), len(tokens))
    if not accounts or at + 1 >= len(tokens) or tokens[at].low != "as" or tells_a_story(phrase):
        return None
    begin = at + 1 + (tokens[at + 1].low in _ARTICLES)
    for end in range(begin + 1, min(begin + _LONGEST_NAME, len(tokens)) + 1):
        following = tokens[end].low if end < len(tokens) else ":"
        if not (following in _STOPS or following in ("i", "we") or following in INDEX):
            continue
        if (step := _who(phrase[begin:end], following, ProjectData(tuple(accounts)))) is not None:
            return Acting(phrase[at:end], step, phrase[end + (following in _STOPS) :])
    return None


def _who(named: Phrase, following: str, known: ProjectData) -> SignIn | Visitor | None:
    tokens = named.tokens
    words = tokens[0].value if len(tokens) == 1 and tokens[0].kind == "quoted" else named.text
    account = known.account(words) or known.account(words.removesuffix(" user"))
    if account is not None:
        return SignIn(account=account.name)
    if words.casefold() in _VISITORS:
        return Visitor()
    return SignIn(account=words) if following in _STOPS and is_of_a_trade(tokens[-1].low) else None


def is_so_already(step: SignIn | Visitor, before: Sequence[Step], accounts: Sequence[Account] | None) -> bool:
    """Whether the steps before it in its block leave it so for sure.

    Not where it depends on a condition who signed in, nor where somebody signed out or went on as another since.
    """
    known = ProjectData(tuple(accounts or ()))
    last = next((each for each in reversed(before) if any(map(_changes_who, from_the_end(each)))), None)
    if isinstance(step, Visitor):
        return isinstance(last, Visitor)
    return isinstance(last, SignIn) and known.account(last.account) == known.account(step.account)


def _changes_who(part: object) -> bool:
    if isinstance(part, Click):
        return part.target is not None and names_a_sign_out(part.target.words)
    if isinstance(part, Go):
        return names_a_sign_out(f"{part.url} {part.page}")
    return isinstance(part, SignIn | LogIn | LogOut | Visitor | Person | Cookies)


def meant(step: Step, others: Iterable[Step], accounts: Sequence[Account] | None) -> Step:
    """The step; but the sign-in it can be read as, too, where somebody is called so: switch to the clerk."""
    target = step.target if isinstance(step, Click) else None
    if not accounts or target is None or target.quoted or target.kind != "any":
        return step
    known = ProjectData(tuple(accounts))
    signing = (each for each in others if isinstance(each, SignIn) and known.account(each.account) is not None)
    return next(signing, step)


def lacking(step: Step, accounts: Sequence[Account] | None) -> Lack | None:
    """What keeps a sign-in from being done; None where it can be, or where no accounts are asked about."""
    if accounts is None:
        return None
    data = ProjectData(tuple(accounts))
    named = [part.account for part in from_the_end(step) if isinstance(part, SignIn)]
    unknown = next((name for name in reversed(named) if data.account(name) is None), None)
    if unknown is None:
        return None
    known = tuple(f"{write(SignIn(account=account.name))}" for account in accounts)
    with_password = f'log in as {quote(unknown or _UNNAMED)} with password "{_UNNAMED}"'
    return Lack(not_known(unknown, accounts), known or (with_password,))
