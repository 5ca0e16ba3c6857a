/** A long list of which only the rows near the window are drawn, and whose end is told before it is seen.
 * All rows have the height of the first one. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const AROUND = 12; // rows drawn above and below what is seen
const AHEAD = 40; // rows left when the end is told

export function Virtual<T>({
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
      const from = Math.max(0, Math.floor(above / row) - AROUND);
      const to = Math.ceil((above + window.innerHeight) / row) + AROUND;
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
  const near = seen.to + AHEAD >= items.length;
  useEffect(() => {
    if (near) onNearEnd?.();
  }, [near, items.length, onNearEnd]);
  const from = Math.min(seen.from, items.length);
  const drawn = items.slice(from, seen.to);
  const below = Math.max(0, items.length - from - drawn.length);
  return (
    <ul ref={list} style={{ paddingTop: `${from * seen.row}px`, paddingBottom: `${below * seen.row}px` }}>
      {drawn.map((item) => (
        <li key={keyOf(item)} data-row>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
