"""The dashboard's files over HTTP: what each address answers, what protects the page, how much a first load is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qa_appliance.api.pages.web import BUNDLE
from tests.web.conftest import Dashboard

FIRST_LOAD_BYTES = 200_000


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/assets/none.js", 404),
        ("/assets/..%2f..%2fapp.py", 404),
        ("/api/none", 404),
        ("/nowhere/at/all", 404),
        ("/", 200),
        ("/setup", 200),
        ("/runs", 200),
        ("/runs/1", 200),
        ("/projects/1?tab=settings", 200),
        ("/procedures/1", 200),
        ("/settings/keys", 200),
        ("/invitations/abc", 200),
    ],
)
async def test_addresses(dashboard: Dashboard, path: str, status: int) -> None:
    answer = await dashboard.http.get(path)
    assert answer.status_code == status
    assert ("text/html" in answer.headers["content-type"]) == (status == 200)


@pytest.mark.parametrize(
    ("method", "path", "accept", "is_page"),
    [
        ("GET", "/api/none", "text/html", False),
        ("GET", "//api/none", "text/html", False),
        ("POST", "/nowhere", "text/html", False),
        ("GET", "/nowhere", "*/*", False),
        ("GET", "/assets/none.js", "*/*", False),
        ("GET", "/nowhere", "text/html,*/*;q=0.8", True),
        ("GET", "/projects/1/procedures", "text/html", True),
    ],
)
async def test_what_does_not_exist_is_a_page_for_those_who_look(
    dashboard: Dashboard, method: str, path: str, accept: str, is_page: bool
) -> None:
    answer = await dashboard.http.request(method, f"{dashboard.address}{path}", headers={"Accept": accept})
    assert answer.status_code == 404
    if is_page:
        assert "<!doctype html>" in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    else:
        assert answer.json() == {"error": "Not found"}


async def test_the_page_runs_nothing_inline_and_nothing_of_others(dashboard: Dashboard) -> None:
    answer = await dashboard.http.get("/")
    policy = dict(each.strip().split(" ", 1) for each in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", answer.text)
    assert not re.search(r"https?://", answer.text)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


async def test_assets_are_kept_for_ever_and_the_page_never(dashboard: Dashboard) -> None:
    index = await dashboard.http.get("/")
    assert index.headers["cache-control"] == "no-cache"
    again = await dashboard.http.get("/", headers={"If-None-Match": index.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for name in re.findall(r'"(/assets/[^"]+)"', index.text):
        asset = await dashboard.http.get(name)
        assert "immutable" in asset.headers["cache-control"]


@pytest.mark.parametrize(("accepted", "encoding"), [("identity", None), ("gzip", "gzip"), ("gzip, br", "br")])
async def test_encodings(dashboard: Dashboard, accepted: str, encoding: str | None) -> None:
    answer = await dashboard.http.get("/", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "<!doctype html>" in answer.text


def test_each_page_with_all_it_may_ask_for_is_a_small_first_load() -> None:
    """Its scripts, those it loads later too, and every style and font of the bundle, packed as http sends them."""
    assets = {path.name: path for path in (BUNDLE / "assets").iterdir() if path.suffix not in (".br", ".gz")}
    always = {name for name in assets if not name.endswith(".js")}
    (entry,) = re.findall(r'src="/assets/([^"]+\.js)"', (BUNDLE / "index.html").read_text())
    begun = _asked_for([entry], assets, later=False)
    pages = _imported(assets[entry], later=True) - begun
    assert len(pages) > 5
    for page in pages:
        asked = always | begun | _asked_for([page], assets, later=True)
        assert sum(_packed(assets[name]) for name in asked) < FIRST_LOAD_BYTES, page


def _asked_for(begin: list[str], assets: dict[str, Path], *, later: bool) -> set[str]:
    asked, next_ones = set[str](), list(begin)
    while next_ones:
        name = next_ones.pop()
        if name not in asked:
            asked.add(name)
            next_ones += _imported(assets[name], later=False)
            # what the shell loads later are the other pages
            next_ones += _imported(assets[name], later=True) if later and not name.startswith("index-") else set()
    return asked


def _imported(script: Path, *, later: bool) -> set[str]:
    begins = r"import\(" if later else r"(?:from|import)"
    return set(re.findall(rf"{begins}[\"'`]\./([^\"'`]+\.js)", script.read_text()))


def _packed(path: Path) -> int:
    packed = path.with_name(f"{path.name}.gz")
    return (packed if packed.is_file() else path).stat().st_size
