import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunDetail, StepRecord } from "../src/channel/api";
import { ago, bytes, duration, pathOf, shortAddress } from "../src/model/format";
import { asIssue, asMarkdown } from "../src/model/markdown";
import { readReport } from "../src/model/report";

const REPORT = `# Failed

Step 2 failed: “a\\_b” is not shown.
- Not understood: “fold it”.

## Not understood

- “fold it”: No form fits.
  - would be understood: click "it"

## Confidence

- Step 2 was healed.

## Notes

- The check of step 1 already held.
`;

test("no report says nothing", () => {
  assert.deepEqual(readReport(null), { headline: "", reasons: [], gaps: [], notes: [], doubts: [] });
});

test("a report is read as it was written", () => {
  assert.deepEqual(readReport(REPORT), {
    headline: "Step 2 failed: “a_b” is not shown.",
    reasons: ["Not understood: “fold it”."],
    gaps: [{ text: "fold it", reason: "No form fits.", nearest: ['click "it"'] }],
    notes: ["The check of step 1 already held."],
    doubts: ["Step 2 was healed."],
  });
});

test("a run for an issue names what failed", () => {
  const run = {
    status: "completed",
    overallStatus: "failed",
    totalDurationMs: 1500,
    maskedInstruction: " Click Save ",
    reportMarkdown: REPORT,
  } as RunDetail;
  const failed = { index: 1, result: "failed", sentence: "Click Save", error: "No.", failure: null, url: "/x" };
  const told = asMarkdown(run, [failed as StepRecord], "http://qa.test/runs/1");
  assert.match(told, /^\*\*failed\*\* in 1\.5 s: Step 2 failed/);
  assert.match(told, /2\. ✗ Click Save\n {3}- No\.\n {3}- at \/x\n\nhttp:\/\/qa\.test\/runs\/1$/);
});

test("a run that failed is copied as its ticket", () => {
  const failed = { ticketTitle: "It did nothing.", ticketMarkdown: "## What happened\n" } as RunDetail;
  assert.equal(asIssue(failed, "http://qa.test/runs/1"), "# It did nothing.\n\n## What happened\n\nhttp://qa.test/runs/1");
  assert.equal(asIssue({ ticketTitle: null, ticketMarkdown: null } as RunDetail, "x"), null);
});

test("times, sizes and addresses as people read them", () => {
  assert.deepEqual([duration(999.6), duration(59_949), duration(60_000)], ["1000 ms", "59.9 s", "1 min 0 s"]);
  assert.deepEqual([bytes(999), bytes(1500), bytes(2_500_000)], ["999 B", "1.5 kB", "2.5 MB"]);
  assert.deepEqual([pathOf("http://a.test/b?c=1"), pathOf("not one")], ["/b?c=1", "not one"]);
  assert.equal(shortAddress("https://a.test/"), "a.test");
  assert.deepEqual([ago("2026-01-01T00:00:30Z", Date.parse("2026-01-01T00:01:00Z"))], ["just now"]);
});
