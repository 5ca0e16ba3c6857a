/** A run as Markdown, for an issue. Pure. */
import type { RunDetail } from "../channel/api";
import { duration } from "./format";
import { readReport } from "./report";
import type { Step } from "./run";
import { verdictOf } from "./verdict";

const MARK = { passed: "✓", failed: "✗", skipped: "–", running: "…" };

/** The text of an issue of a run that failed, its title first; null for any other. */
export function asIssue({ ticketTitle, ticketMarkdown }: RunDetail, address: string): string | null {
  return ticketMarkdown === null ? null : `# ${ticketTitle}\n\n${ticketMarkdown}\n${address}`;
}

export function asMarkdown(run: RunDetail, steps: Step[], address: string): string {
  const { headline } = readReport(run.reportMarkdown);
  const lines = [
    `**${verdictOf(run)}** in ${duration(run.totalDurationMs)}: ${headline}`,
    "",
    "```",
    run.maskedInstruction.trim(),
    "```",
    "",
  ];
  for (const step of steps) {
    lines.push(`${step.index + 1}. ${MARK[step.result]} ${step.sentence}`);
    if (step.result !== "failed") continue;
    if (step.error) lines.push(`   - ${step.error}`);
    if (step.failure?.expected) lines.push(`   - expected: ${step.failure.expected}`);
    if (step.failure?.seen) lines.push(`   - seen: ${step.failure.seen}`);
    if (step.url) lines.push(`   - at ${step.url}`);
  }
  lines.push("", address);
  return lines.join("\n");
}
