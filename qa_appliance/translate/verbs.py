"""What is said of something, in every form: shows, should show, does not show, no longer shows. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qa_appliance.translate.inflection import inflected
from qa_appliance.translate.rules import Form


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


_OUGHT = _phrases(
    "should, must, shall, will, would, has to, have to, needs to, need to, ought to, is to, are to, is supposed "
    "to, are supposed to, is expected to, are expected to, is going to, can, to, does, do, did"
)
_OUGHT_NOT = _phrases(
    "should not, shouldn't, must not, mustn't, shall not, will not, won't, would not, wouldn't, may not, cannot, "
    "can't, can not, should never, must never, will never, should no longer, must no longer, will no longer, is "
    "not to, are not to, not to, to not, does not, doesn't, do not, don't, did not, didn't, does no longer, do no "
    "longer, is not supposed to, are not supposed to, ought not to, to no longer"
)
_HAVE_NOT = ("has not", "have not", "hasn't", "haven't", "had not", "hadn't")
_OUGHT_TO_HAVE = ("should have", "must have", "will have")
_OF_BEING = ("is", "are", "am", "was", "were", "has been", "have been", "gets", "get", "got", "'s")
_NOT_OF_BEING = _phrases(
    "is not, isn't, am not, are not, aren't, was not, wasn't, were not, weren't, is no longer, are no longer, is "
    "never, are never, has not been, hasn't been, have not been, haven't been, ain't, not, should not have been, "
    "shouldn't have been, must not have been"
)
_NOT_WITH_BE = frozenset(
    _phrases("does, do, did, can, does not, doesn't, do not, don't, did not, didn't, does no longer, do no longer")
)


def finite_forms(verb: str, irregular: Mapping[str, list[str]]) -> Iterator[Form]:
    """Of a verb, which may have words behind it ("consist of"). Of "be!" there is no denial by "not" alone."""
    alone = verb == "be!"
    first, *rest = verb.rstrip("!").split()
    if first == "be":
        yield from _forms_of_being(rest, with_not=not alone)
    else:
        yield from _forms_of_doing(first, rest, irregular)
    if not alone:
        yield from (((*have.split(), inflected(first, "en", irregular), *rest), False) for have in _OUGHT_TO_HAVE)
    for helpers, denied in ((_OUGHT, False), (_OUGHT_NOT, True)):
        for helper in helpers:
            if first != "be" or helper not in _NOT_WITH_BE:
                yield (*helper.split(), first, *rest), denied


def _forms_of_being(rest: Sequence[str], *, with_not: bool) -> Iterator[Form]:
    """is open, is not open; `with_not`: not open."""
    yield from (((*each.split(), *rest), False) for each in _OF_BEING)
    yield from (((*each.split(), *rest), True) for each in _NOT_OF_BEING if with_not or each != "not")


def _forms_of_doing(first: str, rest: Sequence[str], irregular: Mapping[str, list[str]]) -> Iterator[Form]:
    """shows, is showing, never shows, no longer shows, has shown, has not shown."""
    yield from (((inflected(first, mood, irregular), *rest), False) for mood in ("s", "", "ed"))
    yield from (((be, inflected(first, "ing", irregular), *rest), False) for be in ("is", "are"))
    yield from (
        ((never, inflected(first, mood, irregular), *rest), True)
        for never in ("never", "not")
        for mood in ("s", "", "ing")
    )
    yield from ((("no", "longer", inflected(first, mood, irregular), *rest), True) for mood in ("s", ""))
    yield from (((have, inflected(first, "en", irregular), *rest), False) for have in ("has", "have"))
    yield from (((*have.split(), inflected(first, "en", irregular), *rest), True) for have in _HAVE_NOT)


def present_forms(verb: str, irregular: Mapping[str, list[str]]) -> Iterator[tuple[str, ...]]:
    """What it does, and never what to do: opens, should open."""
    first, *rest = verb.split()
    yield (inflected(first, "s", irregular), *rest)
    for helper in ("should", "will", "must", "shall", "would", "has to", "needs to"):
        yield (*helper.split(), first, *rest)
