import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plan } from "../src/channel/api";
import { lines, nearestOf, readPlan } from "../src/model/plan";

type Step = Plan["steps"][number];
const target = (words: string) => ({ words });
const rows = (steps: Step[]) => readPlan(steps).map((row) => [row.depth, row.verb, row.target, row.value]);

test("each kind of step is told in its own words", () => {
  const steps = [
    { action: "go", url: "/cart" },
    { action: "fill", target: target("Name"), value: { text: "Ada" } },
    { action: "choose", options: ["S", "M"] },
    { action: "set_checked", target: target("Gift"), on: false },
    { action: "log_in", user: null, password: { text: "••••", secret: true } },
    { action: "wait_time", seconds: 2 },
    { action: "tab", move: "switch", name: "Help" },
    { action: "dialog", accept: true },
  ] as Step[];
  assert.deepEqual(rows(steps), [
    [0, "open", "/cart", ""],
    [0, "type", "Name", "Ada"],
    [0, "choose", "", "S, M"],
    [0, "check", "Gift", "off"],
    [0, "log in", "", ""],
    [0, "wait time", "", "2 s"],
    [0, "tab", "", "switch Help"],
    [0, "dialog", "", ""],
  ]);
});

test("a check is told with what it wants, and steps inside one deeper", () => {
  const steps = [
    { action: "check", check: { check: "text_shown", text: "Saved", negated: true } },
    { action: "wait_for", check: { check: "count_is", target: target("rows"), comparison: "at_least", count: 3 } },
    {
      action: "when",
      check: { check: "element_is", target: target("Accept"), state: "visible" },
      steps: [{ action: "click", target: target("Accept") }],
    },
  ] as Step[];
  assert.deepEqual(rows(steps), [
    [0, "check", "", "not shown: “Saved”"],
    [0, "wait until", "rows", "count ≥ 3"],
    [0, "if", "Accept", "visible"],
    [1, "click", "Accept", ""],
  ]);
});

test("steps, unclear targets and gaps stand in the order of the words", () => {
  const description = "Ponder. Click Edit. Fold it.";
  const plan = {
    steps: [{ action: "click", target: target("Edit"), sentence: "Click Edit" }],
    ambiguities: [{ sentence: "Click Edit", target: "Edit", candidates: [] }],
    gaps: [
      { text: "Ponder", reason: "?", start: 0 },
      { text: "Fold it", reason: "?", start: 20 },
    ],
    notes: [],
    source: "english",
  } as unknown as Plan;
  assert.deepEqual(
    lines(plan, description).map((line) => line.kind),
    ["gap", "read", "unclear", "gap"],
  );
});

test("the nearest forms hold what the clause has in quotes", () => {
  const gap = { text: 'Fold "Ada" twice', reason: "?", nearest: ['click "Save"', 'click "Save"'] };
  assert.deepEqual(nearestOf(gap), ['Click "Ada"']);
});
