/** A run as its page shows it, read from the loosely typed JSON of the contract (2.1). Pure, without DOM. */
import type { RunDetail } from "../channel/api";
import { type Box, box, flag, type Loose, list, number, object, objects, text, texts } from "./loose";

export type Result = "passed" | "failed" | "skipped" | "running";

export type Failure = {
  kind: string;
  expected: string;
  seen: string;
  instead: string[];
  candidates: string[];
  /** What to write instead or to do first. */
  advice: string;
  /** Where each candidate stands, as parts of the viewport. */
  places: (Box | null)[];
};

export type Found = { rung: string; candidates: number; healed: boolean; reason: string; locator: string };

export type Step = {
  index: number;
  action: string;
  target: string;
  value: string;
  sentence: string;
  result: Result;
  refused: boolean;
  proven: boolean;
  synthetic: boolean;
  source: string;
  rule: string;
  error: string;
  note: string;
  url: string;
  durationMs: number;
  startedAtMs: number;
  failure: Failure | null;
  /** What kind of failure it is, and what was observed that says so. */
  kind: { name: string; reason: string } | null;
  found: Found | null;
  picture: string | null;
};

export type Frame = { key: string; stepIndex: number | null; kind: string; url: string; box: Box | null };

export type NetworkEvent = {
  method: string;
  url: string;
  type: string;
  status: number | null;
  failure: string;
  durationMs: number | null;
  size: number | null;
  stepIndex: number | null;
};

/** Whether the request came to nothing good. */
export function isBadRequest(event: NetworkEvent): boolean {
  return event.failure !== "" || (event.status ?? 0) >= 400;
}

export type ConsoleEvent = { level: string; text: string; where: string; times: number; stepIndex: number | null };

export type Violation = {
  id: string;
  impact: string;
  help: string;
  helpUrl: string;
  count: number;
  nodes: { target: string; html: string; summary: string }[];
};

export type Timing = { url: string; stepIndex: number | null; values: Record<string, number> };

export type Download = {
  filename: string;
  size: number;
  type: string;
  truncated: boolean;
  failure: string;
  url: string;
  stepIndex: number | null;
};

export type Visual = {
  stepIndex: number | null;
  passed: boolean;
  percent: number;
  threshold: number;
  baseline: string;
  actual: string;
  diff: string;
};

export const TERMINAL: ReadonlySet<RunDetail["status"]> = new Set(["completed", "failed", "cancelled"]);

export function readStep(entry: Loose): Step {
  const result = text(entry.result);
  return {
    index: number(entry.index) ?? 0,
    action: text(entry.action),
    target: text(entry.target),
    value: text(entry.value),
    sentence: text(entry.sentence) || text(entry.action),
    result: result === "passed" || result === "failed" || result === "skipped" ? result : "running",
    refused: flag(entry.refused),
    proven: entry.proven !== false,
    synthetic: flag(entry.synthetic),
    source: text(entry.source),
    rule: text(entry.rule),
    error: text(entry.error),
    note: text(entry.note),
    url: text(entry.url),
    durationMs: number(entry.durationMs) ?? 0,
    startedAtMs: number(entry.startedAtMs) ?? 0,
    failure: entry.failure ? readFailure(object(entry.failure)) : null,
    kind: entry.failureClass ? readKind(object(entry.failureClass)) : null,
    found: entry.found ? readFound(object(entry.found)) : null,
    picture:
      text(entry.failureScreenshotUrl) || text(entry.actualScreenshotUrl) || text(entry.beforeScreenshotUrl) || null,
  };
}

function readFailure(entry: Loose): Failure {
  return {
    kind: text(entry.kind),
    expected: text(entry.expected),
    seen: text(entry.seen),
    instead: texts(entry.instead),
    candidates: texts(entry.candidates),
    advice: text(entry.advice),
    places: list(entry.places).map(box),
  };
}

function readKind(entry: Loose): Step["kind"] {
  return { name: text(entry.kind), reason: text(entry.reason) };
}

function readFound(entry: Loose): Found {
  return {
    rung: text(entry.rung),
    candidates: number(entry.candidates) ?? 0,
    healed: flag(entry.healed),
    reason: text(entry.reason),
    locator: text(object(entry.known).locator),
  };
}

export function readSteps(run: RunDetail): Step[] {
  return objects(run.stepsJson).map(readStep);
}

/** Every picture of the run in the order it was taken, the final page last. */
export function readFrames(run: RunDetail, steps: Step[]): Frame[] {
  const refs = Array.isArray(run.screenshotRefsJson) ? objects(run.screenshotRefsJson) : [];
  const frames = refs
    .filter((ref) => text(ref.url) !== "")
    .map((ref) => ({
      key: text(ref.storeKey),
      stepIndex: number(ref.stepIndex),
      kind: text(ref.kind),
      url: text(ref.url),
      box: box(ref.box),
    }));
  const taken = new Set(frames.map((frame) => frame.url.split("?")[0]));
  for (const step of steps) {
    if (step.picture !== null && !taken.has(step.picture.split("?")[0]))
      frames.push({ key: step.picture, stepIndex: step.index, kind: step.result, url: step.picture, box: null });
  }
  if (run.finalScreenshotUrl !== null && !taken.has(run.finalScreenshotUrl.split("?")[0]))
    frames.push({ key: "final", stepIndex: null, kind: "final", url: run.finalScreenshotUrl, box: null });
  return frames;
}

/** The picture that shows a step best: its own, else the last one taken before it ended. */
export function frameOf(step: Step, frames: Frame[]): Frame | null {
  const own = frames.filter((frame) => frame.stepIndex === step.index).at(-1);
  if (own) return own;
  const earlier = frames.filter((frame) => frame.stepIndex !== null && frame.stepIndex < step.index).at(-1);
  const later = frames.find((frame) => frame.stepIndex === null || frame.stepIndex > step.index);
  return later ?? earlier ?? null;
}

export function readNetwork(run: RunDetail): NetworkEvent[] {
  return objects(run.networkEventsJson).map((entry) => ({
    method: text(entry.method),
    url: text(entry.url),
    type: text(entry.resourceType),
    status: number(entry.status),
    failure: text(entry.failure),
    durationMs: number(entry.durationMs),
    size: number(entry.size),
    stepIndex: number(entry.stepIndex),
  }));
}

export function readConsole(run: RunDetail): ConsoleEvent[] {
  return objects(run.consoleEventsJson).map((entry) => {
    const place = object(entry.location);
    const line = number(place.line);
    return {
      level: text(entry.level),
      text: text(entry.text),
      where: text(place.url) && `${text(place.url)}${line === null ? "" : `:${line + 1}`}`,
      times: number(entry.times) ?? 1,
      stepIndex: number(entry.stepIndex),
    };
  });
}

/** null: the scan did not run. */
export function readViolations(run: RunDetail): Violation[] | null {
  if (run.accessibilityViolationsJson === null) return null;
  return objects(run.accessibilityViolationsJson).map((entry) => ({
    id: text(entry.id),
    impact: text(entry.impact) || "minor",
    help: text(entry.help),
    helpUrl: text(entry.helpUrl),
    count: number(entry.count) ?? objects(entry.nodes).length,
    nodes: objects(entry.nodes).map((node) => ({
      target: (Array.isArray(node.target) ? node.target.flat(3) : []).join(" › "),
      html: text(node.html),
      summary: text(node.summary),
    })),
  }));
}

/** A page belongs to the step that was under way when it was first seen. */
export function readTimings(run: RunDetail, steps: Step[]): Timing[] {
  const began = Date.parse(run.startedAt ?? "");
  const pages = objects(run.perPagePerformanceJson);
  const all = pages.length > 0 ? pages : run.performanceMetricsJson ? [run.performanceMetricsJson] : [];
  return all.map((entry) => ({
    url: text(entry.url) || (run.finalUrl ?? ""),
    stepIndex:
      steps.findLast(
        (step) => step.result !== "skipped" && step.startedAtMs <= Date.parse(text(entry.capturedAt)) - began,
      )?.index ?? null,
    values: Object.fromEntries(
      Object.entries(entry).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
    ),
  }));
}

export function readDownloads(run: RunDetail): Download[] {
  return objects(run.downloadsJson).map((entry) => ({
    filename: text(entry.filename),
    size: number(entry.sizeBytes) ?? 0,
    type: text(entry.contentType),
    truncated: flag(entry.truncated),
    failure: text(entry.failure),
    url: text(entry.url),
    stepIndex: number(entry.stepIndex),
  }));
}

export function readVisual(run: RunDetail): Visual[] {
  return objects(run.visualResultsJson).map((entry) => ({
    stepIndex: number(entry.stepIndex),
    passed: flag(entry.passed),
    percent: number(entry.diffPercent) ?? 0,
    threshold: number(entry.threshold) ?? 0,
    baseline: text(entry.baselineUrl),
    actual: text(entry.actualUrl),
    diff: text(entry.diffUrl),
  }));
}
