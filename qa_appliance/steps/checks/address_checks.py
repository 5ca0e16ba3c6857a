"""Checks of addresses: where the page is, where a link leads. Pure.

What a sentence gives is what is compared. A path is compared with the path alone, without a slash at its end, unless it
is said to be the whole address (“the URL is /books”); the query counts where the sentence has a “?” or a “=”, the
fragment where it has a “#”, the host where it has a “.”, a “:” or a scheme: a link that is said to go to a path alone
stays on the site. What an address ends with is its fragment, where it has one. A fragment that begins with a slash
(“#/orders”) is the path of a page that keeps its ways there. An address that stands in the query
(“/login?next=/orders”) says where one would go, not where one is. What is denied must not stand anywhere in the
address.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import Struct

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.core.texts import plain
from qa_appliance.steps.base.answers import Answer, found_by, not_one, words_compared
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.comparisons import Compared
from qa_appliance.steps.base.whole_words import part_of

_ROUTE = re.compile(r"^!?(?=/)")  # of a fragment that is a path: #/orders, #!/orders
_ELSEWHERE = re.compile(
    r"next|continue|back|from|ref(errer|erer)?|goto|dest(ination)?|target|callback|url|uri|path|r|u|"
    r".*(return|redirect|forward).*|.*_?(url|uri)",
    re.IGNORECASE,
)
_PORTS = {"http": 80, "https": 443}
_ELSEWHERE_IN_IT = "it stands in another part of the address; say in which it should not"


class _Place(Struct, frozen=True):
    """An address in its parts, each decoded. `asked` are the query's names with their values."""

    host: str  # with its port, where that is not the scheme's own
    path: str  # without a slash at its end
    asked: tuple[tuple[str, str], ...]
    fragment: str  # empty where it is the path

    @property
    def whole(self) -> str:
        return _joined(self.path, self.asked, self.fragment)

    @property
    def here(self) -> str:
        """Path, query and fragment without what says where one would go."""
        return _joined(self.path, tuple(pair for pair in self.asked if not _leads_on(*pair)), self.fragment)


def address_is(check: c.AddressIs, look: Look) -> Answer:
    return _judged("The address", look.url, check)


def link_goes(check: c.LinkGoes, look: Look) -> Answer:
    answer = find(look, check.target, "state")
    if not isinstance(answer, Match):
        return not_one(check.target, answer)
    link = next((n for n in (answer.node, *look.ancestors(answer.node)) if n.href), None)
    name = called(look, answer.node)
    if link is None:
        return Answer(False, f"The {name} is no link that leads anywhere.", check.value, name, node=answer.node)
    judged = _judged(f"The address of the {name}", link.href, check, site=look.url)
    return Answer(
        judged.holds,
        judged.message,
        judged.expected,
        judged.seen,
        note=judged.note,
        found=found_by(answer),
        node=answer.node,
    )


def _judged(what: str, seen: str, check: c.AddressIs | c.LinkGoes, *, site: str = "") -> Answer:
    """`site`: where the page is that a link stands on."""
    if check.value == c.HOME_PAGE:
        holds = _is_home(seen) != check.negated
        wanted = f"{'not ' if check.negated else ''}the home page"
        return Answer(holds, f"{what} is “{seen}”, expected {wanted}.", wanted, seen)
    at, result = _compared(seen, check.comparison, check.value)
    if result.holds and (whole := _has_more(seen, check, site)):
        at, result = whole, Compared(False)
    if check.negated and check.comparison not in ("equals", "shows") and not result.holds:
        at, result = seen, result if plain(check.value) not in plain(seen) else Compared(False, doubt=_ELSEWHERE_IN_IT)
    return words_compared(what, at, check.comparison, check.value, check.negated, result)


def _has_more(seen: str, check: c.AddressIs | c.LinkGoes, site: str) -> str:
    """All of the address, where it asks for more, ends with a fragment, or is on another host; else ""."""
    place = _parts(seen)
    if place is None:
        return ""
    if not check.negated and isinstance(check, c.AddressIs) and check.whole and place.asked:
        return place.whole
    if not check.negated and check.comparison == "ends_with" and "#" not in check.value and place.fragment:
        return place.whole
    a_path = check.comparison == "equals" and check.value.startswith("/")
    return seen if a_path and _is_elsewhere(seen, site) else ""


def _is_elsewhere(address: str, site: str) -> bool:
    """Whether it is on another host than the site."""
    there, here = _parts(address), _parts(site)
    return there is not None and here is not None and there.host != here.host


def _compared(seen: str, comparison: c.Comparison, value: str) -> tuple[str, Compared]:
    """What of the address is compared, and how it comes out."""
    place = _parts(seen)
    if place is None:
        return seen, compare(seen, comparison, value)
    if comparison == "matches":
        here = seen if re.search(r"[?=]", value.replace("(?", "")) else seen.split("?")[0]
        return here, compare(here, comparison, value)
    if comparison == "shows":
        return place.path or "/", Compared(_named(value, place))
    if "://" in value:
        return _whole(seen, comparison, value)
    if value.startswith(("/", "?", "#")) or (re.fullmatch(r"[^/]+=.*", value) and comparison != "starts_with"):
        return _in_parts(place, comparison, value)
    return _as_text(seen, place, comparison, unquote(value))


def _in_parts(place: _Place, comparison: c.Comparison, value: str) -> tuple[str, Compared]:
    """Path, query and fragment, each where it is given."""
    rest, _, fragment = value.partition("#")
    if _ROUTE.match(fragment):
        rest, fragment = _ROUTE.sub("", fragment), ""
    path, mark, query = rest.partition("?") if rest.startswith(("/", "?")) else ("", "?" if rest else "", rest)
    if not (mark or fragment):
        return place.path or "/", _path_compared(place, comparison, path)
    among: c.Comparison = "ends_with" if comparison == "contains" else comparison
    fits = (
        (not path or _path_compared(place, among, path).holds)
        and (not mark or _query_fits(place, comparison, query))
        and (not fragment or unquote(fragment) == place.fragment)
    )
    return place.whole, Compared(fits)


def _query_fits(place: _Place, comparison: c.Comparison, query: str) -> bool:
    """What is named is asked for, with that value if one is said; and nothing else if it is to be equal."""
    wanted = parse_qsl(query, keep_blank_values=True)
    if comparison == "equals" and len(wanted) != len(place.asked):
        return False
    return bool(place.asked) and all(_asks(place, *pair) for pair in wanted)


def _asks(place: _Place, name: str, value: str) -> bool:
    return any(name == given and value in ("", seen) for given, seen in place.asked)


def _path_compared(place: _Place, comparison: c.Comparison, value: str) -> Compared:
    path, wanted = place.path or "/", unquote(value)
    if comparison in ("equals", "ends_with", "contains") and wanted != "/":
        wanted = wanted.rstrip("/")
    result = compare(path, comparison, wanted)
    word = part_of(wanted.casefold(), path.casefold()) if result.holds and comparison != "equals" else ""
    return Compared(True, f"it is only a part of “{word}”") if word else result


def _as_text(seen: str, place: _Place, comparison: c.Comparison, value: str) -> tuple[str, Compared]:
    """A text in the address: in the host only if it is written like one."""
    hosted = comparison in ("equals", "starts_with") or "." in value or ":" in value
    if hosted and compare(place.host + place.path, comparison, value.rstrip("/")).holds:
        return place.host + place.path, Compared(True)
    if comparison == "starts_with":
        return seen, compare(seen, comparison, value)
    here = place.path if comparison == "ends_with" else place.here
    return here, compare(here, comparison, value)


def _whole(seen: str, comparison: c.Comparison, value: str) -> tuple[str, Compared]:
    """An absolute address with the whole; hosts in any case, and a slash more or less at the end."""
    left, right = _plain(seen), _plain(value)
    if comparison == "equals":
        left, right = left.rstrip("/"), right.rstrip("/")
    elif comparison in ("contains", "starts_with"):
        return seen, compare(left, "starts_with", right)
    return seen, compare(left, comparison, right)


def _plain(address: str) -> str:
    scheme, _, rest = address.partition("://")
    ends = re.search(r"[/?#]|$", rest)
    at = ends.start() if ends else len(rest)
    host = rest[:at].casefold().removesuffix(f":{_PORTS.get(scheme.casefold(), '')}")
    return f"{scheme.casefold()}://{host}{rest[at:]}"


def _named(value: str, place: _Place) -> bool:
    """Whether the page of that name is open: its words stand in the path, whole, or are what the query asks for.

    A path may say several of them: the “product” page is at /products/12.
    """
    wanted = _spelled(value)
    if not wanted:
        return False
    texts = [place.path, *(v for name, v in place.asked if not _leads_on(name, v))]
    return any(re.search(rf"(?<!\S){re.escape(wanted)}(e?s)?(?!\S)", _spelled(text)) is not None for text in texts)


def _spelled(text: str) -> str:
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return " ".join(re.sub(r"[^\w]|_", " ", parts).casefold().split())


def _joined(path: str, asked: tuple[tuple[str, str], ...], fragment: str) -> str:
    query = "&".join(f"{name}={value}" if value else name for name, value in asked)
    return (path or "/") + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")


def _leads_on(name: str, value: str) -> bool:
    return bool(_ELSEWHERE.fullmatch(name)) or value.startswith("/") or "://" in value


def _is_home(seen: str) -> bool:
    place = _parts(seen)
    return place is not None and re.fullmatch(r"/?((index|home)(\.\w+)?)?", place.path) is not None


def _parts(address: str) -> _Place | None:
    """None for what is no address of a site: about:blank, mailto:…"""
    try:
        split = urlsplit(address)
        port = split.port
    except ValueError:
        return None
    if not split.hostname:
        return None
    host = split.hostname + (f":{port}" if port and port != _PORTS.get(split.scheme) else "")
    path, fragment, query = unquote(split.path), unquote(split.fragment), split.query
    if _ROUTE.match(fragment):
        path, mark, asked = _ROUTE.sub("", fragment).partition("?")
        query, fragment = (asked if mark else query), ""
    asked_for = tuple(parse_qsl(query, keep_blank_values=True))
    return _Place(host, path.rstrip("/"), asked_for, fragment)
