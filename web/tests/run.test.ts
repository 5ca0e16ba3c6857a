import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConsoleEvent, Picture, RunDetail, StepRecord } from "../src/channel/api";
import { framesOf, frameOf, isError, picturedOf, placeOf, selectorOf, stepOf, timingsOf } from "../src/model/run";

const step = (index: number, more: Partial<StepRecord> = {}) =>
  ({ index, result: "passed", screenshots: {}, details: {}, startedAtMs: index * 100, ...more }) as StepRecord;
const picture = (storeKey: string, stepIndex: number | null, kind: Picture["kind"] = "before") =>
  ({ storeKey, stepIndex, kind, url: `/a/${storeKey}?sig=1` }) as Picture;
const run = (more: Partial<RunDetail>) =>
  ({
    stepsJson: null,
    screenshotRefsJson: null,
    finalScreenshotUrl: null,
    perPagePerformanceJson: null,
    performanceMetricsJson: null,
    finalUrl: null,
    startedAt: null,
    ...more,
  }) as RunDetail;

test("a run that has nothing shows nothing", () => {
  assert.deepEqual(framesOf(run({})), []);
  assert.deepEqual(timingsOf(run({})), []);
  assert.equal(frameOf(step(0), []), null);
});

test("a step that has begun is under way, one that has ended is its record", () => {
  const begun = stepOf({ index: 2, action: "click", sentence: "Click Save", result: null });
  assert.deepEqual([begun.result, begun.index, begun.error, begun.proven], ["running", 2, null, true]);
  const record = step(1, { result: "failed" });
  assert.equal(stepOf(record), record);
});

test("a picture named twice, with another signature, is one", () => {
  const frames = framesOf(
    run({
      screenshotRefsJson: [picture("1.jpg", 0), picture("2.jpg", null, "final")],
      stepsJson: [step(0, { beforeScreenshotUrl: "/a/1.jpg?sig=2" }), step(1, { actualScreenshotUrl: "/a/3.png?s" })],
      finalScreenshotUrl: "/a/2.jpg?sig=2",
    }),
  );
  assert.deepEqual(
    frames.map((frame) => [frame.stepIndex, frame.kind, frame.url]),
    [
      [0, "before", "/a/1.jpg?sig=1"],
      [null, "final", "/a/2.jpg?sig=1"],
      [1, "passed", "/a/3.png?s"],
    ],
  );
});

test("a step is shown by its own last picture, else the next, else the one before", () => {
  const frames = framesOf(
    run({ screenshotRefsJson: [picture("a", 1), picture("b", 1, "failure"), picture("c", 3)] }),
  );
  const key = (index: number) => frameOf(step(index), frames)?.key;
  assert.deepEqual([key(1), key(0), key(2), key(9)], ["b", "a", "c", "c"]);
});

test("a check's picture is compared, or the first one", () => {
  const compared = { stepIndex: 0, actualUrl: "/a/1.png", passed: true };
  const found = picturedOf(
    run({
      visualResultsJson: [compared] as RunDetail["visualResultsJson"],
      stepsJson: [step(0, { actualScreenshotUrl: "/a/1.png" }), step(1), step(2, { actualScreenshotUrl: "/a/2.png" })],
    }),
  );
  assert.deepEqual(found, [
    { stepIndex: 0, result: compared, url: "/a/1.png" },
    { stepIndex: 2, result: null, url: "/a/2.png" },
  ]);
});

test("a page belongs to the step under way when it was first seen", () => {
  const page = (url: string, capturedAt: string) => ({ url, capturedAt, lcpMs: 5 });
  const found = timingsOf(
    run({
      startedAt: "2026-11-22T07:00:00.000Z",
      stepsJson: [step(0), step(1), step(2, { result: "skipped", startedAtMs: 0 })],
      perPagePerformanceJson: [
        page("/first", "2026-11-22T06:59:59.900Z"),
        page("/second", "2026-11-22T07:00:00.150Z"),
      ] as RunDetail["perPagePerformanceJson"],
    }),
  );
  assert.deepEqual(
    found.map((each) => [each.url, each.stepIndex]),
    [
      ["/first", null],
      ["/second", 1],
    ],
  );
});

test("the final page stands in where pages were not kept", () => {
  const [only] = timingsOf(
    run({ finalUrl: "/end", performanceMetricsJson: { lcpMs: 7 } as RunDetail["performanceMetricsJson"] }),
  );
  assert.deepEqual([only?.url, only?.took.lcpMs, only?.stepIndex], ["/end", 7, null]);
});

test("places are told as people count", () => {
  const said = { level: "error", location: { url: "/app.js", line: 0, column: 3 } } as ConsoleEvent;
  assert.deepEqual([placeOf(said), isError(said)], ["/app.js:1", true]);
  assert.deepEqual([placeOf({ ...said, location: null }), isError({ ...said, level: "log" })], ["", false]);
  assert.equal(selectorOf({ target: ["iframe", ["#host", "button"]], html: "", summary: null }), "iframe › #host › button");
});
