/** The one word a run came to, for badges, lists and titles. Pure. */
import type { RunDetail } from "../channel/api";

/** By which runs are chosen; what was not understood is chosen by its class of failure. */
export const VERDICTS = ["passed", "failed", "cancelled", "running", "pending"] as const;
export type Verdict = (typeof VERDICTS)[number] | "unread";

export function verdictOf(run: Pick<RunDetail, "status" | "overallStatus" | "failureClass">): Verdict {
  if (run.status === "pending" || run.status === "running" || run.status === "cancelled") return run.status;
  if (run.failureClass === "not_understood") return "unread";
  return run.overallStatus ?? "failed";
}
