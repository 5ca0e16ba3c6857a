/** Pictures compared with their baselines, and accepting a new one. */
import { api, type RunDetail, type VisualResult } from "../../channel/api";
import type { Step } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do, say } from "../parts/acting";
import { VerdictBadge } from "../parts/parts";
import { Compare } from "./compare";

export function Visuals({ run, steps, results }: { run: RunDetail; steps: Step[]; results: VisualResult[] }) {
  return (
    <ul>
      {results.map((result, index) => {
        const about = steps.find((step) => step.index === result.stepIndex)?.sentence ?? words.panel.visual;
        return (
          <li key={index} class="violation">
            <h3>
              <VerdictBadge verdict={result.passed ? "passed" : "failed"} />
              {about}
              <span class="faint">{words.panel.differs(result.diffPercent, result.threshold)}</span>
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
            <Compare
              first={result.diffUrl ? "diff" : "slider"}
              of={{
                before: { url: result.baselineUrl ?? "", name: words.picture.baseline },
                after: { url: result.actualUrl ?? "", name: words.picture.actual },
                diff: result.diffUrl ?? "",
                about,
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}
