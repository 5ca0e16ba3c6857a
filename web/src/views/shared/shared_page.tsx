/** One run for somebody without an account: verdict, steps with their pictures, film and report. */
import { api, type SharedRun } from "../../channel/api";
import { duration, moment, oneLine } from "../../model/format";
import { readReport } from "../../model/report";
import { verdictOf } from "../../model/verdict";
import { words } from "../../words";
import { Card } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { useTitle, VerdictBadge } from "../parts/parts";
import "./shared.css";

export function SharedPage({ token }: { token: string }) {
  const loaded = useLoaded(token, () => api.shared(token));
  const run = loaded.value;
  useTitle(run === null ? "" : `${words.verdict[verdictOf(run)]}: ${oneLine(run.instruction).slice(0, 60)}`);
  return (
    <main class="shared">
      <Show page of={loaded} rows={8}>
        {(found) => <Shared run={found} />}
      </Show>
    </main>
  );
}

function Shared({ run }: { run: SharedRun }) {
  const report = readReport(run.reportMarkdown);
  return (
    <>
      <section class="card">
        <div class="card-body">
          <h1>
            <VerdictBadge verdict={verdictOf(run)} /> {report.headline}
          </h1>
          {report.reasons.length > 0 && (
            <ul class="more">
              {report.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
          <p class="faint">
            <time dateTime={run.createdAt}>{moment(run.createdAt)}</time>
            {run.totalDurationMs > 0 && `, ${duration(run.totalDurationMs)}`}
          </p>
          <pre>{run.instruction}</pre>
        </div>
      </section>
      {run.videoUrl !== null && (
        <Card title={words.share.film}>
          {/* biome-ignore lint/a11y/useMediaCaption: the film of a browser window has no sound */}
          <video controls preload="metadata" src={run.videoUrl} aria-label={words.share.film}>
            {run.chaptersUrl !== null && <track kind="chapters" src={run.chaptersUrl} />}
          </video>
        </Card>
      )}
      <Card title={words.share.steps}>
        <ol class="shared-steps">
          {run.steps.map((step, nth) => (
            <li key={nth} class={step.result}>
              <span>
                <span class={`badge ${step.result}`}>{words.result[step.result as keyof typeof words.result]}</span>{" "}
                {step.sentence}
              </span>
              {step.error !== null && <p class="wrong">{step.error}</p>}
              {step.pictureUrl !== null && (
                <img src={step.pictureUrl} alt={words.share.picture(nth + 1)} loading="lazy" />
              )}
            </li>
          ))}
        </ol>
      </Card>
      {run.pictureUrl !== null && (
        <Card title={words.share.lastPage}>
          <img class="last" src={run.pictureUrl} alt={words.share.lastPage} />
        </Card>
      )}
      {run.reportMarkdown !== null && (
        <details class="card">
          <summary class="card-body">{words.share.report}</summary>
          <pre class="card-body">{run.reportMarkdown}</pre>
        </details>
      )}
    </>
  );
}
