"""The steps of the corpus as sentences of the test language, each read back: `read(write(step)) == step`.

By the grammar of English, and by the language's own reader.

Run as a program it prints the share of each kind, and what does not come back:
`PYTHONPATH=. python -m tests.english.test_corpus_written`.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator

from qa_appliance.core import steps as s
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import exactly, meaning, reads_as, written
from qa_appliance.language.write import Unsaid, write
from tests.english.test_corpus import CORPUS, read_once

EXACTLY, IN_MEANING = 0.968, 0.982
"""The least shares: of all steps, of those that come back to the letter, and of those that come back in what they do
(whether a name or a secret was in quotes, and by which word a place is inside of another, left aside)."""
OWN_EXACTLY, OWN_IN_MEANING = 0.943, 0.992
"""The same of the language's own reader, of all different sentences."""


def steps() -> Iterator[tuple[str, s.Step]]:
    for file in CORPUS:
        for wording in tomllib.loads(file.read_text("utf-8")):
            yield from ((wording, step) for step in plan_english(wording).steps)


def kind_of(step: s.Step) -> str:
    return " of ".join(type(each).__name__ for each in (step, getattr(step, "check", None)) if each is not None)


class Share:
    """Of steps that are alike one is read back for all."""

    def __init__(self) -> None:
        self.all, self.exact, self.same = Counter[str](), Counter[str](), Counter[str]()
        self.lost = defaultdict[str, list[tuple[str, str | Unsaid]]](list)
        self._known: dict[str, tuple[bool, bool]] = {}
        self.own: dict[str, tuple[bool, bool]] = {}

    def count(self, wording: str, step: s.Step) -> None:
        kind, sentence = kind_of(step), write(step)
        key = f"{meaning(step)} {sentence}"
        if key not in self._known:
            exact = bool(reads_as(step))
            self._known[key] = (exact, exact or written(step) is not None)
            self._read_by_the_language(step, sentence)
        exact, same = self._known[key]
        self.all[kind] += 1
        self.exact[kind] += exact
        self.same[kind] += same
        if not exact:
            self.lost[kind].append((wording, sentence))

    def _read_by_the_language(self, step: s.Step, sentence: str | Unsaid) -> None:
        """Of several steps that one sentence stands for, none may be missed."""
        if isinstance(sentence, Unsaid):
            return
        read, (exact, same) = read_once(sentence), self.own.get(sentence, (True, True))
        self.own[sentence] = (
            exact and read is not None and exactly(read) == exactly(step),
            same and read is not None and meaning(read) == meaning(step),
        )

    def of_own(self) -> tuple[int, int]:
        exact, same = zip(*self.own.values(), strict=True)
        return sum(exact), sum(same)


def test_nearly_all_steps_of_the_corpus_come_back() -> None:
    share = Share()
    for wording, step in steps():
        share.count(wording, step)
    assert share.exact.total() / share.all.total() >= EXACTLY
    assert share.same.total() / share.all.total() >= IN_MEANING
    exact, same = share.of_own()
    assert exact / len(share.own) >= OWN_EXACTLY
    assert same / len(share.own) >= OWN_IN_MEANING


if __name__ == "__main__":
    share = Share()
    for wording, step in steps():
        share.count(wording, step)
    print(f"{share.all.total()} steps: {share.exact.total()} exactly, {share.same.total()} in meaning")
    own_exact, own_same = share.of_own()
    print(f"{len(share.own)} different sentences, by the language itself: {own_exact} exactly, {own_same} in meaning")
    for kind, lost in sorted(share.lost.items()):
        print(f"{kind}: {share.all[kind]}, {share.exact[kind]} exactly, {share.same[kind]} in meaning")
        for wording, sentence in lost:
            print(f"    {wording!r} | {sentence.why if isinstance(sentence, Unsaid) else sentence}")
