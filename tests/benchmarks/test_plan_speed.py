"""How fast plain English becomes a plan: prints figures for a description of 2,000 characters. Asserts no time."""

from __future__ import annotations

import statistics
import time

from qa_appliance.english.compile import plan_english

TEST = """1. Open the catalogue, search for "lamp" and open the first result.
2. Enter "3" into the Quantity field and click "Add to cart" below "Desk lamp".
3. Open the cart and check that the total is 119.70 and the cart contains 1 item.
4. Click the "Checkout" button, wait until the section "Shipping" appears and select Germany from Country.
5. Fill in the form: Name: Ann Example, Street: Main Street 5, City: Berlin, Email: ann@example.com
6. If "Accept cookies" appears, click it.
7. Choose Express under Shipping, check the "Terms" checkbox and click Place order.
8. I should see "Thank you" and I should not see an error. The address should contain /done.
"""
SIZE = 2000
ROUNDS = 60


def description(size: int) -> str:
    return (TEST * (size // len(TEST) + 1))[:size].rsplit("\n", 1)[0]


def milliseconds(text: str, rounds: int = ROUNDS) -> list[float]:
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        plan_english(text)
        times.append((time.process_time() - begin) * 1000)
    return sorted(times)


def test_speed_of_planning() -> None:
    full, half = description(SIZE), description(SIZE // 2)
    plan = plan_english(full)
    whole, part = milliseconds(full), milliseconds(half)
    median, late = statistics.median(whole), whole[int(len(whole) * 0.95)]
    print(f"\n{len(full)} characters, {len(plan.steps)} steps, {len(plan.gaps)} gaps")
    print(f"median {median:.2f} ms of processor time, 95th percentile {late:.2f} ms, {whole[-1]:.2f} ms at most")
    print(f"{median / len(plan.steps) * 1000:.0f} µs a step")
    print(f"twice the text takes {median / statistics.median(part):.2f} times as long")
    assert not plan.gaps


if __name__ == "__main__":
    test_speed_of_planning()
