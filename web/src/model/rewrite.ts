/** The words of a run's test with something in its place: what a failure or a gap offers, put where it belongs. Pure. */
import type { RunDetail } from "../channel/api";
import type { ReportGap } from "./report";
import type { Step } from "./run";

const MASK = "••••"; // what stands where the words hold a secret that is not told
const WHOLE = 2000; // characters of a description a run keeps

/** Whether the run has its words as they were sent, so that they can be sent again. */
export function hasItsWords(run: RunDetail): boolean {
  return run.procedureId === null && run.instruction.length < WHOLE && !run.instruction.includes(MASK);
}

/** Where each step's sentence begins in the words; -1 where it does not stand there. */
function starts(instruction: string, steps: Step[]): number[] {
  let at = 0;
  return steps.map(({ sentence }) => {
    const found = sentence === "" ? -1 : instruction.indexOf(sentence.split(MASK)[0] ?? sentence, at);
    if (found >= 0) at = found;
    return found;
  });
}

/** The words with others for a step's target; null where its sentence does not name it. */
export function withTarget(instruction: string, steps: Step[], step: Step, words: string): string | null {
  const start = starts(instruction, steps)[steps.indexOf(step)] ?? -1;
  if (start < 0 || !step.target || !step.sentence.includes(step.target)) return null;
  const from = instruction.indexOf(step.target, start);
  if (from < 0 || from > start + step.sentence.length) return null;
  return instruction.slice(0, from) + words + instruction.slice(from + step.target.length);
}

/** What a check saw, and the words with it in the place of what was expected. */
export type Seen = { seen: string; words: string };

/** Null where the failure does not advise to write what was seen, or its sentence does not name once what was expected. */
export function withSeen(instruction: string, steps: Step[], step: Step): Seen | null {
  const { failure } = step;
  const start = starts(instruction, steps)[steps.indexOf(step)] ?? -1;
  const seen = (failure?.instead?.[0] || failure?.seen || "").trim();
  const advised = failure?.advice?.includes(`“${seen}”`) && failure.advice.includes("write that");
  if (!failure || start < 0 || seen === "" || /["\n“”]/.test(seen) || !advised) return null;
  const expected = /“([^”]+)”/.exec(failure.expected ?? "")?.[1] ?? failure.expected ?? "";
  const at = expected === "" ? -1 : step.sentence.indexOf(expected);
  if (at < 0 || step.sentence.includes(expected, at + 1)) return null;
  const from = start + at;
  if (instruction.slice(from, from + expected.length) !== expected) return null;
  const quoted = /["“'‘]/.test(instruction[from - 1] ?? "") ? seen : `"${seen}"`;
  return { seen, words: instruction.slice(0, from) + quoted + instruction.slice(from + expected.length) };
}

/** A gap, and where it begins in the words; null where its words do not stand there as they are. */
export type PlacedGap = { gap: ReportGap; from: number | null };

export function placedGaps(instruction: string, gaps: ReportGap[]): PlacedGap[] {
  let at = 0;
  return gaps.map((gap) => {
    const from = gap.text === "" ? -1 : instruction.indexOf(gap.text, at);
    if (from >= 0) at = from + gap.text.length;
    return { gap, from: from < 0 ? null : from };
  });
}

export function withForm(instruction: string, { gap, from }: PlacedGap, form: string): string | null {
  return from === null ? null : instruction.slice(0, from) + form + instruction.slice(from + gap.text.length);
}

export type Row = { step: Step } | PlacedGap;

/** Steps and gaps in the order of the words; a gap whose place is not known stands first. */
export function inOrder(instruction: string, steps: Step[], gaps: PlacedGap[]): Row[] {
  const begins = starts(instruction, steps);
  const rows: Row[] = [];
  const waiting = [...gaps];
  steps.forEach((step, nth) => {
    const begin = begins[nth] ?? -1;
    while (waiting[0] && (waiting[0].from ?? -1) < begin) rows.push(waiting.shift() as PlacedGap);
    rows.push({ step });
  });
  return [...rows, ...waiting];
}
