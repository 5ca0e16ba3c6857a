"""What a file gives its tests: accounts, and texts by their names. As it stands there, with the place of each.

A password is named as a variable of whoever runs the tests, `${NAME}`, and stands in no file.
"""

from __future__ import annotations

import re

from msgspec import Struct

from qa_appliance.core.test_data.names import fold, is_quotable, unfit_for_braces
from qa_appliance.english.compile import plan_english
from qa_appliance.language.values import is_secret
from qa_appliance.planning.secret_words import secret_words
from qa_appliance.testfiles.entries import VARIABLE, Entry

ACCOUNTS, VARIABLES = "accounts", "variables"
_ACCOUNT = ("role", "user", "password", "signIn")
_LONGEST = 100  # characters of an account's name
_MADE = re.compile(r"now|today|unique \w+", re.IGNORECASE)


class StatedAccount(Struct, frozen=True):
    """`user` and `password` may hold `${NAME}`; without a password nobody types one."""

    name: str
    user: Entry
    password: Entry | None
    role: str = ""
    sign_in: tuple[str, ...] = ()


class Given(Struct, frozen=True):
    """Accounts by their folded names, variables by theirs."""

    accounts: dict[str, StatedAccount] = {}
    variables: dict[str, Entry] = {}

    def before(self, other: Given) -> Given:
        """Of both, in this order; where they have the same name, its own."""
        return Given(
            self.accounts | {name: each for name, each in other.accounts.items() if name not in self.accounts},
            self.variables | {name: each for name, each in other.variables.items() if name not in self.variables},
        )


def read_given(entry: Entry) -> Given:
    """Of a file that says nothing else. Raises `Faulty`."""
    accounts: dict[str, StatedAccount] = {}
    variables: dict[str, Entry] = {}
    for name, key, value in entry.pairs("The file"):
        if name == ACCOUNTS:
            accounts = read_accounts(value, name)
        elif name == VARIABLES:
            variables = read_variables(value, name)
        else:
            raise key.wrong(f"“{name}” is not known here. What is: {ACCOUNTS}, {VARIABLES}.")
    return Given(accounts, variables)


def read_accounts(entry: Entry, what: str) -> dict[str, StatedAccount]:
    """Raises `Faulty`."""
    found: dict[str, StatedAccount] = {}
    for name, key, value in entry.pairs(what):
        if len(name) > _LONGEST or not is_quotable(name):
            raise key.wrong(
                "An account has a name of one line without quotes and braces, such as admin or night clerk."
            )
        if fold(name) in found:
            raise key.wrong(f"“{name}” stands twice.")
        found[fold(name)] = _account(name, value)
    return found


def _account(name: str, entry: Entry) -> StatedAccount:
    found: dict[str, Entry] = {}
    for each, key, value in entry.pairs(f"The account “{name}”"):
        if each not in _ACCOUNT:
            raise key.wrong(f"“{each}” is not known here. What is: {', '.join(_ACCOUNT)}.")
        found[each] = value
    if "user" not in found:
        raise entry.wrong(f"The account “{name}” needs a user.")
    found["user"].text("user")
    sign_in = _sign_in(name, found["signIn"]) if "signIn" in found else ()
    password, variable = found.get("password"), f"${{{_as_variable(name)}_PASSWORD}}"
    if password is None and not sign_in:
        raise entry.wrong(f"The account “{name}” needs a password, as in: password: {variable}")
    if password is not None and not VARIABLE.fullmatch(password.text("password")):
        raise password.wrong(
            f"A password stands in no file. Write password: {variable}, and set that variable for the command."
        )
    role = found["role"].text("role") if "role" in found else ""
    return StatedAccount(name, found["user"], password, role, sign_in)


def _sign_in(name: str, entry: Entry) -> tuple[str, ...]:
    """Sentences; `{user}` and `{password}` in them are the account's."""
    lines = entry.items(f"The signIn of “{name}”")
    if not lines:
        raise entry.wrong(f"The signIn of “{name}” has no sentence.")
    for line in lines:
        if secret_words(plan_english(line.text("A sentence of signIn"))):
            raise line.wrong("A password stands in no file. Write {password} in its place.")
    return tuple(line.text("A sentence of signIn") for line in lines)


def read_variables(entry: Entry, what: str) -> dict[str, Entry]:
    """Raises `Faulty`."""
    found: dict[str, Entry] = {}
    for name, key, value in entry.pairs(what):
        if problem := unfit_for_braces(name):
            raise key.wrong(problem)
        if _MADE.fullmatch(name):
            raise key.wrong(f"“{name}” is made when a test runs; call the variable otherwise.")
        text = value.text(name)
        if "\n" in text or "\x00" in text:
            raise value.wrong(f"{name} has more than one line.")
        if is_secret(name) and not VARIABLE.search(text):
            raise value.wrong(
                f"“{name}” is called as a secret is, and a secret stands in no file."
                f" Write ${{{_as_variable(name)}}}, and set that variable for the command."
            )
        found[name] = value
    return found


def _as_variable(name: str) -> str:
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper()
    return words if words and not words[0].isdigit() else f"THE_{words}"
