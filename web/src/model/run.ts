/** A run as its page shows it: its steps, its pictures, and what belongs to which of them. Pure, without DOM. */
import type { ConsoleEvent, RunDetail, StepRecord, Timings, Violation, VisualResult } from "../channel/api";
import type { Begun } from "../channel/live";

export const TERMINAL: ReadonlySet<RunDetail["status"]> = new Set(["completed", "failed", "cancelled"]);

/** A step's record, or one that is under way. */
export type Step = Omit<StepRecord, "result"> & { result: StepRecord["result"] | "running" };

export function stepOf(told: StepRecord | Begun): Step {
  return told.result === null ? { ...UNDER_WAY, ...told, result: "running" } : told;
}

const UNDER_WAY: Omit<Step, keyof Begun> = {
  target: null,
  value: null,
  source: "english",
  readsAs: "",
  phrase: null,
  durationMs: 0,
  error: null,
  rule: "",
  found: null,
  failure: null,
  refused: false,
  synthetic: false,
  proven: true,
  url: null,
  note: null,
  startedAtMs: 0,
  screenshots: {},
  details: {},
  failureClass: null,
};

export type Frame = {
  key: string;
  stepIndex: number | null;
  kind: string;
  url: string;
  /** In CSS pixels; not known of what is no listed picture. */
  width?: number;
  height?: number;
};

/** Every picture of the run in the order it was taken, the final page last. */
export function framesOf(run: RunDetail): Frame[] {
  const frames: Frame[] = (run.screenshotRefsJson ?? []).map(
    ({ storeKey, stepIndex, kind, url = "", width, height }) => ({
      key: storeKey,
      stepIndex,
      kind,
      url,
      width,
      height,
    }),
  );
  const taken = new Set(frames.map((frame) => fileOf(frame.url)));
  for (const step of run.stepsJson ?? []) {
    const url = step.failureScreenshotUrl ?? step.actualScreenshotUrl ?? step.beforeScreenshotUrl;
    if (url !== undefined && !taken.has(fileOf(url)))
      frames.push({ key: url, stepIndex: step.index, kind: step.result, url });
  }
  const last = run.finalScreenshotUrl;
  if (last !== null && !taken.has(fileOf(last)))
    frames.push({ key: "final", stepIndex: null, kind: "final", url: last });
  return frames;
}

/** An address without its signature. */
function fileOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** The picture that shows a step best: its own, else the next one, else the last one before it. */
export function frameOf(step: Step, frames: Frame[]): Frame | null {
  const own = frames.findLast((frame) => frame.stepIndex === step.index);
  const later = frames.find((frame) => frame.stepIndex === null || frame.stepIndex > step.index);
  const earlier = frames.findLast((frame) => frame.stepIndex !== null && frame.stepIndex < step.index);
  return own ?? later ?? earlier ?? null;
}

/** Parts of a picture: x, y, width, height; null for what is not drawn. */
export type Place = readonly [number, number, number, number] | null;

/** Where a failure's picture is marked: at what the words could mean, or at what was found and is not as expected. */
export function marksOn(step: Step, frame: Frame): Place[] {
  if (frame.kind !== "failure" || frame.stepIndex !== step.index) return [];
  if (step.failure?.candidates?.length) return step.failure.places ?? [];
  const box = step.found?.box;
  if (!box || !frame.width || !frame.height) return [];
  const [x, y, width, height] = box;
  return [[x / frame.width, y / frame.height, width / frame.width, height / frame.height]];
}

/** A check's picture: compared with a baseline, or the first one, which there is nothing to compare with. */
export type Pictured = { stepIndex: number | null; result: VisualResult | null; url: string };

export function picturedOf(run: RunDetail): Pictured[] {
  const compared = (run.visualResultsJson ?? []).map((result) => ({
    stepIndex: result.stepIndex,
    result,
    url: result.actualUrl ?? "",
  }));
  const known = new Set(compared.map((each) => each.stepIndex));
  const first = (run.stepsJson ?? [])
    .filter((step) => step.actualScreenshotUrl !== undefined && !known.has(step.index))
    .map((step) => ({ stepIndex: step.index, result: null, url: step.actualScreenshotUrl ?? "" }));
  return [...compared, ...first];
}

export function isError(event: ConsoleEvent): boolean {
  return event.level === "error";
}

/** The file and the line, counted from 1; empty where the browser did not say. */
export function placeOf({ location }: ConsoleEvent): string {
  return location === null ? "" : `${location.url}:${location.line + 1}`;
}

/** Where an element is: its selectors from the outermost frame inwards. */
export function selectorOf(node: Violation["nodes"][number]): string {
  return node.target.flat().join(" › ");
}

export type PageTimings = { url: string; stepIndex: number | null; took: Timings };

/** The timings of every page. A page belongs to the step that was under way when it was first seen. */
export function timingsOf(run: RunDetail): PageTimings[] {
  const began = Date.parse(run.startedAt ?? "");
  const steps = (run.stepsJson ?? []).filter((step) => step.result !== "skipped");
  const pages = (run.perPagePerformanceJson ?? []).map((page) => ({
    url: page.url,
    stepIndex: steps.findLast((step) => step.startedAtMs <= Date.parse(page.capturedAt) - began)?.index ?? null,
    took: page,
  }));
  if (pages.length > 0 || run.performanceMetricsJson === null) return pages;
  return [{ url: run.finalUrl ?? "", stepIndex: null, took: run.performanceMetricsJson }];
}
