/** A batch: what its runs say together, what was found, and every run beside the others. */
import { useEffect, useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { api, type Batch } from "../../channel/api";
import { duration } from "../../model/format";
import { TERMINAL } from "../../model/run";
import { mayChange } from "../../model/session";
import { type Verdict, verdictOf } from "../../model/verdict";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Icon, type IconName } from "../parts/icon";
import { Card, Table, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { useTitle, VerdictBadge } from "../parts/parts";
import { ProjectCrumbs } from "../projects/project_crumbs";
import { TriageBody } from "../triage/triage";
import "../run/run.css";
import "./batch.css";

const AGAIN_MS = 2000;
const ICON: Record<string, IconName> = { passed: "check", failed: "cross", flaky: "alert", cancelled: "dash" };
const TONE: Record<string, string> = { passed: "passed", failed: "failed", flaky: "failed", cancelled: "" };
const UNSEEN = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/;
const TRIAGED = new Set<Batch["findings"][number]["kind"]>(["fails", "flaky", "known", "set_up_failed"]);
const WARNS = new Set<Batch["findings"][number]["kind"]>([
  "differs",
  "flaky",
  "known",
  "not_run",
  "begun_anew",
  "signed_in_anew",
]);

export function BatchPage() {
  const id = useRoute().params.id ?? "";
  const loaded = useLoaded(id, () => api.batch(id));
  const batch = loaded.value;
  const alive = batch !== null && underWay(batch);
  useEffect(() => {
    if (!alive) return;
    const timer = setTimeout(loaded.reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [alive, batch, loaded.reload]);
  useTitle(batch === null ? "" : titleOf(batch));
  return (
    <Show page of={loaded}>
      {(found) => (
        <>
          <Ways batch={found} />
          <Head batch={found} cancelled={loaded.reload} />
          {found.matrix !== null ? (
            <Matrix cells={found.matrix} under={underWay(found)} />
          ) : (
            <Findings batch={found} changed={loaded.reload} />
          )}
          {found.answers !== null && found.answers.length > 0 && <Answers answers={found.answers} />}
          <Runs batch={found} />
          <Pictures batch={found} />
        </>
      )}
    </Show>
  );
}

function underWay({ status }: Batch): boolean {
  return status === "pending" || status === "running";
}

/** What it came to so far, in words. */
function cameTo({ kind, status, verdict }: Batch): string {
  return verdict === null ? words.batch.state[status] : words.batch.verdict[kind][verdict];
}

function titleOf(batch: Batch): string {
  if (batch.kind !== "suite") return words.batch.page(words.batch.kind[batch.kind]);
  return words.suite.page(batch.maskedInstruction, cameTo(batch));
}

function Ways({ batch }: { batch: Batch }) {
  return <ProjectCrumbs projectId={batch.projectId} part={batch.kind === "suite" ? "suites" : undefined} />;
}

/** How its runs came out, each test by its last attempt, and how long it all took. */
function inShort(batch: Batch): string {
  const last = new Map(
    batch.runs
      .toSorted((one, other) => (one.attemptIndex ?? 0) - (other.attemptIndex ?? 0))
      .map((run) => [batch.kind === "suite" ? (run.procedureId ?? run.id) : run.id, verdictOf(run)]),
  );
  const counts = new Map<Verdict, number>();
  for (const verdict of last.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const ends = batch.runs.map((run) => Date.parse(run.completedAt ?? run.createdAt));
  return words.batch.cameOut([...counts], duration(Math.max(...ends) - Date.parse(batch.createdAt)));
}

function Head({ batch, cancelled }: { batch: Batch; cancelled: () => void }) {
  const ended = batch.runs.filter((run) => TERMINAL.has(run.status)).length;
  const came = batch.verdict ?? (underWay(batch) ? null : "cancelled");
  return (
    <section class={`card verdict ${came === null ? "running" : TONE[came]}`} aria-label={words.run.verdict}>
      <span class="disc">
        <Icon name={came === null ? "spinner" : (ICON[came] ?? "dash")} spin={came === null} />
      </span>
      <h1>
        {batch.kind === "suite" && (
          <>
            {batch.suiteId === null ? (
              batch.maskedInstruction
            ) : (
              <a href={`/suites/${batch.suiteId}`}>{batch.maskedInstruction}</a>
            )}
            :{" "}
          </>
        )}
        {cameTo(batch)}
      </h1>
      <div class="actions">
        {mayChange() && came === null && (
          <Do icon="stop" kind="danger" work={() => api.cancelBatch(batch.id).then(cancelled)}>
            {words.batch.cancel}
          </Do>
        )}
        {mayChange() && batch.suiteId !== null && came !== null && came !== "passed" && (
          <FailedAgain suiteId={batch.suiteId} batchId={batch.id} />
        )}
      </div>
      <div class="body">
        <p class="reason" aria-live="polite">
          {came === null ? words.batch.done(ended, batch.runs.length) : inShort(batch)}
        </p>
        <div class="meta numeric">
          <span title={words.batch.kindHint[batch.kind]}>{words.batch.kind[batch.kind]}</span>
          {batch.field !== null && <span>{words.batch.fieldIs(batch.field)}</span>}
          {batch.seed !== null && <span title={words.batch.seedHint}>{words.batch.seedIs(batch.seed)}</span>}
          <When at={batch.createdAt} />
          {batch.procedureId !== null && <a href={`/procedures/${batch.procedureId}`}>{words.run.procedure}</a>}
        </div>
        {batch.kind !== "suite" && (
          <details class="words">
            <summary>{words.run.instruction}</summary>
            <pre>{batch.maskedInstruction}</pre>
          </details>
        )}
      </div>
    </section>
  );
}

/** Of a role probe: each role, what it was expected to be able to do, what happened, and whether that fits. */
function Matrix({ cells, under }: { cells: NonNullable<Batch["matrix"]>; under: boolean }) {
  const { role, expected, happened, verdict, reason } = words.batch.matrixColumn;
  return (
    <Card title={words.batch.matrix}>
      <Table label={words.batch.matrix} columns={[role, expected, happened, verdict, reason]}>
        {cells.map((cell) => (
          <tr key={cell.runId}>
            <td>
              <a href={`/runs/${cell.runId}${cell.stepIndex === null ? "" : `?step=${cell.stepIndex + 1}`}`}>
                {cell.role}
              </a>
            </td>
            <td>{words.batch.expected[cell.expected]}</td>
            <td>
              {cell.happened === null ? (
                <span class="faint">{under ? words.batch.notYet : words.batch.state.cancelled}</span>
              ) : (
                words.batch.happened[cell.happened]
              )}
            </td>
            <td>
              {cell.verdict !== null && (
                <span class={`badge ${cell.verdict}`}>
                  <Icon name={cell.verdict === "passed" ? "check" : "cross"} /> {words.batch.cell[cell.verdict]}
                </span>
              )}
            </td>
            <td class="reason">{cell.reason}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** Of odd inputs: what the page answered to each. */
function Answers({ answers }: { answers: NonNullable<Batch["answers"]> }) {
  const { input, typed, answered } = words.batch.answerColumn;
  return (
    <Card title={words.batch.answers}>
      <Table label={words.batch.answers} columns={[input, typed, answered]}>
        {answers.map((each) => (
          <tr key={each.runId}>
            <td>
              <a href={`/runs/${each.runId}`}>{each.label}</a>
            </td>
            <td class="reason">
              {each.text === null ? (
                <span class="faint">{words.batch.notTyped}</span>
              ) : each.text === "" ? (
                <span class="faint">{words.batch.emptyText}</span>
              ) : UNSEEN.test(each.text) ? (
                <span class="faint">{words.batch.unseenText(each.length)}</span>
              ) : (
                <code class="typed">
                  <bdi>{each.text}</bdi>
                </code>
              )}{" "}
              {each.length > (each.text ?? "").length && <span class="faint">{words.batch.inAll(each.length)}</span>}
            </td>
            <td class="reason">
              {each.found.map((kind) => (
                <span key={kind} class={WARNS.has(kind) ? "badge warn" : "badge failed"}>
                  {words.batch.finding[kind]}
                </span>
              ))}
              {each.messages.map((text) => (
                <div key={text}>{text}</div>
              ))}
              {each.consoleErrors.map((text) => (
                <div key={text}>{words.batch.onConsole(text)}</div>
              ))}
              {each.found.length + each.messages.length + each.consoleErrors.length === 0 && (
                <span class="faint">{words.batch.nothingAnswered}</span>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function FailedAgain({ suiteId, batchId }: { suiteId: string; batchId: string }) {
  const { route } = useLocation();
  const again = async () => {
    const begun = await api.runSuite(suiteId, { failedOf: batchId });
    route(`/batches/${begun.batchId}`);
  };
  return (
    <Do icon="again" kind="primary" work={again}>
      {words.suite.failedAgain}
    </Do>
  );
}

function Findings({ batch, changed }: { batch: Batch; changed: () => void }) {
  const under = underWay(batch);
  return (
    <Card title={words.batch.findings}>
      {batch.findings.length === 0 ? (
        <p class="card-body soft">{under ? words.batch.nothingYet : words.batch.nothing}</p>
      ) : (
        <ul class="findings">
          {batch.findings.map((finding, nth) => (
            <li key={nth}>
              <span class={WARNS.has(finding.kind) ? "badge warn" : "badge failed"}>
                {words.batch.finding[finding.kind]}
              </span>
              <a href={`/runs/${finding.runId}${finding.stepIndex === null ? "" : `?step=${finding.stepIndex + 1}`}`}>
                {finding.label}
              </a>
              <span class="text">{finding.text}</span>
              {batch.kind === "suite" && TRIAGED.has(finding.kind) && (
                <LookedInto run={batch.runs.find(({ id }) => id === finding.runId)} changed={changed} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Who looks into a failure of a suite; all that is said of it when it is opened. */
function LookedInto({ run, changed }: { run: Batch["runs"][number] | undefined; changed: () => void }) {
  const [open, setOpen] = useState(false);
  if (run === undefined || run.overallStatus !== "failed") return null;
  return (
    <details class="looked-into" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{run.assignee === null ? words.triage.title : words.triage.assignedTo(run.assignee)}</summary>
      {open && <TriageBody runId={run.id} saved={run.procedureId !== null} onChange={changed} />}
    </details>
  );
}

function Runs({ batch }: { batch: Batch }) {
  const { run: name, verdict, expected, took, broke } = words.batch.column;
  const suite = batch.kind === "suite";
  return (
    <Card title={words.batch.all}>
      <Table
        label={words.batch.all}
        columns={suite ? [name, verdict, took, broke] : [name, verdict, expected, took, broke]}
      >
        {batch.runs.map((run) => (
          <tr key={run.id}>
            <td>
              <a href={`/runs/${run.id}`}>{run.label}</a> {run.setUp && <span class="badge">{words.suite.setUp}</span>}
              {triedAgain(batch, run) && <span class="badge">{words.suite.attempt(run.attemptIndex ?? 1)}</span>}
            </td>
            <td>
              {run.held ? <span class="faint">{words.suite.waits}</span> : <VerdictBadge verdict={verdictOf(run)} />}
            </td>
            {!suite && <td>{words.expectation[run.userExpectation ?? "pass"]}</td>}
            <td class="numeric">{run.totalDurationMs > 0 ? duration(run.totalDurationMs) : "–"}</td>
            <td>{run.failedStep ?? ""}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** Whether a suite ran this test before, in the same batch. */
function triedAgain(batch: Batch, run: Batch["runs"][number]): boolean {
  return batch.kind === "suite" && (run.attemptIndex ?? 1) > 1;
}

function Pictures({ batch }: { batch: Batch }) {
  const pictured = batch.runs.filter((run) => run.finalScreenshotUrl !== null);
  if (pictured.length === 0) return null;
  return (
    <Card title={words.batch.pictures}>
      <ul class="side-by-side">
        {pictured.map((run) => (
          <li key={run.id}>
            <a href={`/runs/${run.id}`}>
              <img src={run.finalScreenshotUrl ?? ""} alt={words.batch.picture(run.label)} loading="lazy" />
              <span>
                {run.label}
                {triedAgain(batch, run) && `, ${words.suite.attempt(run.attemptIndex ?? 1)}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
