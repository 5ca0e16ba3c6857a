"""Patterns as tests write them: which are refused, which texts fit, and that no text takes them long."""

from __future__ import annotations

import time

import pytest

from qa_appliance.patterns import MOST_CHARACTERS, Unreadable, fits, refused

REFUSED = [
    (r"/(\w+) \1/", r"\1"), (r"(\w+) \1", r"\1"), ("/(?=a)b/", "(?="), ("/(?<!a)b/", "(?<"), ("/(/", "missing )"),
    ("Order (#12", "missing )"), ("/a{1001}/", "{1001}"), ("/((a{30}){30}){30}/", "repetition"),
    ("/[a-/", "missing ]"), ("/a++/", "++"), ("a" * 1_001, "1,000 characters at most"),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "reason"), REFUSED)
def test_what_the_engine_does_not_take_is_told(pattern: str, reason: str) -> None:
    assert reason in refused(pattern)
    with pytest.raises(Unreadable):
        fits("a text", pattern)


FIT = [
    (r"/\d{4}$/", "Order 1042"),
    (r"^Order \d+$", "Order 1042"),
    ("(?i)^order", "ORDER 1042"),
    ("Order *", "Order 1042"),
    ("*1042*", "Order 1042 sent"),
    ("a*b*c", "abc"),
    (r"/^[\w-]+$/", "Zoë-Grüße"),
    (r"^\w{,5}$", "naïve"),
    (r"/^\w\w$/", "東京"),
    (r"/\W\w+\W/", "“Ann”"),
    (r"/a\.b\Z/", "a.b"),
    (r"/[]a]{2}/", "a] b"),
    (r"/\[\d+\]/", "[12]"),
    (r"/\\w/", "a\\w"),
    ("/x/", "x\ud83d"),
]
NOT_FIT = [
    (r"^Order \d+$", "Order 1042!"),
    ("Order *", "An order"),
    ("ab*b", "ab"),
    ("ab*ba", "aba"),
    ("a*c*b", "abc"),
    (r"/^\w/", "“Ann”"),
    (r"/a\wb/", "a–b"),
    (r"/\w/", "€"),
    (r"^\w{,5}$", "naïvely"),
    (r"/\\w/", "ann"),
]


@pytest.mark.parametrize(("pattern", "text"), FIT)
def test_a_text_fits(pattern: str, text: str) -> None:
    assert not refused(pattern)
    assert fits(text, pattern)


@pytest.mark.parametrize(("pattern", "text"), NOT_FIT)
def test_a_text_does_not_fit(pattern: str, text: str) -> None:
    assert not fits(text, pattern)


@pytest.mark.parametrize(
    "pattern", ["/^(a+)+$/", "^(a|a)*$", "/(.*a){12}b/", "*a*a*a*b*", "/^(([a-z])+.)+[A-Z]([a-z])+$/"]
)
def test_four_times_the_text_takes_about_four_times_as_long(pattern: str) -> None:
    assert _seconds(pattern, 96_000) < 12 * _seconds(pattern, 24_000)


def _seconds(pattern: str, length: int) -> float:
    measured = []
    for _ in range(3):
        begun = time.process_time()
        for _ in range(5):
            fits("a" * length + "!", pattern)
        measured.append(time.process_time() - begun)
    return max(min(measured), 0.002)


def test_a_text_that_is_too_long_is_no_text_that_does_not_fit() -> None:
    with pytest.raises(Unreadable, match="at most 100,000 characters"):
        fits("a" * (MOST_CHARACTERS + 1), "/b/")
    with pytest.raises(Unreadable, match="too large"):
        fits("a" * MOST_CHARACTERS, "/.{500}/")
