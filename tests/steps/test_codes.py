"""One-time codes: typed where they belong, in time, once, and seen nowhere."""

from __future__ import annotations

import base64
import hmac
import struct
import time

import pytest
from playwright.async_api import Browser

from qa_appliance.core.run import Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.sign_in import authenticator
from qa_appliance.steps.base.sign_in.authenticator import is_key, seconds_to_wait
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.perform import perform
from tests.conftest import Request, Response, Serve
from tests.run_test.conftest import Stand, home, pool, stand
from tests.steps.conftest import stage_on

__all__ = ["home", "pool", "stand"]

KEY = "JBSWY3DPEHPK3PXP"
FORM = "<!doctype html><form method=post action=/enter><label>Code <input name=code></label><button>Sign in</button>"


def code_at(moment: float) -> str:
    """As the site makes it, by the words of RFC 6238."""
    digest = hmac.digest(base64.b32decode(KEY), struct.pack(">Q", int(moment // 30)), "sha1")
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


@pytest.mark.parametrize(
    "key", ["", "1", "not base32!", "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1", "otpauth://totp/x", "0189"]
)
def test_what_is_no_key_is_refused(key: str) -> None:
    assert not is_key(key)


def test_a_key_is_read_as_people_copy_it() -> None:
    for key in (KEY, "jbsw y3dp ehpk 3pxp", "JBSW-Y3DP-EHPK-3PXP", f"otpauth://totp/Shop:ada?secret={KEY}&issuer=Shop"):
        assert authenticator.authenticator(key).at(59) == code_at(59), key


def test_the_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B: SHA-1, the last six of its eight digits."""
    codes = authenticator.authenticator("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    assert [codes.at(at) for at in (59, 1111111109, 1234567890)] == ["287082", "081804", "005924"]


@pytest.mark.parametrize(
    ("now", "last", "wait"),
    [(0.0, None, 0), (24.9, None, 0), (25.5, None, 4.5), (29.9, None, 0.1), (3.0, 0, 27), (31.0, 0, 0), (58.0, 0, 2)],
)
def test_a_code_about_to_end_and_one_typed_before_wait_for_the_next(now: float, last: int | None, wait: float) -> None:
    assert seconds_to_wait(now, 30, last) == pytest.approx(wait)


SITES = {
    "none": (None, "no authenticator"),
    "another": ({"ops": KEY}, "no authenticator “admin”; it has “ops”"),
}


@pytest.mark.parametrize("case", SITES)
async def test_a_code_nobody_can_make_fails_and_says_so(browser: Browser, case: str) -> None:
    keys, words = SITES[case]
    async with stage_on(browser, Site("http://127.0.0.1/", authenticators=keys)) as stage:
        failure = await _entered(stage, 'enter the code of {admin} into "Code"')
    assert failure is not None
    assert words in failure


async def test_of_several_authenticators_one_has_to_be_named(browser: Browser) -> None:
    async with stage_on(browser, Site("http://127.0.0.1/", authenticators={"a": KEY, "b": KEY})) as stage:
        failure = await _entered(stage, "enter the authenticator code into Code")
    assert failure is not None
    assert "“a”, “b”" in failure


async def test_a_code_is_typed_on_the_projects_own_hosts_only(browser: Browser) -> None:
    site = Site("http://127.0.0.1/", frozenset({"shop.example"}), authenticators={"admin": KEY})
    async with stage_on(browser, site) as stage:
        failure = await _entered(stage, "enter the one-time code for admin into Code")
        assert failure is not None
        assert "not the project's own" in failure
        assert await stage.page.locator("input").input_value() == ""


async def _entered(stage: Stage, words: str) -> str | None:
    await stage.page.set_content(FORM)
    plan = plan_english(words)
    assert plan.gaps == ()
    record = await perform(plan.steps[0], stage, 0)
    return record.failure.message if record.failure else None


@pytest.fixture
async def guarded(serve: Serve) -> str:
    """A sign-in that takes the code of the moment, and each of them once."""
    used: set[str] = set()

    def enter(request: Request) -> Response:
        code = request.body.decode().removeprefix("code=")
        good = code not in used and code == code_at(time.time())
        used.add(code)
        return Response("<h1>Welcome, admin</h1>" if good else "<p role=alert>The code is wrong</p>" + FORM)

    return await serve({"/": FORM, "/enter": enter})


async def test_somebody_signs_in_with_the_code_of_the_moment(stand: Stand, guarded: str) -> None:
    site = Site(guarded, frozenset({"127.0.0.1"}), authenticators={"admin": KEY})
    words = 'Enter the code of {admin} into "Code". Click Sign in. "Welcome, admin" is shown.'
    began = time.time()
    outcome = await stand.run(guarded, words, site=site)
    assert outcome.overall_status == "passed", outcome.report_markdown
    codes = {code_at(at) for at in range(int(began) - 30, int(time.time()) + 31)}
    kept = repr(outcome) + repr(stand.events)
    kept += "".join(file.read_bytes().decode("latin-1") for file in stand.folder.rglob("*") if file.is_file())
    assert [code for code in codes if code in kept] == []
    assert KEY not in kept


async def test_a_wrong_key_does_not_sign_in(stand: Stand, guarded: str) -> None:
    site = Site(guarded, frozenset({"127.0.0.1"}), authenticators={"admin": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"})
    words = 'Enter the code of {admin} into "Code". Click Sign in. "Welcome, admin" is shown.'
    outcome = await stand.run(guarded, words, site=site)
    assert (outcome.overall_status, outcome.failed_count) == ("failed", 1)
