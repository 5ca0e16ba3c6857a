/** What many runs say together: pass rate, usual duration, how often a verdict switched. Pure. */
import type { RunSummary } from "../channel/api";

export type Trend = { judged: number; passRate: number | null; median: number | null; switches: number };

/** `runs` newest first. Only runs that came to a verdict on the application count. */
export function trendOf(runs: RunSummary[]): Trend {
  const judged = runs.filter((run) => run.overallStatus !== null && run.failureClass !== "not_understood");
  const passed = judged.filter((run) => run.overallStatus === "passed").length;
  const sorted = judged.map((run) => run.totalDurationMs).sort((one, other) => one - other);
  const switches = judged.filter((run, index) => {
    const earlier = judged[index + 1];
    return earlier !== undefined && earlier.overallStatus !== run.overallStatus;
  }).length;
  return {
    judged: judged.length,
    passRate: judged.length > 0 ? passed / judged.length : null,
    median: sorted[Math.floor(sorted.length / 2)] ?? null,
    switches,
  };
}
