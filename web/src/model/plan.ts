/** What the appliance understood of a description, as rows an editor shows. Pure. */
import type { Gap, Plan } from "../channel/api";
import { type Loose, list, number, object, objects, text, texts } from "./loose";

export type Reading = { verb: string; target: string; value: string; sentence: string; rule: string; depth: number };

/** The steps of a plan or procedure in reading order, those inside a condition or repetition one deeper. */
export function readPlan(steps: Plan["steps"], depth = 0): Reading[] {
  return steps.flatMap((step) => {
    const row = { ...words(step), sentence: text(step.sentence), rule: text(step.rule), depth };
    return [row, ...readPlan(objects(step.steps), depth + 1)];
  });
}

function words(step: Loose): { verb: string; target: string; value: string } {
  const action = text(step.action);
  const check = object(step.check);
  if (text(check.check) === "") return { verb: verbOf(action), target: targetOf(step), value: shownValue(step) };
  const negated = check.negated === true ? "not " : "";
  const verb = { check: "check", wait_for: "wait until", when: "if" }[action] ?? verbOf(action);
  return { verb, target: targetOf(check), value: negated + checkValue(check) };
}

function verbOf(action: string): string {
  return { set_checked: "check", go: "open", fill: "type", history: "go" }[action] ?? action.replaceAll("_", " ");
}

function targetOf(holder: Loose): string {
  for (const name of ["target", "scope"]) {
    const words = text(object(holder[name]).words);
    if (words !== "") return words;
  }
  return text(holder.url) || text(holder.page) || text(holder.item) || "";
}

function shownValue(step: Loose): string {
  const value = step.value ?? step.user;
  if (typeof value === "object" && value !== null) return text(object(value).text);
  const said = [...texts(step.options), ...texts(step.keys), ...texts(step.files)].join(", ");
  if (said !== "") return said;
  if (step.on === false) return "off";
  const seconds = number(step.seconds) ?? 0;
  const times = number(step.times) ?? 0;
  if (seconds > 0) return `${seconds} s`;
  if (times > 0) return `${times} ×`;
  return text(step.text) || text(step.move) || text(step.preset) || text(step.name) || text(object(step.to).words);
}

const COMPARED: Record<string, string> = {
  equals: "=",
  contains: "contains",
  starts_with: "starts with",
  ends_with: "ends with",
  matches: "matches",
  more: ">",
  at_least: "≥",
  less: "<",
  at_most: "≤",
};

function checkValue(check: Loose): string {
  switch (text(check.check)) {
    case "text_shown":
      return `shown: “${text(check.text)}”`;
    case "element_is":
      return text(check.state);
    case "count_is":
      return `count ${COMPARED[text(check.comparison)] ?? "="} ${number(check.count) ?? 0}`;
    case "title_is":
    case "address_is":
      return `${text(check.check).slice(0, -3)} ${COMPARED[text(check.comparison)] ?? ""} “${text(check.value)}”`;
    case "value_is":
    case "text_is":
      return `${COMPARED[text(check.comparison)] ?? ""} “${text(check.value)}”`;
    case "error_shown":
      return text(check.text) === "" ? "an error is shown" : `the error “${text(check.text)}”`;
    case "list_sorted":
      return `sorted${text(check.by) && ` by ${text(check.by)}`}${check.descending === true ? ", descending" : ""}`;
    case "no_events":
      return `no ${text(check.kind).replaceAll("_", " ")}`;
    case "loads_within":
      return `loads within ${number(check.seconds) ?? 0} s`;
    default:
      return text(check.check).replaceAll("_", " ");
  }
}

/** Words of the test that several elements of the site fit, as far as earlier runs have seen it. */
export type Ambiguity = { sentence: string; target: string; candidates: { described: string; sentence: string }[] };

export function readAmbiguities(plan: Plan): Ambiguity[] {
  return objects(object(plan).ambiguities).map((entry) => ({
    sentence: text(entry.sentence),
    target: text(entry.target),
    candidates: objects(entry.candidates).map((each) => ({
      described: text(each.described),
      sentence: text(each.sentence),
    })),
  }));
}

/** The nearest forms of a gap, with what the clause itself has in quotes, and with its first letter. */
export function nearestOf(gap: Gap): string[] {
  const own = [...gap.text.matchAll(QUOTED)].map(([quoted]) => quoted);
  const begins = gap.text.slice(0, 1);
  const forms = (gap.nearest ?? []).map((form) => {
    let nth = 0;
    const said = form.replace(QUOTED, (example) => own[nth++] ?? example);
    return begins === begins.toUpperCase() ? said.slice(0, 1).toUpperCase() + said.slice(1) : said;
  });
  return [...new Set(forms)];
}

const QUOTED = /"[^"]*"|“[^”]*”/g;

export type Line =
  | { kind: "read"; reading: Reading }
  | { kind: "unclear"; ambiguity: Ambiguity }
  | { kind: "gap"; gap: Gap };

/** Readings, unclear targets and gaps together, in the order of the description where it can be told. */
export function lines(plan: Plan, description: string): Line[] {
  const readings = readPlan(plan.steps);
  const placed: { at: number; line: Line }[] = [];
  let from = 0;
  for (const reading of readings) {
    const found = description.indexOf(reading.sentence.split("••••")[0] ?? reading.sentence, from);
    if (found >= 0) from = found;
    placed.push({ at: from, line: { kind: "read", reading } });
  }
  for (const ambiguity of readAmbiguities(plan)) {
    const found = description.indexOf(ambiguity.sentence);
    placed.push({ at: (found < 0 ? description.length : found) + 0.5, line: { kind: "unclear", ambiguity } });
  }
  for (const gap of list(plan.gaps) as Gap[]) {
    const at = [...description].slice(0, gap.start ?? 0).join("").length;
    placed.push({ at: at - 0.5, line: { kind: "gap", gap } });
  }
  return placed.sort((one, other) => one.at - other.at).map((each) => each.line);
}
