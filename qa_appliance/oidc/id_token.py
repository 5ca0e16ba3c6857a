"""Whether an ID token proves who somebody is (OpenID Connect Core 3.1.3.7). Asks nobody."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import datetime

from joserfc import jwk, jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from qa_appliance.oidc.refused import Refused

_LONGEST_SUBJECT = 255  # OpenID Connect Core 2
LEEWAY_SECONDS = 30  # what two machines' clocks may differ by
_HASHES = {f"{family}{bits}": f"sha{bits}" for family in ("RS", "PS", "ES") for bits in (256, 384, 512)}
_HASHES |= {"EdDSA": "sha512", "Ed25519": "sha512"}
# whoever verifies could also sign by the others: HS… with what is a public key or the client's secret, "none" at all
ALGORITHMS = tuple(_HASHES)
_PUBLIC = {"RSA", "EC", "OKP"}


class _Registry(jws.JWSRegistry):
    """Fields of the header that nobody asked for are passed over, and may be a chain of certificates."""

    max_header_length = 16_384


class Expected(Struct, frozen=True):
    """What a token has to say to be the answer to one question of ours."""

    issuer: str
    client_id: str
    nonce: str


class WrongKey(Exception):
    """None of the keys verifies it. The provider may have changed them meanwhile."""


def keys_of(document: dict[str, object]) -> KeySet:
    """The keys that signatures are verified by; those of other kinds and for other uses are left out."""
    found = []
    listed = document.get("keys")
    for each in listed if isinstance(listed, list) else []:
        if not isinstance(each, dict) or each.get("kty") not in _PUBLIC or each.get("use", "sig") != "sig":
            continue
        try:
            found.append(jwk.import_key({name: value for name, value in each.items() if name not in _PRIVATE}))
        except (JoseError, ValueError, TypeError):
            continue
    return KeySet(found)


_PRIVATE = {"d", "p", "q", "dp", "dq", "qi", "oth"}  # of no use to us, wherever somebody published them


def claims_of(
    token: str, keys: KeySet, offered: Sequence[str], expected: Expected, access_token: str, now: datetime
) -> dict[str, object]:
    """What the token says, once signature, issuer, audience, times and nonce hold. Raises `WrongKey` and `Refused`.

    `offered` are the algorithms the provider names as its own.
    """
    allowed = [each for each in ALGORITHMS if each in offered]
    try:
        header = jws.extract_compact(token.encode(), registry=_Registry()).headers()
    except (JoseError, ValueError) as error:
        raise Refused("invalid", "The ID token cannot be read.") from error
    algorithm = header.get("alg")
    if algorithm not in allowed:
        raise Refused("invalid", "The ID token is signed by an algorithm that is not allowed.")
    try:
        registry = _Registry(algorithms=[algorithm], strict_check_header=False)
        claims = dict(jwt.decode(token, keys, registry=registry).claims)
    except (JoseError, ValueError, TypeError) as error:
        raise WrongKey(type(error).__name__) from error
    rules = jwt.JWTClaimsRegistry(
        now=int(now.timestamp()),
        leeway=LEEWAY_SECONDS,
        iss={"essential": True, "value": expected.issuer},
        sub={"essential": True},
        aud={"essential": True, "value": expected.client_id},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": expected.nonce},
    )
    try:
        rules.validate(claims)
    except JoseError as error:
        raise Refused("invalid", f"The ID token does not hold: {error.description or error.error}.") from error
    _check_parties(claims, expected.client_id)
    if len(str(claims["sub"])) > _LONGEST_SUBJECT:
        raise Refused("invalid", "The ID token is of a subject longer than subjects are.")
    if "at_hash" in claims and access_token and claims["at_hash"] != _half(access_token, _HASHES[str(algorithm)]):
        raise Refused("invalid", "The ID token is of another access token.")
    return claims


def _check_parties(claims: dict[str, object], client_id: str) -> None:
    """A token that is for others too, or was made for another, proves nothing to us."""
    audience, party = claims["aud"], claims.get("azp", client_id)
    alone = audience == client_id or audience == [client_id]
    if not isinstance(claims["nonce"], str) or party != client_id or not (alone or "azp" in claims):
        raise Refused("invalid", "The ID token was made for another client.")


def _half(access_token: str, name: str) -> str:
    digest = hashlib.new(name, access_token.encode()).digest()
    return base64.urlsafe_b64encode(digest[: len(digest) // 2]).decode().rstrip("=")
