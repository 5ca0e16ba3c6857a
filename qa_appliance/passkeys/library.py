"""The library that reads and verifies what authenticators sign. Loaded with the first passkey only."""

from __future__ import annotations

import struct

from cryptography.exceptions import UnsupportedAlgorithm
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    CollectedClientData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from qa_appliance.passkeys.challenges import NotProven

_VERIFIED = UserVerificationRequirement.REQUIRED
_UNREADABLE = (
    ValueError,
    KeyError,
    TypeError,
    AssertionError,
    AttributeError,
    IndexError,
    OverflowError,
    RecursionError,
    struct.error,
    UnsupportedAlgorithm,
)


class Library:
    """For one place: `host` is what passkeys are bound to, `origin` where the browser has to be."""

    def __init__(self, host: str, origin: str, name: str) -> None:
        self._server = Fido2Server(
            PublicKeyCredentialRpEntity(id=host, name=name), verify_origin=lambda found: found == origin
        )

    def creation(self, user_id: str, email: str, name: str, known: list[str], challenge: bytes) -> dict[str, object]:
        """As `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. `known` are not made again."""
        options, _ = self._server.register_begin(
            PublicKeyCredentialUserEntity(id=user_id.encode(), name=email, display_name=name or email),
            [AttestedCredentialData(websafe_decode(each)) for each in known],
            resident_key_requirement=ResidentKeyRequirement.REQUIRED,
            user_verification=_VERIFIED,
            challenge=challenge,
        )
        return dict(options.public_key)

    def request(self, challenge: bytes) -> dict[str, object]:
        """As `PublicKeyCredential.parseRequestOptionsFromJSON` takes it: any passkey of this place."""
        options, _ = self._server.authenticate_begin(user_verification=_VERIFIED, challenge=challenge)
        return dict(options.public_key)

    def challenge_in(self, client_data: str) -> bytes:
        """What was signed. Raises NotProven."""
        try:
            return bytes(CollectedClientData(websafe_decode(client_data)).challenge)
        except _UNREADABLE as error:
            raise NotProven(str(error)) from error

    def made(self, challenge: bytes, id: str, response: dict[str, str]) -> tuple[str, int]:
        """What verifies it later, and its counter. Raises NotProven."""
        try:
            found = RegistrationResponse.from_dict(_json(id, response))
            data = self._server.register_complete(_state(challenge), found)
            if data.credential_data is None or data.credential_data.credential_id != found.raw_id:
                raise NotProven("The key is another than the answer says.")
            return websafe_encode(bytes(data.credential_data)), data.counter
        except _UNREADABLE as error:
            raise NotProven(str(error)) from error

    def signed(self, challenge: bytes, id: str, response: dict[str, str], sealed: str) -> int:
        """Its counter now. `sealed` is what `made` told. Raises NotProven."""
        try:
            found = AuthenticationResponse.from_dict(_json(id, response))
            known = AttestedCredentialData(websafe_decode(sealed))
            self._server.authenticate_complete(_state(challenge), [known], found)
            return int(found.response.authenticator_data.counter)
        except _UNREADABLE as error:
            raise NotProven(str(error)) from error


def _json(id: str, response: dict[str, str]) -> dict[str, object]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _state(challenge: bytes) -> dict[str, object]:
    return {"challenge": websafe_encode(challenge), "user_verification": _VERIFIED}
