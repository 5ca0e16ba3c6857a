"""The roles of an organization's members, and what each may do (contract 5.6, decision 18)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Role = Literal["owner", "admin", "member", "viewer"]


class Rights(Struct, frozen=True):
    """`changes`: anything at all, and sees what lets a test in; `manages`: members, everybody's keys, what is kept,
    and reads everybody's runs as they were written; `owns`: makes owners, and changes or removes one.
    """

    changes: bool = False
    manages: bool = False
    owns: bool = False


RIGHTS: dict[Role, Rights] = {
    "owner": Rights(changes=True, manages=True, owns=True),
    "admin": Rights(changes=True, manages=True),
    "member": Rights(changes=True),
    "viewer": Rights(),
}
