"""Session tokens (JWT) and the refresh cookie. Never decides what a session may do."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

import jwt
from litestar.datastructures import Cookie
from msgspec import Struct

from qa_appliance.core.errors import Unauthorized
from qa_appliance.store.vault import Vault

LASTS = timedelta(hours=12)
COOKIE = "qa_appliance_refresh"


class Claims(Struct, frozen=True):
    """Whose token it is: user, session, and the organization it is pinned to."""

    user_id: str
    session_id: str
    org_id: str


class Tokens:
    def __init__(self, vault: Vault) -> None:
        self._keys = vault.signing("session tokens")

    def issue(self, claims: Claims, now: datetime) -> tuple[str, datetime]:
        """The token and when it expires."""
        expires = (now + LASTS).replace(microsecond=0)
        payload = {"sub": claims.user_id, "sid": claims.session_id, "org": claims.org_id, "iat": now, "exp": expires}
        return jwt.encode(payload, self._keys(now)[0], algorithm="HS256"), expires

    def read(self, token: str, now: datetime) -> Claims:
        """Raises `Unauthorized` with the contract's words (5.8)."""
        payload = self._payload(token, now)
        user = payload.get("sub")
        if not isinstance(user, str) or not user:
            raise Unauthorized("Token missing sub claim")
        expires, session, org = payload.get("exp"), payload.get("sid"), payload.get("org")
        if not isinstance(expires, int | float) or not isinstance(session, str) or not isinstance(org, str):
            raise Unauthorized("Invalid token")
        if expires <= now.timestamp():
            raise Unauthorized("Invalid token")
        return Claims(user, session, org)

    def _payload(self, token: str, now: datetime) -> dict[str, object]:
        for key in self._keys(now):
            try:
                # the appliance's own clock judges the expiry
                found: dict[str, object] = jwt.decode(
                    token,
                    key,
                    algorithms=["HS256"],
                    options={"verify_exp": False, "verify_iat": False, "verify_sub": False},
                )
            except jwt.InvalidSignatureError:  # an earlier secret may have signed it
                continue
            except jwt.InvalidTokenError as error:
                raise Unauthorized("Invalid token") from error
            return found
        raise Unauthorized("Invalid token")


class Entries:
    """Ways into the dashboard that this process has handed out itself. Each opens once, and none outlives it."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[str, str]] = {}

    def issue(self, user_id: str, org_id: str) -> str:
        """What opens the dashboard for that person, in that organization."""
        entry = secrets.token_urlsafe(32)
        self._open[entry] = user_id, org_id
        return entry

    def redeem(self, entry: str) -> tuple[str, str] | None:
        """The user and the organization it is for; None where it has opened before, or nothing was handed out."""
        return self._open.pop(entry, None)


def refresh_cookie(value: str, expires_at: datetime, now: datetime, *, secure: bool) -> Cookie:
    """Opens nothing but `POST /api/session/refresh`: it is sent to /api/session only, and by our own pages only."""
    seconds = int((expires_at.astimezone(UTC) - now).total_seconds())
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=max(0, seconds),
        path="/api/session",
        httponly=True,
        samesite="strict",
        secure=secure,
    )
