"""What one test may take for granted, of all that files give it. Variables are looked up only where it needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from qa_appliance.core.steps import SignIn
from qa_appliance.core.test_data.project import NOTHING, Account, ProjectData
from qa_appliance.english.compile import plan_english
from qa_appliance.english.nouns.parts import from_the_end
from qa_appliance.testfiles.entries import VARIABLE, Entry
from qa_appliance.testfiles.faults import Faulty
from qa_appliance.testfiles.given import Given, StatedAccount
from qa_appliance.testfiles.test import Test

_NAMED = re.compile(r"\{([^{}]+)\}")


def project_data(test: Test, given: Given, variables: Mapping[str, str] | None) -> ProjectData:
    """`variables` None: they are not looked up. Raises `Faulty` for one that is not set and that the test needs.

    What holds such a one and is not needed is left out.
    """
    if variables is None:
        accounts = [_account(each, {}, {}) for each in given.accounts.values()]
        texts = {name: entry.text(name) for name, entry in given.variables.items()}
        return ProjectData(tuple(accounts), texts, _secrets(given))
    known, lost = _accounts(given, variables)
    if lost:
        _refuse_needed(test, given, lost)
    texts = _texts(test, given, variables)
    return ProjectData(tuple(known), texts, _secrets(given) & texts.keys())


def used(test: Test) -> ProjectData:
    """Of what it may take for granted that which it does."""
    if test.data == NOTHING:
        return NOTHING
    data, names = test.data, frozenset(_names(test, test.data.accounts))
    wanted = {account.name for name in _signed_in_by(test) if (account := data.account(name)) is not None}
    texts = {name: text for name, text in data.variables.items() if name in names}
    return ProjectData(
        tuple(account for account in data.accounts if account.name in wanted), texts, data.secrets & texts.keys()
    )


def _secrets(given: Given) -> frozenset[str]:
    """What comes from variables of whoever runs the tests is shown to nobody."""
    return frozenset(name for name, entry in given.variables.items() if VARIABLE.search(entry.text(name)))


def _accounts(given: Given, variables: Mapping[str, str]) -> tuple[list[Account], dict[str, Faulty]]:
    """Those whose variables are set, and what is wrong with the others, by their names."""
    known, lost = [], {}
    for each in given.accounts.values():
        whose = f"The account “{each.name}”, as whom this test signs in, needs it: set it for this command."
        entries = [each.user] if each.password is None else [each.user, each.password]
        faults = [fault for entry in entries if (fault := _not_set(entry, variables, whose)) is not None]
        if faults:
            lost[each.name] = faults[0]
        else:
            known.append(_account(each, variables, variables))
    return known, lost


def _account(stated: StatedAccount, of_user: Mapping[str, str], of_password: Mapping[str, str]) -> Account:
    password = "" if stated.password is None or not of_password else _filled(stated.password, of_password)
    return Account(stated.name, _filled(stated.user, of_user), password, stated.role, stated.sign_in)


def _refuse_needed(test: Test, given: Given, lost: Mapping[str, Faulty]) -> None:
    """Raises what is wrong with the first account that the test signs in with."""
    everybody = project_data(test, given, None)
    for name in _signed_in_by(test):
        account = everybody.account(name)
        if account is not None and account.name in lost:
            raise lost[account.name]


def _signed_in_by(test: Test) -> Iterator[str]:
    """Also by steps inside steps."""
    for step in plan_english(test.description, test.phrases).steps:
        yield from (part.account for part in from_the_end(step) if isinstance(part, SignIn))


def _texts(test: Test, given: Given, variables: Mapping[str, str]) -> dict[str, str]:
    """Raises `Faulty`."""
    named = frozenset(_names(test, given.accounts.values()))
    texts = {}
    for name, entry in given.variables.items():
        fault = _not_set(entry, variables, f"“{{{name}}}” of this test needs it: set it for this command.")
        if fault is None:
            texts[name] = _filled(entry, variables)
        elif name in named:
            raise fault
    return texts


def _names(test: Test, accounts: Iterable[StatedAccount | Account]) -> Iterator[str]:
    """What stands in braces in its sentences, and in those it uses."""
    sentences: Iterable[str] = (
        test.description,
        *(sentence for phrase in test.phrases for sentence in phrase.sentences),
        *(sentence for account in accounts for sentence in account.sign_in),
    )
    for sentence in sentences:
        yield from (found[1].strip() for found in _NAMED.finditer(sentence))


def _not_set(entry: Entry, variables: Mapping[str, str], whose: str) -> Faulty | None:
    for found in VARIABLE.finditer(entry.text("It")):
        value = variables.get(found[1], "")
        if not value.strip():
            return entry.wrong(f"The variable {found[1]} is not set. {whose}")
        if "\n" in value:
            return entry.wrong(f"The variable {found[1]} has more than one line. {whose}")
    return None


def _filled(entry: Entry, variables: Mapping[str, str]) -> str:
    return VARIABLE.sub(lambda found: variables.get(found[1], found[0]), entry.text("It"))
