"""TLS: what is refused, and that the appliance answers over https with the certificate it was given or made."""

from __future__ import annotations

import os
import ssl
import stat
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from qa_appliance.app import open_appliance
from qa_appliance.cli.configuration import read_settings
from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Invalid
from qa_appliance.settings import Settings, Tls
from qa_appliance.tls import VALID, open_certificate


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"TLS_CERT": "/c.pem"}, "give both, or neither"),
        ({"TLS_KEY": "/k.pem"}, "give both, or neither"),
        ({"TLS_CERT": "/c.pem", "TLS_KEY": "/k.pem", "TLS_SELF_SIGNED": "true"}, "exclude each other"),
        ({"TLS_SELF_SIGNED": "perhaps"}, "allowed is true or false"),
    ],
)
def test_settings_that_contradict_are_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(Invalid, match=message):
        read_settings({}, {f"QA_APPLIANCE_{name}": value for name, value in given.items()})


@pytest.mark.parametrize("harm", ["no file", "no certificate", "another key"])
def test_files_that_cannot_be_used_are_named(tmp_path: Path, harm: str) -> None:
    made = open_certificate(Tls(self_signed=True), "localhost", tmp_path, utc_now())
    assert made is not None
    cert, key = tmp_path / "own.crt", tmp_path / "own.key"
    key.write_bytes(made.key.read_bytes())
    if harm == "no certificate":
        cert.write_text("not PEM")
    if harm == "another key":
        (tmp_path / "other").mkdir()
        other = open_certificate(Tls(self_signed=True), "localhost", tmp_path / "other", utc_now())
        assert other is not None
        cert.write_bytes(other.cert.read_bytes())
    with pytest.raises(Invalid, match=r"own\.crt cannot be used .* --tls-cert and --tls-key"):
        open_certificate(Tls(cert=cert, key=key), "localhost", tmp_path, utc_now())


def test_the_own_one_is_kept_until_it_ends_or_the_name_changes(tmp_path: Path) -> None:
    now = utc_now()

    def content(host: str = "localhost", days: int = 0) -> bytes:
        made = open_certificate(Tls(self_signed=True), host, tmp_path, now + timedelta(days=days))
        assert made is not None
        assert stat.S_IMODE(made.key.stat().st_mode) == 0o600
        return made.cert.read_bytes()

    first = content()
    assert content() == first
    assert content("192.0.2.7") != first
    renewed = content("192.0.2.7", VALID.days - 10)
    assert content("192.0.2.7", VALID.days - 10) == renewed


async def test_it_answers_over_https(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", port=0, tls=Tls(self_signed=True))
    async with open_appliance(settings) as appliance, appliance.serving() as address:
        assert address.startswith("https://127.0.0.1:")
        trusting = ssl.create_default_context(cafile=os.fspath(tmp_path / "data" / "tls.crt"))
        async with httpx.AsyncClient(verify=trusting, timeout=60, trust_env=False) as http:
            assert (await http.get(f"{address}/healthz")).status_code == httpx.codes.OK
