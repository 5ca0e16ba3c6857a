"""Every request a run's pages made, as it is filed and read: lists are without headers and bodies."""

from __future__ import annotations

from msgspec import Struct

from qa_appliance.core.evidence.network import NetworkEvent


class Body(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """What was sent or answered. `text` None: it is no text, or could not be had; `cut`: only its beginning is kept."""

    content_type: str
    size: int
    text: str | None = None
    cut: bool = False


class Exchange(NetworkEvent):
    """A request as lists show it. `initiator`: the address that redirected to it, or of the page or file that asked."""

    id: int = 0  # in the order they were made, from 1
    initiator: str = ""


class WholeExchange(Exchange, kw_only=True):
    """With its headers as pairs of name and value; a body only where the run was asked to keep bodies."""

    request_headers: list[tuple[str, str]]
    response_headers: list[tuple[str, str]]
    sent: Body | None = None
    answered_with: Body | None = None


class FiledExchange(Exchange, kw_only=True):
    """`asked` and `answered_by` hold places in the headers of the file."""

    asked: list[int]
    answered_by: list[int]
    sent: Body | None = None
    answered_with: Body | None = None


class Exchanges(Struct):
    """What is filed of a run. `left_out`: how many later requests are not in it."""

    headers: list[tuple[str, str]] = []
    requests: list[FiledExchange] = []
    left_out: int = 0

    def whole(self, number: int) -> WholeExchange | None:
        """The request of that id."""
        filed = next((each for each in self.requests if each.id == number), None)
        if filed is None:
            return None
        same = {name: getattr(filed, name) for name in Exchange.__struct_fields__}
        return WholeExchange(
            **same,
            request_headers=[self.headers[at] for at in filed.asked],
            response_headers=[self.headers[at] for at in filed.answered_by],
            sent=filed.sent,
            answered_with=filed.answered_with,
        )
