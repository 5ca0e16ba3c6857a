"""How long `POST /api/plan` works: planning 2,000 characters and telling ambiguities on eight pages of 1,000 elements.

python -m tests.benchmarks.lint_speed
"""

from __future__ import annotations

import statistics
import time

from qa_appliance.browser.find.lint import ambiguities
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import MOST_NODES, pack
from qa_appliance.english.compile import plan_english

BASE = "http://shop.test/"
SENTENCES = (
    'Click "Edit" in the row "Person {n}". Enter "a@b.c" into Email {n}. Click "Save {n}". "Saved {n}" is shown. '
)


def page(number: int) -> bytes:
    nodes = [Node(tag="table", role="table", shown=True)]
    for row in range(MOST_NODES // 4):
        at = len(nodes)
        nodes.append(Node(tag="tr", role="row", name=f"Person {row} of {number}", parent=0, shown=True))
        nodes.append(Node(tag="td", role="cell", name=f"Person {row}", parent=at, shown=True))
        nodes.append(Node(tag="td", role="cell", parent=at, shown=True))
        nodes.append(Node(tag="button", role="button", name="Edit", parent=at + 2, shown=True, click=True))
    for index, node in enumerate(nodes):
        node.index = node.ref = index
    return pack(Look(url=f"{BASE}{number}", title="", text="", nodes=nodes), str)


def main() -> None:
    pages = {f"shop.test/{number}": page(number) for number in range(8)}
    description = "".join(SENTENCES.format(n=n) for n in range(40))[:2_000]
    steps = plan_english(description).steps
    print(
        f"{len(description)} characters, {len(steps)} steps, {sum(map(len, pages.values())) // 1000} kB of packed looks"
    )
    began = time.perf_counter()
    found = ambiguities(steps, pages, BASE)
    print(f"first time: {(time.perf_counter() - began) * 1000:.1f} ms, {len(found)} ambiguities")
    again, typed, planned = [], [], []
    for number in range(30):
        began = time.perf_counter()
        plan_english(description)
        planned.append(time.perf_counter() - began)
        began = time.perf_counter()
        ambiguities(steps, pages, BASE)
        again.append(time.perf_counter() - began)
        more = plan_english(f'{description[:1900]}. Click "New {number}".').steps
        began = time.perf_counter()
        ambiguities(more, pages, BASE)
        typed.append(time.perf_counter() - began)
    for words, times in (("planning", planned), ("the same words", again), ("one sentence typed anew", typed)):
        print(f"{words}: median {statistics.median(times) * 1000:.1f} ms, worst {max(times) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
