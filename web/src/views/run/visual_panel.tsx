/** Pictures of checks beside their baselines, and accepting one: a first picture too, which has no baseline yet. */
import { api, type RunDetail, type VisualResult } from "../../channel/api";
import type { Pictured, Step } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do, say } from "../parts/acting";
import { VerdictBadge } from "../parts/parts";
import { Compare } from "./compare";

export function Visuals({ run, steps, pictured }: { run: RunDetail; steps: Step[]; pictured: Pictured[] }) {
  return (
    <ul>
      {pictured.map(({ stepIndex, result, url }, index) => {
        const about = steps.find((step) => step.index === stepIndex)?.sentence ?? words.panel.visual;
        return (
          <li key={index} class="violation">
            <h3>
              {result && <VerdictBadge verdict={result.passed ? "passed" : "failed"} />}
              {about}
              <span class="faint">
                {result ? words.panel.differs(result.diffPercent, result.threshold) : words.panel.noBaseline}
              </span>
              {mayChange() && !result?.passed && stepIndex !== null && <Accept run={run} stepIndex={stepIndex} />}
            </h3>
            {result ? (
              <Compared result={result} about={about} />
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                <img class="first" src={url} alt={words.run.pictureOf(about)} />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Accept({ run, stepIndex }: { run: RunDetail; stepIndex: number }) {
  const accept = async () => {
    await api.acceptBaseline(run.projectId, run.id, stepIndex);
    say(words.panel.accepted);
  };
  return (
    <Do kind="small" icon="check" work={accept}>
      {words.panel.accept}
    </Do>
  );
}

function Compared({ result, about }: { result: VisualResult; about: string }) {
  return (
    <Compare
      first={result.diffUrl ? "diff" : "slider"}
      of={{
        before: { url: result.baselineUrl ?? "", name: words.picture.baseline },
        after: { url: result.actualUrl ?? "", name: words.picture.actual },
        diff: result.diffUrl ?? "",
        about,
      }}
    />
  );
}
