"""Keeps secrets out of everything a run leaves behind: registered ones in every spelling, and what looks like one.

Never decides what is a secret of the test: whoever knows calls `hide`.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable
from typing import Any, TypeVar
from urllib.parse import quote, quote_plus

import msgspec

from qa_appliance.core.run import Site
from qa_appliance.core.steps import MASK
from qa_appliance.language.values import SECRET_WORDS

_ANYWHERE = 4  # characters from which a secret is looked for inside other words
_NO_WORD, _NO_NAME = 8, 16  # characters from which what a credential, or anything, carries is no ordinary word

_NAMES = (
    r"[\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|signature)|auth|authorization|jwt|sid|sessionid"
)
_HEADERS = r"(?:proxy-)?authorization|(?:set-)?cookie|x-(?:api-key|auth-token|csrf-token|xsrf-token)"

# A hint (lower case) that has to be in the text before the pattern is worth trying: texts can be megabytes.
_ALWAYS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("eyj", re.compile(r"eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*"), MASK),  # JSON Web Token
    ("tst_live_", re.compile(r"tst_live_[\w-]{16,}"), MASK),
    ("_live_", re.compile(r"[rs]k_live_[\w-]{16,}"), MASK),
    ("gh", re.compile(r"(?:gh[pousr]_|github_pat_)[\w-]{16,}"), MASK),
    ("bearer", re.compile(r"(bearer\s+)(?=[\w.~+/-]*[0-9_=])[\w.~+/-]{8,}=*", re.I), rf"\1{MASK}"),
    ("basic", re.compile(r"(basic\s+)(?=[\w+/-]*[0-9=])[\w+/-]{8,}=*", re.I), rf"\1{MASK}"),
    ("authorization", re.compile(r"(authorization\s*:\s*)[^\s\"'][^\r\n\"']*", re.I), rf"\1{MASK}"),
    ("cookie", re.compile(r"(cookie\s*:\s*)[\w!#$%&'*+.^`|~-]+=[^\r\n\"]*", re.I), rf"\1{MASK}"),
    ("@", re.compile(r"(?<=://)[^/\s@?#\"'<>\\]+@"), f"{MASK}@"),  # user and password of an address
    ("=", re.compile(rf"([?&#;](?:{_NAMES})=)[^&#;\s\"'<>\\]+", re.I), rf"\1{MASK}"),
    (
        '"name":',
        re.compile(rf'("name":\s*"(?:{_HEADERS}|{_NAMES})",\s*"value":\s*")(?:[^"\\]|\\.)+', re.I),
        rf"\1{MASK}",
    ),
)

_CREDENTIAL = re.compile(
    rf"{_NAMES}|{_HEADERS}|.*(?:auth|cookie|credential|csrf|passw|secret|session|signature|token|xsrf).*|(?:.*[-_])?key",
    re.I,
)

T = TypeVar("T")


def names_credential(name: str) -> bool:
    """Whether a header or parameter of this name carries a credential, so that its value is nobody's business."""
    return _CREDENTIAL.fullmatch(name) is not None


class Redactor:
    """`clean` masks as ••••. A secret shorter than 4 characters is masked only where it stands alone."""

    def __init__(self, known: Redactor | None = None) -> None:
        """With all that is `known` to another one."""
        self.secrets: list[str] = list(known.secrets) if known else []
        self.forms: list[str] = list(known.forms) if known else []  # every spelling of every secret, the longest first
        self._sent: set[str] = set(known._sent) if known else set()  # names of headers, in lower case
        self._pairs: re.Pattern[str] | None = known._pairs if known else None
        self._spared: set[str] = set(known._spared) if known else set()
        self._contexts: list[re.Pattern[str]] = list(known._contexts) if known else []  # where a spared one is a secret

    def hide(self, secret: str) -> bool:
        """Registers a secret; empty and blank ones are passed over. False: it is no new one."""
        if not secret.strip() or secret in self.secrets or secret == MASK:
            return False
        if secret in self._spared:
            self._contexts = [*self._contexts, *_secret_contexts(secret)]
            return False
        self.secrets.append(secret)
        self._add_forms(secret)
        return True

    def spare(self, words: Iterable[str]) -> None:
        """Who signs in is no secret: where a password is the same word, it is masked only where it is told as one."""
        self._spared |= {word for word in words if word not in self.secrets}

    def hide_sent(self, site: Site) -> None:
        """What opens the site, its headers and cookies."""
        for name, value in (site.extra_headers or {}).items():
            self.hide_header(name, value)
        if site.basic_auth:
            self.hide(site.basic_auth[1])
        for cookie in (*site.cookies, *(site.storage_state or {}).get("cookies", ())):
            self.hide_carried(str(cookie.get("name", "")), str(cookie.get("value", "")))

    def hide_header(self, name: str, value: str) -> None:
        """A header that is sent along with every request is masked by its name, and as `hide_carried` says."""
        self._sent.add(name.lower())
        names = "|".join(re.escape(each) for each in sorted(self._sent))
        self._pairs = re.compile(rf'("name":\s*"(?:{names})",\s*"value":\s*")(?:[^"\\]|\\.)+', re.I)
        self.hide_carried(name, value)

    def hide_carried(self, name: str, value: str) -> None:
        """What a header or cookie of that name carries is masked in texts, unless it may be an ordinary word there.

        Pictures are not looked at: pages do not show it.
        """
        for part in {value, value.rpartition(" ")[2]}:
            if len(part) >= (_NO_WORD if names_credential(name) else _NO_NAME):
                self._add_forms(part)

    def masks_value_of(self, name: str) -> bool:
        """Whether nobody is to see what a header or parameter of this name carries."""
        return name.lower() in self._sent or names_credential(name)

    def _add_forms(self, secret: str) -> None:
        self.forms = sorted({*self.forms, *spellings(secret)}, key=len, reverse=True)

    def clean(self, text: str) -> str:
        for form in self.forms:
            if form in text:  # a text can be megabytes of a page's snapshot: plain search before anything cleverer
                text = text.replace(form, MASK) if len(form) >= _ANYWHERE else re.sub(_as_pattern(form), MASK, text)
        for context in self._contexts:
            text = context.sub(rf"\1{MASK}", text)
        if self._pairs is not None and '"name":' in text:
            text = self._pairs.sub(rf"\1{MASK}", text)
        lower = text.lower()
        for hint, pattern, mask in _ALWAYS:
            if hint in lower:
                text = pattern.sub(mask, text)
        return text

    def shown_pattern(self) -> str | None:
        """A pattern (of Python and of JavaScript) for the secrets as a page shows them, None when there are none."""
        longest_first = sorted(self.secrets, key=len, reverse=True)
        return "|".join(_as_pattern(secret) for secret in longest_first) or None

    def clean_value(self, value: T) -> T:
        """The same value with every text in it cleaned: texts, lists, tuples, dicts and structs, however deep."""
        cleaned: Any = value
        if value is None or isinstance(value, int | float):
            return value  # most of what is filed, and it says nothing
        if isinstance(value, str):
            cleaned = self.clean(value)
        elif isinstance(value, dict):
            cleaned = {key: self.clean_value(item) for key, item in value.items()}
        elif isinstance(value, list | tuple):
            cleaned = type(value)(self.clean_value(item) for item in value)
        elif isinstance(value, msgspec.Struct):
            fields = {name: self.clean_value(getattr(value, name)) for name in value.__struct_fields__}
            cleaned = msgspec.structs.replace(value, **fields)
        return cleaned  # type: ignore[no-any-return]


_WORDS_FOR_ONE = "|".join(sorted(map(re.escape, SECRET_WORDS), key=len, reverse=True))


def _secret_contexts(word: str) -> list[re.Pattern[str]]:
    """Behind a word for a secret, and as the second of a pair: password "admin"; "admin" / "admin"."""
    alone = rf"{re.escape(word)}(?!\w)"
    return [
        re.compile(rf"((?:{_WORDS_FOR_ONE})\W{{1,20}}(?:(?:is|as|to|with)\W{{1,3}})?){alone}", re.IGNORECASE),
        re.compile(rf"(?<!\w)({re.escape(word)}\W{{1,4}}(?:and\W{{1,3}})?){alone}"),
    ]


def holds(text: str, secret: str) -> bool:
    """Whether a page that shows this text shows the secret."""
    return secret in text and re.search(_as_pattern(secret), text) is not None


def spellings(secret: str) -> set[str]:
    """The forms in which a secret travels: as it is, in addresses and forms, JSON, HTML, and Base64."""
    if len(secret) < _ANYWHERE:
        return {secret}
    forms = {
        secret,
        html.escape(secret),
        html.escape(secret, quote=False),
        html.escape(secret).replace("&#x27;", "&#39;"),
    }
    percent = {quote(secret, safe=safe) for safe in ("", "/", "!'()*~", ";,/?:@&=+$!'()*#")} | {quote_plus(secret)}
    forms |= percent | {re.sub(r"%[0-9A-F]{2}", lambda m: m[0].lower(), form) for form in percent}
    for once in (json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]):
        forms |= {once, json.dumps(once, ensure_ascii=False)[1:-1]}
    return forms | _base64_cores(secret.encode())


def _base64_cores(secret: bytes) -> set[str]:
    """What is the same of the secret's Base64 wherever it stands in a longer text, in both alphabets."""
    cores = set()
    for before in range(3):
        text = base64.b64encode(bytes(before) + secret).decode()
        core = text[-(-8 * before // 6) : 8 * (before + len(secret)) // 6]
        if len(core) >= 6:  # shorter ones would hit ordinary words
            cores |= {core, core.replace("+", "-").replace("/", "_")}
    return cores


def _as_pattern(form: str) -> str:
    return re.escape(form) if len(form) >= _ANYWHERE else rf"(?<!\w){re.escape(form)}(?!\w)"
