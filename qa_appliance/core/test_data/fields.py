"""What a field of a page says of itself: what is drawn from it, and what is made for it, keeps to that. Pure."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation

from msgspec import Struct


class Moment(Struct, frozen=True):
    """How a field that holds one writes it; `back` and `forth` lead to the one before it and the next."""

    form: str
    back: timedelta
    forth: timedelta
    first: datetime = datetime(1900, 1, 1)
    last: datetime = datetime(2100, 12, 31)

    def read(self, text: str) -> datetime | None:
        """Not one at the very ends of the calendar, beyond which there is none."""
        day, form = (f"{text}-1", f"{self.form}-%u") if "%V" in self.form else (text, self.form)
        with suppress(ValueError):
            found = datetime.strptime(day, form)
            return found if 2 < found.year < 9998 or "%H" in self.form else None
        return None

    def write(self, moment: datetime) -> str:
        return moment.strftime(self.form)


_DAY, _MINUTE = timedelta(days=1), timedelta(minutes=1)
_TODAY = {"first": datetime(1900, 1, 1), "last": datetime(1900, 1, 1, 23, 59)}
MOMENTS = {
    "date": Moment("%Y-%m-%d", _DAY, _DAY),
    "month": Moment("%Y-%m", _DAY, timedelta(days=31)),
    "week": Moment("%G-W%V", 7 * _DAY, 7 * _DAY),
    "time": Moment("%H:%M", _MINUTE, _MINUTE, **_TODAY),
    "datetime-local": Moment("%Y-%m-%dT%H:%M", _MINUTE, _MINUTE),
}


class FieldRules(Struct, frozen=True, rename="camel"):
    """What a field says of itself in the page; empty: it does not say. `options`: those it offers, or suggests.

    `hint`: what is said beside it of what it takes. `repeats`: what stands in the field it is to be equal to.
    """

    type: str = "text"
    min_length: int = -1
    max_length: int = -1
    min: str = ""
    max: str = ""
    step: str = ""
    pattern: str = ""
    required: bool = False
    options: tuple[str, ...] = ()
    label: str = ""
    name: str = ""
    placeholder: str = ""
    hint: str = ""
    autocomplete: str = ""
    input_mode: str = ""
    repeats: str = ""

    @property
    def is_choice(self) -> bool:
        return self.type in ("select-one", "select-multiple")

    @property
    def is_number(self) -> bool:
        return self.type in ("number", "range")

    @property
    def steps_by(self) -> Decimal:
        found = as_decimal(self.step)
        return found if found is not None and found > 0 else Decimal(1)


def as_decimal(text: str) -> Decimal | None:
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None
