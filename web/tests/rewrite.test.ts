import assert from "node:assert/strict";
import { test } from "node:test";
import type { Failure } from "../src/channel/api";
import { withSeen } from "../src/model/rewrite";
import type { Step } from "../src/model/run";

const step = (sentence: string, failure: Partial<Failure>) =>
  ({ index: 0, sentence, result: "failed", failure: { kind: "assertion", message: "", ...failure } }) as Step;
const seen = (sentence: string, failure: Partial<Failure>, words = `Open Cart. ${sentence}. Click Pay.`) => {
  const failed = step(sentence, failure);
  return withSeen(words, [failed], failed);
};
const TOTAL = { expected: "38.90", seen: "39.90", advice: "If “39.90” is right, write that instead." };

test("nothing is offered that the failure does not advise, or that could not be put in its place", () => {
  assert.equal(seen("Check that the total is 38.90", { ...TOTAL, advice: "" }), null);
  assert.equal(seen("Check that the total is 38.90", { ...TOTAL, seen: "" }), null);
  assert.equal(seen("Check that the total is 38.90", TOTAL, "Other words."), null);
  assert.equal(seen("Check that 38.90 is 38.90", TOTAL), null); // which of the two?
  assert.equal(seen("Check the amount", TOTAL), null);
  const marked = { ...TOTAL, seen: 'a "b"', advice: 'If “a "b"” is right, write that instead.' };
  assert.equal(seen("Check that the total is 38.90", marked), null);
});

test("what was seen stands in the place of what was expected", () => {
  const words = seen("Check that the total is 38.90", TOTAL)?.words;
  assert.equal(words, 'Open Cart. Check that the total is "39.90". Click Pay.');
  const near = { expected: "“Priorities” shown", instead: ["Priority"], advice: "If “Priority” is what you mean, write that." };
  assert.deepEqual(seen('Check that "Priorities" is shown', near), {
    seen: "Priority",
    words: 'Open Cart. Check that "Priority" is shown. Click Pay.',
  });
});
