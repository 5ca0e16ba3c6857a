"""One's own sign-in and the accounts of machines, in a real browser."""

from __future__ import annotations

import base64
import time

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.async_api import Page, expect

from tests.web.conftest import Dashboard, Open

GRACE, PASSWORD = "grace@example.test", "a long pass phrase"


def code(key: str, steps: int = 0) -> str:
    return TOTP(base64.b32decode(key), 6, SHA1(), 30).generate(int(time.time()) + 30 * steps).decode()


async def joined(page: Page, dashboard: Dashboard) -> None:
    """Somebody new, signed in by their invitation: what is turned on here is asked of nobody else."""
    invited = await dashboard.http.post("/api/members", json={"email": GRACE, "role": "member"})
    await page.goto(f"{dashboard.address}/invitations/{invited.json()['invitation']['token']}")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("heading", name="Projects")).to_be_visible()


async def test_two_step_sign_in_and_where_one_is_signed_in(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit(signed_in=False)).page
    await joined(page, dashboard)
    await page.goto(f"{dashboard.address}/settings/sign-in")
    await page.get_by_role("button", name="Turn on").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Password").fill("wrong horse")
    await dialog.get_by_role("button", name="Next").click()
    await expect(dialog.get_by_text("The password is wrong.")).to_be_visible()
    await dialog.get_by_label("Password").fill(PASSWORD)
    await dialog.get_by_role("button", name="Next").click()
    await expect(dialog.get_by_role("img", name="QR code of the key")).to_be_visible()
    key = await dialog.get_by_label("Key", exact=True).input_value()
    await dialog.get_by_label("Code", exact=True).fill("000")
    await dialog.get_by_role("button", name="Turn on").click()
    await expect(dialog.get_by_text("not the code the authenticator shows")).to_be_visible()
    await dialog.get_by_label("Code", exact=True).fill(code(key))
    await dialog.get_by_role("button", name="Turn on").click()
    listed = dialog.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    await expect(listed).to_have_count(10)
    recovery = await listed.all_inner_texts()
    await dialog.get_by_role("button", name="Close").click()
    await expect(page.get_by_text("10 recovery codes are left.")).to_be_visible()

    elsewhere = (await visit(signed_in=False)).page
    await elsewhere.get_by_label("Email").fill(GRACE)
    await elsewhere.get_by_label("Password").fill(PASSWORD)
    await elsewhere.get_by_role("button", name="Sign in").click()
    await elsewhere.get_by_label("Code").fill("12")
    await elsewhere.get_by_role("button", name="Sign in").click()
    await expect(elsewhere.get_by_text("The code is wrong, or was used before.")).to_be_visible()
    await elsewhere.get_by_label("Code").fill(recovery[0])
    await elsewhere.get_by_role("button", name="Sign in").click()
    await expect(elsewhere.get_by_role("heading", name="Projects")).to_be_visible()

    await page.reload()
    await expect(page.get_by_text("9 recovery codes are left.")).to_be_visible()
    await expect(page.get_by_role("region", name="Where you are signed in").get_by_role("row")).to_have_count(3)
    await page.get_by_role("button", name="Sign out Chrome").click()
    await page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("region", name="Where you are signed in").get_by_role("row")).to_have_count(2)
    await elsewhere.reload()
    await expect(elsewhere.get_by_role("heading", name="Sign in")).to_be_visible()

    await page.get_by_role("button", name="Turn off").click()
    await dialog.get_by_label("Password").fill(PASSWORD)
    await dialog.get_by_label("Code", exact=True).fill(recovery[1])
    await dialog.get_by_role("button", name="Turn off").click()
    await expect(page.get_by_role("button", name="Turn on")).to_be_visible()


async def test_a_service_account_has_a_key_and_is_removed(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/settings/services")
    await page.get_by_role("button", name="New service account").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Name").fill("Nightly pipeline")
    await dialog.get_by_role("button", name="New service account").click()
    await page.get_by_role("button", name="New key of Nightly pipeline").click()
    await dialog.get_by_label("Name").fill("CI")
    await dialog.get_by_role("button", name="New key").click()
    key = await dialog.get_by_label("The key").input_value()
    await dialog.get_by_role("button", name="Close").click()
    bearer = {"Authorization": f"Bearer {key}"}
    assert (await dashboard.http.get("/api/me", headers=bearer)).json()["user"]["name"] == "Nightly pipeline"
    await expect(page.get_by_role("row", name="Nightly pipeline")).to_contain_text(key[:16])
    await page.get_by_role("button", name="Remove Nightly pipeline").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(page.get_by_text("No service accounts yet")).to_be_visible()
    assert (await dashboard.http.get("/api/me", headers=bearer)).status_code == 401
