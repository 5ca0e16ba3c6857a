"""`run --lock` and `--locked`: what passed is replayed by its steps, what says something else is told and refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.lock import Locks, changes
from qa_appliance.testfiles.read import read_tests

from .test_run import Serve, cli

FORM = (
    '<h1>Welcome</h1><form><label>Password <input type="password"></label><button type="button">Enter</button></form>'
)
TEST = 'enter "hunter-22" into Password, click "Enter" and check that "Welcome" is shown'


def test_what_is_no_lock_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(f"## A\n{TEST}")
    (test,) = read_tests([str(file)], lambda: "")
    for text in (
        "[",
        "version: 2\ntests: {}\n",
        "version: 1\ntests: {A: {words: 1}}\n",
        "!!python/object:os.system {}\n",
    ):
        (tmp_path / "a.md.lock").write_text(text)
        with pytest.raises(Invalid, match=r"a\.md\.lock:1:1: It is (no lock|a lock of version 2)"):
            Locks().of(test)


def test_what_is_no_longer_there_goes_and_the_rest_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(f"## A\n{TEST}\n\n## B\n{TEST}\n")
    tests = read_tests([str(file)], lambda: "")
    steps: list[dict[str, object]] = [{"action": "click", "sentence": 'click "Enter"'}]
    assert Locks().write({test.key: (test, steps) for test in tests}, tests) == [file]
    assert Locks().write({tests[0].key: (tests[0], steps)}, tests) == [], "nothing has changed"
    assert all(Locks().valid(test) for test in tests)
    file.write_text(f"## B\n{TEST}\n\n## C\n{TEST}")
    again = read_tests([str(file)], lambda: "")
    Locks().write({again[1].key: (again[1], steps)}, again)
    locks = Locks()
    assert [locks.of(test) is None for test in (tests[0], *again)] == [True, False, False]


def test_what_only_one_run_or_one_layout_had_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(f"## A\n{TEST}\n")
    tests = read_tests([str(file)], lambda: "")
    print_ = {"role": "button", "name": "Enter", "box": [1.0, 2.0, 3.0, 4.0]}
    known = {"selector": "button", "fingerprint": print_}
    inner = {"action": "click", "source": "saved", "ways": [{"deed": "click", "known": known}]}
    step: dict[str, object] = {"action": "repeat", "phraseIds": ["x"], "steps": [inner], "target": {"known": known}}
    Locks().write({tests[0].key: (tests[0], [step])}, tests)
    text = (tmp_path / "a.md.lock").read_text()
    assert "name: Enter" in text
    assert not any(word in text for word in ("box", "phraseIds", "source"))


@pytest.mark.slow
async def test_the_steps_of_a_pass_are_replayed_until_the_words_change(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    async def front(request: Any) -> str:
        asked.append(request)
        return FORM

    site = await serve({"/": front})
    monkeypatch.chdir(tmp_path)
    file, lock = tmp_path / "a.md", tmp_path / "a.md.lock"
    written = f"---\nurl: {site}\nallow: loopback\n---\n## A\n{TEST}\n"
    file.write_text(written)
    done = await cli("a.md", "--locked")
    assert (done.code, done.out, asked) == (2, "", [])
    assert "a.md::A: it has no steps of a pass" in done.err
    done = await cli("a.md", "--lock", "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["results"][0]["run"]["runKind"] == "ad_hoc"
    kept = lock.read_text()
    assert "action: click" in kept
    assert "hunter-22" not in kept
    done = await cli("a.md", "--locked", "--lock", "--json")
    assert done.code == 0, done.err
    run = json.loads(done.out)["results"][0]["run"]
    assert (run["runKind"], {step["source"] for step in run["stepsJson"]}) == ("replay", {"saved"})
    assert lock.read_text() == kept, "the same again, with nothing to review"

    file.write_text(written.replace('click "Enter"', 'double-click "Enter"'))
    before = len(asked)
    done = await cli("a.md", "--locked")
    assert (done.code, done.out, len(asked)) == (2, "", before)
    assert (
        '“A” says something else than when it last passed:\n  - click: click "Enter"\n  + click: double-click "Enter"'
        in done.err
    )
    assert "hunter-22" not in done.err
    done = await cli("a.md", "--json")
    assert done.code == 0, done.err
    assert '+ click: double-click "Enter"' in done.err
    assert json.loads(done.out)["results"][0]["run"]["runKind"] == "ad_hoc"


async def test_locks_are_not_for_a_server() -> None:
    done = await cli(TEST, "--lock", "--server", "http://127.0.0.1:1", QA_APPLIANCE_API_KEY="tst_live_x")
    assert (done.code, done.out) == (2, "")
    assert "leave --server out" in done.err


def test_a_password_is_not_told_with_what_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(f"## A\n{TEST}")
    tests = read_tests([str(file)], lambda: "")
    Locks().write({tests[0].key: (tests[0], [{"action": "click", "sentence": "x"}])}, tests)
    locked = Locks().of(tests[0])
    assert locked is not None
    assert "hunter-22" not in "\n".join(changes(tests[0], locked))
