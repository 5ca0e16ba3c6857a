/** The one word a run came to, for badges, lists and titles. Pure. */
import type { RunDetail } from "../channel/api";

export const VERDICTS = ["passed", "failed", "cancelled", "running", "pending"] as const;
export type Verdict = (typeof VERDICTS)[number];

export function verdictOf(run: Pick<RunDetail, "status" | "overallStatus">): Verdict {
  if (run.status === "pending" || run.status === "running" || run.status === "cancelled") return run.status;
  return run.overallStatus ?? "failed";
}
