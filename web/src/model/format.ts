/** Times, sizes and addresses as people read them. Pure. */

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export function ago(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return AGO.format(Math.round(seconds / length), unit);
  return "just now";
}

const FULL = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

export const moment = (iso: string): string => FULL.format(new Date(iso));
/** In that time zone, to the minute; in the viewer's own where the browser does not know it. */
export function momentIn(iso: string, timeZone?: string): string {
  const form = { dateStyle: "medium", timeStyle: "short" } as const;
  try {
    return new Intl.DateTimeFormat("en", { ...form, timeZone }).format(new Date(iso));
  } catch {
    return momentIn(iso);
  }
}

export const day = (iso: string): string => DAY.format(new Date(iso));

/** The time zone of whoever looks. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1e6) return `${(size / 1e3).toFixed(1)} kB`;
  return `${(size / 1e6).toFixed(1)} MB`;
}

/** Without the scheme, and without a slash that says nothing. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The path with its query, for addresses whose host is known anyway. */
export function pathOf(address: string): string {
  try {
    const url = new URL(address);
    return `${url.pathname}${url.search}`;
  } catch {
    return address;
  }
}

export function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? "";
}

/** The instruction in one line, for lists and titles. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const SHORT = 60;

/** The instruction as a name: its whole words that fit, without the marks between sentences at its end. */
export function inShort(text: string): string {
  const line = oneLine(text);
  const cut = line.length <= SHORT ? line : line.slice(0, line.lastIndexOf(" ", SHORT) + 1 || SHORT);
  return cut.trim().replace(/[.,;:]$/, "");
}
