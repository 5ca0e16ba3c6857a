/** Which of a project's procedures take longest and which fail most. Shows nothing before one was replayed. */
import { api } from "../../channel/api";
import { duration } from "../../model/format";
import { words } from "../../words";
import { useLoaded } from "../parts/loaded";
import "./insights.css";

type Row = { procedureId: string; name: string; said: string; share: number };

export function InsightsPanel({ projectId }: { projectId: string }) {
  const found = useLoaded(projectId, () => api.insights(projectId)).value;
  if (found === null || found.slowest.length === 0) return null;
  const slowest = Math.max(1, ...found.slowest.map((each) => each.medianMs));
  return (
    <section class="card insights" aria-label={words.insights.title}>
      <Worst
        title={words.insights.slowest}
        kind="slow"
        rows={found.slowest.map((each) => ({
          ...each,
          said: duration(each.medianMs),
          share: each.medianMs / slowest,
        }))}
      />
      <Worst
        title={words.insights.failing}
        kind="failing"
        none={words.insights.noneFailed}
        rows={found.mostFailing.map((each) => ({
          ...each,
          said: words.insights.failed(each.failed, each.runs),
          share: each.failed / each.runs,
        }))}
      />
      {found.flakiest.length > 0 && (
        <Worst
          title={words.insights.flakiest}
          kind="failing"
          rows={found.flakiest.map((each) => ({
            ...each,
            said: words.insights.turned(each.turns, each.runs),
            share: each.flakyScore / 100,
          }))}
        />
      )}
      {found.slower.length > 0 && (
        <Worst
          title={words.insights.slower}
          kind="slow"
          rows={found.slower.map((each) => ({
            ...each,
            said: words.insights.longer(duration(each.beforeMs), duration(each.medianMs)),
            share: 1 - each.beforeMs / each.medianMs,
          }))}
        />
      )}
    </section>
  );
}

function Worst({ title, kind, rows, none }: { title: string; kind: string; rows: Row[]; none?: string }) {
  return (
    <div>
      <h2>{title}</h2>
      {rows.length === 0 && <p class="soft">{none}</p>}
      <ol class={kind}>
        {rows.map((row) => (
          <li key={row.procedureId}>
            <a href={`/procedures/${row.procedureId}?tab=history`}>{row.name}</a>
            <span class="numeric soft">{row.said}</span>
            <span class="share" aria-hidden="true">
              <span style={{ width: `${Math.max(2, row.share * 100)}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
