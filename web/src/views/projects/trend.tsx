/** The latest runs as bars, oldest left: the colour is the verdict, the height the duration. */
import type { RunSummary } from "../../channel/api";
import { duration, oneLine } from "../../model/format";
import { trendOf } from "../../model/trend";
import { verdictOf } from "../../model/verdict";
import { words } from "../../words";

const LINKED = 24; // bars wide enough to be met

export function Bars({ runs, linked }: { runs: RunSummary[]; linked: boolean }) {
  const longest = Math.max(1, ...runs.map((run) => run.totalDurationMs));
  const bars = [...runs].reverse();
  const height = (run: RunSummary) => `${15 + (85 * run.totalDurationMs) / longest}%`;
  if (!linked)
    return (
      <div class="bars" role="img" aria-label={words.trend.bars(trendOf(runs))}>
        {bars.map((run) => (
          <span key={run.id} class={verdictOf(run)} style={{ height: height(run) }} />
        ))}
      </div>
    );
  return (
    <div class="bars linked">
      {bars.map((run) => {
        const label = `${words.verdict[verdictOf(run)]}, ${duration(run.totalDurationMs)}: ${oneLine(run.maskedInstruction).slice(0, 60)}`;
        return (
          <a key={run.id} href={`/runs/${run.id}`} title={label}>
            <span class={verdictOf(run)} style={{ height: height(run) }} />
            <span class="hidden-text">{label}</span>
          </a>
        );
      })}
    </div>
  );
}

export function Trend({ runs }: { runs: RunSummary[] }) {
  const trend = trendOf(runs);
  return (
    <div class="card-body facts">
      <dl class="facts">
        <div>
          <dt>{words.trend.runs}</dt>
          <dd class="numeric">{trend.judged}</dd>
        </div>
        <div>
          <dt>{words.trend.rate}</dt>
          <dd class="numeric">{trend.passRate === null ? "–" : `${Math.round(trend.passRate * 100)} %`}</dd>
        </div>
        <div>
          <dt>{words.trend.median}</dt>
          <dd class="numeric">{trend.median === null ? "–" : duration(trend.median)}</dd>
        </div>
      </dl>
      <Bars runs={runs.slice(0, LINKED)} linked />
    </div>
  );
}
