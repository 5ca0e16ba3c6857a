"""Accounts and variables that files give their tests: what is refused and where, then what of them a test gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.core.test_data.project import Account, ProjectData
from qa_appliance.testfiles.formatting import formatted
from qa_appliance.testfiles.read import read_tests, read_what_can_be
from qa_appliance.testfiles.test import Test

ADMIN = "  admin: {user: ada, password: '${ADMIN_PASSWORD}'}"
SIGN_IN = 'log in with the "admin" account'
FIELD = "enter {coupon} into Coupon"


def stated(front: str, *sentences: str) -> str:
    return "\n".join(["---", front, "---", "## Cart", *(sentences or (SIGN_IN,))])


def read(folder: Path, text: str, **variables: str) -> Test:
    (folder / "a.md").write_text(text)
    [test] = read_tests([str(folder / "a.md")], str, variables)
    return test


ACCOUNTS = [
    ("accounts: [admin]", "a.md:2:11: accounts has to have names and values."),
    ("accounts:\n  admin: ada", "a.md:3:10: The account “admin” has to have names and values."),
    ("accounts:\n  admin: {usr: ada}", "a.md:3:11: “usr” is not known here. What is: role, user, password, signIn."),
    ("accounts:\n  admin: {password: '${P}'}", "a.md:3:10: The account “admin” needs a user."),
    ("accounts:\n  admin: {user: ada}", "a.md:3:10: The account “admin” needs a password, as in: password: ${ADMIN_"),
    (
        "accounts:\n  admin:\n    user: ada\n    password: hunter2",
        "a.md:5:15: A password stands in no file. Write password: ${ADMIN_PASSWORD}, and set that variable",
    ),
    ("accounts:\n  first clerk: {user: a, password: 'x${P}'}", "a.md:3:36: A password stands in no file. Write passw"),
    ("accounts:\n  admin: {user: a, password: '${P}', signIn: 'click Go'}", "3:46: The signIn of “admin” has to be a"),
    ("accounts:\n  admin: {user: a, password: '${P}', signIn: []}", "signIn of “admin” has no sentence."),
    (
        "accounts:\n  admin:\n    user: a\n    password: ${P}\n    signIn: ['enter \"oak\" into Password']",
        "a.md:6:14: A password stands in no file. Write {password} in its place.",
    ),
    ("accounts:\n  admin: {user: a, password: '${P}'}\n  Admin: {user: b, password: '${P}'}", "4:3: “Admin” stands tw"),
    ("accounts:\n  '': {user: a, password: '${P}'}", "a.md:3:3: An account has a name of one line"),
]
VARIABLES = [
    ("variables: 3", "a.md:2:12: variables has to have names and values."),
    ("variables: {coupon: [a]}", "a.md:2:21: coupon has to be a text."),
    ("variables: {today: x}", "a.md:2:13: “today” is made when a test runs; call the variable otherwise."),
    ("variables: {unique email: x}", "a.md:2:13: “unique email” is made when a test runs"),
    ("variables: {'a {b}': x}", "a.md:2:13: “a {b}” cannot stand in braces in a sentence"),
    ('variables: {coupon: "a\\nb"}', "a.md:2:21: coupon has more than one line."),
    (
        "variables: {api token: oak}",
        "a.md:2:24: “api token” is called as a secret is, and a secret stands in no file. Write ${API_TOKEN}",
    ),
    ("variables: {coupon: x}\ndata: [{coupon: y}]", "“coupon” is a column of data and a variable; call one of them"),
]
REFUSED = ACCOUNTS + VARIABLES


@pytest.mark.parametrize(("front", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, front: str, words: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(tmp_path, stated(front), P="x", ADMIN_PASSWORD="x")
    assert words in refused.value.message
    for secret in ("hunter2", "oak"):
        assert secret not in refused.value.message


NOT_SET = [
    (stated(f"accounts:\n{ADMIN}"), {}, "a.md:3:32: The variable ADMIN_PASSWORD is not set. The account “admin”"),
    (stated(f"accounts:\n{ADMIN}", "log in with any account"), {}, "ADMIN_PASSWORD is not set. The account “admin”"),
    (stated(f"accounts:\n{ADMIN}"), {"ADMIN_PASSWORD": "a\nb"}, "The variable ADMIN_PASSWORD has more than one line."),
    (stated("variables: {coupon: '${COUPON}'}", FIELD), {}, "a.md:2:21: The variable COUPON is not set. “{coupon}” of"),
    (stated("variables: {coupon: '${COUPON}'}", "go to /c/{ coupon }"), {"COUPON": " "}, "COUPON is not set."),
]


@pytest.mark.parametrize(("text", "variables", "words"), NOT_SET, ids=[words for _, _, words in NOT_SET])
def test_what_a_test_needs_is_set(tmp_path: Path, text: str, variables: dict[str, str], words: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(tmp_path, text, **variables)
    assert words in refused.value.message
    assert len(read_what_can_be([str(tmp_path / "a.md")], str, None)[1]) == 0, "nothing is looked up where nothing runs"


def test_what_a_test_does_not_need_may_be_unset(tmp_path: Path) -> None:
    front = f"accounts:\n{ADMIN}\n  clerk: {{user: cy, password: '${{CLERK}}'}}\nvariables: {{coupon: '${{COUPON}}'}}"
    test = read(tmp_path, stated(front, 'log in with the "clerk" account'), CLERK="oak")
    assert test.data == ProjectData(accounts=(Account("clerk", "cy", "oak"),))
    assert "oak" not in repr(test.data)


def test_a_password_that_is_set_and_a_variable_that_is_secret(tmp_path: Path) -> None:
    front = (
        "accounts:\n  admin:\n    role: Administrator\n    user: ${WHO}@example.com\n    password: ${ADMIN_PASSWORD}\n"
        '    signIn: [\'enter "{user}" into "Name"\', \'enter "{password}" into "Password"\', \'click Go\']\n'
        "variables: {coupon: SAVE-10, base price: 39.90, key: 'k-${KEY}'}"
    )
    test = read(tmp_path, stated(front, SIGN_IN, FIELD, "go to /{key}"), WHO="ada", ADMIN_PASSWORD='o"k', KEY="7")
    (admin,) = test.data.accounts
    assert (admin.user, admin.password, admin.role) == ("ada@example.com", 'o"k', "Administrator")
    assert admin.sign_in[1] == 'enter "{password}" into "Password"'
    assert test.data.variables == {"coupon": "SAVE-10", "base price": "39.90", "key": "k-7"}
    assert test.data.secrets == {"key"}
    assert test.description == f"{SIGN_IN}\n{FIELD}\ngo to /{{key}}", "it is filled in when it is performed"


TOML = """
[variables]
coupon = "ALL"
price = 39.90
many = 3

[accounts.admin]
user = "everywhere"
password = "${P}"

[accounts]
clerk = {user = "clerk", password = "${P}"}
"""


def test_the_nearer_file_holds(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "qa-appliance.toml").write_text(TOML)
    inner = tmp_path / "tests"
    inner.mkdir()
    (inner / "qa-appliance.toml").write_text('[variables]\nprice = "12"\n')
    (inner / "environments.yaml").write_text(
        "staging:\n  url: https://staging.test\n  accounts: {admin: {user: staging, password: '${P}'}}\n"
        "  variables: {coupon: STAGE}\nlive:\n  url: https://live.test\n"
    )
    front = "environment: {}\naccounts: {{guest: {{user: guest, password: '${{P}}'}}}}"
    staging = read(inner, stated(front.format("staging")), P="x")
    assert [(each.name, each.user) for each in staging.data.accounts] == [
        ("guest", "guest"), ("admin", "staging"), ("clerk", "clerk"),
    ]  # fmt: skip
    assert staging.data.variables == {"coupon": "STAGE", "price": "12", "many": "3"}
    live = read(inner, stated(front.format("live") + "\nvariables: {coupon: OWN}"), P="x")
    assert live.data.variables["coupon"] == "OWN"
    assert [each.user for each in live.data.accounts] == ["guest", "everywhere", "clerk"]
    (inner / "a.feature").write_text(f"Feature: A\n  Scenario: B\n    Given {SIGN_IN}\n")
    [gherkin] = read_tests([str(inner / "a.feature")], str, {"P": "x"})
    assert gherkin.data.variables == {"price": "12", "coupon": "ALL", "many": "3"}


BROKEN = [
    ("[variables\n", "qa-appliance.toml:1:11: It is no TOML"),
    ("x = 1\n", "qa-appliance.toml:1:1: “x” is not known here. What is: accounts, variables."),
    ('[accounts.admin]\nuser = "a"\npassword = "hunter2"\n', "qa-appliance.toml:3:12: A password stands in no file."),
    ('[accounts]\nadmin = {user = "a", password = "b"}\n', "qa-appliance.toml:2:33: A password stands in no file."),
    ('[accounts]\nadmin.usr = "a"\n', "qa-appliance.toml:2:1: “usr” is not known here."),
    ('[accounts."the clerk"]\nuser = "a"\n', "qa-appliance.toml:1:1: The account “the clerk” needs a password"),
    ("variables.today = 3\n", "qa-appliance.toml:1:1: “today” is made when a test runs"),
    ("[variables]\nday = [1]\n", "qa-appliance.toml:2:7: day has to be a text."),
]


@pytest.mark.parametrize(("text", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_a_toml_file_tells_its_faults_with_their_places(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "qa-appliance.toml").write_text(text)
    with pytest.raises(Invalid) as refused:
        read(tmp_path, stated("tags: a"))
    assert words in refused.value.message
    assert "hunter2" not in refused.value.message


def test_formatting_keeps_them(tmp_path: Path) -> None:
    text = stated(f"accounts:\n{ADMIN}\nvariables: {{coupon: A}}", "- Log in with the 'admin' account", f"- {FIELD}")
    (tmp_path / "a.md").write_text(text)
    tests, _ = read_what_can_be([str(tmp_path / "a.md")], str, None)
    assert formatted(text, tests).partition("## Cart")[0] == text.partition("## Cart")[0]
