/** How what is being written could go on: phrases of the reference, names of the site under test. Pure. */
import type { Spot } from "./spots";

export type Phrase = { example: string; does: string };
export type Name = { name: string; role: string };
/** `insert`: what a fix puts there; the others put their text. */
export type Option = { kind: "phrase" | "name" | "fix"; text: string; note: string; insert?: string };

/** Each option stands for the characters `from` to `to`. */
export type Completion = { from: number; to: number; options: Option[] };

const MOST = 6; // all of them in sight
const SHORTEST = 2; // letters of a name without quotes that are no accident
const LEAD = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:(?:given|when|then|and|but)\s+)?/i;
const CLOSES: Record<string, string> = { '"': '"', "“": "”" };
const CHECKS = /^(?:verify|make sure|ensure|assert|confirm) (?:that )?/;
const END = /[.!?]\s+|\n/g;

/** null: there is nothing to suggest at the caret. */
export function complete(text: string, caret: number, phrases: Phrase[], names: Name[]): Completion | null {
  const begin = sentenceAt(text, caret);
  const typed = text.slice(begin, caret);
  const quote = openQuote(typed);
  if (quote !== null) return nameIn(text, begin + quote, caret, names);
  return phraseFor(typed, caret, phrases) ?? bareName(typed, caret, names);
}

/** What may stand in the place of a spot. */
export function fixesFor({ from, to, fixes }: Spot): Completion | null {
  const options = fixes.map(({ says, insert }): Option => ({ kind: "fix", text: says, note: "", insert }));
  return completion(from, to, options);
}

export type Edit = { from: number; to: number; insert: string; select: [number, number] };

/** What taking an option does to the text: the first value of an example is selected, to be typed over. */
export function edit(text: string, { from, to }: Completion, option: Option): Edit {
  if (option.insert !== undefined) {
    const end = from + option.insert.length;
    return { from, to, insert: option.insert, select: [end, end] };
  }
  if (option.kind === "name") {
    const close = CLOSES[text[from - 1] ?? ""];
    const insert = close === undefined ? `"${option.text}"` : option.text + close;
    const end = from + insert.length;
    return { from, to: close !== undefined && text[to] === close ? to + 1 : to, insert, select: [end, end] };
  }
  const value = /"([^"]*)"/.exec(option.text);
  const start = from + (value ? value.index + 1 : option.text.length);
  return { from, to, insert: option.text, select: [start, start + (value?.[1]?.length ?? 0)] };
}

function sentenceAt(text: string, caret: number): number {
  let begin = 0;
  for (const end of text.slice(0, caret).matchAll(END)) {
    if (openQuote(text.slice(begin, end.index)) === null) begin = end.index + end[0].length;
  }
  return begin + (LEAD.exec(text.slice(begin, caret))?.[0].length ?? 0);
}

/** Where the text in quotes begins that is not closed yet. */
function openQuote(typed: string): number | null {
  const marks = [...typed.matchAll(/["“”]/g)];
  const last = marks.at(-1);
  return last !== undefined && marks.length % 2 === 1 ? last.index + 1 : null;
}

function nameIn(text: string, from: number, caret: number, names: Name[]): Completion | null {
  return completion(from, caret, fitting(text.slice(from, caret), names, "contains").map(asOption));
}

function phraseFor(typed: string, caret: number, phrases: Phrase[]): Completion | null {
  if (typed.trim() === "") return null;
  const wanted = plain(typed).replace(CHECKS, "check that ");
  const found = phrases.filter(({ example }) => plain(example).startsWith(wanted) && plain(example) !== wanted);
  const options = found.map(({ example, does }): Option => ({ kind: "phrase", text: sentence(example), note: does }));
  return completion(caret - typed.length, caret, options);
}

/** The last words before the caret as the beginning of a name, the longest beginning first. */
function bareName(typed: string, caret: number, names: Name[]): Completion | null {
  const words = [...typed.matchAll(/\S+/g)].slice(1).slice(-4);
  for (const word of words) {
    const begun = typed.slice(word.index);
    const found = begun.length < SHORTEST ? [] : fitting(begun, names, "begins");
    if (found.length > 0) return completion(caret - begun.length, caret, found.map(asOption));
  }
  return null;
}

function fitting(begun: string, names: Name[], how: "begins" | "contains"): Name[] {
  const wanted = plain(begun);
  const begins = names.filter(({ name }) => plain(name).startsWith(wanted) && name !== begun);
  if (how === "begins" || wanted === "") return begins;
  return [...begins, ...names.filter((each) => plain(each.name).includes(wanted) && !begins.includes(each))];
}

function completion(from: number, to: number, options: Option[]): Completion | null {
  return options.length > 0 ? { from, to, options: options.slice(0, MOST) } : null;
}

const asOption = ({ name, role }: Name): Option => ({ kind: "name", text: name, note: role });
const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").replace(/[“”]/g, '"');
const sentence = (example: string): string =>
  example.slice(0, 1).toUpperCase() + example.slice(1) + (/[.!?]$/.test(example) ? "" : ".");
