/** What the appliance understood of a description, as rows an editor shows. Pure. */
import type { Ambiguity, Gap, Plan } from "../channel/api";
import { spotOfAmbiguity } from "./spots";

type Step = Plan["steps"][number];
type Target = Extract<Step, { action: "click" }>["target"];

export type Reading = {
  /** The sentence of the test language the step is read as; without one what is done, and to what. */
  readsAs: string;
  target: string;
  sentence: string;
  rule: string;
  depth: number;
  /** Whether no look at the site has seen its element. */
  unseen?: boolean;
};

/** The steps of a plan or procedure in reading order, those inside a condition or repetition one deeper. */
export function readPlan(steps: Step[], depth = 0): Reading[] {
  return steps.flatMap((step) => {
    const target = targetOf("check" in step ? step.check : step);
    const readsAs = step.readsAs || `${step.action.replaceAll("_", " ")} ${target}`.trim();
    const row = { readsAs, target, sentence: step.sentence ?? "", rule: step.rule ?? "", depth };
    return [row, ...("steps" in step ? readPlan(step.steps, depth + 1) : [])];
  });
}

/** Whether a sentence is written as it is read, but for its first letter and its end. */
export function sameWords(readsAs: string, sentence: string): boolean {
  return readsAs.toLowerCase() === sentence.trim().replace(/\.$/, "").toLowerCase();
}

function targetOf(holder: object): string {
  if ("target" in holder && holder.target) return (holder.target as Target).words;
  if ("scope" in holder && holder.scope) return (holder.scope as Target).words;
  return "";
}

export type Line =
  | { kind: "read"; reading: Reading }
  | { kind: "unclear"; ambiguity: Ambiguity }
  | { kind: "gap"; gap: Gap };

/** Readings, unclear targets and gaps together, in the order of the description where it can be told. */
export function lines(plan: Plan, description: string): Line[] {
  const unseen = unseenOf(plan);
  const readings = readPlan(plan.steps).map((reading) => ({ ...reading, unseen: unseen(reading) }));
  const placed: { at: number; line: Line }[] = [];
  let from = 0;
  for (const reading of readings) {
    const found = description.indexOf(reading.sentence.split("••••")[0] ?? reading.sentence, from);
    if (found >= 0) from = found;
    placed.push({ at: from, line: { kind: "read", reading } });
  }
  for (const ambiguity of plan.ambiguities) {
    const at = spotOfAmbiguity(ambiguity, description)?.from ?? description.length;
    placed.push({ at: at + 0.5, line: { kind: "unclear", ambiguity } });
  }
  for (const gap of plan.gaps) {
    const at = [...description].slice(0, gap.start ?? 0).join("").length;
    placed.push({ at: at - 0.5, line: { kind: "gap", gap } });
  }
  return placed.sort((one, other) => one.at - other.at).map((each) => each.line);
}

/** A step of a run that has not begun: its sentence, and whether no look at the site has seen what it is about. */
export type Planned = { sentence: string; unseen: boolean };

/** What a run will do as far as its words are read: it ends before the first part that is not (an exploratory one goes on). */
export function plannedOf(plan: Pick<Plan, "steps" | "gaps" | "unseen">, exploring: boolean): Planned[] {
  const end = exploring ? plan.steps.length : Math.min(plan.steps.length, ...plan.gaps.map(({ at }) => at ?? 0));
  const unseen = unseenOf(plan);
  return plan.steps.slice(0, end).map((step) => ({
    sentence: step.sentence ?? "",
    unseen: readPlan([step]).some(unseen),
  }));
}

function unseenOf(plan: Pick<Plan, "unseen">): (reading: Reading) => boolean {
  const known = new Set(plan.unseen.map(({ sentence, target }) => `${target} ${sentence}`));
  return (reading) => known.has(`${reading.target} ${reading.sentence}`);
}
