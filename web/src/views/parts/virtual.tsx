/** A long list of which only the rows near the window are drawn, and whose end is told before it is seen.
 * All rows have the height of the first one. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

const AROUND = 12; // rows drawn above and below what is seen
const STEP = 6; // rows that come and go together
const AHEAD = 40; // rows left when the end is told

export function Virtual<T extends object>({
  items,
  keyOf,
  guess,
  onNearEnd,
  children,
}: {
  items: T[];
  keyOf: (item: T) => string;
  guess: number;
  onNearEnd?: () => void;
  children: (item: T) => ComponentChildren;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: 40, row: guess });
  useEffect(() => {
    let asked = 0;
    const look = () => {
      asked = 0;
      if (!list.current) return;
      const row = list.current.querySelector("li[data-row]")?.getBoundingClientRect().height || guess;
      const above = Math.max(0, -list.current.getBoundingClientRect().top);
      const from = Math.max(0, stepped(above / row, Math.floor) - AROUND);
      const to = stepped((above + window.innerHeight) / row, Math.ceil) + AROUND;
      setSeen((old) => (old.from === from && old.to === to && old.row === row ? old : { from, to, row }));
    };
    const ask = () => {
      asked ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener("scroll", ask, { passive: true });
    window.addEventListener("resize", ask);
    return () => {
      cancelAnimationFrame(asked);
      window.removeEventListener("scroll", ask);
      window.removeEventListener("resize", ask);
    };
  }, [guess]);
  // a row that is drawn already is not asked for again: what is given back unchanged costs nothing
  const rows = useMemo(() => new WeakMap<T, ComponentChildren>(), [children]);
  const draw = (item: T) => {
    const known = rows.get(item);
    if (known !== undefined) return known;
    const row = (
      <li key={keyOf(item)} data-row>
        {children(item)}
      </li>
    );
    rows.set(item, row);
    return row;
  };
  const near = seen.to + AHEAD >= items.length;
  useEffect(() => {
    if (near) onNearEnd?.();
  }, [near, items.length, onNearEnd]);
  const from = Math.min(seen.from, items.length);
  const drawn = items.slice(from, seen.to);
  const below = Math.max(0, items.length - from - drawn.length);
  return (
    <ul ref={list} style={{ paddingTop: `${from * seen.row}px`, paddingBottom: `${below * seen.row}px` }}>
      {drawn.map(draw)}
    </ul>
  );
}

const stepped = (rows: number, round: (value: number) => number): number => round(rows / STEP) * STEP;
