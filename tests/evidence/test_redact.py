"""What is a secret never comes out, in no spelling; what is none stays as it is."""

from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest

from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.steps import Details, StepRecord
from qa_appliance.core.steps import MASK
from qa_appliance.evidence.base.redact import Redactor

SECRET = 'pä$$ w"ord/+&<1>'


def redactor(*secrets: str) -> Redactor:
    made = Redactor()
    for secret in secrets:
        made.hide(secret)
    return made


@pytest.mark.parametrize(
    "text",
    [
        "Sign in with your password: it has 8 letters",
        "https://shop.example/search?q=shoes&page=2#top",
        "mail to anna@example.com",
        "Cookie: we use them",
        "a basic form with basic functionality, bearer certificates",
        "eyJust a word",
        "12:30@noon",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redactor().clean(text) == text


@pytest.mark.parametrize("secret", ["", "   ", MASK])
def test_a_blank_secret_hides_nothing(secret: str) -> None:
    assert redactor(secret).clean("a b  c    d") == "a b  c    d"


def test_a_short_secret_is_masked_only_where_it_stands_alone() -> None:
    assert redactor("42").clean("42 of 142, 42.") == f"{MASK} of 142, {MASK}."


@pytest.mark.parametrize(
    "spelled",
    [
        SECRET,
        quote(SECRET),
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        quote(SECRET, safe="").lower(),
        json.dumps(SECRET)[1:-1],
        json.dumps(SECRET, ensure_ascii=False)[1:-1],
        json.dumps(json.dumps(SECRET, ensure_ascii=False), ensure_ascii=False)[3:-3],
        html.escape(SECRET),
    ],
)
def test_every_spelling_is_masked(spelled: str) -> None:
    assert redactor(SECRET).clean(f"<{spelled}>") == f"<{MASK}>"


@pytest.mark.parametrize("before", ["", "u", "us", "user:"])
def test_base64_is_masked_wherever_the_secret_stands_in_it(before: str) -> None:
    secret = "correct horse battery"
    encoded = base64.b64encode(f"{before}{secret}!".encode()).decode()
    cleaned = redactor(secret).clean(encoded)
    assert MASK in cleaned
    assert len(cleaned) < 14


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("https://anna:pw@shop.example/x", f"https://{MASK}@shop.example/x"),
        ("/cb?access_token=abc&x=1", f"/cb?access_token={MASK}&x=1"),
        ("/cb#id_token=abc", f"/cb#id_token={MASK}"),
        ("/login?user=a&Password=b", f"/login?user=a&Password={MASK}"),
        ("Authorization: Bearer abcdefghijk", f"Authorization: {MASK}"),
        ("sent bearer abcdefghijk9.x", f"sent bearer {MASK}"),
        ("sent Basic YW5uYTpwdw==", f"sent Basic {MASK}"),
        ("Set-Cookie: sid=abc; Path=/", f"Set-Cookie: {MASK}"),
        ('{"name":"Cookie","value":"sid=\\"abc\\""}', f'{{"name":"Cookie","value":"{MASK}"}}'),
        ("key tst_live_0123456789abcdefghijklmnopqrstuv.", f"key {MASK}."),
        ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!", f"jwt {MASK}!"),
    ],
)
def test_what_looks_like_a_credential_is_always_masked(text: str, cleaned: str) -> None:
    assert redactor().clean(text) == cleaned


def test_a_longer_secret_is_masked_whole() -> None:
    assert redactor("open", "open sesame").clean("say open sesame") == f"say {MASK}"


def test_everything_in_a_record_is_cleaned() -> None:
    record = StepRecord(
        0, "fill", "Code", "sesame", "failed", "Type sesame", "english",
        failure=Failure("assertion", "saw sesame", instead=("sesame!",)),
        details=Details(held=True, errors=["no sesame"], remembered={"word": "sesame"}),
    )  # fmt: skip
    cleaned = redactor("sesame").clean_value(record)
    assert "sesame" not in repr(cleaned)
    assert cleaned.failure == Failure("assertion", f"saw {MASK}", instead=(f"{MASK}!",))
    assert cleaned.details == Details(held=True, errors=[f"no {MASK}"], remembered={"word": MASK})


SENT: list[tuple[str, str, str, bool]] = [
    ("X-Tenant", "acme", "acme pays", False),
    ("X-Tenant", "acme-corporation", "at acme-corporation", True),
    ("X-Api-Key", "demo", "a demo", False),
    ("X-Api-Key", "demo-key", "a demo-key", True),
    ("Authorization", "Bearer opens-it", "opens-it", True),
    ("Accept-Language", "de-DE, de, en, fr", "de-DE, de, en, fr", True),
]


@pytest.mark.parametrize(("name", "value", "text", "masked"), SENT)
def test_what_is_sent_along_is_masked_by_its_name_and_where_it_is_no_ordinary_word(
    name: str, value: str, text: str, masked: bool
) -> None:
    redactor = Redactor()
    redactor.hide_header(name, value)
    again = Redactor(redactor)
    for each in (redactor, again):
        assert (MASK in each.clean(text)) is masked
        pair = f'{{"name":"{name.lower()}","value":"{value}"}}'
        assert each.clean(pair) == f'{{"name":"{name.lower()}","value":"{MASK}"}}'
        assert each.masks_value_of(name.upper())
        assert each.secrets == []  # nothing to be covered in pictures
    assert not again.masks_value_of("Accept")
