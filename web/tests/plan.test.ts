import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plan } from "../src/channel/api";
import { lines, readPlan, sameWords } from "../src/model/plan";
import { nearestOf, spotAt, spotsOf, withoutHalfWritten } from "../src/model/spots";

type Step = Plan["steps"][number];
const target = (words: string) => ({ words });

test("each step is told as it is read, and those inside one deeper", () => {
  const steps = [
    { action: "go", url: "/cart", sentence: "To the cart", readsAs: "open /cart" },
    {
      action: "when",
      check: { check: "element_is", target: target("Accept"), state: "visible" },
      readsAs: 'if the "Accept" button is visible, click Accept',
      steps: [{ action: "click", target: target("Accept"), readsAs: "click Accept" }],
    },
  ] as Step[];
  assert.deepEqual(
    readPlan(steps).map((row) => [row.depth, row.readsAs]),
    [
      [0, "open /cart"],
      [0, 'if the "Accept" button is visible, click Accept'],
      [1, "click Accept"],
    ],
  );
});

test("a step that no sentence says is told by what is done, and to what", () => {
  const steps = [{ action: "set_checked", target: target("File"), sentence: "Click File > New" }] as Step[];
  assert.equal(readPlan(steps)[0]?.readsAs, "set checked File");
});

test("a sentence that is written as it is read is not told again", () => {
  assert.equal(sameWords('click "Save"', 'Click "Save".'), true);
  assert.equal(sameWords('click "Save"', 'Hit "Save"'), false);
});

test("steps, unclear targets and gaps stand in the order of the words", () => {
  const description = "Ponder. Click Edit. Fold it.";
  const plan = {
    steps: [{ action: "click", target: target("Edit"), sentence: "Click Edit" }],
    ambiguities: [{ sentence: "Click Edit", target: "Edit", start: 14, candidates: [] }],
    unseen: [{ sentence: "Click Edit", target: "Edit", start: 14 }],
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

test("the nearest forms begin as the clause does", () => {
  const gap = { text: 'Fold "Ada" twice', reason: "?", nearest: ['click "Ada"', 'Click "Ada"'] };
  assert.deepEqual(nearestOf(gap), ['Click "Ada"']);
});

const plan = (more: Partial<Plan>) =>
  ({ steps: [], gaps: [], ambiguities: [], unseen: [], notes: [], source: "english", ...more }) as Plan;

test("a spot is found by where it begins, not by its words", () => {
  const candidates = [{ described: "link “Edit”", words: "the 1st “Edit”", sentence: "Click the 1st “Edit”" }];
  const description = "🛒 Fold it. Fold it. Click Edit.";
  const given = plan({
    gaps: [{ text: "Fold it", reason: "?", nearest: ["click it"], start: 11 }],
    ambiguities: [{ sentence: "Click Edit", target: "Edit", start: 26, candidates }],
  });
  const spots = spotsOf(given, description);
  assert.deepEqual(
    spots.map(({ from, to, fixes }) => [from, description.slice(from, to), fixes.map((fix) => fix.insert)]),
    [
      [12, "Fold it", ["Click it"]],
      [27, "Edit", ["the 1st “Edit”"]],
    ],
  );
  assert.equal(spots[1]?.fixes[0]?.says, "Click the 1st “Edit”");
  assert.equal(spotAt(spots, 0), spots[0]);
  assert.equal(spotAt(spots, 20), spots[1]);
  assert.equal(spotAt(spots, 99), spots[0]);
  assert.deepEqual(spotsOf(given, "Something else."), []);
});

test("a last clause is no gap while it is being written", () => {
  const gaps = (text: string, start: number, description: string) =>
    withoutHalfWritten(plan({ gaps: [{ text, reason: "?", start }] }), description).gaps.length;
  assert.equal(gaps("Fold", 12, "Click Edit. Fold"), 0);
  assert.equal(gaps("Fold", 12, "Click Edit. Fold  "), 0);
  assert.equal(gaps("Fold it", 12, "Click Edit. Fold it."), 1);
  assert.equal(gaps("Fold it", 12, "Click Edit. Fold it\n"), 1);
  assert.equal(gaps("Fold it", 0, "Fold it. Click Ed"), 1);
});
