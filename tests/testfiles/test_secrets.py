"""Passwords of tests as files: none stands in one, each is a variable, and what would show one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.english.compile import plan_english
from qa_appliance.planning.secret_words import secret_words
from qa_appliance.testfiles.lock import digest
from qa_appliance.testfiles.read import read_tests, read_what_can_be
from qa_appliance.testfiles.test import Test
from qa_appliance.testfiles.writing import Recorded, as_file

SITE = "https://shop.example"
IN = 'enter "${PASSWORD}" into "Password"'


def read(folder: Path, text: str, **variables: str) -> Test:
    file = folder / "a.md"
    file.write_text(text)
    [test] = read_tests([str(file)], str, variables)
    return test


def stated(*sentences: str, front: str = "secrets: [PASSWORD]") -> str:
    return "\n".join([f"---\nurl: {SITE}", front, "---", "## Sign in", *sentences])


REFUSED = [
    (stated(IN), {}, "a.md:6:8: The variable PASSWORD is not set. It is a secret"),
    (stated(IN), {"PASSWORD": " "}, "The variable PASSWORD is not set."),
    (stated(IN), {"PASSWORD": "a\nb"}, "The variable PASSWORD has more than one line."),
    (
        stated('enter "${PASSWORD}" into "Name"'),
        {"PASSWORD": "oak"},
        "a.md:6:8: ${PASSWORD} is not typed as a password",
    ),
    (stated('check that "${PASSWORD}" is shown'), {"PASSWORD": "oak"}, "is not typed as a password here"),
    (stated(IN, front="secrets: [pass word]"), {}, "a.md:3:10: “pass word” is no name of a variable"),
    (stated(IN, front="secrets: [PASSWORD]\ndata: [{PASSWORD: x}]"), {"PASSWORD": "x"}, "is a column of data and a"),
]


@pytest.mark.parametrize(("text", "variables", "words"), REFUSED, ids=[words for _, _, words in REFUSED])
def test_what_is_not_given_or_would_be_shown(tmp_path: Path, text: str, variables: dict[str, str], words: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(tmp_path, text, **variables)
    assert words in refused.value.message
    assert "oak" not in refused.value.message


def test_a_variable_that_no_file_calls_a_secret_is_a_text(tmp_path: Path) -> None:
    test = read(tmp_path, stated(IN, front="tags: a"), PASSWORD="winter-oak")
    assert test.description == IN


def test_a_secret_is_filled_in_where_it_is_run(tmp_path: Path) -> None:
    test = read(tmp_path, stated(IN, 'check that "${NAME}" is shown'), PASSWORD='a "b" c')
    assert test.description == 'enter "a \\"b\\" c" into "Password"\ncheck that "${NAME}" is shown'
    assert str(test.spot(test.description.index("into"))).endswith("a.md:6:21")
    assert "b" not in repr(test).rpartition("::")[2]
    other = read(tmp_path, stated(IN, 'check that "${NAME}" is shown'), PASSWORD="other")
    assert digest(test) == digest(other)  # what is locked says nothing of a password
    [unfilled], faults = read_what_can_be([str(tmp_path / "a.md")], str, None)
    assert (unfilled.description.splitlines()[0], faults) == (IN, [])


WRITTEN = [
    (['enter "winter-oak" into "Password"'], [IN]),
    (['enter \'winter "oak"\' into "Password"'], [IN]),
    (["log in as ada with password winter-oak"], ['log in as ada with password "${PASSWORD}"']),
    (
        ['enter "winter-oak" into "Password"', 'check that "Hello winter-oak!" is not shown', 'enter "x9" into "PIN"'],
        [IN, 'check that "Hello ${PASSWORD}!" is not shown', 'enter "${PASSWORD_2}" into "PIN"'],
    ),
    (  # a short one stands in other words by chance
        ['enter "as" into "Password"', "click Save as draft", 'click "as"'],
        [IN, "click Save as draft", 'click "${PASSWORD}"'],
    ),
    (['enter "PASSWORD" into "Password"'], [IN]),
]


@pytest.mark.parametrize(("sentences", "expected"), WRITTEN, ids=[str(each[0]) for each in WRITTEN])
def test_what_is_written_has_no_password_and_reads_the_same(
    tmp_path: Path, sentences: list[str], expected: list[str]
) -> None:
    text, names = as_file(Recorded(name="# Sign  in", url=SITE, sentences=sentences, viewport="390x844"))
    assert [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")] == expected
    assert "winter" not in text
    typed = secret_words(plan_english("\n".join(sentences)))
    test = read(tmp_path, text, **dict(zip(names, typed, strict=True)))
    assert secret_words(plan_english(test.description)) == typed
    assert (test.name, test.url, test.viewport, test.secrets) == ("Sign in", SITE, "390x844", names)


def test_without_a_password_there_is_no_variable(tmp_path: Path) -> None:
    text, names = as_file(
        Recorded(name="A", url="http://127.0.0.1:9/", sentences=["click Save"], allows_loopback=True, remark="Not run.")
    )
    assert (
        text == '---\nurl: "http://127.0.0.1:9/"\nallow: loopback\n---\n\n## A\n\n- click Save\n\n<!-- Not run. -->\n'
    )
    assert names == ()
    test = read(tmp_path, text)
    assert (test.allows_loopback, test.description) == (True, "- click Save")
