"""A small provider that speaks OpenID Connect over HTTP with real signatures, and lies where a test has it lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey
from joserfc.jws import JWSRegistry

CLIENT, SECRET = "qa", "a secret / of the client"
Claims = dict[str, Any]


@cache
def key(kid: str) -> RSAKey:
    """Made once for all tests; `kid` is only its name."""
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"})


class SmallProvider:
    """`claims` are what the next tokens say beside what they have to; None takes one out. `sign` makes a token."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.issuer = f"http://127.0.0.1:{server.server_address[1]}"
        self.reset()

    def reset(self) -> None:
        self.claims: Claims = {}
        self.userinfo: Claims = {}
        self.document: Claims = {}
        self.keys = [key("one")]
        self.sign: Callable[[Claims], str] = lambda claims: signed(claims, key("one"))
        self.broken: dict[str, tuple[int, str]] = {}  # path: what is answered instead
        self.asked: list[str] = []
        self.codes: dict[str, dict[str, str]] = {}

    def get(self, path: str, query: dict[str, str], headers: dict[str, str]) -> tuple[int, object]:
        match path:
            case "/.well-known/openid-configuration":
                return 200, {
                    "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize",
                    "token_endpoint": f"{self.issuer}/token", "jwks_uri": f"{self.issuer}/keys",
                    "userinfo_endpoint": f"{self.issuer}/userinfo", "response_types_supported": ["code"],
                    "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
                } | self.document  # fmt: skip
            case "/keys":
                return 200, {"keys": [each.as_dict(private=False) for each in self.keys]}
            case "/authorize":
                code = secrets.token_urlsafe(8)
                self.codes[code] = query
                return 303, f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"
            case "/userinfo":
                assert headers["authorization"] == "Bearer access"
                return 200, {"sub": "ada-1"} | self.userinfo
        return 404, {}

    def redeem(self, form: dict[str, str], headers: dict[str, str]) -> tuple[int, object]:
        """The token endpoint, as strict as a real one."""
        both = base64.b64decode(headers.get("authorization", "").removeprefix("Basic ")).decode()
        if both != "qa:a+secret+%2F+of+the+client":
            return 401, {"error": "invalid_client", "error_description": f"not {SECRET}"}
        asked = self.codes.pop(form["code"], None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode()
        if (
            asked is None
            or asked["code_challenge_method"] != "S256"
            or asked["code_challenge"] != challenge.rstrip("=")
            or asked["redirect_uri"] != form["redirect_uri"]
        ):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.issuer, "sub": "ada-1", "aud": CLIENT, "exp": now + 60, "iat": now, "nonce": asked["nonce"],
            "email": "ada@example.com", "email_verified": True, "name": "Ada", "groups": ["testers"],
        } | self.claims  # fmt: skip
        token = self.sign({name: value for name, value in claims.items() if value is not None})
        return 200, {"access_token": "access", "token_type": "Bearer", "id_token": token}


def signed(claims: Claims, by: RSAKey, **header: Any) -> str:
    registry = JWSRegistry(strict_check_header=False)
    registry.max_header_length = 4096
    return jwt.encode({"alg": "RS256", "kid": by.kid} | header, claims, by, registry=registry)


@contextmanager
def providing() -> Iterator[SmallProvider]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    provider = SmallProvider(server)
    server.provider = provider  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    @property
    def provider(self) -> SmallProvider:
        found: SmallProvider = self.server.provider  # type: ignore[attr-defined]
        return found

    def do_GET(self) -> None:
        self._answer(lambda path, query, headers: self.provider.get(path, query, headers), urlsplit(self.path).query)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(lambda _, form, headers: self.provider.redeem(form, headers), body)

    def _answer(self, ask: Callable[[str, dict[str, str], dict[str, str]], tuple[int, object]], query: str) -> None:
        path = urlsplit(self.path).path
        self.provider.asked.append(path)
        given = {name: values[0] for name, values in parse_qs(query).items()}
        if path in self.provider.broken:
            status, content = self.provider.broken[path]
        else:
            status, found = ask(path, given, {name.lower(): value for name, value in self.headers.items()})
            content = found if isinstance(found, str) else json.dumps(found)
        self.send_response(status)
        if status == 303:
            self.send_header("Location", content)
            content = ""
        self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass
