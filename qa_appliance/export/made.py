"""What a test names by its kind, as constants of an exported one: values and files. Pure."""

from __future__ import annotations

import mimetypes

from qa_appliance.core.steps import Upload
from qa_appliance.core.test_data.made import Made, MadeKind
from qa_appliance.export.statements import Bytes, Expression, Pairs
from qa_appliance.steps.base.samples import sample

_VALID: dict[MadeKind, str] = {
    "value": "Sample",
    "email": "{unique email}",
    "name": "Ada Lovelace",
    "first name": "Ada",
    "last name": "Lovelace",
    "username": "{unique username}",
    "phone number": "+12025550123",
    "street address": "12 Example Street",
    "city": "Springfield",
    "postcode": "12345",
    "country": "Germany",
    "company": "Example Ltd",
    "date": "{today}",
    "past date": "{today-30 days}",
    "future date": "{today+30 days}",
    "time": "09:30",
    "number": "7",
    "password": "Oak-Lumen-42!",
    "card number": "4242424242424242",
    "IBAN": "DE89370400440532013000",
    "URL": "https://example.com/",
    "text": "Sample text",
    "long text": "The quick brown fox jumps over the lazy dog. " * 14,
    "spaces": "   ",
    "unicode text": "Zoë Łukasiewicz Ωmega 日本語",
}
"""What most fields of that kind take. What is taken once only, or counts from today, is made when the test runs."""
_INVALID: dict[MadeKind, str] = {
    "email": "ada.example.com",
    "card number": "4242424242424241",
    "IBAN": "DE89370400440532013001",
    "URL": "not a url",
    "date": "2027-02-30",
    "time": "25:61",
    "number": "abc",
    "password": "a",
}
_BEYOND = {"date": ("1800-01-01", "9999-12-31"), "time": ("00:00", "23:59"), "number": ("-999999", "999999999")}


def made_text(made: Made) -> str:
    """Of the kind, without the field that it is for: what no field says of itself is not in a saved test."""
    valid = _VALID[made.kind]
    match made.fault:
        case "":
            return valid
        case "too short" | "weak":
            return "a"
        case "too long":
            return "a" * 300 + ("@example.com" if made.kind == "email" else "")
        case "too low" | "too high" | "out of range":
            return _BEYOND.get(made.kind, ("", "#####"))[made.fault != "too low"]
        case "without an @":
            return "ada.example.com"
        case "without a domain":
            return "ada@"
    return _INVALID.get(made.kind, "#####")


def made_files(step: Upload) -> tuple[Expression, ...]:
    """Each as Playwright takes a file that lies nowhere."""
    return tuple(_file(name, step) for name in step.files or ("file.bin",))


def _file(name: str, step: Upload) -> Expression:
    content = sample(name)
    kept = content[: step.size_bytes] if step.size_bytes else content
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    buffer = Bytes(kept, max(0, step.size_bytes - len(kept)))
    return Pairs((("name", name), ("mimeType", kind), ("buffer", buffer)))
