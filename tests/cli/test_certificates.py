"""`run` with what a file of environments says of certificates, and with authorities of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from qa_appliance.core.clock import utc_now
from qa_appliance.doctor.network import check_authorities
from tests.authority import Authority, serving_who

from .test_run import cli

TEST = '---\nenvironment: lab\n---\n"You are ada." is shown.\n'


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("authorities: none.pem", "The file none.pem cannot be read"),
        ("authorities: ada.key", "private key is not wanted here"),
        ("clientCertificate: {key: ada.key}", "A client certificate needs a file."),
        ("clientCertificate: {file: ada.pfx, passphrase: wrong}", "the passphrase is wrong"),
        ("clientCertificate: {file: ada.pfx, word: x}", "is not known here. What is: file, key, passphrase, origin"),
    ],
)
async def test_what_cannot_be_used_is_named(place: str, words: str, tmp_path: Path) -> None:
    lab = Authority("Lab CA", tmp_path)
    (tmp_path / "ada.key").write_text(lab.issue("ada")[1])
    (tmp_path / "ada.pfx").write_bytes(lab.pfx("ada", "open-sesame"))
    (tmp_path / "environments.yaml").write_text(f"lab:\n  url: https://127.0.0.1:9\n  {place}\n")
    (tmp_path / "who.md").write_text(TEST)
    done = await cli(str(tmp_path))
    assert done.code != 0
    assert words in done.out + done.err
    assert "PRIVATE KEY" not in done.out + done.err


async def test_a_test_in_a_folder_names_its_authority_and_its_client_certificate(tmp_path: Path) -> None:
    lab = Authority("Lab CA", tmp_path)
    (tmp_path / "lab.pem").write_text(lab.pem)
    (tmp_path / "ada.pfx").write_bytes(lab.pfx("ada", "open-sesame"))
    (tmp_path / "who.md").write_text(TEST)
    with serving_who(lab.server(asks=lab)) as (origin, came):
        place = f"lab:\n  url: {origin}\n  allow: loopback\n"
        client = '  clientCertificate: {file: ada.pfx, passphrase: "${PASSPHRASE}"}\n'
        (tmp_path / "environments.yaml").write_text(place + client)
        unknown = await cli(str(tmp_path), PASSPHRASE="open-sesame")
        assert unknown.code == 3, unknown
        assert "signed by “Lab CA”, whom this appliance does not know" in unknown.out + unknown.err
        by_flag = await cli(str(tmp_path), "--authorities", str(tmp_path / "lab.pem"), PASSPHRASE="open-sesame")
        assert by_flag.code == 0, by_flag
        (tmp_path / "environments.yaml").write_text(f"{place}{client}  authorities: lab.pem\n")
        by_file = await cli(str(tmp_path), PASSPHRASE="open-sesame")
        assert by_file.code == 0, by_file
    assert set(came) == {"ada"}


def test_the_doctor_promises_no_trust_to_browsers_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "lab.pem"
    file.write_text(Authority("Lab CA", tmp_path).pem)
    elsewhere, here = [check_authorities([file], utc_now(), {}, elsewhere=each)[1] for each in (True, False)]
    assert (elsewhere.state, "sites are not" in elsewhere.detail) == ("warning", True)
    assert (here.state, "sites and services of “Lab CA” are trusted" in here.detail) == ("ok", True)


async def test_an_authority_that_cannot_be_used_stops_the_appliance_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no")
    (tmp_path / "who.md").write_text("Open /.\n")
    done = await cli(str(tmp_path), "--url", "http://127.0.0.1:9", "--authorities", str(tmp_path / "no.pem"))
    assert done.code == 2
    assert "no.pem of --authorities cannot be used. There is no certificate in PEM form" in done.err
