"""Addresses are read as browsers read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.async_api import Page

from qa_appliance.browser.egress.address import parse_address, parse_authority

REFUSED = [
    "", "nonsense", "http://", "http://[::1", "http://[fe80::1%25eth0]/", "http://1.2.3.4.5/",
    "http://256.256.256.256/", "http://4294967296/", "http://127.0.0.1%00/", "http://a:99999/",
]  # fmt: skip
STRICTER = ["http://a b/", "http://a<b/"]  # Chromium escapes what the standard forbids and finds no such host

READ = [
    # (as written, scheme, host, port, is an address)
    ("http://Example.COM/x", "http", "example.com", 80, False),
    ("https://example.com", "https", "example.com", 443, False),
    ("https://example.com:8443/", "https", "example.com", 8443, False),
    ("ws://example.com/", "ws", "example.com", 80, False),
    ("http://example.com.", "http", "example.com.", 80, False),
    ("http://bücher.example/", "http", "xn--bcher-kva.example", 80, False),
    ("http://lo%63alhost/", "http", "localhost", 80, False),
    ("http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "http", "localhost", 80, False),
    ("http://2130706433/", "http", "127.0.0.1", 80, True),
    ("http://0x7f000001/", "http", "127.0.0.1", 80, True),
    ("http://0177.0.0.01/", "http", "127.0.0.1", 80, True),
    ("http://127.1/", "http", "127.0.0.1", 80, True),
    ("http://0x7f.1/", "http", "127.0.0.1", 80, True),
    ("http://0/", "http", "0.0.0.0", 80, True),
    ("http://127.0.0.1./", "http", "127.0.0.1", 80, True),
    ("http://１２７.０.０.１/", "http", "127.0.0.1", 80, True),
    ("http://127。0。0。1/", "http", "127.0.0.1", 80, True),
    ("http://%31%32%37.%30.0.1/", "http", "127.0.0.1", 80, True),
    ("http://\u00ad127.0.0.1/", "http", "127.0.0.1", 80, True),
    ("http://127.0.0.1\\@example.com/", "http", "127.0.0.1", 80, True),
    ("http://example.com@127.0.0.1:81/", "http", "127.0.0.1", 81, True),
    ("http://127.0.0.1#@example.com/", "http", "127.0.0.1", 80, True),
    ("http://127.0.0.1?@example.com/", "http", "127.0.0.1", 80, True),
    ("http:127.0.0.1", "http", "127.0.0.1", 80, True),
    ("http:\\\\127.0.0.1\\x", "http", "127.0.0.1", 80, True),
    ("http:////127.0.0.1/", "http", "127.0.0.1", 80, True),
    (" \tht\ntp://127.0.\r0.1/ ", "http", "127.0.0.1", 80, True),
    ("http://[::1]:90/", "http", "::1", 90, True),
    ("http://[0:0:0:0:0:FFFF:7F00:1]/", "http", "::ffff:7f00:1", 80, True),
    ("http://[::ffff:127.0.0.1]/", "http", "::ffff:7f00:1", 80, True),
    ("file:///etc/passwd", "file", "", 0, False),
    ("javascript:alert(1)", "javascript", "", 0, False),
]


@pytest.mark.parametrize("written", [*REFUSED, *STRICTER])
def test_what_no_browser_opens_is_refused_with_a_sentence(written: str) -> None:
    with pytest.raises(ValueError, match="is not an address a browser can open"):
        parse_address(written)


@pytest.mark.parametrize(("written", "scheme", "host", "port", "literal"), READ)
def test_addresses_are_read_as_browsers_read_them(
    written: str, scheme: str, host: str, port: int, literal: bool
) -> None:
    address = parse_address(written)
    assert (address.scheme, address.host, address.port) == (scheme, host, port)
    assert (address.literal is not None) is literal


async def test_the_browser_agrees(page: Page) -> None:
    """The table above is not an opinion: Chromium's own parser says the same."""
    for written, scheme, host, port, literal in READ:
        if not host:
            continue
        theirs = await page.evaluate("u => { const a = new URL(u); return [a.protocol, a.hostname, a.port] }", written)
        bracketed = f"[{host}]" if ":" in host and literal else host
        assert theirs[:2] == [scheme + ":", bracketed], written
        assert theirs[2] in ("", str(port))
    for written in REFUSED:
        assert not await page.evaluate("u => URL.canParse(u)", written), written


@pytest.mark.parametrize("written", ["", "a", "a:", "a:x", ":1", "u@a:1", "a/b:1", "a\\b:1", "a:1/", "a b:1", "[::1:1"])
def test_a_tunnel_goes_to_a_host_and_a_port_and_nothing_else(written: str) -> None:
    with pytest.raises(ValueError):
        parse_authority(written)


@pytest.mark.parametrize(
    ("written", "authority"),
    [("A.example:443", "a.example:443"), ("0x7f.1:80", "127.0.0.1:80"), ("[::1]:81", "[::1]:81")],
)
def test_a_tunnel_s_target(written: str, authority: str) -> None:
    assert parse_authority(written).authority == authority


@given(st.text())
def test_any_text_is_an_address_or_a_clear_no(text: str) -> None:
    try:
        parse_address("http://" + text)
    except ValueError as error:
        message = str(error)
    else:
        message = "is not an address a browser can open."
    assert message.endswith("is not an address a browser can open.")
