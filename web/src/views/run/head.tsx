/** The verdict with its one-sentence reason, and what can be done with a run. */

import { useState } from "preact/hooks";
import { api, type RunDetail } from "../../channel/api";
import { ago, duration, inShort, moment, shortAddress } from "../../model/format";
import type { LiveRun } from "../../model/live_run";
import { asIssue, asMarkdown } from "../../model/markdown";
import { readReport } from "../../model/report";
import { type Step, TERMINAL } from "../../model/run";
import { mayChange } from "../../model/session";
import { verdictOf } from "../../model/verdict";
import { words } from "../../words";
import { StartBatch } from "../batch/start_batch";
import { copy, Do } from "../parts/acting";
import { now } from "../parts/clock";
import { Icon, type IconName } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { FileIssue } from "./file_issue";
import { editing } from "./reworded";
import { SaveProcedure } from "./save_procedure";
import { ShareDialog } from "./share";
import type { Again } from "./use_again";

const ICON: Record<string, IconName> = {
  passed: "check",
  failed: "cross",
  cancelled: "dash",
  pending: "clock",
  running: "spinner",
  unread: "alert",
};

type Shown = { live: LiveRun; run: RunDetail; steps: Step[]; again: Again };

/** The saved test's name, else how the test's words begin. */
function useName(run: RunDetail): string {
  const { procedureId } = run;
  const { value } = useLoaded(procedureId ?? "", async () => (procedureId ? api.procedure(procedureId) : null));
  if (procedureId !== null) return value?.name ?? "…";
  return inShort(run.maskedInstruction) || words.run.instruction;
}

export function Head({ live, run, steps, again }: Shown) {
  const name = useName(run);
  const verdict = verdictOf(run);
  const ended = TERMINAL.has(run.status);
  const report = readReport(run.reportMarkdown);
  const done = steps.filter((step) => step.result !== "running").length;
  const unclear = steps.find((step) => step.result === "failed" && (step.failure?.candidates ?? []).length > 0);
  const reason = ended
    ? unclear
      ? words.run.severalFit(unclear.index + 1, unclear.target ?? unclear.sentence)
      : report.headline
    : run.status === "pending"
      ? words.run.inLine(run.placeInLine, run.expectedWaitSeconds, run.peopleWriting)
      : live.said.value || words.run.working(done);
  return (
    <section class={`card verdict ${verdict}`} aria-label={words.run.verdict}>
      <span class="disc">
        <Icon name={ICON[verdict] ?? "dash"} spin={verdict === "running"} />
      </span>
      <h1>{name}</h1>
      <div class="body">
        <p class="reason" aria-live="polite">
          <strong>{words.verdict[verdict]}</strong>
          {reason && ` · ${reason}`}
        </p>
        {ended && report.reasons.length > 0 && (
          <ul class="more">
            {report.reasons.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
        <div class="meta numeric">
          {run.initialUrl && <span>{shortAddress(run.initialUrl)}</span>}
          {ended && run.totalDurationMs > 0 && <span>{duration(run.totalDurationMs)}</span>}
          <time dateTime={run.createdAt} title={moment(run.createdAt)}>
            {ago(run.createdAt, now.value)}
          </time>
          {run.userExpectation !== null && run.userExpectation !== "pass" && (
            <span title={words.expectationHint[run.userExpectation]}>{words.expectation[run.userExpectation]}</span>
          )}
          {run.batchId !== null && <a href={`/batches/${run.batchId}`}>{words.batch.partOf}</a>}
          {run.procedureId !== null && <a href={`/procedures/${run.procedureId}`}>{words.run.procedure}</a>}
        </div>
        {run.confidenceScore !== null && <Confidence score={run.confidenceScore} doubts={report.doubts} />}
        <details class="words">
          <summary>{words.run.instruction}</summary>
          <pre>{run.maskedInstruction}</pre>
        </details>
      </div>
      <Actions live={live} run={run} steps={steps} again={again} />
    </section>
  );
}

/** How sure the verdict is, and what takes from it. */
function Confidence({ score, doubts }: { score: number; doubts: string[] }) {
  if (doubts.length === 0) return <p class="faint">{words.run.confidence(score)}</p>;
  return (
    <details class="words">
      <summary>{words.run.confidence(score)}</summary>
      <ul class="more">
        {doubts.map((doubt) => (
          <li key={doubt}>{doubt}</li>
        ))}
      </ul>
    </details>
  );
}

/** Where the test stands live, just before what failed. */
function atStep(run: RunDetail, step: Step): string {
  return `/projects/${run.projectId}/studio?run=${run.id}&step=${step.index}`;
}

function Actions({ live, run, steps, again }: Shown) {
  const [saving, setSaving] = useState(false);
  const [several, setSeveral] = useState(false);
  const [sharing, setSharing] = useState(false);
  const failed = steps.find((step) => step.result === "failed");
  const ended = TERMINAL.has(run.status);
  return (
    <div class="actions">
      {mayChange() && !ended && (
        <Do icon="stop" kind="danger" work={() => live.cancel()}>
          {words.run.cancel}
        </Do>
      )}
      {again.asItWas && (
        <Do icon="again" kind="primary" work={again.asItWas}>
          {words.run.again}
        </Do>
      )}
      {again.subject && (
        <button type="button" class="button" onClick={() => setSeveral(true)}>
          <Icon name="copy" />
          {words.batch.start}
        </button>
      )}
      {mayChange() && ended && failed && (
        <a class="button" href={atStep(run, failed)}>
          <Icon name="screen" />
          {words.studio.openAtStep}
        </a>
      )}
      {mayChange() && ended && run.procedureId === null && (
        <a class="button" href={editing(run)}>
          <Icon name="edit" />
          {words.run.edit}
        </a>
      )}
      {mayChange() && ended && steps.length > 0 && run.procedureId === null && (
        <button type="button" class="button" onClick={() => setSaving(true)}>
          <Icon name="save" />
          {words.run.save}
        </button>
      )}
      {run.ticketMarkdown !== null && <FileIssue runId={run.id} />}
      <button type="button" class="button quiet" onClick={() => void copy(location.href, words.run.linkCopied)}>
        <Icon name="link" />
        {words.run.copyLink}
      </button>
      {ended && (
        <button
          type="button"
          class="button quiet"
          onClick={() =>
            void copy(asIssue(run, location.href) ?? asMarkdown(run, steps, location.href), words.run.markdownCopied)
          }
        >
          <Icon name="copy" />
          {words.run.copyMarkdown}
        </button>
      )}
      {mayChange() && ended && (
        <button type="button" class="button quiet" onClick={() => setSharing(true)}>
          <Icon name="people" />
          {words.share.action}
        </button>
      )}
      {run.archiveUrl !== null && (
        <a class="button quiet" href={run.archiveUrl} download>
          <Icon name="down" />
          {words.run.all}
        </a>
      )}
      {several && again.subject && <StartBatch of={again.subject} onClose={() => setSeveral(false)} />}
      {sharing && <ShareDialog runId={run.id} onClose={() => setSharing(false)} />}
      {saving && <SaveProcedure run={run} onClose={() => setSaving(false)} />}
    </div>
  );
}
