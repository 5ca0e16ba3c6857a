/** A batch: what its runs say together, what was found, and every run beside the others. */
import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import { api, type Batch } from "../../channel/api";
import { duration } from "../../model/format";
import { TERMINAL } from "../../model/run";
import { mayChange } from "../../model/session";
import { verdictOf } from "../../model/verdict";
import { words } from "../../words";
import { Crumbs } from "../frame/frame";
import { Do } from "../parts/acting";
import { Icon, type IconName } from "../parts/icon";
import { Card, Table, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { useTitle, VerdictBadge } from "../parts/parts";
import "../run/run.css";
import "./batch.css";

const AGAIN_MS = 2000;
const ICON: Record<string, IconName> = { passed: "check", failed: "cross", flaky: "alert", cancelled: "dash" };
const TONE: Record<string, string> = { passed: "passed", failed: "failed", flaky: "failed", cancelled: "" };

export function BatchPage() {
  const id = useRoute().params.id ?? "";
  const loaded = useLoaded(id, () => api.batch(id));
  const batch = loaded.value;
  const alive = batch !== null && (batch.status === "pending" || batch.status === "running");
  useEffect(() => {
    if (!alive) return;
    const timer = setTimeout(loaded.reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [alive, batch, loaded.reload]);
  useTitle(batch === null ? "" : words.batch.page(words.batch.kind[batch.kind]));
  return (
    <Show page of={loaded}>
      {(found) => (
        <>
          <Ways batch={found} />
          <Head batch={found} cancelled={loaded.reload} />
          <Findings batch={found} />
          <Runs batch={found} />
          <Pictures batch={found} />
        </>
      )}
    </Show>
  );
}

function Ways({ batch }: { batch: Batch }) {
  const project = useLoaded(batch.projectId, () => api.project(batch.projectId));
  return (
    <Crumbs
      ways={[
        { href: "/", label: words.nav.projects },
        { href: `/projects/${batch.projectId}`, label: project.value?.name ?? "…" },
      ]}
    />
  );
}

function Head({ batch, cancelled }: { batch: Batch; cancelled: () => void }) {
  const ended = batch.runs.filter((run) => TERMINAL.has(run.status)).length;
  const came = batch.verdict ?? (batch.status === "cancelled" ? "cancelled" : null);
  return (
    <section class={`card verdict ${came === null ? "running" : TONE[came]}`} aria-label={words.run.verdict}>
      <span class="disc">
        <Icon name={came === null ? "spinner" : (ICON[came] ?? "dash")} spin={came === null} />
      </span>
      <h1>
        {batch.verdict === null ? words.batch.state[batch.status] : words.batch.verdict[batch.kind][batch.verdict]}
      </h1>
      <div class="actions">
        {mayChange() && came === null && (
          <Do icon="stop" kind="danger" work={() => api.cancelBatch(batch.id).then(cancelled)}>
            {words.batch.cancel}
          </Do>
        )}
      </div>
      <div class="body">
        <p class="reason" aria-live="polite">
          {words.batch.done(ended, batch.runs.length)}
        </p>
        <div class="meta numeric">
          <span title={words.batch.kindHint[batch.kind]}>{words.batch.kind[batch.kind]}</span>
          {batch.field !== null && <span>{words.batch.fieldIs(batch.field)}</span>}
          <When at={batch.createdAt} />
          {batch.procedureId !== null && <a href={`/procedures/${batch.procedureId}`}>{words.run.procedure}</a>}
        </div>
        <details class="words">
          <summary>{words.run.instruction}</summary>
          <pre>{batch.maskedInstruction}</pre>
        </details>
      </div>
    </section>
  );
}

function Findings({ batch }: { batch: Batch }) {
  const under = batch.status === "pending" || batch.status === "running";
  return (
    <Card title={words.batch.findings}>
      {batch.findings.length === 0 ? (
        <p class="card-body soft">{under ? words.batch.nothingYet : words.batch.nothing}</p>
      ) : (
        <ul class="findings">
          {batch.findings.map((finding, nth) => (
            <li key={nth}>
              <span class={finding.kind === "differs" ? "badge warn" : "badge failed"}>
                {words.batch.finding[finding.kind]}
              </span>
              <a href={`/runs/${finding.runId}${finding.stepIndex === null ? "" : `?step=${finding.stepIndex + 1}`}`}>
                {finding.label}
              </a>
              <span class="text">{finding.text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Runs({ batch }: { batch: Batch }) {
  const { run: name, verdict, expected, took, broke } = words.batch.column;
  return (
    <Card title={words.batch.all}>
      <Table label={words.batch.all} columns={[name, verdict, expected, took, broke]}>
        {batch.runs.map((run) => (
          <tr key={run.id}>
            <td>
              <a href={`/runs/${run.id}`}>{run.label}</a>
            </td>
            <td>
              <VerdictBadge verdict={verdictOf(run)} />
            </td>
            <td>{words.expectation[run.userExpectation ?? "pass"]}</td>
            <td class="numeric">{run.totalDurationMs > 0 ? duration(run.totalDurationMs) : "–"}</td>
            <td>{run.failedStep ?? ""}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
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
              <span>{run.label}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
