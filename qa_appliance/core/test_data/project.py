"""What a project's tests may take for granted: who can sign in, texts by their names, pages by theirs. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Account(Struct, frozen=True):
    """Somebody a test may sign in as. The password is in clear; `sign_in`: sentences instead of the sign-in form."""

    name: str
    user: str
    password: str
    role: str = ""
    sign_in: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Account({self.name!r})"


class ProjectData(Struct, frozen=True):
    """Of one project in one environment. `secrets`: the names of the variables whose texts nobody is shown.

    `pages`: addresses by the names of pages.
    """

    accounts: tuple[Account, ...] = ()
    variables: dict[str, str] = {}
    secrets: frozenset[str] = frozenset()
    pages: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"ProjectData({[account.name for account in self.accounts]}, {sorted(self.variables)})"

    def account(self, name: str) -> Account | None:
        """The one called so, else of that role, else whose user name it is; "" is the first there is."""
        wanted = name.casefold().strip()
        if not wanted:
            return next(iter(self.accounts), None)
        called = [(one, [each.casefold().strip() for each in (one.name, one.role, one.user)]) for one in self.accounts]
        return next((one for way in range(3) for one, names in called if names[way] == wanted), None)


NOTHING = ProjectData()


def not_known(name: str, accounts: Iterable[Account]) -> str:
    """Why nobody can sign in as that, and what to do about it."""
    there = [account.name for account in accounts]
    who = f"No account of the project is called “{name}”" if name else "The project has no account"
    if not there:
        return f"{who}. Add one under Accounts, or name a user and a password."
    return f"{who}. There {'is' if len(there) == 1 else 'are'}: {', '.join(f'“{each}”' for each in there)}."
