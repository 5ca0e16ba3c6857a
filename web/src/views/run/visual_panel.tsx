/** Pictures compared with their baselines, and accepting a new one. */
import { api, type RunDetail } from "../../channel/api";
import type { Visual } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do, say } from "../parts/acting";
import { VerdictBadge } from "../parts/parts";

export function Visuals({ run, results }: { run: RunDetail; results: Visual[] }) {
  return (
    <ul>
      {results.map((result, index) => (
        <li key={index} class="violation">
          <h3>
            <VerdictBadge verdict={result.passed ? "passed" : "failed"} />
            {words.panel.differs(result.percent, result.threshold)}
            {mayChange() && !result.passed && result.stepIndex !== null && (
              <Do
                kind="small"
                icon="check"
                work={async () => {
                  await api.acceptBaseline(run.projectId, run.id, result.stepIndex ?? 0);
                  say(words.panel.accepted);
                }}
              >
                {words.panel.accept}
              </Do>
            )}
          </h3>
          <div class="visual-pictures">
            {(["baseline", "actual", "diff"] as const)
              .filter((kind) => result[kind] !== "")
              .map((kind) => (
                <figure key={kind}>
                  <a href={result[kind]} target="_blank" rel="noreferrer">
                    <img src={result[kind]} alt={words.picture[kind]} loading="lazy" />
                  </a>
                  <figcaption>{words.picture[kind]}</figcaption>
                </figure>
              ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
