"""The soak's chart: small pictures one below the other, drawn as SVG that is read on light and on dark."""

from __future__ import annotations

from dataclasses import dataclass

from tests.soak.measuring import PARTS, Row

WIDTH, LEFT, RIGHT, HEIGHT, GAP, TOP = 900, 70, 150, 110, 34, 46
COLORS = ("#3b82c4", "#d9822b", "#3d9a50", "#b0559b", "#8a8f98")
STYLE = (
    "<style>.t{font:13px sans-serif;fill:#1f2328}.s{font:11px sans-serif;fill:#57606a}.g{stroke:#d0d7de}"
    ".p{fill:#ffffff}@media (prefers-color-scheme: dark){.t{fill:#e6edf3}.s{fill:#9198a1}.g{stroke:#3d444d}"
    ".p{fill:#0d1117}}</style>"
)


@dataclass(frozen=True)
class Panel:
    """`stacked`: its lines lie upon each other as areas. `log` is for what has rare and far peaks: they are cut off."""

    title: str
    lines: tuple[str, ...]
    stacked: bool = False
    cut: float = 1.0  # the share of samples that is shown whole


PANELS = (
    Panel("Memory by part, MB (each shared page once)", tuple(f"{part} MB" for part in PARTS), stacked=True),
    Panel("The appliance's own process, MB", ("appliance MB",)),
    Panel("Open handles of all processes, of the appliance's own", ("handles", "appliance handles")),
    Panel("Processes and threads", ("processes", "threads")),
    Panel("Disk, MB", ("artifacts MB", "database MB", "WAL MB", "temporary MB"), stacked=True),
    Panel("Files of evidence", ("artifact files",)),
    Panel("Answers of the API, ms (the highest hundredth cut off)", ("slowest ms", "answer ms"), cut=0.99),
    Panel("Runs ended; the machine's load ×100", ("ended", "load ×100")),
)


def drawn(rows: list[Row]) -> str:
    rows = [row | {"load ×100": row["load"] * 100} for row in rows] or [{}]
    total = TOP + len(PANELS) * (HEIGHT + GAP)
    minutes = rows[-1].get("minute", 0)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total}" role="img"'
        f' aria-label="What a server needed in {minutes:.0f} minutes">{STYLE}'
        f'<rect class="p" width="{WIDTH}" height="{total}"/>'
        f'<text class="t" x="{LEFT}" y="20">A server at work for {minutes:.0f} minutes, a sample every 15 s</text>'
    )
    places = [TOP + number * (HEIGHT + GAP) for number in range(len(PANELS))]
    return head + "".join(_panel(panel, rows, y) for panel, y in zip(PANELS, places, strict=True)) + "</svg>\n"


def _panel(panel: Panel, rows: list[Row], y: float) -> str:
    across = max(rows[-1].get("minute", 0), 1e-9)
    sums = [0.0] * len(rows)
    series: list[tuple[str, list[float], list[float]]] = []
    for name in panel.lines:
        values = [row.get(name, 0.0) for row in rows]
        low = list(sums) if panel.stacked else [0.0] * len(rows)
        high = [below + value for below, value in zip(low, values, strict=True)]
        sums = high if panel.stacked else sums
        series.append((name, low, high))
    tops = sorted(max(high[at] for _, _, high in series) for at in range(len(rows)))
    most = tops[min(len(tops) - 1, int(len(tops) * panel.cut))] * 1.05 or 1.0
    width = WIDTH - LEFT - RIGHT

    def point(at: int, value: float) -> str:
        x = LEFT + width * rows[at].get("minute", 0) / across
        return f"{x:.1f},{y + HEIGHT - HEIGHT * min(value / most, 1):.1f}"

    parts = [f'<text class="t" x="{LEFT}" y="{y - 6}">{panel.title}</text>', _axes(y, most, across, width)]
    for number, (name, low, high) in enumerate(series):
        color, line = COLORS[number % len(COLORS)], " ".join(point(at, value) for at, value in enumerate(high))
        if panel.stacked:
            back = " ".join(point(at, low[at]) for at in reversed(range(len(rows))))
            parts.append(f'<polygon points="{line} {back}" fill="{color}" fill-opacity="0.75"/>')
        else:
            parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        below = y + 12 + 15 * number
        parts.append(f'<rect x="{WIDTH - RIGHT + 12}" y="{below - 9}" width="10" height="10" fill="{color}"/>')
        parts.append(f'<text class="s" x="{WIDTH - RIGHT + 27}" y="{below}">{name}</text>')
    return "".join(parts)


def _axes(y: float, most: float, across: float, width: float) -> str:
    parts = []
    for share in (0.0, 0.5, 1.0):
        at = y + HEIGHT - HEIGHT * share
        parts.append(f'<line class="g" x1="{LEFT}" x2="{LEFT + width}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="s" x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{most * share:,.0f}</text>')
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = LEFT + width * share
        text = f"{across * share:.0f} min"
        parts.append(f'<text class="s" x="{x:.0f}" y="{y + HEIGHT + 14:.0f}" text-anchor="middle">{text}</text>')
    return "".join(parts)
