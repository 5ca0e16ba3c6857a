"""Copies of backups in a bucket: what is refused, and how it is told; what counts, what is kept, what comes back."""

from __future__ import annotations

import hashlib
import logging
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from qa_appliance.bucket.copies import Copies, copies_by
from qa_appliance.core.errors import Invalid, NotFound, Problem, Unavailable
from qa_appliance.settings import Proxy, Settings
from qa_appliance.settings.backup import Backup, Bucket
from qa_appliance.settings.base import Secret

from .service import ACCESS, BUCKET, SECRET, Service

NOW = datetime(2026, 3, 31, 12, 0, tzinfo=UTC)
Wrong = Callable[[str, str], str | None]


@pytest.fixture
def service() -> Iterator[Service]:
    with Service().open() as service:
        yield service


def to_bucket(service: Service, **changes: object) -> Copies:
    bucket = Bucket(
        endpoint=service.url, name=BUCKET, prefix="lab/one", access_key=ACCESS, secret_key=Secret(SECRET), keep=2
    )
    bucket = msgspec.structs.replace(bucket, **changes)
    return Copies(Settings(backup=Backup(to=Path("/backups"), bucket=bucket)), "")


def made(folder: Path, day: int = 1, content: bytes = b"a backup " * 1000) -> Path:
    file = folder / f"qa-appliance-2026-03-{day:02}T12-00-00Z.tar"
    file.write_bytes(content)
    return file


def always(code: str, method: str = "", ending: str = "") -> Wrong:
    return lambda asked, name: code if (not method or asked == method) and name.endswith(ending) else None


@pytest.mark.parametrize(
    ("changes", "wrong", "sentence"),
    [
        ({"access_key": "AKIAWRONG"}, None, "does not know the access key"),
        ({"secret_key": Secret("another secret")}, None, "the secret key is not that of the access key"),
        ({"name": "nobodys"}, None, "The bucket nobodys at 127.0.0.1:PORT cannot be used: it has no bucket"),
        ({}, always("AccessDenied", "PUT"), "the access key may not do this"),
        ({}, always("AccessDenied", "GET", ".tar"), "the access key may not do this"),  # it may write, not read
        ({}, always("QuotaExceeded", "PUT"), "no room left"),
        ({}, always("SlowDown", "PUT"), "it refuses with SlowDown"),
        ({}, always("<script>", "PUT"), "cannot be used"),
        ({}, always("cut", "GET", ".tar"), "the connection broke off"),
        ({}, always("page", "GET"), "does not speak as S3 does"),
        ({}, always("other xml", "GET"), "does not speak as S3 does"),
        ({}, always("damage", "GET", ".tar"), "is not the backup that was sent; it was removed there"),
        ({"endpoint": "http://nowhere.invalid"}, None, "nowhere.invalid"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_named_and_is_no_copy(
    service: Service, tmp_path: Path, caplog: pytest.LogCaptureFixture, changes: dict[str, object], wrong: Wrong | None,
    sentence: str,
) -> None:  # fmt: skip
    copies, newest = to_bucket(service, **changes), made(tmp_path)
    if wrong is not None:
        service.wrong = wrong
    with caplog.at_level(logging.DEBUG), pytest.raises(Unavailable) as refused:
        copies.send(newest, NOW)
    problem = refused.value.message
    assert sentence.replace("PORT", service.url.rpartition(":")[2]) in problem
    assert (copies.state.problem, copies.state.newest_at) == (problem, None)
    assert not [name for name in service.objects if name.endswith(".sha256")]
    for secret in (SECRET, "another secret", "<script>"):
        assert secret not in problem
        assert secret not in caplog.text
    assert not copies.due(newest, NOW + timedelta(minutes=59))
    assert copies.due(newest, NOW + timedelta(hours=1))


def test_nobody_there_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        service = Service()
        service.url = f"http://127.0.0.1:{gone.getsockname()[1]}"
    with pytest.raises(Unavailable, match=r"127\.0\.0\.1.* cannot be reached"):
        to_bucket(service).send(made(tmp_path), NOW)


@pytest.mark.parametrize("way", ["proxy", "script"])
def test_the_labs_proxy_is_the_way_there(service: Service, tmp_path: Path, way: str) -> None:
    script = tmp_path / "lab.pac"
    script.write_text(
        f'function FindProxyForURL(url, host) {{ return "PROXY {service.url.removeprefix("http://")}"; }}'
    )
    bucket = Bucket(endpoint="http://s3.lab", name=BUCKET, access_key=ACCESS, secret_key=Secret(SECRET))
    ways = {"proxy": Proxy(url=service.url), "script": Proxy(pac=str(script))}
    proxy = msgspec.structs.replace(ways[way], user="ada", password=Secret("pw"), bypass=())
    newest = made(tmp_path)
    assert Copies(Settings(backup=Backup(bucket=bucket), proxy=proxy), "").send(newest, NOW)
    assert service.objects[newest.name] == newest.read_bytes()
    assert set(service.by_proxy) == {("s3.lab", "Basic YWRhOnB3")}


def test_where_a_bucket_has_a_host_of_its_own_that_is_asked_for_by_its_name(service: Service, tmp_path: Path) -> None:
    """As at Amazon: a lab's proxy knows what it leads to by its name, whatever it resolves to."""
    bucket = Bucket(
        endpoint="http://s3.eu-central-1.amazonaws.com", name=BUCKET, access_key=ACCESS, secret_key=Secret(SECRET)
    )
    settings = Settings(backup=Backup(bucket=bucket), proxy=Proxy(url=service.url, bypass=()))
    with pytest.raises(Unavailable, match="has no bucket of this name"):  # ours reads it from the path alone
        Copies(settings, "").send(made(tmp_path), NOW)
    assert set(service.by_proxy) == {("backups.s3.eu-central-1.amazonaws.com", "")}


def test_a_bucket_takes_a_folder(service: Service) -> None:
    with pytest.raises(Invalid, match="takes a folder, too"):
        copies_by(Settings(backup=Backup(bucket=Bucket(endpoint=service.url))), "")
    assert copies_by(Settings(), "") is None


def test_what_is_refused_midway_is_not_there_and_is_sent_again_later(service: Service, tmp_path: Path) -> None:
    """In parts: the second is refused, and what came of the first is given up there."""
    newest, copies = made(tmp_path, content=bytes(range(256)) * 24_000), to_bucket(service)
    puts = iter([None, "AccessDenied"])
    service.wrong = lambda method, name: next(puts, "AccessDenied") if method == "PUT" else None
    with pytest.raises(Unavailable, match="may not do this"):
        copies.send(newest, NOW)
    assert (service.objects, service.parts) == ({}, {})
    service.wrong = lambda *_: None
    service.asked.clear()
    assert copies.send(newest, NOW + timedelta(hours=1))
    assert service.objects[f"lab/one/{newest.name}"] == newest.read_bytes()
    assert (copies.state.problem, copies.state.newest_at) == (None, datetime(2026, 3, 1, 12, tzinfo=UTC))


@pytest.mark.parametrize("left", ["whole", "half", "of another"])
def test_what_a_kill_left_there_without_its_mark_does_not_count(service: Service, tmp_path: Path, left: str) -> None:
    newest, name = made(tmp_path), f"lab/one/{made(tmp_path).name}"
    service.objects[name] = newest.read_bytes()[: None if left == "whole" else 100]
    if left == "of another":
        service.objects[name + ".sha256"] = b"0" * 64
    else:
        assert to_bucket(service).look() is None
        with pytest.raises(NotFound, match="The newest there: none"):
            to_bucket(service).fetch("", tmp_path / "nowhere")
    again = to_bucket(service)  # as the next start makes it
    assert again.due(newest, NOW)
    assert again.send(newest, NOW)
    assert service.objects[name] == newest.read_bytes()
    digest = hashlib.sha256(newest.read_bytes()).hexdigest()
    assert service.objects[name + ".sha256"].decode() == f"{digest}  {newest.name}\n"


@pytest.mark.parametrize("allowed", [True, False])
def test_parts_that_a_kill_left_are_given_up_with_the_next_copy(
    service: Service, tmp_path: Path, allowed: bool
) -> None:
    """A key that may not look for them copies all the same."""
    own = {"lab/one/qa-appliance-2026-02-01T12-00-00Z.tar": {1: b"a part"}}
    others = {name: {1: b"x"} for name in ("lab/one/notes.tar", "lab/two/qa-appliance-2026-02-01T12-00-00Z.tar")}
    service.parts = own | others
    asked = iter(["", "", "" if allowed else "AccessDenied"])  # its region, what is there, what was not ended
    service.wrong = lambda method, name: next(asked, None) if method == "GET" and not name else None
    assert to_bucket(service).send(made(tmp_path), NOW)
    assert service.parts == (others if allowed else own | others)


def test_the_newest_are_kept_and_what_is_not_ours_is_left_alone(service: Service, tmp_path: Path) -> None:
    copies = to_bucket(service)
    others = {"lab/one/notes.txt": b"x", "lab/two/qa-appliance-2026-01-01T00-00-00Z.tar": b"x", "x": b"x"}
    service.objects |= others
    service.objects["lab/one/qa-appliance-2026-02-01T12-00-00Z.tar"] = b"left by a kill"
    for day in (1, 2, 3):
        assert copies.send(made(tmp_path, day), NOW)
    service.asked.clear()
    assert not to_bucket(service).send(made(tmp_path, 3), NOW)  # it is there: nothing is sent after a restart
    assert {method for method, _ in service.asked} == {"GET"}
    days = [name for name in service.objects if name.startswith("lab/one/qa") and name.endswith(".tar")]
    assert days == [f"lab/one/qa-appliance-2026-03-0{day}T12-00-00Z.tar" for day in (2, 3)]
    assert others.items() <= service.objects.items()
    assert len(service.objects) == len(others) + 4  # each with its mark


def test_nothing_older_goes_for_one_that_does_not_come_back_whole(service: Service, tmp_path: Path) -> None:
    copies = to_bucket(service, keep=1)
    copies.send(made(tmp_path, 1), NOW)
    before = dict(service.objects)
    service.wrong = always("damage", "GET", "02T12-00-00Z.tar")
    with pytest.raises(Problem):
        copies.send(made(tmp_path, 2), NOW)
    assert service.objects == before
    assert copies.state.newest_at == datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_one_is_fetched_by_its_name_or_the_newest(service: Service, tmp_path: Path) -> None:
    copies, (first, second) = to_bucket(service), (made(tmp_path, 1), made(tmp_path, 2, b"another"))
    for each in (first, second):
        copies.send(each, NOW)
    (tmp_path / "a").mkdir()
    for name in ("qa-appliance-2026-03-09T12-00-00Z.tar", "../one/" + first.name, "notes.txt"):
        with pytest.raises(NotFound, match=f"There is no such backup in {service.url}/backups/lab/one.*{second.name}"):
            copies.fetch(name, tmp_path / "a")
    service.wrong = always("damage", "GET", first.name)
    with pytest.raises(Invalid, match="is damaged: it is not what was sent"):
        copies.fetch(first.name, tmp_path / "a")
    (tmp_path / "a" / first.name).unlink()
    assert copies.fetch("", tmp_path / "a").read_bytes() == b"another"
    service.wrong = lambda *_: None
    assert copies.fetch(first.name, tmp_path / "a").read_bytes() == first.read_bytes()
