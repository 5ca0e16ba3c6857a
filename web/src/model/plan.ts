/** What the appliance understood of a description, as rows an editor shows. Pure. */
import type { Ambiguity, Gap, Plan } from "../channel/api";
import { spotOfAmbiguity } from "./spots";

type Step = Plan["steps"][number];
type Check = Extract<Step, { action: "check" }>["check"];
type Compared = Extract<Check, { check: "text_is" }>["comparison"];

export type Reading = {
  verb: string;
  target: string;
  value: string;
  sentence: string;
  rule: string;
  depth: number;
  /** Whether no look at the site has seen its element. */
  unseen?: boolean;
};

/** The steps of a plan or procedure in reading order, those inside a condition or repetition one deeper. */
export function readPlan(steps: Step[], depth = 0): Reading[] {
  return steps.flatMap((step) => {
    const row = { ...words(step), sentence: step.sentence ?? "", rule: step.rule ?? "", depth };
    return [row, ...("steps" in step ? readPlan(step.steps, depth + 1) : [])];
  });
}

function words(step: Step): { verb: string; target: string; value: string } {
  if (!("check" in step)) return { verb: verbOf(step.action), target: targetOf(step), value: shownValue(step) };
  const { check } = step;
  return {
    verb: { check: "check", wait_for: "wait until", when: "if" }[step.action],
    target: targetOf(check),
    value: (check.negated ? "not " : "") + checkValue(check),
  };
}

const VERBS: Partial<Record<Step["action"], string>> = {
  set_checked: "check",
  go: "open",
  fill: "type",
  history: "go",
};

function verbOf(action: Step["action"]): string {
  return VERBS[action] ?? action.replaceAll("_", " ");
}

function targetOf(holder: Step | Check): string {
  if ("target" in holder && holder.target) return holder.target.words;
  if ("scope" in holder && holder.scope) return holder.scope.words;
  if (!("action" in holder)) return "";
  switch (holder.action) {
    case "go":
      return holder.url || holder.page || "";
    case "http":
      return holder.url;
    case "add_to_cart":
      return holder.item;
    case "sort":
      return holder.by ? `by ${holder.by}` : "";
    default:
      return "";
  }
}

function shownValue(step: Step): string {
  switch (step.action) {
    case "fill":
      return step.value.text;
    case "log_in":
      return step.user?.text ?? "";
    case "choose":
      return step.options.join(", ");
    case "press":
      return step.keys.join(", ");
    case "upload":
      return step.files?.join(", ") ?? "";
    case "set_checked":
      return step.on === false ? "off" : "";
    case "wait_time":
    case "wait_load":
      return step.seconds ? `${step.seconds} s` : "";
    case "repeat":
      return step.times ? `${step.times} ×` : "";
    case "message":
      return step.text?.text || step.to?.text || step.move;
    case "search":
    case "dialog":
      return step.text ?? "";
    case "sort":
      return step.order ?? "";
    case "history":
      return step.move;
    case "clipboard":
      return step.text?.text || step.move;
    case "tab":
    case "cookies":
      return step.name ? `${step.move} ${step.name}` : step.move;
    case "device":
      return step.preset;
    case "remember":
    case "person":
      return step.name;
    case "drag":
      return step.to?.words ?? "";
    default:
      return "";
  }
}

const COMPARED: Record<Compared, string> = {
  equals: "=",
  contains: "contains",
  shows: "shows",
  starts_with: "starts with",
  ends_with: "ends with",
  matches: "matches",
  more: ">",
  at_least: "≥",
  less: "<",
  at_most: "≤",
};

function checkValue(check: Check): string {
  switch (check.check) {
    case "text_shown":
      return `shown: “${check.text}”`;
    case "element_is":
      return check.state;
    case "count_is":
      return `count ${COMPARED[check.comparison]} ${check.count}`;
    case "title_is":
    case "address_is":
      return `${check.check.slice(0, -3)} ${COMPARED[check.comparison]} “${check.value}”`;
    case "value_is":
    case "text_is":
      return `${COMPARED[check.comparison]} “${check.value}”`;
    case "error_shown":
      return check.text ? `the error “${check.text}”` : "an error is shown";
    case "list_sorted":
      return `sorted${check.by ? ` by ${check.by}` : ""}${check.descending ? ", descending" : ""}`;
    case "no_events":
      return `no ${check.kind.replaceAll("_", " ")}`;
    case "requested":
      return `${check.method || "request"} to ${check.address}${check.status ? ` answered ${check.status}` : ""}`;
    case "loads_within":
      return `loads within ${check.seconds} s`;
    default:
      return check.check.replaceAll("_", " ");
  }
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
