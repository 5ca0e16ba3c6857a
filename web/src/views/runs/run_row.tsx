/** One run as a line of a list. Leads to the run's page. */
import type { RunSummary } from "../../channel/api";
import { ago, duration, moment, oneLine } from "../../model/format";
import { readReport } from "../../model/report";
import { verdictOf } from "../../model/verdict";
import { words } from "../../words";
import { now } from "../parts/clock";
import { VerdictBadge } from "../parts/parts";
import "./run_row.css";

export function RunRow({ run, project }: { run: RunSummary; project?: string }) {
  const verdict = verdictOf(run);
  const reason = ["failed", "unread", "cancelled"].includes(verdict) ? readReport(run.reportMarkdown).headline : "";
  const under = [project, reason].filter(Boolean).join(" · ");
  return (
    <a class="run-row" href={`/runs/${run.id}`}>
      <span>
        <VerdictBadge verdict={verdict} />
      </span>
      <span class="what">
        <strong>{oneLine(run.maskedInstruction)}</strong>
        {under && <span>{under}</span>}
      </span>
      <span class="counts numeric">
        {run.failedCount > 0 && <span class="failed">{words.runs.failed(run.failedCount)}</span>}
        {run.passedCount > 0 && <span class="passed">{words.runs.passed(run.passedCount)}</span>}
      </span>
      <span class="end took numeric">{run.totalDurationMs > 0 ? duration(run.totalDurationMs) : ""}</span>
      <time class="end" dateTime={run.createdAt} title={moment(run.createdAt)}>
        {ago(run.createdAt, now.value)}
      </time>
    </a>
  );
}
