"""Sentences as a Markdown file that reads as them. A password is left out of it: a variable stands in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from qa_appliance.english.compile import plan_english
from qa_appliance.language.tokens import tokenize
from qa_appliance.planning.secret_words import secret_words

_NAME = "PASSWORD"
_LONG_ENOUGH = 4  # characters of a secret: a shorter one stands in other words by chance


class Recorded(Struct, frozen=True, kw_only=True):
    """A test to be written down. `viewport` None: that of tests which name none; `remark` is for people."""

    name: str
    url: str
    sentences: Sequence[str]
    viewport: str | None = None
    allows_loopback: bool = False
    remark: str = ""

    def __repr__(self) -> str:
        return f"Recorded({self.name!r})"


def as_file(test: Recorded) -> tuple[str, tuple[str, ...]]:
    """The text of the file, and the variables in it that stand for secrets."""
    typed = [secret_words(plan_english(sentence)) for sentence in test.sentences]
    secrets = dict.fromkeys(secret for each in typed for secret in each)
    names = {secret: _NAME if not at else f"{_NAME}_{at + 1}" for at, secret in enumerate(secrets)}
    sentences = ["".join(_veiled(sentence, names, own)) for sentence, own in zip(test.sentences, typed, strict=True)]
    front = {
        "url": msgspec.json.encode(test.url).decode(),
        "allow": "loopback" if test.allows_loopback else "",
        "viewport": test.viewport or "",
        "secrets": f"[{', '.join(names.values())}]" if names else "",
    }
    lines = ["---", *(f"{name}: {value}" for name, value in front.items() if value), "---", ""]
    title = " ".join(test.name.split()).strip("# ") or "Recorded"
    lines += [f"## {title}", "", *(f"- {sentence}" for sentence in sentences), ""]
    if test.remark:
        lines += [f"<!-- {test.remark} -->", ""]
    return "\n".join(lines), tuple(names.values())


def _veiled(sentence: str, names: Mapping[str, str], own: Sequence[str]) -> Iterator[str]:
    """In pieces. A secret that is a quoted text or a word by itself is quoted then. `own`: what this sentence types."""
    at = 0
    for token in tokenize(sentence):
        secret = token.value
        alone = token.kind == "quoted" or (token.kind == "word" and (len(secret) >= _LONG_ENOUGH or secret in own))
        if secret in names and alone:
            yield _within(sentence[at : token.start], names)
            yield f'"${{{names[secret]}}}"'
            at = token.end
    yield _within(sentence[at:], names)


def _within(text: str, names: Mapping[str, str]) -> str:
    """Secrets that are a part of something longer, as they stand in quotes or elsewhere."""
    forms = {form: name for secret, name in names.items() if len(secret) >= _LONG_ENOUGH for form in _forms(secret)}
    if not forms:
        return text
    pattern = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    return re.sub(pattern, lambda found: f"${{{forms[found[0]]}}}", text)


def _forms(secret: str) -> tuple[str, str]:
    return secret, secret.replace("\\", "\\\\").replace('"', '\\"')
