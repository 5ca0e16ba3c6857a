/** Playwright's viewer, served by the appliance; browsers let it work on https and on loopback only. */
import type { Step } from "../../model/run";

export function traceViewer(trace: string): string {
  return `/trace-viewer/?trace=${encodeURIComponent(new URL(trace, location.href).href)}`;
}

/** The viewer at a step, which shows the page as it was then; null where the trace does not have the step. */
export function traceAt(trace: string | null, steps: Step[], step: Step): string | null {
  if (trace === null || !isSecureContext || step.result === "skipped") return null;
  const same = steps.filter((each) => each.result !== "skipped" && each.sentence === step.sentence);
  const at = new URLSearchParams({ says: step.sentence, nth: `${same.indexOf(step)}` });
  return `${traceViewer(trace)}&${at}`;
}
