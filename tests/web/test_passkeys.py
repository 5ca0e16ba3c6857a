"""Passkeys in a real browser with its own virtual authenticator: refused, added by the keyboard, signed in with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import CDPSession, Page, expect

from tests.web.conftest import Dashboard, Open
from tests.web.test_own_account import GRACE, PASSWORD

Key = Callable[[str], Awaitable[None]]


async def authenticator(page: Page) -> tuple[CDPSession, str]:
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    made = await devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return devtools, made["authenticatorId"]


async def test_a_passkey_is_added_signs_in_and_is_removed(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit(width=360, signed_in=False)).page
    await expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)  # an address keeps none
    by_name = dashboard.address.replace("127.0.0.1", "localhost")
    invited = await dashboard.http.post("/api/members", json={"email": "p" + GRACE, "role": "member"})
    await page.goto(f"{by_name}/invitations/{invited.json()['invitation']['token']}")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("heading", name="Projects")).to_be_visible()
    devtools, device = await authenticator(page)

    await page.goto(f"{by_name}/settings/sign-in")
    section = page.locator("section.card", has=page.get_by_role("heading", name="Passkeys", exact=True))
    await expect(section.get_by_text("No passkeys")).to_be_visible()
    await section.get_by_role("button", name="Add a passkey").press("Enter")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_label("Name")).to_be_focused()
    await page.keyboard.type("Telephone")
    await page.keyboard.press("Tab")
    await page.keyboard.type("wrong horse")
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_text("The password is wrong.")).to_be_visible()
    await devtools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    await dialog.get_by_label("Password").fill(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_text("The browser gave no passkey")).to_be_visible()
    await devtools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": True})
    await dialog.get_by_role("button", name="Add a passkey").press("Enter")
    row = section.get_by_role("row", name="Telephone")
    await expect(row).to_contain_text("never")
    await expect(row).to_contain_text("localhost")
    await section.get_by_role("button", name="Add a passkey").click()
    await dialog.get_by_label("Name").fill("Once more")
    await dialog.get_by_label("Password").fill(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_text("This device has a passkey for this account already.")).to_be_visible()
    await page.keyboard.press("Escape")
    await section.get_by_role("button", name="Edit Telephone").click()
    await dialog.get_by_label("Name").fill("Key ring")
    await page.keyboard.press("Enter")
    await expect(section.get_by_role("row", name="Key ring")).to_be_visible()

    await page.request.delete(f"{by_name}/api/session")
    await page.context.clear_cookies()
    await page.goto(by_name)
    await page.get_by_label("Email").focus()
    enter = page.get_by_role("button", name="Sign in with a passkey")
    await devtools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    await enter.press("Enter")
    await expect(page.get_by_text("The browser gave no passkey")).to_be_visible()
    await devtools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": True})
    await enter.press("Enter")
    await expect(page.get_by_role("heading", name="Projects")).to_be_visible()

    await page.goto(f"{by_name}/settings/sign-in")
    await expect(section.get_by_role("row", name="Key ring")).not_to_contain_text("never")
    await section.get_by_role("button", name="Remove Key ring").click()
    await dialog.get_by_role("button", name="Remove").click()
    await expect(section.get_by_text("No passkeys")).to_be_visible()
    await page.context.clear_cookies()
    await page.goto(by_name)
    await enter.click()
    await expect(page.get_by_text("This passkey does not sign in here.")).to_be_visible()
